"""One process that holds a ledger open, and the tables that play into it at once."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from secrets import token_bytes
from typing import Any, TypeVar

import msgspec

from ledger.clock import Clock
from ledger.errors import JournalDamaged, JournalMissing, SessionRefused
from ledger.history.disk import Disk
from ledger.history.journals import journal_path
from ledger.history.keys import KeyFolder
from ledger.history.opening import open_ledger
from ledger.history.sessions import lines_of, sessions_so_far
from ledger.history.writer import Writer
from ledger.live.opening import sit_down_live
from ledger.live.receipts import Keep
from ledger.live.resuming import Unfinished, resumed
from ledger.live.session import LiveSession
from ledger.live.sources import Answering
from ledger.recording import Recorder
from ledger.service.about import OPERATOR, PUBLIC, Viewer
from ledger.service.commits import Commits, Turn
from ledger.service.ordering import order_hash, ordered
from ledger.service.orders import NewTable
from ledger.service.ranking import Ranking
from ledger.service.reading import Reading
from ledger.service.refusals import Kind, Refused
from ledger.service.running.tokens import is_token, service_secret
from ledger.service.share import Share
from ledger.service.table import Table
from ledger.service.table_file import Sitting, TableFile, TableFiles
from ledger.service.told import Gathered, NameToken

CLOSED = 64
"""Closed tables that can still be looked at."""
_SERVICE = "service"
T = TypeVar("T")


def _unwatched(_turn: Turn) -> None:
    """Nobody measures."""


class Hall:
    """The tables of one ledger, their `ranking`, and the ledger as anybody may read it (`reading`). Made by `open_hall`."""

    def __init__(self, writer: Writer, keys: KeyFolder, clock: Clock, commits: Commits, operator: bytes) -> None:
        """`operator` is what is kept of the operator's token."""
        self.tables: dict[str, Table] = {}
        self._writer, self._keys, self._clock, self._commits, self._operator = writer, keys, clock, commits, operator
        self._secret = service_secret(keys)
        self._files = TableFiles(keys.path / _SERVICE, keys.disk)
        self.reading = Reading(writer.folder)
        self.ranking = Ranking(commits, self.reading, clock)
        commits.when_failed = self._wake
        self._recorder: Recorder | None = None
        self._works: set[asyncio.Task[Any]] = set()
        self._closed: deque[str] = deque()
        self.closings = 0
        self.made = 0

    @property
    def name(self) -> str:
        """The ledger's name."""
        return self._writer.signer.name

    @property
    def vkey(self) -> str:
        """The verifier key in force."""
        return self._writer.signer.vkey

    @property
    def size(self) -> int:
        """Lines that are signed."""
        return self._writer.size

    @property
    def ready(self) -> bool:
        """Whether it can record."""
        return self.failure is None

    @property
    def warnings(self) -> tuple[str, ...]:
        """What the operator should know of how the ledger, or a table, was found."""
        return tuple(self._writer.warnings)

    @property
    def failure(self) -> BaseException | None:
        """What ended all writing, if something did."""
        return self._commits.failure

    def table(self, table: str) -> Table:
        """A table by its id."""
        if table not in self.tables:
            raise Refused(Kind.NO_SUCH_TABLE, f"There is no table {table} here; the lobby and /v1/tables list those there are.")
        return self.tables[table]

    def viewer(self, table: str | None, token: str | None) -> Viewer:
        """Who asks: somebody without a token is the public; a seat's token counts at its own table."""
        if token is None:
            return PUBLIC
        if is_token(token, self._operator):
            return OPERATOR
        seat = self.tables[table].seat_of(token) if table in self.tables else None
        if seat is None:
            raise Refused(Kind.TOKEN_UNKNOWN, "This token is neither the operator's nor that of a seat at this table; ask who gave it.")
        return Viewer("seat", seat)

    async def gather(self, order: NewTable, request: str | None) -> Gathered:
        """A new table, where names come in."""
        table = self.ordered_by(request, order_hash(order)) or self.make(ordered(order, self.next_number, request))
        return await self.gathered(table)

    def ordered_by(self, request: str | None, order: str) -> Table | None:
        """The table that was ordered with this key; Refused where that was another order."""
        table = next((table for table in self.tables.values() if request is not None and table.file.request == request), None)
        if table is not None and table.file.order != order:
            raise Refused(Kind.KEY_REUSED, f"Table {table.id} was ordered with this idempotency key, and otherwise; choose another one.")
        return table

    @property
    def next_number(self) -> int:
        """What the next table is called."""
        return self.made + 1

    def make(self, file: TableFile) -> Table:
        """Set a new table up, durably."""
        self.made += 1
        self._files.keep(file)
        return self._stand(file)

    async def gathered(self, table: Table) -> Gathered:
        """What the operator is told of a new table."""
        people = [sitting for sitting in table.file.sittings if sitting.is_person]
        tokens = tuple(NameToken(name=sitting.name, token=self.token(table.file, sitting)) for sitting in people)
        return Gathered(table=await table.view(OPERATOR), tokens=tokens)

    async def resume(self) -> None:
        """Set up the tables that were there when the service ended, each at the question at which it stood."""
        folder, files = self._writer.folder, list(self._files.read())
        opened = {file.session for file in files if file.session is not None and file.ended is None}
        lines = lines_of(folder, self._writer.size, opened)
        self._writer.warnings += [
            f"The file {path} is of a closed table that another version kept; that table is not shown, and the file can be removed."
            for path in self._files.passed_over
        ]
        for file in sorted(files, key=lambda file: file.session or 0):
            number = file.session
            if number is None or file.ended is not None:
                self._stand(file)
                if number is not None and journal_path(folder, number).exists():
                    self._commits.add_end(number)
                continue
            found = Unfinished(number, tuple(lines[number]), journal_path(folder, number).exists())
            if not (found.lines or found.has_journal) or not self._is_of(file, number):
                self._stand(msgspec.structs.replace(file, session=None, seal=None))
            elif found.is_closed and not found.has_journal:
                self._files.drop(file)
            else:
                self._go_on(file, found)
        for file in sorted((file for file in files if file.ended is not None), key=lambda file: file.closing):
            self._closing(file.table, file.closing)
        self.made = max(
            [
                sessions_so_far(folder),
                *(max(int(file.table), file.made) for file in files),
                *(int(path.stem) for path in self._files.passed_over),
            ]
        )
        for table in list(self.tables.values()):
            if table.state != "closed":
                await table.begin()
        await self._commits.drained()
        self._recorder = Recorder.of(self._writer, self._keys, self._clock)

    def _go_on(self, file: TableFile, found: Unfinished) -> None:
        """A table at the question at which it stood. One that cannot go on is told of and left aside: the others can."""
        table, share = self._stand(file), Share(self._commits)
        try:
            table.seated(resumed(share, self._keys, found, self._clock, _NETWORK, table.receipts), share)
        except (JournalDamaged, JournalMissing) as error:
            del self.tables[file.table]
            self._writer.warnings.append(f"Table {file.table} cannot be gone on with. {error}")

    async def close(self) -> None:
        """Let what is begun end, and all be durable; tables stay open as they stand."""
        for table in self.tables.values():
            table.rest()
        while self._works:
            await asyncio.gather(*self._works, return_exceptions=True)
        await self._commits.close()

    # What a table needs

    def open(self, file: TableFile, receipts: Keep, /) -> tuple[TableFile, LiveSession, Share]:
        """Open a table's session. Its number is kept before, so that a restart finds what belongs to it."""
        recorder = self._recorder
        if recorder is None:
            raise SessionRefused("The service is not ready yet; try again in a moment.")
        plan, share = _NETWORK.give(file.plan()), Share(self._commits)
        secret = token_bytes(32)
        numbered = file.opening(recorder.next_session, secret)
        self._files.keep(numbered)
        return numbered, sit_down_live(recorder, plan, self._clock, secret, receipts, through=share), share

    def require_writable(self) -> None:
        """DiskFailed once something could not be written."""
        self._commits.require_writable()

    def keep(self, file: TableFile, /) -> None:
        """Keep a table's file, durably."""
        self._files.keep(file)

    def next_of(self, table: str, /) -> str | None:
        """The table at which the people of this one go on, if it was made again."""
        return max((one.id for one in self.tables.values() if one.file.before == table), key=int, default=None)

    def closed(self, table: str, /) -> None:
        """Only the tables that closed last can still be looked at, however early they were made."""
        self._closing(table, self.closings + 1)

    def _closing(self, table: str, nth: int) -> None:
        self.closings = nth
        self._closed.append(table)
        while len(self._closed) > CLOSED:
            self._files.drop(self.tables.pop(self._closed.popleft()).file)

    def token(self, file: TableFile, sitting: Sitting, /) -> str:
        """The token of a seat."""
        return file.token(self._secret, sitting)

    def run(self, work: Coroutine[Any, Any, T], /) -> asyncio.Task[T]:
        """Let work go on to its end, whoever still waits for it."""
        task = asyncio.get_running_loop().create_task(work)
        self._works.add(task)
        task.add_done_callback(self._works.discard)
        return task

    def _wake(self) -> None:
        """Nothing more can be written: let nobody wait for a change that never comes."""
        for table in self.tables.values():
            table.wake()

    def _is_of(self, file: TableFile, number: int) -> bool:
        """Whether a session is the one that a table opened; where its secret is missing, whoever goes on with it says so."""
        return not self._keys.secret_path(number).exists() or file.has_opened(self._keys.secret(number))

    def _stand(self, file: TableFile) -> Table:
        table = self.tables[file.table] = Table(file, self)
        return table


_NETWORK = Answering(network=True)


@asynccontextmanager
async def open_hall(
    folder: Path,
    keys: KeyFolder,
    clock: Clock,
    operator: bytes,
    *,
    watch: Callable[[Turn], object] = _unwatched,
    now: Callable[[], float] = time.monotonic,
    disk: Disk | None = None,
) -> AsyncIterator[Hall]:
    """A block in which the ledger is held for writing, and its tables go on; `operator` is what is kept of the operator's token."""
    with open_ledger(folder, keys, disk=disk, keep_unsigned=True) as writer:
        commits = Commits(writer, now, watch)
        try:
            hall = Hall(writer, keys, clock, commits, operator)
        except BaseException:  # or its threads, which nobody ends, would keep the process from ending
            await commits.close()
            raise
        try:
            await hall.resume()
            yield hall
        finally:
            await hall.close()
