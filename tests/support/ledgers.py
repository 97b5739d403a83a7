"""A signed ledger for tests: sessions are added, with true or stacked cards, and the audit judges the whole."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy as copy_of
from pathlib import Path
from typing import Any

import pytest

from audit import Report, audit_ledger
from ledger import KeyFolder, Plan, Recorded, SteppingClock, create_ledger, record
from ledger.history.opening import open_ledger
from ledger.history.records import Ruling, encode
from ledger.plan import SourceMaker
from ledger.recording import Recorder
from ledger.rules.tables import RuleSet
from ledger.table.company import FinishedRound
from tests.support.stacked import Played, Stacked, StackedRack, round_of

NAME = "club.example/tables"


@contextmanager
def stacked_racks(queue: Sequence[int]) -> Iterator[list[StackedRack]]:
    """Meanwhile, sessions are recorded with these cards first; the racks that they used."""
    racks: list[StackedRack] = []

    def made(*context: Any) -> StackedRack:
        racks.append(StackedRack(queue, *context))
        return racks[-1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("ledger.sheet.Rack", made)
        yield racks


class SignedLedger:
    """A signed ledger to which sessions are added, each under rules of its own, and which is then audited as a whole."""

    def __init__(self, folder: Path, height: int) -> None:
        self.path = folder / "ledger"
        self.keys = KeyFolder(folder / "keys")
        self.vkey = self.keys.create(NAME)
        self.clock = SteppingClock("2026-01-01T20:00:00Z")
        self.sessions = 0
        self._recorder: Recorder | None = None
        create_ledger(self.path, NAME, self.keys, self.clock, height=height)

    def record(self, rules: RuleSet, sources: Mapping[str, SourceMaker], secret: int | None = None, **more: Any) -> Recorded:
        """Record a session of these players; `secret` fixes its cards, else its number does."""
        self.sessions += 1
        of_the_plan = {name: more.pop(name) for name in ("chain", "boxes", "director") if name in more}
        plan = Plan(rules, tuple(sources), dict(sources), **of_the_plan)
        seed = (secret or self.sessions).to_bytes(32, "big")
        if self._recorder is None:
            return record(self.path, self.keys, plan, self.clock, secret=seed, **more)
        plan.check()
        return self._recorder.write(self._recorder.sit_down(plan, seed), **more)

    @contextmanager
    def kept_open(self) -> Iterator[None]:
        """Meanwhile, sessions follow one another without reading all those before each."""
        with open_ledger(self.path, self.keys) as writer:
            self._recorder = Recorder.of(writer, self.keys, self.clock)
            yield
        self._recorder = None

    def record_stacked(self, rounds: Sequence[tuple[str, str]], changes: Mapping[str, Any]) -> tuple[int, Played]:
        """Record a session of stacked deals with their answers; its number and what came of it."""
        given, finished = Stacked.of(rounds, changes), list[FinishedRound]()
        sources: dict[str, SourceMaker] = {name: lambda _seat, _seed: given.answers for name in given.players}
        with stacked_racks(given.queue) as racks:
            recorded = self.record(given.rules, sources, boxes=given.wishes, watch=lambda played: finished.append(round_of(played)))
        return recorded.session, given.played(finished, recorded.balances, recorded.reason, (), racks[0])

    def grow(self, to: int, text: str = "x") -> None:
        """Add rulings of nobody until there are so many lines: quick, signed, and nothing that an audit would accept."""
        with open_ledger(self.path, self.keys) as writer:
            moment = self.clock.read()
            rulings = (
                Ruling(seq=seq, prev=0, session=1, time=moment, about=0, text=text * (seq % 7 + 1)) for seq in range(writer.size, to)
            )
            writer.commit([encode(ruling) for ruling in rulings])

    def copied(self, folder: Path) -> SignedLedger:
        """Ledger and keys as they are now, restored in another folder."""
        copy = copy_of(self)
        copy.path, copy.keys = folder / "ledger", KeyFolder(folder / "keys")
        shutil.copytree(self.path, copy.path)
        shutil.copytree(self.keys.path, copy.keys.path)
        return copy

    def history(self) -> bytes:
        """Every byte of it."""
        return b"".join(path.read_bytes() for path in sorted((self.path / "history").iterdir()))

    def audit(self) -> Report:
        """What the second mind says of it all."""
        return audit_ledger(self.path, self.vkey, jobs=1)
