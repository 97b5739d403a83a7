"""A session at one table: round after round until the rules, the money or the seeds end it (T7.1).

Pure: the same rules, shoes and answers give the same rounds. `moves` asks and is answered; `play` lets sources answer.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from typing import Any

import attrs
import msgspec

from ledger.players.source import Interrupted, Ordered, Source, Strategy, Voided
from ledger.rules.tables import RuleSet
from ledger.shoe.rack import ChainUsedUp, Rack
from ledger.table.answering import answer_of
from ledger.table.ask import BEGIN, Ask
from ledger.table.between import between_rounds
from ledger.table.company import HOUSE, Begun, Company, FinishedRound, Limits, Seat
from ledger.table.interval import Interval, limits_of
from ledger.table.round import Round
from ledger.table.terms import Terms, terms_of
from ledger.table.timeouts import Timeouts


class Due(msgspec.Struct, frozen=True, gc=False):
    """A round is due: the answer is a `Wishes`."""

    round: int


@attrs.frozen
class Wishes:
    """Who gets up before a round, by seat, and whether the director closes the session instead of it."""

    leavers: tuple[int, ...] = ()
    stop: bool = False


@attrs.frozen
class Void:
    """A round broken off, with the reason."""

    round: FinishedRound
    reason: str


Move = Ask | Due | FinishedRound | Void


_NO_WISHES = Wishes()


def never() -> bool:
    """Nobody breaks the session off."""
    return False


@attrs.define
class TableSession:
    """The table from round to round: balances, who still plays, who banks, why it ended; `number`: the round due or in play."""

    rules: RuleSet
    seats: tuple[Seat, ...]
    rack: Rack
    balances: tuple[int, ...]
    playing: set[int]
    limits: Limits
    terms: Terms
    news: list[str] = attrs.Factory(list)
    reason: str = ""
    banker: int = HOUSE
    number: int = 0
    timeouts: Timeouts = attrs.Factory(Timeouts)
    _deals: int = 0
    _last: FinishedRound | None = None
    _company: Company | None = None
    _interval: Interval | None = None
    _round: Round | None = None
    _strategies: dict[int, Strategy] = attrs.Factory(dict)

    @classmethod
    def seated(cls, rules: RuleSet, seats: Sequence[Seat], rack: Rack) -> TableSession:
        """Everyone sits down with their stack; the house's account starts at 0."""
        balances = (0, *(seat.stack for seat in seats))
        return cls(rules, tuple(seats), rack, balances, {seat.number for seat in seats}, limits_of(rules), terms_of(rules))

    def moves(self, *, has_director: bool) -> Generator[Move, Any, None]:
        """Play to the end; `reason` and `news` then say what the `close` record needs.

        Yields questions, to be answered by a text; a `Due` before each round, to be answered by `Wishes`; BEGIN; and what each round came
        to. The director breaks off by throwing Voided, after which the session goes on, or Interrupted, which closes it.
        """
        voids = 0
        while self.number - voids < self.rules.session.rounds:
            number = self.number = self.number + 1
            wishes: Wishes = yield Due(number)
            self.reason = "stopped" if wishes.stop else ""
            if wishes.stop:
                return
            before = self.balances
            self.timeouts.clear()
            try:
                table = yield from self._next_round(number, wishes.leavers, has_director=has_director)
                played: FinishedRound | Void | None = None if table is None else (yield from table.moves())
            except (Interrupted, ChainUsedUp, Voided) as broken:
                self.reason = "" if isinstance(broken, Voided) else "stopped" if isinstance(broken, Interrupted) else "seeds"
                played = self._broken_off(str(broken))
                voids += 1
            self._interval = self._round = None
            if played is None:
                return
            yield self._settled(played, before)
            if self.reason:
                return
        self.reason = "rounds"

    def play(self, sources: Mapping[int, Source], stop: Callable[[], bool] = never) -> Iterator[FinishedRound | Void]:
        """Play to the end, each question answered by its source.

        `sources` by seat number, the director's under 0, where there is one; `stop` is asked before each round whether the director
        breaks off here.
        """
        # Questions whose answers are known were a third of a recording's time.
        self._strategies = {seat: source.wishes for seat, source in sources.items() if isinstance(source, Ordered)}
        moves = self.moves(has_director=HOUSE in sources)
        answer: Wishes | None = None
        while (move := _next(moves, answer, sources)) is not None:
            answer = None
            if isinstance(move, Due):
                leavers = () if (stopped := stop()) else self.leavers(move.round, sources)
                answer = Wishes(leavers, stopped) if stopped or leavers else _NO_WISHES
            else:
                yield move

    def leavers(self, number: int, sources: Mapping[int, Source]) -> tuple[int, ...]:
        """The seats whose sources say that they get up before a round, rising."""
        wavering = self.playing - self._strategies.keys()
        return tuple(sorted([seat for seat in wavering if sources[seat].leaves(number, seat)])) if wavering else ()

    @property
    def log(self) -> list[str]:
        """The events so far of the round that is due or in play, growing; the same object or a copy with the same beginning."""
        table = self._round or self._interval
        return table.log if table else []

    @property
    def purses(self) -> Sequence[int]:
        """What each account has left at this moment of the round that is due or in play (FORMAT.md §8, "Money in play")."""
        table = self._round or self._interval
        return table.balances if table else self.balances

    def put_to(self, ask: Ask, hand: str) -> Ask:
        """An open question as it stands for one of the hands that may answer it; any other question as it is."""
        return self._round.put_to(ask, hand) if self._round and len(ask.hands) > 1 else ask

    @property
    def is_in_play(self) -> bool:
        """Whether there is a round that can be broken off: its shoe is open, or a card was drawn for its bank."""
        return self._round is not None or (self._interval is not None and self._interval.begun)

    @property
    def rulings(self) -> Sequence[str]:
        """The words of the rulings in the round in play, so far."""
        return self._round.rulings if self._round else ()

    def begun(self) -> Begun:
        """What a `begin` record says of the round in play as it stands (FORMAT.md §4)."""
        table = self._interval
        if table is None:
            raise RuntimeError("no round is in play")
        return Begun(table.number, table.banker, tuple(table.balances), self.timeouts.marked(self.log), self.rack.so_far())

    def _next_round(self, number: int, leavers: tuple[int, ...], *, has_director: bool) -> Generator[Ask, str, Round | None]:
        """The interval, and the round that is to be played then; None if the session closes instead."""
        company = yield from self._between(number, leavers, has_director=has_director)
        if company is None or self._interval is None:
            return None
        self._round = Round(self._interval, company, self.balances, self._strategies)
        self.news = []
        return self._round

    def _between(self, number: int, leavers: tuple[int, ...], *, has_director: bool) -> Generator[Ask, str, Company | None]:
        """All that happens before a round; who takes part in it, or None if the session closes."""
        table = self._interval = Interval(
            rules=self.rules,
            number=number,
            seats=self.seats,
            rack=self.rack,
            terms=self.terms,
            balances=list(self.balances),
            playing=self.playing,
            banker=self.banker,
            deals=self._deals,
            limits=self.limits,
            last=self._last,
            has_director=has_director,
        )
        self.reason = yield from between_rounds(table, leavers)
        self.news = list(self.timeouts.marked(table.log)) if table.log else []
        self._take_over(table)
        if self.reason:
            return None
        if table.log or self._company is None:
            self._company = self._gathered(table)
        return self._company

    def _take_over(self, table: Interval) -> None:
        """What an interval leaves behind: banker, limits, and money only where it moved."""
        self.banker, self._deals, self.limits = table.banker, table.deals, table.limits
        if table.log and (balances := tuple(table.balances)) != self.balances:
            self.balances = balances

    def _gathered(self, table: Interval) -> Company:
        """Who takes part: owners of boxes, other bettors, onlookers, a director."""
        boxless = frozenset(seat.number for seat in self.seats if not seat.boxes and seat.number in self.playing)
        others = sorted(self.playing - {self.banker}) if self.rules.table.bettors_per_box > 1 else sorted(boxless)
        return Company(
            banker=self.banker,
            boxes=table.boxes(),
            side_bettors=tuple(others),
            onlookers=boxless,
            has_director=table.has_director,
        )

    def _broken_off(self, reason: str) -> Void | None:
        """The round as it stands, stakes returned; None where nothing of it was shown: an unfinished interval then never happened."""
        if self._round is not None:
            return Void(self._round.break_off(), reason)
        if (table := self._interval) is None or not table.begun:
            return None
        self._take_over(table)
        balances = tuple(table.balances)
        shoes = self.rack.end_round(broken_off=True)
        return Void(FinishedRound(table.number, table.banker, balances, balances, tuple(table.log), shoes), reason)

    def _settled(self, played: FinishedRound | Void, before: tuple[int, ...]) -> FinishedRound | Void:
        """Take over what a round came to, its log with the timeouts in it; a void deal does not count (G9)."""
        finished = played.round if isinstance(played, Void) else played
        log = self.timeouts.marked(finished.log)
        if before is not finished.before or log is not finished.log:
            finished = msgspec.structs.replace(finished, before=before, log=log)
        self._last, self.balances = finished, finished.after
        if isinstance(played, Void):
            return Void(finished, played.reason)
        self._deals += 1
        return finished


def _next(moves: Generator[Move, Any, None], answer: Wishes | None, sources: Mapping[int, Source]) -> Due | FinishedRound | Void | None:
    """Go on until something else than a question comes, which the sources answer; None at the end."""
    try:
        move = moves.send(answer)
        while isinstance(move, Ask):
            try:
                said = "" if move is BEGIN else answer_of(move, sources)
            except Interrupted as broken:
                move = moves.throw(broken)
            else:
                move = moves.send(said)
    except StopIteration:
        return None
    return move


def standings(stacks: Sequence[int], balances: Sequence[int]) -> list[tuple[int, int, int]]:
    """(place, seat, net) for every seat, by net; equal nets share the place: 1, 1, 3 (T7.1). `balances[0]` is the house."""
    nets = sorted(((balances[seat] - stack, seat) for seat, stack in enumerate(stacks, 1)), key=lambda entry: (-entry[0], entry[1]))
    return [(1 + sum(other > net for other, _ in nets), seat, net) for net, seat in nets]
