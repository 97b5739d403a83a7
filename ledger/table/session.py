"""A session at one table: round after round until the rules, the money or the seeds end it (T7.1).

Pure: the same rules, shoes and answers give the same rounds.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from typing import TypeVar

import attrs

from ledger.players.house import House
from ledger.players.source import Interrupted, Source
from ledger.rules.steps import stake_step
from ledger.rules.tables import RuleSet
from ledger.shoe.rack import ChainUsedUp, Rack
from ledger.table.ask import CUT, Ask, amount_of, answered, refuse, split_answer
from ledger.table.between import between_rounds
from ledger.table.company import HOUSE, Company, FinishedRound, Limits, Seat
from ledger.table.interval import Interval, limits_of
from ledger.table.round import Round

T = TypeVar("T")
_HOUSE = House()


@attrs.frozen
class Void:
    """A round broken off, with the reason."""

    round: FinishedRound
    reason: str


def never() -> bool:
    """Nobody breaks the session off."""
    return False


@attrs.define
class TableSession:
    """The table from round to round: balances, who still plays, who banks, and why it ended."""

    rules: RuleSet
    seats: tuple[Seat, ...]
    rack: Rack
    balances: tuple[int, ...]
    playing: set[int]
    limits: Limits
    news: list[str] = attrs.Factory(list)
    reason: str = ""
    banker: int = HOUSE
    _deals: int = 0
    _last: FinishedRound | None = None
    _company: Company | None = None
    _step: int = 1

    @classmethod
    def seated(cls, rules: RuleSet, seats: Sequence[Seat], rack: Rack) -> TableSession:
        """Everyone sits down with their stack; the house's account starts at 0."""
        balances = (0, *(seat.stack for seat in seats))
        return cls(rules, tuple(seats), rack, balances, {seat.number for seat in seats}, limits_of(rules), step=stake_step(rules))

    def play(self, sources: Mapping[int, Source], stop: Callable[[], bool] = never) -> Iterator[FinishedRound | Void]:
        """Play to the end; `reason` and `news` then say what the `close` record needs.

        `sources` by seat number, the director's under 0, where there is one; `stop` is asked before each round whether the director
        breaks off here.
        """
        for number in range(1, self.rules.session.rounds + 1):
            self.reason = "stopped" if stop() else ""
            before = self.balances
            company = None if self.reason else self._between(number, sources)
            if company is None:
                return
            table = Round(self.rules, number, company, self.limits, self.balances, self.rack, self.news)
            self.news = []
            try:
                finished = _driven(table.moves(), sources)
            except (Interrupted, ChainUsedUp) as broken:
                self.reason = "stopped" if isinstance(broken, Interrupted) else "seeds"
                self.balances = before
                yield Void(attrs.evolve(table.break_off(), before=before, after=before), str(broken))
                return
            self._last = finished if before is self.balances else attrs.evolve(finished, before=before)
            self._deals += 1
            self.balances = finished.after
            yield self._last
        self.reason = "rounds"

    def _between(self, number: int, sources: Mapping[int, Source]) -> Company | None:
        """All that happens before a round; who takes part in it, or None if the session closes."""
        leavers = [seat for seat in sorted(self.playing) if sources[seat].leaves(number, seat)]
        table = Interval(
            rules=self.rules,
            number=number,
            seats=self.seats,
            rack=self.rack,
            step=self._step,
            balances=list(self.balances),
            playing=self.playing,
            banker=self.banker,
            deals=self._deals,
            limits=self.limits,
            last=self._last,
            has_director=HOUSE in sources,
        )
        try:
            self.reason = _driven(between_rounds(table, leavers), sources)
        except Interrupted:
            # Nobody sees an interval that was not finished: its events and payments never happened.
            self.reason = "stopped"
            return None
        self.banker, self._deals, self.limits, self.news = table.banker, table.deals, table.limits, table.log
        if self.news and (balances := tuple(table.balances)) != self.balances:
            self.balances = balances
        if self.reason:
            return None
        if self.news or self._company is None or self._company.cutter:
            self._company = self._gathered(table, sources)
        return self._company

    def _gathered(self, table: Interval, sources: Mapping[int, Source]) -> Company:
        """Who takes part: owners of boxes, other bettors, onlookers, a director."""
        boxless = frozenset(seat.number for seat in self.seats if not seat.boxes and seat.number in self.playing)
        others = sorted(self.playing - {self.banker}) if self.rules.table.bettors_per_box > 1 else sorted(boxless)

        def cut_by_hand(seat: int, size: int) -> int:
            ask = table.question(CUT, f"s{seat}", seat, ("cut",), (0, size - 1, 1))
            return amount_of(_driven(answered(ask), sources), "cut") or 0

        return Company(
            banker=self.banker,
            boxes=table.boxes(),
            side_bettors=tuple(others),
            onlookers=boxless,
            has_director=HOUSE in sources,
            cutter=cut_by_hand if self.rules.shoe.cut == "hand" else None,
        )


def standings(stacks: Sequence[int], balances: Sequence[int]) -> list[tuple[int, int, int]]:
    """(place, seat, net) for every seat, by net; equal nets share the place: 1, 1, 3 (T7.1). `balances[0]` is the house."""
    nets = sorted(((balances[seat] - stack, seat) for seat, stack in enumerate(stacks, 1)), key=lambda entry: (-entry[0], entry[1]))
    return [(1 + sum(other > net for other, _ in nets), seat, net) for net, seat in nets]


def _driven(moves: Generator[Ask, str, T], sources: Mapping[int, Source]) -> T:
    """What comes of a phase that asks, each question answered by its source."""
    try:
        ask = next(moves)
        while True:
            ask = moves.send(_answer(ask, sources))
    except StopIteration as finished:
        value: T = finished.value
        return value


def _answer(ask: Ask, sources: Mapping[int, Source]) -> str:
    """The answer of whoever is asked; in the open question for stakes nobody may answer for another source's box.

    Without a director the house answers for itself.
    """
    source = sources.get(HOUSE, _HOUSE) if ask.seat == HOUSE else sources[ask.seat]
    answer = source.answer(ask)
    while len(ask.hands) > 1 and _owner(ask, answer, sources) is not source:
        answer = source.answer(refuse(ask, answer, " (that box is somebody else's)"))
    return answer


def _owner(ask: Ask, answer: str, sources: Mapping[int, Source]) -> Source:
    """The source that an answer's box belongs to; the one asked, where there is no such box."""
    box = split_answer(answer)[0]
    seat = ask.seats[ask.hands.index(box)] if box in ask.hands else ask.seat
    return sources[seat]
