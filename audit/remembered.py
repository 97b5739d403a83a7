"""What an auditor remembers of a ledger that grows (ADR 18): how far pass 0 had come, and what each unit came to.

A unit is recognised by the SHA-256 of its bytes, of what it was told of its sessions, and of the auditor itself. The folder holds verdicts:
whoever writes to it can make them up, so it must be the auditor's own.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Collection
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

import attrs
import msgspec

from audit.carried import Carried, Trace
from audit.context import Session, Surveying, take
from audit.errors import RememberedError
from audit.itself import fingerprint
from audit.kept_form import packed, unpacked
from audit.ledger_dir import LedgerDir
from audit.seen import Seen
from audit.segment import Outcome, Work
from audit.spread import shared_reading
from audit.units import Unit

Kind = TypeVar("Kind")
Place = tuple[str, int, int, int, int]
"""A span: its file below the ledger's folder, offset, length, first line, number of lines."""
_SURVEY, CHAINS = NAMES = "survey", "chains"
_CHECKED = 32
"""Bytes of the SHA-256 that each file begins with."""


@attrs.frozen
class Told:
    """What the rounds of a session told pass 0."""

    leaves: dict[int, int]
    gone: dict[int, int]
    carried: dict[int, Carried]
    seeds: dict[int, bytes]
    last_shoe: int
    uses: dict[int, tuple[int, int]]

    @classmethod
    def by(cls, session: Session) -> Told:
        """Copied, for pass 0 goes on."""
        told = (dict(session.leaves), dict(session.gone), dict(session.carried), dict(session.seeds))
        return cls(*told, session.last_shoe, dict(session.uses))

    def tell(self, session: Session) -> None:
        """Give the session what its rounds told."""
        for field in attrs.fields(Told):
            setattr(session, field.name, getattr(self, field.name))


@attrs.frozen
class Snapshot:
    """Pass 0 after some whole units, each with its SHA-256."""

    auditor: str
    units: list[list[Place]]
    digests: list[bytes]
    seen: list[Seen]
    others: list[tuple[int, bytes]]
    told: dict[int, Told]
    traces: dict[int, Trace]

    @classmethod
    def of(cls, surveying: Surveying, ledger: LedgerDir) -> Snapshot:
        """Pass 0 as far as it has come."""
        units = [[_place(ledger, unit, at) for at in range(len(unit.spans))] for unit in surveying.found.units]
        told = {number: Told.by(session) for number, session in surveying.found.sessions.items()}
        traces = {number: attrs.evolve(trace) for number, trace in surveying.glance.traces.items()}
        return cls(fingerprint(), units, [], list(surveying.found.seen), list(surveying.others), told, traces)

    def units_in(self, ledger: LedgerDir) -> list[Unit]:
        """Its units, in the ledger's files as they are now."""
        return [
            Unit(number, tuple(ledger.span(ledger.path / name, *rest) for name, *rest in places))
            for number, places in enumerate(self.units)
        ]

    def surveying(self, ledger: LedgerDir) -> Surveying:
        """Pass 0 to be gone on with."""
        result = Surveying(others=list(self.others))
        for seq, line in self.others:
            take(result.found, seq, line)
        for number, told in self.told.items():
            told.tell(result.found.sessions[number])
        result.glance.traces.update(self.traces)
        result.found.units += self.units_in(ledger)
        result.found.seen += self.seen
        return result


def _place(ledger: LedgerDir, unit: Unit, at: int) -> Place:
    span = unit.spans[at]
    return span.path.relative_to(ledger.path).as_posix(), span.offset, span.length, span.first, span.count


