"""One round as a generator: it yields questions and returns the finished round (G3).

The phases run in playing order, each in a module of its own; nothing here reads a file, a clock or chance.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence

from ledger.rules.tables import RuleSet
from ledger.shoe.rack import Rack
from ledger.table.ask import Ask
from ledger.table.banker import play_dealer, show_hole_card
from ledger.table.deal import deal
from ledger.table.insurance import offer_insurance, settle_insurance
from ledger.table.naturals import pay_naturals
from ledger.table.peek import peek
from ledger.table.settlement import settle_hands
from ledger.table.shuffling import open_shoe
from ledger.table.stakes import take_stakes
from ledger.table.state import Company, FinishedRound, Limits, RoundState
from ledger.table.turns import play_turns


class Round:
    """A round in play: `moves` asks and is answered; what stands so far can be read at any time."""

    __slots__ = ("_before", "_rack", "_table")

    def __init__(
        self,
        rules: RuleSet,
        number: int,
        company: Company,
        limits: Limits,
        balances: Sequence[int],
        rack: Rack,
        news: Sequence[str] = (),
    ) -> None:
        """`company` takes part, within `limits`; `news` are the events since the round before (`s3 out`)."""
        self._table = RoundState(rules, number, balances, company, limits, rack)
        self._table.log += news
        self._before = tuple(balances)
        self._rack = rack

    def moves(self) -> Generator[Ask, str, FinishedRound]:
        """Play the round to its end."""
        table = self._table
        open_shoe(table)
        yield from take_stakes(table)
        deal(table)
        insured = yield from offer_insurance(table)
        dealer_natural = peek(table)
        settle_insurance(table, insured, dealer_natural=dealer_natural)
        if dealer_natural:
            show_hole_card(table)
        else:
            pay_naturals(table)
            yield from play_turns(table)
            play_dealer(table)
        settle_hands(table, dealer_natural=dealer_natural)
        return self._finished(tuple(table.balances), broken_off=False)

    def break_off(self) -> FinishedRound:
        """The round as it stands, stakes returned, every seed of it revealed (FORMAT.md §4, void)."""
        return self._finished(self._before, broken_off=True)

    def _finished(self, after: tuple[int, ...], *, broken_off: bool) -> FinishedRound:
        table = self._table
        return FinishedRound(
            number=table.number,
            banker=table.company.banker,
            before=self._before,
            after=after,
            log=tuple(table.log),
            shoes=self._rack.end_round(broken_off=broken_off),
            naturals=tuple(hand.seat for hand in table.hands if hand.is_natural),
            banker_natural=table.dealer.is_natural,
        )
