"""The classic private game (C1, C2)."""

from __future__ import annotations

from ledger.shoe.rack import Rack
from ledger.table import settlement
from ledger.table.interval import Interval
from ledger.table.state import RoundState
from tests.support.wrong.engine import Engines, Patch
from tests.support.wrong.patches import NATURALS, ROUND, TURNS, adds_up, cuts_wrongly, dealer_draws, judges, phase_by, plays_by, writes

ENGINES = Engines("classic")
wrong = ENGINES.wrong


@wrong("C1.1", "bank-drawn", deal="K 9 | 9 8")
def lot_ignored(patch: Patch) -> None:
    """Gives the bank to the next after the one whom the lot names."""
    right = Rack.lot
    patch.setattr(Rack, "lot", lambda rack, candidates: (right(rack, candidates) + 1) % candidates)


@wrong("C1.1", "bank-passes", players=3, session__rounds=3, bank__auction=False)
def bank_kept(patch: Patch) -> None:
    """Leaves the bank where it is for five deals."""
    plays_by(patch, bank__change="five-deals")


@wrong("C1.1", "bank-passes", players=4, session__rounds=3, bank__auction=False)
def bank_to_the_right(patch: Patch) -> None:
    """Passes the bank to the right."""
    right = Interval.clockwise
    patch.setattr(Interval, "clockwise", lambda table, banker=0: right(table, banker)[::-1])


@wrong("C1.1", "shoe-end", "shoe-list", "shoe-sequence", players=2, session__rounds=3)
def deck_dealt_on(patch: Patch) -> None:
    """Deals on from the same deck in the next deal."""
    plays_by(patch, shoe__reshuffle="cut-card")


@wrong("C1.2", "outcome", deal="A 7 | 9 8", pack__ace="1", insurance__offered=False, natural__even_money="never")
def soft_where_one(patch: Patch) -> None:
    """Counts an ace as 11 where it is agreed to be 1."""
    patch.setattr(f"{ROUND}.settle_hands", _with_soft_aces)


def _with_soft_aces(table, insured):
    for hand in table.hands:
        hand.aces = sum(card % 13 == 0 for card in hand.cards)
        hand.add_up()
    settlement.settle_hands(table, insured)


@wrong("C1.2", "surrender-offer", deal="A A | 9 8", pack__ace="11")
def two_elevens(patch: Patch) -> None:
    """Lets two aces play that count 11 each."""
    plays_by(patch, pack__ace="soft")


@wrong("C1.2", "outcome", "turn-missing", "bust-place", deal="A 8 | 9 8 | 5", prefers="hit")
def fixed_where_soft(patch: Patch) -> None:
    """Counts an ace as 11 in a hand that would be over 21 with it."""
    adds_up(patch, lambda hand: hand.points + 10 * bool(hand.aces))


@wrong("C1.3", "shoe-cut", deal="K 9 / K 9 / K 9 | 9 8")
def cut_by_another(patch: Patch) -> None:
    """Lets the player to the banker's right cut."""
    cuts_wrongly(patch)


@wrong("C1.3", "shoe-cut", deal="K 9 | 9 8")
def nobody_cuts(patch: Patch) -> None:
    """Has nobody cut."""
    plays_by(patch, shoe__cut="none")


@wrong("C1.3", "announced", deal="K 9 | 9 8")
def nothing_announced(patch: Patch) -> None:
    """Announces no bank."""
    plays_by(patch, stakes__announced=False)


@wrong("C2.1", "deal-boxes", deal="K 9 | 9 8")
def both_up(patch: Patch) -> None:
    """Deals the punters both cards up."""
    plays_by(patch, deal__pattern="c")


@wrong("C2.1", "open", deal="K 9 / K 9 | 9 8")
def not_opened(patch: Patch) -> None:
    """Leaves the punters' cards closed after the deal."""
    plays_by(patch, deal__pattern="c")
    writes(patch, _second_cards_down)