@attrs.frozen
class Memory:
    """The part of an auditor's folder that is about one ledger."""

    folder: Path
    threads: int

    @classmethod
    def opened(cls, folder: Path, ledger: LedgerDir, threads: int) -> Memory:
        """Make the folder where there is none; raises RememberedError for one that others may write to."""
        _, first = next(ledger.lines())
        mine = folder / sha256(first).hexdigest()[:16]
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            state = folder.stat()
            mine.mkdir(mode=0o700, exist_ok=True)
        except OSError as error:
            raise RememberedError(f"Cannot remember in {folder}: {error.strerror}; choose a folder that you may write to.") from None
        if state.st_uid != os.getuid() or state.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
            raise RememberedError(
                f"Others may write to {folder}, and could make verdicts up there: choose a folder of your own, mode 0700."
            )
        return cls(mine, threads)

    def survey(self, ledger: LedgerDir) -> tuple[Surveying, list[bytes]]:
        """Pass 0, gone on with from where it had come, and the SHA-256 of each unit; raises LineError or TruncatedError."""
        surveying, digests = self._recalled(ledger)
        known, snapshot = len(digests), None
        for unit, lines in surveying.rest(ledger, ledger.size):
            if snapshot is None and not unit.is_whole:
                snapshot = Snapshot.of(surveying, ledger)
            surveying.take_in(unit, lines)
        snapshot = snapshot or Snapshot.of(surveying, ledger)
        digests += shared_reading(Unit.digest, surveying.found.units[known:], self.threads)
        if len(snapshot.units) > known:
            self.write(_SURVEY, attrs.evolve(snapshot, digests=digests[: len(snapshot.units)]))
        return surveying, digests

    def _recalled(self, ledger: LedgerDir) -> tuple[Surveying, list[bytes]]:
        """Pass 0 as far as it had come, if it was this auditor's and the ledger still has those bytes."""
        snapshot = self.read(_SURVEY, Snapshot)
        if snapshot is None or snapshot.auditor != fingerprint() or not snapshot.units:
            return Surveying(), []
        units = snapshot.units_in(ledger)
        if units[-1].end > ledger.size or not all(ledger.has(span) for unit in units for span in unit.spans):
            return Surveying(), []
        if shared_reading(Unit.digest, units, self.threads) != snapshot.digests:
            return Surveying(), []
        return snapshot.surveying(ledger), snapshot.digests

    def outcome(self, key: str) -> Outcome | None:
        """What a unit came to when this auditor last judged it; None if it never did."""
        return self.read(key, Outcome)

    def keep(self, key: str, outcome: Outcome) -> None:
        """Remember what a unit came to; raises RememberedError."""
        self.write(key, outcome)

    def forget(self) -> None:
        """Forget how far pass 0 had come."""
        (self.folder / _SURVEY).unlink(missing_ok=True)

    def forget_others(self, keys: Collection[str]) -> None:
        """Forget all units but these."""
        kept = {*keys, *NAMES}
        for file in self.folder.iterdir():
            if file.name not in kept:
                file.unlink()

    def write(self, name: str, value: object) -> None:
        """Remember something under a name; raises RememberedError."""
        data = packed(value)
        part = self.folder / f"{name}.part"
        try:
            part.write_bytes(sha256(data).digest() + data)
            part.replace(self.folder / name)
        except OSError as error:
            raise RememberedError(f"Cannot remember in {self.folder.parent}: {error.strerror}.") from None

    def read(self, name: str, kind: type[Kind]) -> Kind | None:
        """Something remembered; None for nothing, and for what was cut or damaged: it will be found out anew."""
        try:
            data = (self.folder / name).read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise RememberedError(f"Cannot read what is remembered in {self.folder.parent}: {error.strerror}.") from None
        if sha256(data[_CHECKED:]).digest() != data[:_CHECKED]:
            return None
        try:
            return unpacked(data[_CHECKED:], kind)
        except msgspec.DecodeError:  # of another version, which knew other things
            return None


def key_of(task: Work) -> str:
    """Name (hex) of what comes of a unit: the auditor, its place and bytes, and what it is told of its sessions."""
    about = (fingerprint(), task.unit.first, task.unit.count, task.digest, task.seen_whole, dict(task.sessions))
    return sha256(packed(about)).hexdigest()
