"""Recording sessions into a ledger."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path

import attrs

from ledger.clock import Clock
from ledger.errors import SessionRefused
from ledger.history.disk import Disk
from ledger.history.keys import KeyFolder
from ledger.history.opening import open_ledger
from ledger.history.sessions import seeds_told, sessions_so_far
from ledger.history.writer import Writer
from ledger.plan import Plan
from ledger.players.script import Script
from ledger.sheet import Group, Sheet, seed_chain
from ledger.shoe.chain import SeedChain
from ledger.table.company import FinishedRound
from ledger.table.session import Void, never

Watch = Callable[[FinishedRound | Void], object]


@attrs.frozen
class Recorded:
    """What a recorded session came to."""

    session: int
    rounds: int
    reason: str
    balances: tuple[int, ...]
    size: int
    warnings: tuple[str, ...]


@attrs.frozen
class Sitting:
    """A session that is ready to be written: its number, its secret, and its lines as they come."""

    number: int
    sheet: Sheet
    groups: Iterable[Group]
    secret: bytes = attrs.field(repr=False)


@attrs.define
class Recorder:
    """Records session after session into a ledger that is open for writing; what stands there is read once."""

    writer: Writer
    _keys: KeyFolder
    _clock: Clock
    _sessions: int
    _seq: int
    _told: set[bytes] = attrs.field(repr=False)
    _secrets: set[bytes] = attrs.field(repr=False)

    @classmethod
    def of(cls, writer: Writer, keys: KeyFolder, clock: Clock) -> Recorder:
        """The recorder of an open ledger."""
        sessions = sessions_so_far(writer.folder)
        return cls(writer, keys, clock, sessions, writer.size, seeds_told(writer.folder), keys.secrets(sessions))

    @property
    def next_session(self) -> int:
        """Number of the session that `sit_down` begins."""
        return self._sessions + 1

    def sit_down(self, plan: Plan, secret: bytes | None, stop: Callable[[], bool] = never, *, rehearsed: bool = False) -> Sitting:
        """The next session, of a plan that was checked. With a script, or where asked for, it is played through at once.

        Where it is not, it must be written before the next one sits down. SessionRefused for a seed that was used before.
        """
        if plan.own:
            raise SessionRefused(f"{plan.own[0]} is to give their own entropy, which only a live session waits for; record it with --live.")
        secret = os.urandom(32) if secret is None else secret
        sheet = Sheet(plan, self.next_session, secret, self._clock, self._seq, stop)
        groups: Iterable[Group] = sheet.groups()
        if rehearsed or any(isinstance(source, Script) for source in sheet.sources.values()):
            groups = list(groups)
            self._seq += sum(len(group.lines) for group in groups)
        return Sitting(self._take(secret, sheet.seeds), sheet, groups, secret)

    def seal(self, plan: Plan, secret: bytes | None) -> tuple[int, bytes, SeedChain]:
        """Number, secret and seeds of the next session, where it is live: the secret is kept; SessionRefused if it was used before.

        The number stays free until `opened` is called: it would be missing from the ledger if what is still to be written could not be.
        """
        secret = os.urandom(32) if secret is None else secret
        chain = seed_chain(secret, plan.chain_length)
        self._refuse_used(secret, chain.seeds)
        self._keys.store_secret(self.next_session, secret)
        return self.next_session, secret, chain

    def opened(self, secret: bytes) -> int:
        """The next number is taken, by a session with this secret."""
        self._sessions += 1
        self._secrets.add(secret)
        return self._sessions

    def _take(self, secret: bytes, seeds: Iterable[bytes]) -> int:
        """The number of the session that has this secret from now on."""
        self._refuse_used(secret, seeds)
        return self.opened(secret)

    def _refuse_used(self, secret: bytes, seeds: Iterable[bytes]) -> None:
        if secret in self._secrets or (self._told and self._told & {seed.hex().encode() for seed in seeds}):
            raise SessionRefused(
                "This seed has already been used in this ledger, so its cards are known; give another --seed-file, or none."
            )

    def write(self, sitting: Sitting, watch: Watch | None = None) -> Recorded:
        """Write a session, group by group as it is played, each signed before the next; `watch` sees each round once it is signed."""
        self._keys.store_secret(sitting.number, sitting.secret)
        for group in sitting.groups:
            self.writer.commit(group.lines)
            if watch is not None:
                for played in group.played:
                    watch(played)
        self._seq = max(self._seq, self.writer.size)
        table = sitting.sheet.table
        return Recorded(sitting.number, sitting.sheet.rounds, table.reason, table.balances, self.writer.size, tuple(self.writer.warnings))


def record(
    folder: Path,
    keys: KeyFolder,
    plan: Plan,
    clock: Clock,
    *,
    secret: bytes | None = None,
    watch: Watch | None = None,
    stop: Callable[[], bool] = never,
    disk: Disk | None = None,
) -> Recorded:
    """Record one batch session, with entropy supplied by the house.

    `secret` (32 bytes) fixes the whole session; fresh randomness unless given. `watch` sees each round once it is
    signed; `stop` is asked before each round whether to close the session here. A script is played through before
    anything is written, so that a bad one leaves no trace.
    """
    plan.check()
    with open_ledger(folder, keys, disk=disk) as writer:
        recorder = Recorder.of(writer, keys, clock)
        return recorder.write(recorder.sit_down(plan, secret, stop), watch)
