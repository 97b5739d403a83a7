"""The interval between two rounds by itself: who banks, what the last round was, what is answered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import attrs
import msgspec

from ledger.rules.tables import RuleSet
from ledger.shoe.chain import SeedChain
from ledger.table.ask import BEGIN, Ask
from ledger.table.between import between_rounds
from ledger.table.company import FinishedRound, Limits, Seat
from ledger.table.interval import Interval, limits_of
from ledger.table.terms import terms_of
from tests.support.stacked import NAMES, StackedRack, training, with_suits

PRIVATE = {"bank__holder": "player", "bank__first": "lot", "table__players_min": 2, "stakes__maximum": 20}
LAST = FinishedRound(number=1, banker=1, before=(), after=(), log=(), shoes=())


@attrs.frozen
class Before:
    """An interval: four players with 100 each, the first of whom banks after round 1, unless said otherwise."""

    rules: RuleSet
    balances: tuple[int, ...] = (100, 100, 100, 100)
    banker: int = 1
    deals: int = 1
    gone: tuple[int, ...] = ()
    naturals: tuple[int, ...] = ()
    banker_natural: bool = False
    limits: Limits | None = None
    has_director: bool = False
    boxless: tuple[int, ...] = ()
    queue: str = ""
    chain: int = 9
    in_use: bool = False

    def table(self) -> Interval:
        """The interval at its beginning."""
        rack = StackedRack(with_suits(self.queue.split()), self.rules, SeedChain.ending_in(bytes(32), self.chain), bytes(32), bytes(32))
        if self.in_use:
            rack.begin_round()
            rack.end_round()
        seats, place = [], 0
        for number in range(1, len(self.balances) + 1):
            place += number not in self.boxless
            seats.append(Seat(number, NAMES[number - 1], () if number in self.boxless else (place,), 100))
        return Interval(
            rules=self.rules,
            number=2 if self.banker else 1,
            seats=tuple(seats),
            rack=rack,
            terms=terms_of(self.rules),
            balances=[0, *self.balances],
            playing={seat.number for seat in seats} - set(self.gone),
            banker=self.banker,
            deals=self.deals,
            limits=self.limits or limits_of(self.rules),
            last=msgspec.structs.replace(LAST, naturals=self.naturals, banker_natural=self.banker_natural) if self.banker else None,
            has_director=self.has_director,
        )


@attrs.frozen
class Told:
    """What came of an interval."""

    table: Interval
    asks: tuple[Ask, ...]
    reason: str

    @property
    def log(self) -> str:
        """Its events, apart by commas."""
        return ", ".join(self.table.log)

    @property
    def refusals(self) -> list[str]:
        """Why answers were refused."""
        return [ask.refused for ask in self.asks if ask.refused]


def private(**changes: Any) -> RuleSet:
    """The training table with a bank that passes on every deal, stakes 2 to 20, and some parameters changed."""
    return training({**PRIVATE, "bank__change": "every-deal", **changes})


def told(before: Before, answers: str = "", leavers: Sequence[int] = ()) -> Told:
    """Answer every question of an interval in order; what has no answer stays as it is. `!answer` is given whoever is asked."""
    table, asks, given = before.table(), [], [answer.strip() for answer in answers.split(",") if answer.strip()]
    moves = between_rounds(table, leavers)
    try:
        ask = next(moves)
        while True:
            if ask is BEGIN:
                ask = moves.send("")
                continue
            asks.append(ask)
            mine = given and (given[0].startswith("!") or given[0].split(" ")[0] == ask.who)
            ask = moves.send(given.pop(0).removeprefix("!") if mine or not ask.default else f"{ask.who} {ask.default}")
    except StopIteration as done:
        assert given == [], f"never asked for: {given}; {table.log}"
        return Told(table, tuple(asks), done.value)


def interval(answers: str = "", leavers: Sequence[int] = (), rules: Mapping[str, Any] | None = None, **how: Any) -> Told:
    """An interval by its answers, the rules that differ, and how it stands."""
    return told(Before(private(**(rules or {})), **how), answers, leavers)
