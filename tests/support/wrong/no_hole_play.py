"""The table without a hole card: play, the dealer, settlement (E5 to E7)."""

from __future__ import annotations

from ledger.table import doubling
from ledger.table.state import RoundState
from tests.support.wrong.engine import Engines, Patch
from tests.support.wrong.patches import BANKER, ROUND, TURNS, judges, phase_by, plays_by, settles

ENGINES = Engines("enhc")
wrong = ENGINES.wrong


@wrong("E5.1", "double", deal="4 6 | 9 | K 8", prefers="double")
def double_on_ten(patch: Patch) -> None:
    """Lets a hand double on 10."""
    plays_by(patch, double__totals=[10, 11])


@wrong("E5.1", "double", deal="8 8 | 9 | 3 K 2 8", prefers="split, double")
def double_after_a_split(patch: Patch) -> None:
    """Lets a split hand double."""
    plays_by(patch, double__after_split=True)


@wrong("E5.1", "commission", deal="5 6 | 9 | 9 8", prefers="double", stakes__minimum=20, double__commission="1:10")
def commission_forgotten(patch: Patch) -> None:
    """Charges nothing for a double that costs a tenth."""
    phase_by(patch, "ledger.table.turns.double", double__commission="0:1")


@wrong("E5.1", "commission", deal="5 6 | 9 | 9 8", prefers="double", stakes__minimum=20, double__commission="1:10")
def commission_of_both_stakes(patch: Patch) -> None:
    """Charges the commission on the doubled stake."""
    right = doubling.commission
    patch.setattr("ledger.table.doubling.commission", lambda table, stake: right(table, 2 * stake))


@wrong("E5.1", "payout", deal="5 6 | 9 | 9 8", prefers="double", stakes__minimum=20, double__commission="1:10")
def commission_returned(patch: Patch) -> None:
    """Returns the commission with a win."""
    settles(patch, lambda _, bettor, outcome, payout: (outcome, payout + (2 if bettor.stake > bettor.original_stake else 0)))


@wrong("E6.1", "split", deal="8 8 | 9 | 8 2 3 4 8", prefers="split")
def split_twice(patch: Patch) -> None:
    """Splits a second time."""
    plays_by(patch, split__hands=3)


@wrong("E6.1", "split-second-card", "event-order", deal="8 8 | 9 | 2 3 8", prefers="split")
def second_cards_at_once(patch: Patch) -> None:
    """Gives both split hands their second cards at once."""
    plays_by(patch, split__second_card="at-once")


@wrong("E6.2", "turn-missing", deal="A A | 9 | 2 3 8", prefers="split")
def split_aces_stopped(patch: Patch) -> None:
    """Stops split aces at one card where they may go on."""
    plays_by(patch, split__aces_play="one-card")


@wrong("E6.2", "outcome", deal="A A | 9 | K Q 8", prefers="split")
def split_aces_paid_as_naturals(patch: Patch) -> None:
    """Pays 21 on split aces as a natural."""
    phase_by(patch, f"{ROUND}.settle_hands", natural__after_split=True)


@wrong("E6.3", "turn-over", "bust-at-once", deal="5 6 | 9 | K A 8", prefers="hit")
def asked_at_21(patch: Patch) -> None:
    """Lets a hand draw on 21."""
    patch.setattr(f"{TURNS}.BUST_OVER", 22)


@wrong("E7.1", "dealer-stands", deal="K 9 | 6 | A")
def stands_on_soft_17(patch: Patch) -> None:
    """Stands on soft 17."""
    plays_by(patch, banker__soft17="stand")


@wrong("E7.1", "dealer-draws", deal="K 9 | 7 | A 3")
def draws_on_soft_18(patch: Patch) -> None:
    """Draws on soft 18."""
    patch.setattr(f"{BANKER}.must_draw", lambda total, *, soft, soft17: bool(soft17) and (total < 17 or (total < 19 and soft)))


@wrong("E7.2", "payout", deal="5 6 | K | 8 A", prefers="double", stake=10)
def original_stake_only(patch: Patch) -> None:
    """Takes the original stake of a doubled hand where all of it is lost."""
    plays_by(patch, peek__natural_takes="original")


@wrong("E7.2", "payout", "outcome", deal="8 8 | K | 2 3 A", prefers="split", stake=10)
def second_hand_spared(patch: Patch) -> None:
    """Lets the second hand of a split push against a dealer natural."""
    judges(patch, lambda _, hand, standing: "push" if hand.path == "1.2" and standing.is_natural else None)


@wrong("E7.3", "dealer-stands", deal="A K | T")
def no_card_for_a_natural(patch: Patch) -> None:
    """Takes no second card for a natural that waits."""
    patch.setattr(f"{BANKER}._needs_second_card", lambda table, _: _live(table))


def _live(table: RoundState) -> bool:
    return any(not hand.settled and not hand.is_natural for hand in table.hands)


@wrong("E7.3", "dealer-stands", "insurance-settled", deal="K 6 | A | 9", prefers="insure, hit", stake=4)
def no_card_for_an_insurance(patch: Patch) -> None:
    """Takes no second card for an insurance."""
    patch.setattr(f"{BANKER}._needs_second_card", lambda table, _: _live(table))


@wrong("E7.3", "dealer-draws", deal="A K | T | 5 3")
def draws_on_for_a_natural(patch: Patch) -> None:
    """Draws on to 17 for a natural alone."""
    patch.setattr(f"{BANKER}._is_live", lambda _, hand: not hand.settled)


@wrong("E7.4", "outcome", deal="K 8 | 9 | 9")
def ties_lose(patch: Patch) -> None:
    """Lets equal totals lose."""
    plays_by(patch, settlement__ties="banker")


@wrong("E7.4", "outcome", deal="K 8 | 9 | 7 K")
def dealer_never_breaks(patch: Patch) -> None:
    """Lets the dealer win with more than 21."""
    judges(patch, lambda _, __, standing: None if standing.total else "lose")


@wrong("E7.4", "outcome", deal="K 7 | 9 | 9")
def lower_wins(patch: Patch) -> None:
    """Pays a lower total."""
    judges(patch, lambda _, hand, standing: "win" if hand.total < standing.total else None)
