"""The pack, the seats, the stakes and the deal (T1, T2, G1)."""

from __future__ import annotations

import attrs

from ledger.cards import RANK_OF, packs_in_order
from ledger.table import deal, stakes
from ledger.table.company import Seat
from ledger.table.state import RoundState
from tests.support.wrong.engine import Engines, Patch
from tests.support.wrong.patches import ROUND, adds_up, deals

ENGINES = Engines()
wrong = ENGINES.wrong


@wrong("T1.1", "card")
def five_packs(patch: Patch) -> None:
    """Deals from five packs."""
    patch.setattr("ledger.shoe.rack.packs_in_order", lambda pack: packs_in_order(attrs.evolve(pack, decks=4)))


@wrong("T1.1", "players", players=7)
def seats_seven(patch: Patch) -> None:
    """Seats seven players."""
    patch.setattr("ledger.plan.Plan.check", lambda _: None)
    patch.setattr("ledger.plan.seating", lambda _, players, __: [(box,) for box, _ in enumerate(players, 1)])


@wrong("T1.1", "seats")
def unequal_stacks(patch: Patch) -> None:
    """Gives one player twice the stack."""
    patch.setattr("ledger.plan.Seat", lambda number, name, boxes, stack: Seat(number, name, boxes, stack * (1 + (number == 2))))


@wrong("T2.1", "outcome", deal="A 7 | 9 8")
def hard_aces(patch: Patch) -> None:
    """Counts every ace as 1."""
    adds_up(patch, lambda hand: hand.points)


@wrong("T2.1", "outcome", "turn-missing", "bust-place", deal="A A | 9 8")
def heavy_aces(patch: Patch) -> None:
    """Counts every ace as 11."""
    adds_up(patch, lambda hand: hand.points + 10 * hand.aces)


@wrong("T2.1", "bust-at-once", "turn-missing", "bust-place", deal="J K | 9 8")
def pictures_by_rank(patch: Patch) -> None:
    """Counts jack, queen and king as 11, 12 and 13."""
    patch.setattr("ledger.table.terms.card_values", lambda _: tuple(rank + 1 for rank in RANK_OF))


@wrong("T2.2", "stake-amount", deal="K 9 | 9 8", stake=4)
def any_stake(patch: Patch) -> None:
    """Takes a stake of 4 at a table for 2."""
    patch.setattr("ledger.table.stakes._Desk._fault", lambda *_, **__: None)


@wrong("T2.2", "stake-amount", deal="K 9 | 9 8", stake=3, stakes__minimum=2, stakes__maximum=9)
def broken_stake(patch: Patch) -> None:
    """Takes a stake of 3 that 3:2 would leave a fraction of."""
    patch.setattr("ledger.table.stakes.stake_fault", lambda *_: "")


@wrong("T2.2", "stake-amount", deal="K 9 | 9 8", stake=12, stakes__minimum=10, stakes__maximum=100, stakes__unit=10)
def unit_ignored(patch: Patch) -> None:
    """Takes stakes that are no multiples of the unit."""
    patch.setattr("ledger.table.stakes.stake_fault", lambda *_: "")


@wrong("T2.2", "balance-after")
def stakes_not_taken(patch: Patch) -> None:
    """Leaves the stakes with the players and returns them all the same."""
    right = RoundState.stake
    patch.setattr(RoundState, "stake", lambda table, seat, amount: right(table, seat, 0 if table.dealer.cards == [] else amount))


@wrong("T2.2", "stake-players", "deal-boxes")
def box_forgotten(patch: Patch) -> None:
    """Forgets to write one box's stake."""
    right = stakes.take_stakes

    def take(table):
        yield from right(table)
        table.log.pop()

    patch.setattr(f"{ROUND}.take_stakes", take)


@wrong("T2.3", "event-order", "deal-boxes")
def two_at_a_time(patch: Patch) -> None:
    """Deals each box both its cards before the next."""

    def dealing(table: RoundState) -> None:
        for hand in table.hands:
            table.deal_to(hand, "deal")
            table.deal_to(hand, "deal")
        table.upcard = table.deal_to(table.dealer, "deal")
        table.deal_to(table.dealer, "hole")

    deals(patch, dealing)


@wrong("T2.3", "event-order")
def dealer_first(patch: Patch) -> None:
    """Deals the dealer first."""

    def dealing(table: RoundState) -> None:
        for verb in ("deal", "hole"):
            table.deal_to(table.dealer, verb)
            for hand in table.hands:
                table.deal_to(hand, "deal")
        table.upcard = table.dealer.cards[0]

    deals(patch, dealing)


@wrong("G1", "event-order")
def anticlockwise(patch: Patch) -> None:
    """Deals the boxes from the right."""

    def dealing(right):
        def dealt(table):
            table.hands.reverse()
            yield from right(table)
            table.hands.reverse()

        return dealt

    patch.setattr(f"{ROUND}.deal_first", dealing(deal.deal_first))
    patch.setattr(f"{ROUND}.deal_second", dealing(deal.deal_second))


@wrong("T2.3", "deal-boxes")
def box_skipped(patch: Patch) -> None:
    """Skips a box in the second pass."""

    def dealing(table: RoundState) -> None:
        for verb in ("deal", "hole"):
            for hand in table.hands[: len(table.hands) - (verb == "hole")]:
                table.deal_to(hand, "deal")
            table.deal_to(table.dealer, verb)
        table.upcard = table.dealer.cards[0]

    deals(patch, dealing)


@wrong("T2.3", "deal-banker")
def both_up(patch: Patch) -> None:
    """Deals the dealer two cards up."""

    def dealing(table: RoundState) -> None:
        for _ in range(2):
            for hand in table.hands:
                table.deal_to(hand, "deal")
            table.upcard = table.upcard or table.deal_to(table.dealer, "deal")

    deals(patch, dealing)
