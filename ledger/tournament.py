"""A tournament: several tables in one ledger, and one ranking over all of them, signed as an `event` record (T7.1, FORMAT.md §4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import attrs

from ledger.clock import Clock
from ledger.errors import DiskFailed, EventError, LedgerError, ScriptError
from ledger.field import check_field, players_before, players_of, players_to_come, ranked
from ledger.history.disk import Disk
from ledger.history.keys import KeyFolder
from ledger.history.opening import open_ledger
from ledger.history.records import Event, EventStanding, encode
from ledger.history.sessions import tournaments_ranked
from ledger.names import check_name, folded
from ledger.plan import Plan
from ledger.recording import Recorded, Recorder, Sitting, Watch
from ledger.shoe.hashing import labelled_hash, u64
from ledger.table.session import never
from ledger.toml_text import cut

_SECRET_TABLE = b"sealedshoe/1/secret/tournament"


@attrs.frozen
class Tournament:
    """A tournament as the director wants it: tables to be recorded now, in this order, and sessions that the ledger already has.

    The first `rehearsed` tables, up to the last one with a script, are played through before anything is written.
    """

    name: str
    tables: tuple[Plan, ...] = ()
    sessions: tuple[int, ...] = ()
    rehearsed: int = 0

    def check(self) -> None:
        """NameRefused or EventError if it cannot be held as asked, whatever the ledger holds."""
        check_name(self.name, "The tournament's name")
        if not self.tables and not self.sessions:
            raise EventError(f"The tournament “{self.name}” has neither a table nor a session; name those that it ranks.")
        if twice := [number for number, times in Counter(self.sessions).items() if times > 1]:
            raise EventError(f"Session {twice[0]} is listed twice; list each session of the tournament once.")
        for nth, plan in enumerate(self.tables, 1):
            try:
                plan.check()
            except LedgerError as error:
                raise EventError(f"{self.label(nth)}: {error}") from error
        names = Counter(folded(plan.table) for plan in self.tables if plan.table)
        if alike := [plan.table for plan in self.tables if plan.table and names[folded(plan.table)] > 1]:
            raise EventError(f"The tables “{alike[0]}” and “{alike[1]}” cannot be told apart; give one of them another name.")

    def label(self, nth: int) -> str:
        """What a table is called, counted from 1."""
        name = self.tables[nth - 1].table
        return f"Table “{cut(name)}”" if name else f"Table {nth}"


@attrs.frozen
class Held:
    """What came of a tournament: its sessions, the tables that were recorded, the labels of those that were not, the standings.

    `line` is where the standings are signed; it is None where the tournament was broken off before.
    """

    name: str
    sessions: tuple[int, ...]
    tables: tuple[Recorded, ...]
    missing: tuple[str, ...]
    standings: tuple[EventStanding, ...]
    line: int | None
    size: int
    warnings: tuple[str, ...]


def hold(
    folder: Path,
    keys: KeyFolder,
    tournament: Tournament,
    clock: Clock,
    *,
    secret: bytes | None = None,
    watch: Watch | None = None,
    stop: Callable[[], bool] = never,
    disk: Disk | None = None,
) -> Held:
    """Record a tournament's tables one after another and sign its standings; everything is checked before anything is written.

    `secret` (32 bytes) fixes the secret of every table, together with the number of its session; `watch` and `stop` as for
    a session. Where `stop` says so the table in play is closed, no other begins, and no standings are signed.
    """
    tournament.check()
    with open_ledger(folder, keys, disk=disk) as writer:
        before = players_before(folder, sorted(tournament.sessions))
        recorder = Recorder.of(writer, keys, clock)
        first = recorder.next_session
        sessions = (*sorted(tournament.sessions), *range(first, first + len(tournament.tables)))
        field = [*before, *players_to_come(tournament.tables, first)]
        check_field(tournaments_ranked(folder), tournament.name, field, sessions, writer.size)
        done = _Tables(recorder, tournament, secret, stop).record(watch)
        if len(done) < len(tournament.tables) or any(table.reason == "stopped" for table in done):
            return _broken_off(tournament, done, writer.size, writer.warnings)
        players = [player for plan, table in zip(tournament.tables, done, strict=True) for player in players_of(plan, table)]
        standings, line = ranked([*before, *players]), writer.size
        writer.commit([encode(Event(seq=line, time=clock.read(), name=tournament.name, sessions=sessions, standings=standings))])
        return Held(tournament.name, sessions, tuple(done), (), standings, line, writer.size, tuple(writer.warnings))


@attrs.frozen
class _Tables:
    """The tables of a tournament on their way into the ledger."""

    recorder: Recorder
    tournament: Tournament
    secret: bytes | None = attrs.field(repr=False)
    stop: Callable[[], bool]

    def record(self, watch: Watch | None) -> list[Recorded]:
        """Write table after table, until all are there or someone wants to stop."""
        ready, done = self._rehearse(), list[Recorded]()
        for nth, plan in enumerate(self.tournament.tables):
            if self.stop() or any(table.reason == "stopped" for table in done):
                break
            sitting = ready[nth] if nth < len(ready) else self._sit_down(plan)
            try:
                done.append(self.recorder.write(sitting, watch))
            except DiskFailed as error:
                raise DiskFailed(f"{error}{_signed_before(done)}") from error
        return done

    def _rehearse(self) -> list[Sitting]:
        """Play the first tables through; a script that cannot be followed is refused while nothing is written."""
        ready: list[Sitting] = []
        for nth, plan in enumerate(self.tournament.tables[: self.tournament.rehearsed], 1):
            try:
                ready.append(self._sit_down(plan, rehearsed=True))
            except ScriptError as error:
                if self.stop():  # A script has lines left where its table is closed early: that is no fault of its own.
                    break
                raise ScriptError(f"{self.tournament.label(nth)}: {error}") from error
        return ready

    def _sit_down(self, plan: Plan, *, rehearsed: bool = False) -> Sitting:
        number = self.recorder.next_session
        secret = None if self.secret is None else labelled_hash(_SECRET_TABLE, self.secret, u64(number))
        return self.recorder.sit_down(plan, secret, self.stop, rehearsed=rehearsed)


def _broken_off(tournament: Tournament, done: list[Recorded], size: int, warnings: list[str]) -> Held:
    missing = tuple(tournament.label(nth) for nth in range(len(done) + 1, len(tournament.tables) + 1))
    sessions = (*sorted(tournament.sessions), *(table.session for table in done))
    return Held(tournament.name, sessions, tuple(done), missing, (), None, size, tuple(warnings))


def _signed_before(done: list[Recorded]) -> str:
    """What a director should know of the tables that were recorded before the disk failed."""
    if not done:
        return ""
    return f" Signed before: sessions {', '.join(str(table.session) for table in done)}, which another try should list, not play again."
