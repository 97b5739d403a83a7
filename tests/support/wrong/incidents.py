"""Errors of dealing, as the changing bank rules them and as the club does (B5, H8)."""

from __future__ import annotations

from ledger.cards import CARD_NAMES
from ledger.table import incidents, settlement
from ledger.table.state import RoundState
from tests.support.wrong.engine import Engines, Patch
from tests.support.wrong.patches import judges, moves, omits, plays_by, writes

ENGINES = Engines("changing-bank")
wrong = ENGINES.wrong
INCIDENTS, CLUB = "ledger.table.incidents", "club"


@wrong("B5.1", "incident-choice", deal="A 9 K 5 6 8 7 !", players=3, happens="1 missed")
def missed_and_forgotten(patch: Patch) -> None:
    """Gives a box that was missed no card before the second pass."""
    writes(patch, lambda log: [event for event in log if event != "1 late 5C"])


@wrong("B5.1", "balance-after", deal="A 9 K 6 8 7 !", players=3, happens="1 missed", prefers="sit")
def sitting_out_costs(patch: Patch) -> None:
    """Keeps the stake of a box that was missed and sits out."""
    right = incidents._sit_out

    def sit_out(table, hand):
        right(table, hand)
        table.stake(hand.seat, hand.stake)

    patch.setattr(f"{INCIDENTS}._sit_out", sit_out)


@wrong("B5.1", "event-order", deal="A 9 K 5 6 8 7 !", players=3, happens="1 missed")
def late_after_the_second(patch: Patch) -> None:
    """Gives a box that was missed its card after the second pass."""
    moves(patch, "1 late 5C", "1 stand")


@wrong("B5.2", "balance-after", deal="A 9 8 K 6 7 5 !", players=2, happens="1 extra", prefers="both")
def second_hand_for_free(patch: Patch) -> None:
    """Lets both of two cards be played for one stake."""
    right = incidents._play_both

    def play_both(table, hand, *, hidden):
        right(table, hand, hidden=hidden)
        table.pay(hand.seat, hand.stake)

    patch.setattr(f"{INCIDENTS}._play_both", play_both)


@wrong("B5.2", "incident-choice", deal="A 9 2 K 6 7 !", players=2, happens="1 extra")
def two_cards_kept(patch: Patch) -> None:
    """Tosses neither of two cards."""
    patch.setattr(f"{INCIDENTS}._discard", lambda *_: None)
    writes(patch, lambda log: [event for event in log if " toss " not in event])


@wrong("B5.2", "incident-choice", deal="A 9 8 K 6 7 !", players=2, happens="1 extra")
def another_card_tossed(patch: Patch) -> None:
    """Tosses a card that the hand does not have."""
    writes(patch, lambda log: [f"{event[:-2]}2D" if " toss " in event else event for event in log])


@wrong("B5.3", "incident-choice", deal="A 9 K 3 4 6 !", players=2, happens="1 none, 1 extra")
def extra_card_kept(patch: Patch) -> None:
    """Lets a hand keep an extra card of the second pass."""
    patch.setattr(f"{INCIDENTS}._discard", lambda *_: None)
    writes(patch, lambda log: [event for event in log if " toss " not in event])


@wrong("B5.3", "incident-choice", deal="A 9 K 8 7 6 !", players=2, happens="1 none, 1 extra")
def first_card_tossed(patch: Patch) -> None:
    """Lets a hand toss its first card for an extra one."""

    def extra(table, hand, _nth, _verb):
        yield from ()
        table.deal_to(hand, "extra")
        table.log.append(f"{hand.path} toss {CARD_NAMES[hand.cards[0]]}")
        incidents._discard(table, hand, hand.cards[0])

    patch.setattr(f"{INCIDENTS}._extra", extra)


@wrong("B5.4", "outcome", deal="A 9 2 K 8 7 !", players=2, happens="1 exposed")
def refused_and_kept(patch: Patch) -> None:
    """Lets a hand keep the card that it refuses."""
    patch.setattr(f"{INCIDENTS}._discard", lambda *_: None)