def _second_cards_down(log: list[str]) -> list[str]:
    at = log.index("D deal 9C")
    return log[: at + 1] + [event.replace(" deal ", " down ") for event in log[at + 1 :]]


@wrong("C2.1", "deal-boxes", deal="K 9 | 9 8")
def hole_first(patch: Patch) -> None:
    """Deals the banker's first card down and the second up."""
    plays_by(patch, deal__pattern="d")


@wrong("C2.2", "event-order", deal="A K | 9 8")
def natural_waits_for_nothing(patch: Patch) -> None:
    """Lets a natural wait against a nine."""
    patch.setattr(f"{ROUND}.pay_early", lambda _: None)


@wrong("C2.2", "event-order", deal="A K | Q 8")
def paid_against_a_picture(patch: Patch) -> None:
    """Pays a natural at once against a picture."""
    patch.setattr(f"{NATURALS}.may_be_paid", lambda _: True)


@wrong("C2.2", "even-money", deal="A K | T 8")
def no_even_money_against_a_ten(patch: Patch) -> None:
    """Offers even money against an ace only."""
    plays_by(patch, natural__even_money="ace")


@wrong("C2.2", "payout", deal="A K | K 8")
def natural_two_to_one(patch: Patch) -> None:
    """Pays 2:1 for a natural that waited."""
    phase_by(patch, f"{ROUND}.settle_hands", natural__pays="2:1")


@wrong("C2.3", "turn-over", "bust-at-once", deal="5 6 | 9 8 | K A", prefers="hit")
def plays_on_at_21(patch: Patch) -> None:
    """Lets a hand draw on 21."""
    patch.setattr(f"{TURNS}.BUST_OVER", 22)


@wrong("C2.3", "bust-at-once", deal="K 6 | 9 8 | 9", prefers="hit")
def busts_later(patch: Patch) -> None:
    """Takes the stake of a bust hand at the end of the round."""
    patch.setattr(RoundState, "bust", lambda *_: None)


@wrong("C2.4", "outcome", deal="K 9 | A K")
def natural_pushes(patch: Patch) -> None:
    """Lets an ordinary hand push against a banker's natural."""
    judges(patch, lambda _, __, standing: "push" if standing.is_natural else None)


@wrong("C2.4", "outcome", deal="A K | A Q")
def naturals_lose(patch: Patch) -> None:
    """Lets a natural lose to a banker's natural."""
    plays_by(patch, settlement__natural_ties="banker")


@wrong("C2.4", "payout", deal="5 6 | K A | 9", prefers="double")
def original_stake_only(patch: Patch) -> None:
    """Takes the first stake of a doubled hand only."""
    plays_by(patch, peek__natural_takes="original")


@wrong("C2.5", "dealer-draws", deal="K 9 | 9 8 | 2")
def draws_on_17(patch: Patch) -> None:
    """Draws on 17."""
    dealer_draws(patch, lambda dealer, _: dealer.total < 18)


@wrong("C2.5", "dealer-stands", deal="K 9 | 9 7")
def stands_on_16(patch: Patch) -> None:
    """Stands on 16."""
    dealer_draws(patch, lambda dealer, _: dealer.total < 16)


@wrong("C2.5", "dealer-draws", deal="K 9 | 6 A | 4")
def draws_on_ace_and_six(patch: Patch) -> None:
    """Draws on ace and six where the banker must stop."""
    plays_by(patch, banker__soft17="draw")


@wrong("C2.6", "outcome", deal="K 8 | 9 9")
def ties_lose(patch: Patch) -> None:
    """Lets equal totals lose."""
    plays_by(patch, settlement__ties="banker")


@wrong("C2.6", "outcome", deal="K 8 | 9 7 | K")
def banker_never_breaks(patch: Patch) -> None:
    """Lets the banker win with more than 21."""
    judges(patch, lambda _, __, standing: None if standing.total else "lose")
