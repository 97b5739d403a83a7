"""A session at one table: round after round until the rules, the money or the seeds end it (T7.1).

Pure: the same rules, shoes and answers give the same rounds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

import attrs

from ledger.players.source import Interrupted, Source
from ledger.rules.tables import RuleSet
from ledger.shoe.rack import ChainUsedUp, Rack
from ledger.table.ask import Ask, refuse, split_answer
from ledger.table.between import cannot_stake
from ledger.table.round import Round
from ledger.table.state import HOUSE, Company, FinishedRound, Limits, Seat


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
    """The table between rounds: balances, who still plays, and why it ended."""

    rules: RuleSet
    seats: tuple[Seat, ...]
    rack: Rack
    balances: tuple[int, ...]
    playing: set[int]
    news: list[str] = attrs.Factory(list)
    reason: str = ""

    @classmethod
    def seated(cls, rules: RuleSet, seats: Sequence[Seat], rack: Rack) -> TableSession:
        """Everyone sits down with their stack; the house's account starts at 0."""
        return cls(rules, tuple(seats), rack, (0, *(seat.stack for seat in seats)), {seat.number for seat in seats})

    def play(self, sources: Mapping[int, Source], stop: Callable[[], bool] = never) -> Iterator[FinishedRound | Void]:
        """Play to the end; `reason` and `news` then say what the `close` record needs.

        `sources` by seat number; `stop` is asked before each round whether the director breaks off here.
        """
        for number in range(1, self.rules.session.rounds + 1):
            if stop():
                self.reason = "stopped"
                return
            self._between(number, sources)
            if not self.playing:
                self.reason = "players"
                return
            if not self.rack.has_seed_for_a_round():
                self.reason = "seeds"
                return
            boxes = sorted((box, seat.number) for seat in self.seats if seat.number in self.playing for box in seat.boxes)
            limits = Limits((self.rules.stakes.minimum, self.rules.stakes.maximum))
            table = Round(self.rules, number, Company(HOUSE, tuple(boxes)), limits, self.balances, self.rack, self.news)
            try:
                finished = _play(table, sources)
            except (Interrupted, ChainUsedUp) as broken:
                self.news = []
                self.reason = "stopped" if isinstance(broken, Interrupted) else "seeds"
                yield Void(table.break_off(), str(broken))
                return
            self.news = []
            self.balances = finished.after
            yield finished
        self.reason = "rounds"

    def _between(self, number: int, sources: Mapping[int, Source]) -> None:
        for seat in sorted(self.playing):
            if sources[seat].leaves(number, seat):
                self.news.append(f"s{seat} leave")
                self.playing.discard(seat)
        for seat in cannot_stake(self.rules.stakes, self.seats, self.playing, self.balances):
            self.news.append(f"s{seat} out")
            self.playing.discard(seat)


def standings(stacks: Sequence[int], balances: Sequence[int]) -> list[tuple[int, int, int]]:
    """(place, seat, net) for every seat, by net; equal nets share the place: 1, 1, 3 (T7.1). `balances[0]` is the house."""
    nets = sorted(((balances[seat] - stack, seat) for seat, stack in enumerate(stacks, 1)), key=lambda entry: (-entry[0], entry[1]))
    return [(1 + sum(other > net for other, _ in nets), seat, net) for net, seat in nets]


def _play(table: Round, sources: Mapping[int, Source]) -> FinishedRound:
    moves = table.moves()
    try:
        ask = next(moves)
        while True:
            ask = moves.send(_answer(ask, sources))
    except StopIteration as finished:
        value: FinishedRound = finished.value
        return value


def _answer(ask: Ask, sources: Mapping[int, Source]) -> str:
    """The answer of whoever is asked; in the open question for stakes nobody may answer for another source's box."""
    source = sources[ask.seat]
    answer = source.answer(ask)
    while len(ask.hands) > 1 and _owner(ask, answer, sources) is not source:
        answer = source.answer(refuse(ask, answer, " (that box is somebody else's)"))
    return answer


def _owner(ask: Ask, answer: str, sources: Mapping[int, Source]) -> Source:
    """The source that an answer's box belongs to; the one asked, where there is no such box."""
    box = split_answer(answer)[0]
    seat = ask.seats[ask.hands.index(box)] if box in ask.hands else ask.seat
    return sources[seat]
