"""Splits (T5, G1)."""

from __future__ import annotations

import attrs

from ledger.cards import IS_ACE
from ledger.table import banker, splitting
from ledger.table.hand import is_pair
from ledger.table.splitting import may_split
from tests.support.wrong.engine import Engines, Patch
from tests.support.wrong.patches import SPLITTING, TURNS, also

ENGINES = Engines()
wrong = ENGINES.wrong


@wrong("T5.1", "split", deal="K 5 | 9 8 | 3 4 6 7 2", prefers="split", split__hands=2)
def any_two_cards(patch: Patch) -> None:
    """Splits any two cards."""
    patch.setattr(f"{SPLITTING}.is_pair", lambda *_: True)


@wrong("T5.1", "split", deal="J K | 9 8 | 2 3", prefers="split", split__pairs="rank")
def pairs_by_value(patch: Patch) -> None:
    """Splits jack and king where pairs are by rank."""
    patch.setattr(f"{SPLITTING}.is_pair", lambda first, second, _, values: is_pair(first, second, "value", values))


@wrong("T5.1", "split", deal="T K | 9 8 | 2 3", prefers="split", split__pairs="rank-or-picture")
def ten_and_picture(patch: Patch) -> None:
    """Splits ten and king where only pictures are a pair."""
    patch.setattr(f"{SPLITTING}.is_pair", lambda first, second, _, values: is_pair(first, second, "value", values))


@wrong("T5.1", "payout", "balance-after", deal="8 8 | 9 7 | 3 4 9", prefers="split")
def split_for_free(patch: Patch) -> None:
    """Splits without a second stake."""
    right = splitting.split

    def split(table, hand):
        halves = yield from right(table, hand)
        table.stake(hand.seat, -hand.original_stake)
        halves[1].bettors[0].stake = 0
        return halves

    patch.setattr(f"{TURNS}.split", split)


@wrong("T5.1", "event-order", "split-second-card", deal="8 8 | 9 8 | 3 4", prefers="split")
def second_cards_at_once(patch: Patch) -> None:
    """Gives both second cards at once at a table that gives them in turn."""
    right = splitting.split

    def split(table, hand):
        halves = yield from right(table, hand)
        for half in halves:
            table.deal_to(half, "draw")
        return halves

    patch.setattr(f"{TURNS}.split", split)


@wrong("T5.1", "split-second-card", "split-second-missing", deal="8 8 | 9 8 | 3 4", prefers="split", split__second_card="at-once")
def second_cards_in_turn(patch: Patch) -> None:
    """Gives second cards in turn at a table that gives them at once."""
    right = splitting.split

    def split(table, hand):
        rules, table.rules = table.rules, attrs.evolve(table.rules, split=attrs.evolve(table.rules.split, second_card="on-turn"))
        halves = yield from right(table, hand)
        table.rules = rules
        return halves

    patch.setattr(f"{TURNS}.split", split)


@wrong("T5.1", "split-cards", deal="8C 8D | 9 8 | 3 4", prefers="split")
def cards_exchanged(patch: Patch) -> None:
    """Writes the cards of a split in the wrong order."""
    right = splitting.split

    def split(table, hand):
        hand.cards.reverse()
        return (yield from right(table, hand))

    patch.setattr(f"{TURNS}.split", split)


@wrong("G1", "event-order", deal="8 8 | 9 8 | 3 4", prefers="split")
def breadth_first(patch: Patch) -> None:
    """Plays the second hand of a split before the first."""
    right = splitting.split

    def split(table, hand):
        return (yield from right(table, hand))[::-1]

    patch.setattr(f"{TURNS}.split", split)


@wrong("T5.2", "split", deal="8 8 | 9 8 | 8 8 8 2 3 4 5 6", prefers="split")
def five_hands(patch: Patch) -> None:
    """Splits into a fifth hand."""
    patch.setattr(f"{TURNS}.may_split", lambda table, hand, number: may_split(table, hand, number - (number == 4)))


@wrong("T5.2", "split", deal="8 8 | 9 8 | 8 2 3 4", prefers="split", split__hands=2)
def split_again(patch: Patch) -> None:
    """Splits again where two hands are the most."""
    patch.setattr(f"{TURNS}.may_split", lambda table, hand, _: not hand.from_aces and may_split(table, hand, 1))


@wrong("T5.3", "split-aces", deal="A A | 9 8 | 2 3 4 5 6", prefers="split, hit")
def split_aces_hit(patch: Patch) -> None:
    """Lets split aces draw on."""
    also(patch, "hit", lambda _, hand: hand.from_aces)


@wrong("T5.3", "split-aces", "double", deal="A A | 9 8 | 2 3 4 5", prefers="split, double")
def double_on_split_aces(patch: Patch) -> None:
    """Lets split aces double."""
    patch.setattr(f"{TURNS}.may_double", lambda *_: True)
    also(patch, "double", lambda _, hand: hand.from_aces and len(hand.cards) == 2)


@wrong("T5.3", "split", deal="A A | 9 8 | A 5 6 7", prefers="split")
def aces_split_again(patch: Patch) -> None:
    """Splits aces a second time."""
    patch.setattr(f"{TURNS}.may_split", lambda table, hand, number: may_split(table, hand, 1 if hand.from_aces else number))


@wrong("T5.3", "split", deal="A A | 9 8 | 2 3", prefers="split", split__aces_hands=1)
def aces_split_where_none(patch: Patch) -> None:
    """Splits aces where they may not be split."""
    also(patch, "split", lambda _, hand: len(hand.cards) == 2 and all(IS_ACE[card] for card in hand.cards) and not hand.from_split)


@wrong("T5.3", "split", deal="A A | 9 8 | A A 2 3 4 5", prefers="split", split__aces_hands=3)
def aces_four_hands(patch: Patch) -> None:
    """Splits aces into four hands where three are the most."""
    patch.setattr(f"{TURNS}.may_split", lambda table, hand, number: may_split(table, hand, min(number, 2) if number < 4 else number))


@wrong("T5.4", "outcome", deal="A A | 9 8 | K Q", prefers="split")
def split_natural_pays(patch: Patch) -> None:
    """Pays 21 of two cards after a split as a natural."""
    patch.setattr(
        "ledger.table.settlement.counts_as_natural",
        lambda rules, hand: (len(hand.cards) == 2 and hand.total == 21) or banker.counts_as_natural(rules, hand),
    )


@wrong("T5.4", "outcome", deal="A A | 9 8 | K Q", prefers="split", natural__after_split=True)
def split_natural_ordinary(patch: Patch) -> None:
    """Pays a natural after a split 1:1 where it is one."""
    patch.setattr("ledger.table.settlement.counts_as_natural", lambda _, hand: hand.is_natural)


@wrong("T5.5", "addition-cover", deal="8 8 | 9 8 | 3 4", prefers="split", session__stack=3)
def split_on_credit(patch: Patch) -> None:
    """Lets a player split beyond the balance."""
    also(patch, "split", lambda table, hand: len(hand.cards) == 2 and may_split(table, hand, 1) and not hand.from_split)
