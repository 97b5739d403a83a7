"""Lines and journals of many live sessions, made durable together (DESIGN §5).

The sessions run ahead in memory, on one thread: what they write is queued, in order. Another thread takes the whole queue each time, and
makes all that goes into journals durable with one fsync; a third commits the lines whose journals are. Nobody is told anything before what
it rests on is durable. Lines of several sessions share a commit, and two writings of one session never do: a `begin` is covered by a
checkpoint before the round's line is written. The first failure ends all writing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from threading import Thread

import attrs

from ledger.errors import DiskFailed, LedgerError
from ledger.history.shared_journal import SharedJournal
from ledger.history.writer import Writer
from ledger.service.queue import Queue


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
class _Ended:
    """A journal that has served, once all before is committed."""

    place: int
    session: int


@attrs.frozen
class _Served:
    """A journal whose session's end is committed."""

    session: int


_Item = _Entry | _Lines | _Ended | _Served


@attrs.frozen
class Turn:
    """What one turn of a thread made durable, in how many seconds: entries of journals, or lines."""

    entries: int
    lines: int
    commits: int
    seconds: float


class Commits:
    """What is written to one ledger that is open for writing, and the threads that write it."""

    def __init__(self, writer: Writer, now: Callable[[], float], watch: Callable[[Turn], object]) -> None:
        """In a running event loop, where `watch` sees each turn; `when_failed` may be set. `now` gives seconds, to measure a turn with."""
        self.writer = writer
        self.size = writer.size
        self.failure: BaseException | None = None
        self.when_failed: Callable[[], object] = list
        self._journal = SharedJournal(writer.folder, writer.disk)
        self._now, self._watch = now, watch
        self._loop = asyncio.get_running_loop()
        self._place = self._last_lines = self._journaled = self._committed = 0
        self._waiting: list[tuple[int, int, asyncio.Future[None]]] = []
        self._for_journals, self._for_commits = Queue[_Item](), Queue[_Lines | _Ended]()
        self._threads = [Thread(target=self._run, args=(work,), name=work.__name__) for work in (self._write_journals, self._commit_lines)]
        for thread in self._threads:
            thread.start()

    async def commit(self, lines: Sequence[bytes]) -> None:
        """Lines of no session, durable and covered by the checkpoint when this returns."""
        await self.reached(0, self.add_lines(None, lines))

    def add_entry(self, session: int, data: bytes) -> int:
        """Queue bytes for a journal; their place."""
        return self._add(_Entry(self._next_place(), session, data))

    def add_lines(self, writer: object, lines: Sequence[bytes]) -> int:
        """Queue lines of one writer, which one checkpoint is to cover; their place."""
        self.size += len(lines)
        self._last_lines = self._add(_Lines(self._next_place(), writer, tuple(lines)))
        return self._last_lines

    def add_end(self, session: int) -> int:
        """Queue the end of a journal, which has served once all before is committed; its place."""
        self._last_lines = self._add(_Ended(self._next_place(), session))
        return self._last_lines

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
        while self._place > self._journaled or self._last_lines > self._committed:
            await self.reached(self._place, self._last_lines)

    async def close(self) -> None:
        """Work off what is queued, write every journal, and end."""
        for end, thread in zip((self._for_journals.end, self._for_commits.end), self._threads, strict=True):
            end()
            await asyncio.to_thread(thread.join)
        if self.failure is None:
            self._remove_served(self._for_journals.take())
            self._journal.close()

    def _next_place(self) -> int:
        self.require_writable()
        self._place += 1
        return self._place

    def _add(self, item: _Entry | _Lines | _Ended) -> int:
        self._for_journals.put([item])
        return item.place

    def _run(self, work: Callable[[], None]) -> None:
        try:
            work()
        except BaseException as error:  # noqa: BLE001 - whoever waits is told of it; nothing is written after it
            self._for_journals.end()
            self._for_commits.end()
            self._tell(self._stop, error)

    def _write_journals(self) -> None:
        """Journals first: a line must follow from what stands there."""
        while items := self._for_journals.take():
            began = self._now()
            entries = [(item.session, item.data) for item in items if isinstance(item, _Entry)]
            if entries:
                self._journal.append(entries)
                self._tell(self._watch, Turn(len(entries), 0, 0, self._now() - began))
            self._tell(self._release, max((item.place for item in items if not isinstance(item, _Served)), default=0), 0)
            self._for_commits.put([item for item in items if isinstance(item, (_Lines, _Ended))])
            self._remove_served(items)
            self._journal.tidy()

    def _remove_served(self, items: Sequence[_Item]) -> None:
        for item in items:
            if isinstance(item, _Served):
                self._journal.remove(item.session)

    def _commit_lines(self) -> None:
        """The lines in as few commits as can be."""
        while items := self._for_commits.take():
            began, groups = self._now(), list(_groups(items))
            for group in groups:
                if lines := [line for item in group if isinstance(item, _Lines) for line in item.lines]:
                    self.writer.commit(lines)
                self._tell(self._release, 0, group[-1].place)
                self._for_journals.put([_Served(item.session) for item in group if isinstance(item, _Ended)])
            self._tell(
                self._watch, Turn(0, sum(len(item.lines) for item in items if isinstance(item, _Lines)), len(groups), self._now() - began)
            )

    def _tell(self, call: Callable[..., object], *given: object) -> None:
        self._loop.call_soon_threadsafe(call, *given)

    def _release(self, journaled: int, committed: int) -> None:
        self._journaled, self._committed = max(journaled, self._journaled), max(committed, self._committed)
        still: list[tuple[int, int, asyncio.Future[None]]] = []
        for waiting in self._waiting:
            if waiting[0] > self._journaled or waiting[1] > self._committed:
                still.append(waiting)
            elif not waiting[2].done():
                waiting[2].set_result(None)
        self._waiting = still

    def _stop(self, error: BaseException) -> None:
        """The first failure counts; one thread's end may make the other fail."""
        self.failure = self.failure or error
        for _, _, done in self._waiting:
            if not done.done():
                done.set_exception(self._failed())
        self._waiting = []
        self.when_failed()

    def _failed(self) -> DiskFailed:
        return DiskFailed(str(self.failure) if isinstance(self.failure, LedgerError) else f"The ledger cannot be written ({self.failure}).")


def _groups(items: Sequence[_Lines | _Ended]) -> Iterator[list[_Lines | _Ended]]:
    """Items in order, cut wherever somebody would write a second time within one commit."""
    group: list[_Lines | _Ended] = []
    writers: set[int] = set()
    for item in items:
        if isinstance(item, _Lines):
            if id(item.writer) in writers:
                yield group
                group, writers = [], set()
            writers.add(id(item.writer))
        group.append(item)
    yield group
