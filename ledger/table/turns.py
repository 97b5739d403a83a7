"""The players' turns: hit, stand, double, triple, split, surrender (T4, T5, C3, B3, B4, G1)."""

from __future__ import annotations

from collections.abc import Generator
from itertools import compress, product

from ledger.table import incidents
from ledger.table.ask import OVER, TURN, Ask, answered
from ledger.table.doubling import double, may_double
from ledger.table.hand import FIVE_PICTURES, Hand
from ledger.table.naturals import may_be_paid, pay_natural
from ledger.table.premiums import pay_premium
from ledger.table.shuffling import deal, ready
from ledger.table.splitting import may_split, split
from ledger.table.state import RoundState
from ledger.table.surrender import give_up

BUST_OVER = 21
_ENDS = ("stand",)
_ACTS = ("hit", "stand", "double", "split", "surrender")
_LEGAL = {(can_hit, *more): tuple(compress(_ACTS, (can_hit, True, *more))) for can_hit, *more in product((False, True), repeat=4)}
"""The acts, by whether a hand can hit, double, split and surrender; standing it always can."""


def play_turns(table: RoundState) -> Generator[Ask, str, None]:
    """Each box plays all of its hands, a split hand's new hand right after it (depth first)."""
    finished: list[Hand] = []
    errors = incidents.may_happen(table)
    for first in table.hands:
        table.stood_before = table.stood
        halves = None if _is_not_played(table, first) else (yield from _play_hand(table, first, 1, errors=errors))
        if halves is None:
            finished.append(first)
        else:
            yield from _play_split(table, halves, finished, errors=errors)
    table.hands = finished


def _play_split(table: RoundState, halves: tuple[Hand, Hand], finished: list[Hand], *, errors: bool) -> Generator[Ask, str, None]:
    """The hands of a box that was split, and what they are split into."""
    waiting, hands = [*reversed(halves)], 2
    while waiting:
        hand = waiting.pop()
        more = None if _is_not_played(table, hand) else (yield from _play_hand(table, hand, hands, errors=errors))
        if more is None:
            finished.append(hand)
        else:
            hands += 1
            waiting += reversed(more)


def _is_not_played(table: RoundState, hand: Hand) -> bool:
    """A hand that is settled or claimed; a natural, which is paid now or waits (B3.1, H3.1)."""
    if hand.settled or hand.claimed:
        return True
    if not hand.is_natural:
        return False
    if table.rules.natural.paid == "on-turn" and may_be_paid(table):
        pay_natural(table, hand)
    return True


def _play_hand(  # noqa: C901, PLR0912 - a generator for each step of it took a tenth of a recording's time
    table: RoundState, hand: Hand, hands: int, *, errors: bool
) -> Generator[Ask, str, tuple[Hand, Hand] | None]:
    """One hand until it ends; the two hands that it became if it was split."""
    if len(hand.cards) == 1 and table.a_card_is_left():
        yield from deal(table, hand, "draw")
    mishap, wishes = False, table.strategies.get(hand.seat)
    while hand.total < BUST_OVER and goes_on(table, hand):
        legal = legal_actions(table, hand, hands)
        if legal == _ENDS:
            break
        mishap = errors and not mishap and "hit" in legal and (yield from incidents.before_decision(table, hand))
        if mishap:
            yield from _look(table, hand)
            continue
        if wishes is not None and table.upcard is not None:
            act = "stand"
            for wish in wishes(hand, table.upcard, legal, table.stood_before):
                if wish in legal:
                    act = wish
                    break
        else:
            act = yield from answered(table.question(TURN, hand, legal))
        if act == "hit":
            shoe = table.rack.shoe
            if shoe.dealt == shoe.size:
                yield from ready(table)
            table.deal_to(hand, "hit")
            if hand.total > BUST_OVER:
                if hand.hidden:
                    yield from _look(table, hand)
                else:
                    table.bust(hand)
        elif act == "stand":
            stand(table, hand)
            break
        elif act == "split":
            return (yield from split(table, hand))
        elif act == "surrender":
            give_up(table, hand)
            break
        else:
            yield from double(table, hand)
            break
    if len(hand.cards) > 2 and not hand.settled and not hand.face_down:
        pay_premium(table, hand)
    return None


def stand(table: RoundState, hand: Hand) -> None:
    """A hand takes no further card."""
    table.log.append(f"{hand.path} stand")
    table.stood += 1


def goes_on(table: RoundState, hand: Hand) -> bool:
    """Whether a hand has not ended by itself (T4.1, C3.9, C4.1, G6)."""
    if hand.total >= BUST_OVER or not table.a_card_is_left():
        return False
    if not table.terms.ends_early:
        return True
    cards = len(hand.cards)
    if table.rules.hand.card_limit and cards >= table.rules.hand.card_limit:
        return False
    return not (cards == FIVE_PICTURES and table.rules.natural.five_pictures and hand.has_five_pictures)


def legal_actions(table: RoundState, hand: Hand, hands: int) -> tuple[str, ...]:
    """What a hand under 21 may do; `("stand",)` alone means that it ends without being asked. `hands`: those of its box by now."""
    rules = table.rules
    can_hit = not (hand.from_aces and rules.split.aces_play == "one-card")
    if len(hand.cards) != 2:
        return _LEGAL[can_hit, False, False, False]
    can_double = may_double(table, hand)
    can_split = table.balances[hand.seat] >= hand.bettors[0].original_stake and may_split(table, hand, hands)
    return _LEGAL[can_hit, can_double, can_split, rules.surrender.offered == "late" and not hand.from_split]


def _look(table: RoundState, hand: Hand) -> Generator[Ask, str, None]:
    """Over 21: lost at once; where nobody else sees the cards, its owner may be wrongly silent (B3.2, B5.6)."""
    if hand.total <= BUST_OVER:
        return
    if hand.hidden and table.rules.table.irregularities != "off":
        act = yield from answered(table.question(OVER, hand, ("stand", "bust"), default="bust"))
        if act == "stand":
            table.log.append(f"{hand.path} stand")
            hand.overstood = True
            return
    table.bust(hand)
