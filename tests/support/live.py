"""Live sessions for tests: a table that can be killed at any entry of its journal and gone on with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from zlib import crc32

import attrs

from ledger import KeyFolder, SteppingClock
from ledger.history.disk import Disk
from ledger.history.opening import open_ledger
from ledger.history.writer import Writer
from ledger.live.driving import drive
from ledger.live.opening import sit_down_live
from ledger.live.receipts import ReceiptFolder
from ledger.live.resuming import chosen, resumed
from ledger.live.session import LiveSession
from ledger.live.sources import DIRECTOR, Answering
from ledger.plan import Plan, SourceMaker
from ledger.players.source import Source
from ledger.recording import Recorder
from ledger.rules.ruleset import altered, load_profile
from ledger.table.ask import Ask, default_of
from tests.support.ledgers import SignedLedger
from tests.support.tables import Plan as AnyPlan
from tests.support.tables import _maker


class Killed(Exception):
    """The power is cut."""


@attrs.define
class Mains(Disk):
    """A disk whose journal dies when so many entries stand in it: before the next is written, torn within it, or just after it."""

    dies_at: int = 10**9
    how: str = "before"
    entries: int = 0

    def __attrs_pre_init__(self) -> None:
        super().__init__()

    def append(self, path: Path, data: bytes) -> None:
        if path.parent.name == "journal":
            self.entries += 1
        if path.parent.name != "journal" or self.entries < self.dies_at:
            super().append(path, data)
            return
        if self.how != "before":
            super().append(path, data if self.how == "after" else data[:-5])
        raise Killed(self.entries)


@attrs.frozen
class Again(Answering):
    """Gives a plan that was read back the sources of the one that was described."""

    plan: Plan = attrs.field(kw_only=True)

    def give(self, plan: Plan) -> Plan:
        return attrs.evolve(plan, makers=self.plan.makers, director=self.plan.director)


def plan_of(any_plan: AnyPlan) -> Plan:
    """A plan of `tests.support.tables` for a live table; its sources stand for bots."""
    names = tuple(any_plan.sources)
    answers = dict.fromkeys((*names, DIRECTOR) if any_plan.director else names, "random")
    return Plan(any_plan.rules, names, any_plan.sources, any_plan.boxes, any_plan.director, chain=any_plan.chain, answers=answers)


def clock_after(readings: int) -> SteppingClock:
    """The clock of a ledger in which so many lines bear a time."""
    start = SteppingClock("2026-01-01T20:00:00Z")
    for _ in range(readings):
        start.read()
    return SteppingClock(start.read())


@attrs.define
class LiveTable:
    """A ledger at which one live session is played, however often it is interrupted."""

    ledger: SignedLedger
    plan: Plan
    secret: int = 1
    receipts: Path | None = None
    drives: Callable[[LiveSession, Any], None] = drive
    warnings: list[str] = attrs.Factory(list)
    number: int | None = None

    def keys(self, disk: Disk) -> KeyFolder:
        return attrs.evolve(self.ledger.keys, disk=disk)

    def journal(self) -> bytes:
        """The journal as it lies there."""
        path = self.ledger.path / "journal" / f"{self.ledger.sessions + 1}.jsonl"
        return path.read_bytes() if path.exists() else b""

    def set_clock(self) -> None:
        """Let the clock go on from the last reading that counts: one for line 0, and those in the journal."""
        self.ledger.clock = clock_after(1 + sum(b'"entry":"clock"' in line for line in self.journal().split(b"\n")[:-1]))

    def _keep(self, writer: Writer) -> ReceiptFolder | None:
        return ReceiptFolder(self.receipts, writer.disk) if self.receipts else None

    @contextmanager
    def opened(self, disk: Disk | None = None) -> Iterator[LiveSession]:
        """A block in which a new session stands before its first round."""
        with open_ledger(self.ledger.path, self.ledger.keys, disk=disk or Disk()) as writer:
            recorder = Recorder.of(writer, self.ledger.keys, self.ledger.clock)
            yield sit_down_live(recorder, self.plan, self.ledger.clock, self.secret.to_bytes(32, "big"), self._keep(writer))

    def begin(self, disk: Disk | None = None) -> LiveSession:
        """Sit down and play to the end."""
        with self.opened(disk) as session:
            self.drives(session, session.sheet.sources)
            return session

    def resume(self, disk: Disk | None = None, answering: Answering | None = None) -> LiveSession:
        """Go on to the end."""
        with self.standing(disk, answering) as session:
            self.drives(session, session.sheet.sources)
            return session

    @contextmanager
    def standing(self, disk: Disk | None = None, answering: Answering | None = None) -> Iterator[LiveSession]:
        """A block in which the session stands where it was left."""
        given = answering or Again(plan=self.plan)
        with open_ledger(self.ledger.path, self.ledger.keys, disk=disk or Disk(), keep_unsigned=True) as writer:
            try:
                yield resumed(writer, self.ledger.keys, chosen(writer, self.number), self.ledger.clock, given, self._keep(writer))
            finally:
                self.warnings += writer.warnings


@attrs.frozen
class Slow:
    """A player who often lets the time run out; or, at the same questions, one who answers what that comes to."""

    source: Source
    in_batch: bool = False
    phases: Counter[str] = attrs.Factory(Counter)

    def answer(self, ask: Ask) -> str:
        if ask.refused or crc32(f"{ask.phase} {ask.round} {ask.hands} {ask.cards}".encode()) % 2:
            return self.source.answer(ask)
        self.phases[ask.phase] += 1
        return default_of(ask) if self.in_batch else f"{ask.who} timeout"

    def leaves(self, round_number: int, seat: int) -> bool:
        return self.source.leaves(round_number, seat)


def slowly(maker: SourceMaker, phases: Counter[str], *, in_batch: bool = False) -> SourceMaker:
    """A maker of slow players."""
    return lambda seat, seed: Slow(maker(seat, seed), in_batch, phases)


def profile_plan(profile: str, changes: Mapping[str, Any] | None = None) -> AnyPlan:
    """Three at random at a table of a profile, with a director, for two rounds unless it is changed."""
    rules = altered(load_profile(profile), {"session.rounds": 2, **(changes or {})})
    sources = {f"Player {seat}": _maker("random", rules, 0) for seat in (1, 2, 3)}
    return AnyPlan(rules, sources, None, director=_maker("director", rules, 2))


def training_plan(rounds: int, word: str = "random") -> Plan:
    """Two at the training table, as far as the ledger knows bots or people."""
    rules = altered(load_profile("training"), {"session.rounds": rounds})
    names = ("Ann", "Bo")
    return Plan(rules, names, dict.fromkeys(names, _maker("random", rules, 0)), answers=dict.fromkeys(names, word))
