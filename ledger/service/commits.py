"""Lines and journals of many live sessions, made durable together (DESIGN §5).

The sessions run ahead in memory, on one thread: what they write is queued, in order. Another thread takes the whole queue each time, makes
all that goes into journals durable with one fsync, and then commits the lines. Nobody is told anything before what it rests on is durable.
Lines of several sessions share a commit, and two writings of one session never do: a `begin` is covered by a checkpoint before the round's
line is written. The first failure ends all writing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from threading import Condition, Thread

import attrs

from ledger.errors import DiskFailed, LedgerError
from ledger.history.shared_journal import SharedJournal
from ledger.history.writer import Writer


@attrs.frozen
class _Entry:
    """Bytes for a session's journal."""

    place: int
    session: int
    data: bytes


@attrs.frozen
class _Lines:
    """Lines of one writer, to be covered by one checkpoint."""

    place: int
    writer: object
    lines: Sequence[bytes]


@attrs.frozen
class _Served:
    """A journal that has served, once all before is committed."""

    place: int
    session: int


_Item = _Entry | _Lines | _Served


@attrs.frozen
class Turn:
    """What one turn of the thread made durable, in how many seconds."""

    entries: int
    lines: int
    commits: int
    seconds: float


class Commits:
    """The queue of one ledger that is open for writing, and the thread that works it off."""

    def __init__(self, writer: Writer, now: Callable[[], float], watch: Callable[[Turn], object]) -> None:
        """In a running event loop, where `watch` sees each turn; `when_failed` may be set. `now` gives seconds, to measure a turn with."""
        self.writer = writer
        self.size = writer.size
        self.failure: BaseException | None = None
        self.when_failed: Callable[[], object] = list
        self._journal = SharedJournal(writer.folder, writer.disk)
        self._now, self._watch = now, watch
        self._loop = asyncio.get_running_loop()
        self._wakes = Condition()
        self._queue: list[_Item] = []
        self._ends = False
        self._place = self._journaled = self._committed = 0
        self._waiting: list[tuple[int, int, asyncio.Future[None]]] = []
        self._thread = Thread(target=self._run, name="commits")
        self._thread.start()

    async def commit(self, lines: Sequence[bytes]) -> None:
        """Lines of no session, durable and covered by the checkpoint when this returns."""
        await self.reached(0, self.add_lines(None, lines))

    def add_entry(self, session: int, data: bytes) -> int:
        """Queue bytes for a journal; their place."""
        return self._add(_Entry(self._next_place(), session, data))

    def add_lines(self, writer: object, lines: Sequence[bytes]) -> int:
        """Queue lines of one writer, which one checkpoint is to cover; their place."""
        self.size += len(lines)
        return self._add(_Lines(self._next_place(), writer, tuple(lines)))

    def add_served(self, session: int) -> int:
        """Queue the end of a journal; its place."""
        return self._add(_Served(self._next_place(), session))

    async def reached(self, journaled: int, committed: int) -> None:
        """Return once journals up to one place in the queue, and lines up to another, are durable; DiskFailed if they never will be."""
        self.require_writable()
        if journaled > self._journaled or committed > self._committed:
            done = self._loop.create_future()
            self._waiting.append((journaled, committed, done))
            await done

    def require_writable(self) -> None:
        """DiskFailed once something could not be written."""
        if self.failure is not None:
            raise self._failed()

    async def drained(self) -> None:
        """Return once nothing is queued any more."""
        while self._place > min(self._journaled, self._committed):
            await self.reached(self._place, self._place)

    async def close(self) -> None:
        """Work off what is queued, write every journal, and end."""
        with self._wakes:
            self._ends = True
            self._wakes.notify()
        await asyncio.to_thread(self._thread.join)
        if self.failure is None:
            self._journal.close()

    def _next_place(self) -> int:
        self.require_writable()
        self._place += 1
        return self._place

    def _add(self, item: _Item) -> int:
        with self._wakes:
            self._queue.append(item)
            self._wakes.notify()
        return item.place

    def _run(self) -> None:
        try:
            while items := self._taken():
                began = self._now()
                entries = self._write_journals(items)
                lines, commits = self._commit_lines(items)
                self._tell(self._watch, Turn(entries, lines, commits, self._now() - began))
                self._journal.tidy()
        except BaseException as error:  # noqa: BLE001 - whoever waits is told of it; nothing is written after it
            self._tell(self._stop, error)

    def _taken(self) -> list[_Item]:
        """The whole queue, as soon as there is something; nothing once it has ended."""
        with self._wakes:
            while not self._queue and not self._ends:
                self._wakes.wait()
            items, self._queue = self._queue, []
        return items

    def _write_journals(self, items: Sequence[_Item]) -> int:
        """Journals first: a line must follow from what stands there. How many entries they have more."""
        entries = [(item.session, item.data) for item in items if isinstance(item, _Entry)]
        if entries:
            self._journal.append(entries)
        self._tell(self._release, items[-1].place, None)
        return len(entries)

    def _commit_lines(self, items: Sequence[_Item]) -> tuple[int, int]:
        """The lines in as few commits as can be; how many lines, and commits."""
        written = commits = 0
        for group in _groups(items):
            if lines := [line for item in group if isinstance(item, _Lines) for line in item.lines]:
                self.writer.commit(lines)
                written, commits = written + len(lines), commits + 1
            for item in group:
                if isinstance(item, _Served):
                    self._journal.remove(item.session)
            self._tell(self._release, None, group[-1].place)
        return written, commits

    def _tell(self, call: Callable[..., object], *given: object) -> None:
        self._loop.call_soon_threadsafe(call, *given)

    def _release(self, journaled: int | None, committed: int | None) -> None:
        self._journaled, self._committed = journaled or self._journaled, committed or self._committed
        still: list[tuple[int, int, asyncio.Future[None]]] = []
        for waiting in self._waiting:
            if waiting[0] > self._journaled or waiting[1] > self._committed:
                still.append(waiting)
            elif not waiting[2].done():
                waiting[2].set_result(None)
        self._waiting = still

    def _stop(self, error: BaseException) -> None:
        self.failure = error
        for _, _, done in self._waiting:
            if not done.done():
                done.set_exception(self._failed())
        self._waiting = []
        self.when_failed()

    def _failed(self) -> DiskFailed:
        return DiskFailed(str(self.failure) if isinstance(self.failure, LedgerError) else f"The ledger cannot be written ({self.failure}).")


def _groups(items: Sequence[_Item]) -> Iterator[list[_Item]]:
    """Items in order, cut wherever somebody would write a second time within one commit."""
    group: list[_Item] = []
    writers: set[int] = set()
    for item in items:
        if isinstance(item, _Lines):
            if id(item.writer) in writers:
                yield group
                group, writers = [], set()
            writers.add(id(item.writer))
        group.append(item)
    yield group