@wrong("B5.4", "deal-boxes", deal="A 9 2 K 3 7 !", players=2, happens="1 exposed", prefers="take")
def taken_and_dealt(patch: Patch) -> None:
    """Deals a card to a hand that takes the one turned up."""
    right = incidents._exposed_in_deal

    def exposed(table, hand):
        yield from right(table, hand)
        return False

    patch.setattr(f"{INCIDENTS}._exposed_in_deal", exposed)


@wrong("B5.5", "outcome", deal="A ! 9 5 | 9 8 | 4", happens="1 none, 1 none, 1 unasked")
def tossed_and_kept(patch: Patch) -> None:
    """Counts a card that was not asked for and is tossed."""
    patch.setattr(f"{INCIDENTS}._discard", lambda *_: None)


@wrong("B5.5", "incident-choice", deal="A ! 9 5 | 9 8 | 4", happens="1 none, 1 none, 1 unasked")
def no_choice(patch: Patch) -> None:
    """Asks nobody what becomes of a card that was not asked for."""
    writes(patch, lambda log: [event for event in log if " toss " not in event])


@wrong("B5.6", "forfeit", deal="A ! K 6 | 9 8 | 9", prefers="1 hit, 1 stand")
def nothing_forfeited(patch: Patch) -> None:
    """Takes the stake once of a hand stood on over 21."""
    right = settlement.settle_stake

    def settle(table, hand, bettor, outcome, losses):
        if hand.overstood:
            table.settle(bettor, "lose", 0)
        else:
            right(table, hand, bettor, outcome, losses)

    patch.setattr("ledger.table.settlement.settle_stake", settle)


@wrong("B5.6", "overstood", deal="A ! K 6 | 9 6 | 9 K", prefers="1 hit, 1 stand, D hit")
def overstood_wins(patch: Patch) -> None:
    """Lets a hand stood on over 21 win when the banker is over 21."""
    judges(patch, lambda _, hand, standing: None if standing.total or not hand.overstood else "win")


@wrong("H8", "incident-choice", profile=CLUB, deal="5 K 9 8 7 6 4 !", players=2, happens="1 missed")
def missed_at_the_club(patch: Patch) -> None:
    """Gives a box that was missed no card before the second pass."""
    omits(patch, "late 8C")


@wrong("H8", "balance-after", profile=CLUB, deal="5 9 8 K 6 7 4 !", players=1, happens="1 extra", prefers="both")
def both_for_one_stake(patch: Patch) -> None:
    """Lets both of two cards be played for one stake."""
    right = incidents._play_both

    def play_both(table, hand, *, hidden):
        right(table, hand, hidden=hidden)
        table.pay(hand.seat, hand.stake)

    patch.setattr(f"{INCIDENTS}._play_both", play_both)


@wrong("H8", "forfeit", profile=CLUB, deal="5 ! K 6 | 8 9 | 9", prefers="1 hit, 1 stand")
def overstood_pays_once(patch: Patch) -> None:
    """Takes the stake once of a hand stood on over 21."""
    right = RoundState.stake

    def stake(table, seat, amount):
        if table.log[-1].endswith(f" forfeit {amount}"):
            table.log.pop()
        else:
            right(table, seat, amount)

    patch.setattr(RoundState, "stake", stake)


@wrong("H8.1", "incident-choice", profile=CLUB, deal="5 K 9 8 7 6 !", players=1, happens="1 exposed", prefers="take")
def exposed_card_taken(patch: Patch) -> None:
    """Lets a player keep a card exposed in the deal."""
    plays_by(patch, table__irregularities="B5")


@wrong("H8.1", "incident-place", profile=CLUB, deal="5 K 9 8 7 6 4 !", players=1, happens="1 none, 1 exposed")
def exposed_later(patch: Patch) -> None:
    """Lets a player refuse a card of the second pass."""
    plays_by(patch, table__irregularities="B5")
