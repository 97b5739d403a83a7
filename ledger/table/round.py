"""One round as a generator: it yields questions and returns the finished round (G3).

The phases run in playing order, each in a module of its own; nothing here reads a file, a clock or chance.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence

from ledger.players.source import Strategy
from ledger.table.ask import Ask
from ledger.table.banker import play_banker, show_hole_card
from ledger.table.company import Company, FinishedRound
from ledger.table.deal import deal_first, deal_second
from ledger.table.hand import Hand
from ledger.table.insurance import Insured, offer_insurance, settle_insurance
from ledger.table.interval import Interval
from ledger.table.naturals import claim_aces, pay_early
from ledger.table.peek import peek
from ledger.table.raising import raise_stakes
from ledger.table.settlement import settle_hands
from ledger.table.shuffling import open_shoe
from ledger.table.side_stakes import take_side_stakes
from ledger.table.stakes import announce, boxes_that_can_stake, take_stakes
from ledger.table.state import RoundState
from ledger.table.surrender import offer_early_surrender
from ledger.table.turns import play_turns


class Round:
    """A round in play: `moves` asks and is answered; what stands so far can be read at any time."""

    __slots__ = ("_before", "_rack", "_table")

    def __init__(self, interval: Interval, company: Company, balances: Sequence[int], strategies: Mapping[int, Strategy]) -> None:
        """`company` are those who take part, `balances` those before the first stake; `strategies` those of seats that are not asked.

        The interval before it is over: its events are the round's, in which a card has begun it or not.
        """
        self._table = RoundState(interval, company, balances, strategies)
        self._before = tuple(balances)
        self._rack = interval.rack

    def moves(self) -> Generator[Ask, str, FinishedRound]:
        """Play the round to its end."""
        table = self._table
        yield from open_shoe(table)
        yield from _stakes_and_deal(table)
        naturals = [hand for hand in table.hands if hand.is_natural]
        owners = tuple([hand.seat for hand in naturals]) if naturals else ()
        insured = yield from _offers(table)
        if peek(table):
            settle_insurance(table, insured, dealer_natural=True)
            show_hole_card(table)
            settle_hands(table, ())
        else:
            if table.rules.peek.when == "ten-or-ace":
                settle_insurance(table, insured, dealer_natural=False)
                insured = []
            if naturals or table.rules.natural.pair_of_aces:
                pay_early(table)
            yield from play_turns(table)
            yield from play_banker(table, insured)
            settle_hands(table, insured)
        return self._finished(tuple(table.balances), owners, broken_off=False)

    @property
    def log(self) -> list[str]:
        """The events so far, growing."""
        return self._table.log

    @property
    def rulings(self) -> list[str]:
        """The words of the rulings so far, growing."""
        return self._table.rulings

    @property
    def balances(self) -> Sequence[int]:
        """What each account has left now, stakes and all that was added to them gone from it."""
        return self._table.balances

    def put_to(self, ask: Ask, hand: str) -> Ask:
        """An open question as it stands for one of the hands that may answer it, with this one's own choices and bounds."""
        return ask if self._table.put_to is None else self._table.put_to(ask, hand)

    @property
    def banker(self) -> int:
        """The banker's account."""
        return self._table.banker

    def break_off(self) -> FinishedRound:
        """The round as it stands, stakes returned, every seed of it revealed (FORMAT.md §4, void)."""
        return self._finished(self._before, (), broken_off=True)

    def _finished(self, after: tuple[int, ...], naturals: tuple[int, ...], *, broken_off: bool) -> FinishedRound:
        table = self._table
        return FinishedRound(
            number=table.number,
            banker=table.banker,
            before=self._before,
            after=after,
            log=tuple(table.log),
            shoes=self._rack.end_round(broken_off=broken_off),
            naturals=naturals,
            banker_natural=table.dealer.is_natural,
            rulings=tuple(table.rulings),
        )


def _stakes_and_deal(table: RoundState) -> Generator[Ask, str, None]:
    """Stakes before the cards, or after each has seen a first one (B2.2, H2.3)."""
    if table.rules.stakes.announced:
        yield from announce(table)
    after_first_card = table.rules.stakes.when == "after-first-card"
    if after_first_card:
        table.hands = [Hand(str(box), seat, root=str(box)) for box, seat in boxes_that_can_stake(table)]
        yield from deal_first(table)
    yield from take_stakes(table)
    if table.company.side_bettors:
        yield from take_side_stakes(table)
    if after_first_card:
        yield from raise_stakes(table)
    else:
        yield from deal_first(table)
    yield from deal_second(table)


def _offers(table: RoundState) -> Generator[Ask, str, list[Insured]]:
    """What is offered before anyone plays (FORMAT.md §9); the insurances taken."""
    if table.rules.natural.pair_of_aces or table.rules.pack.ace == "11":
        yield from claim_aces(table)
    insured = yield from offer_insurance(table)
    if table.rules.surrender.offered != "off":
        yield from offer_early_surrender(table)
    return insured
