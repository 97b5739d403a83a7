"""The players' turns and doubles (T1.2, T4, G7)."""

from __future__ import annotations

from ledger.table import turns
from ledger.table.hand import Hand
from ledger.table.state import RoundState
from ledger.table.turns import legal_actions
from tests.support.wrong.engine import Engines, Patch
from tests.support.wrong.patches import ROUND, TURNS, also, judges, settles, stakes_on

ENGINES = Engines()
wrong = ENGINES.wrong


@wrong("T4.1", "turn-missing", deal="K 6 / K 6 | 9 8")
def turn_skipped(patch: Patch) -> None:
    """Skips the last box's turn."""
    right = turns.play_turns

    def play(table):
        last = table.hands.pop()
        yield from right(table)
        table.hands.append(last)

    patch.setattr(f"{ROUND}.play_turns", play)


@wrong("T4.1", "event-order", deal="K 6 / K 6 | 9 8")
def turns_reversed(patch: Patch) -> None:
    """Lets the last box play first."""
    right = turns.play_turns

    def play(table):
        table.hands.reverse()
        yield from right(table)
        table.hands.reverse()

    patch.setattr(f"{ROUND}.play_turns", play)


@wrong("T4.1", "turn-over", "bust-at-once", deal="5 6 | 9 8 | K A", prefers="hit")
def plays_on_at_21(patch: Patch) -> None:
    """Lets a hand draw on 21."""
    patch.setattr(f"{TURNS}.BUST_OVER", 22)


@wrong("T4.1", "bust-at-once", deal="K 6 | 9 8 | 9", prefers="hit")
def busts_later(patch: Patch) -> None:
    """Settles a bust at the end of the round."""
    patch.setattr(RoundState, "bust", lambda *_: None)


@wrong("T4.1", "bust-at-once", deal="K 6 / K 2 | 9 7 | 9 9 8", prefers="hit")
def bust_revived(patch: Patch) -> None:
    """Lets a hand over 21 win when the dealer breaks."""
    patch.setattr(RoundState, "bust", lambda *_: None)
    judges(patch, lambda _, hand, standing: ("lose" if standing.total else "win") if hand.total > 21 else None)


@wrong("T4.1", "turn-missing", deal="2 3 | 9 8 | 4", prefers="hit")
def one_hit_only(patch: Patch) -> None:
    """Ends a turn after one card."""
    patch.setattr(
        f"{TURNS}.legal_actions", lambda table, hand, number: ("stand",) if len(hand.cards) > 2 else legal_actions(table, hand, number)
    )


@wrong("T4.2", "double", deal="2 3 | 9 8 | 4 5", prefers="double, hit", double__offered="totals", double__totals=[9])
def double_after_hit(patch: Patch) -> None:
    """Lets a hand of three cards double."""
    also(patch, "double", lambda _, hand: len(hand.cards) == 3)


@wrong("T4.2", "payout", "balance-after", deal="5 6 | 9 8 | K", prefers="double")
def double_for_less(patch: Patch) -> None:
    """Takes half the stake for a double and pays on what was staked."""
    stakes_on(patch, "double", lambda stake: stake // 2)


@wrong("T4.2", "payout", "balance-after", deal="5 6 | 9 8 | K", prefers="double")
def double_for_more(patch: Patch) -> None:
    """Takes twice the stake for a double."""
    stakes_on(patch, "double", lambda stake: 2 * stake)


@wrong("T4.2", "turn-over", deal="5 6 | 9 8 | 2 3", prefers="double")
def double_twice(patch: Patch) -> None:
    """Gives a doubled hand a second card."""
    right = RoundState.deal_to

    def deal_to(table: RoundState, hand: Hand, verb: str) -> int:
        card = right(table, hand, verb)
        if verb == "double" and hand.total < 21:
            right(table, hand, "hit")
        return card

    patch.setattr(RoundState, "deal_to", deal_to)


@wrong("T4.2", "addition-cover", deal="5 6 | 9 8 | K", prefers="double", session__stack=3)
def double_on_credit(patch: Patch) -> None:
    """Lets a player double beyond the balance."""
    also(patch, "double", lambda _, hand: len(hand.cards) == 2 and not hand.from_split)


@wrong("T4.2", "double", deal="8 8 | 9 8 | 2 3 4 5", prefers="split, double", double__after_split=False)
def double_after_split(patch: Patch) -> None:
    """Doubles after a split where that is not allowed."""
    also(patch, "double", lambda _, hand: hand.from_split and not hand.from_aces and len(hand.cards) == 2)


@wrong("T4.2", "double", deal="K 2 | 9 8 | 2", prefers="double", double__offered="totals", double__totals=[9, 10, 11])
def double_on_other_totals(patch: Patch) -> None:
    """Doubles on totals that are not listed."""
    also(patch, "double", lambda _, hand: hand.total == 12 and len(hand.cards) == 2 and not hand.from_aces)


@wrong("T4.2", "double", deal="5 6 | 9 8 | 2", prefers="double", double__offered="off")
def double_where_none(patch: Patch) -> None:
    """Doubles where the rules have none."""
    also(patch, "double", lambda _, hand: len(hand.cards) == 2)


@wrong("T1.2", "surrender", "event-foreign", deal="K 6 | 9 8", prefers="surrender")
def surrender_unasked(patch: Patch) -> None:
    """Offers surrender where there is none."""
    patch.setattr(f"{TURNS}.legal_actions", lambda *given: (*legal_actions(*given), "surrender"))


@wrong("G7", "surrender", "payout", deal="K 6 | 9 8", prefers="surrender", surrender__offered="late")
def surrender_returns_all(patch: Patch) -> None:
    """Returns the whole stake on a surrender."""
    settles(patch, lambda _, bettor, outcome, payout: (outcome, bettor.stake if outcome == "surrender" else payout))


@wrong("G7", "surrender", deal="2 3 | 9 8 | 4", prefers="hit, surrender", surrender__offered="late")
def surrender_after_a_card(patch: Patch) -> None:
    """Lets a hand of three cards surrender."""
    patch.setattr(f"{TURNS}.legal_actions", lambda *given: ("stand", "surrender") if len(given[1].cards) == 3 else legal_actions(*given))


@wrong("G7", "surrender", deal="8 8 | 9 8 | 2 3", prefers="split, surrender", surrender__offered="late")
def surrender_after_a_split(patch: Patch) -> None:
    """Lets a split hand surrender."""
    also(patch, "surrender", lambda _, hand: hand.from_split and len(hand.cards) == 2)
