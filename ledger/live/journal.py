"""The journal on disk: every answer, wish and clock reading of a live session, durable before it counts (DESIGN §5).

A journal that is read again is a tape: what would be written must then be what stands there, until it ends.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from pathlib import Path

from ledger.clock import Clock
from ledger.errors import DiskFailed, JournalDamaged
from ledger.history.disk import JournalDisk
from ledger.history.journals import journal_path
from ledger.live.entries import ENGINE, JOURNAL, Answer, AnyEntry, Reading, Session, read_entry, words_of
from ledger.live.own_lines import OwnLines

_PRIVATE = 0o600
_PRIVATE_FOLDER = 0o700


class Journal:
    """One session's journal; `put` writes an entry, or while the tape lasts holds it against the next one there."""

    def __init__(self, path: Path, disk: JournalDisk, head: Session, tape: Iterable[AnyEntry] = ()) -> None:
        self.path = path
        self.head = head
        self._disk = disk
        self._tape = deque(tape)
        self._read = 1

    @classmethod
    def begun(cls, ledger: Path, head: Session, disk: JournalDisk) -> Journal:
        """A new journal. One that lies there is of a session that was never opened, in which nothing was acknowledged."""
        path = journal_path(ledger, head.session)
        try:
            disk.make_folder(path.parent, _PRIVATE_FOLDER)
            disk.replace(path, words_of([head]), _PRIVATE)
        except OSError as error:
            raise _failed(path, error) from error
        return cls(path, disk, head)

    @classmethod
    def reopened(cls, path: Path, disk: JournalDisk) -> tuple[Journal, str]:
        """A journal as a crash left it, and a warning if its last line was torn, which was never acknowledged and is removed."""
        data = disk.read(path)
        whole, _, torn = data.rpartition(b"\n")
        entries = [_entry(path, number, line) for number, line in enumerate(whole.split(b"\n"), 1)] if whole else []
        if not entries:
            raise JournalDamaged(f"{path} holds no whole line; restore it, or see `shoe resume --help`.")
        if not isinstance(head := entries[0], Session):
            raise JournalDamaged(f"{path}, line 1 is not the beginning of a journal; restore it, or see `shoe resume --help`.")
        if (head.journal, head.engine) != (JOURNAL, ENGINE):
            raise JournalDamaged(
                f"{path} was written by another version (journal {head.journal}, engine {head.engine}; these are {JOURNAL} and {ENGINE}); "
                "go on with the version that began it."
            )
        if any(isinstance(entry, Session) for entry in entries[1:]):
            raise JournalDamaged(f"{path} begins twice; restore it, or see `shoe resume --help`.")
        warning = ""
        # What a crash left need not be durable, though it can be read; and a torn line goes.
        disk.replace(path, whole + b"\n", _PRIVATE)
        if torn:
            warning = f"The last line of {path} was torn ({len(torn)} bytes); nobody was told that it counted, and it was removed."
        return cls(path, disk, head, entries[1:]), warning

    @property
    def tape(self) -> AnyEntry | None:
        """The next entry to be gone through again; None once the session stands where it was left."""
        return self._tape[0] if self._tape else None

    def put(self, entry: AnyEntry) -> None:
        """Make an entry durable, or find it on the tape; JournalDamaged if another one stands there."""
        if self._tape:
            self._find(entry)
            return
        try:
            self._disk.append(self.path, words_of([entry]))
        except OSError as error:
            raise _failed(self.path, error) from error

    def _find(self, entry: AnyEntry) -> None:
        there = self._tape.popleft()
        self._read += 1
        if isinstance(entry, Answer) and isinstance(there, Answer) and there.question != entry.question:
            raise JournalDamaged(
                f"{self.path}, line {self._read} answers another question than the one that arises, or not as it was answered{_ADVICE}"
            )
        if there != entry:
            raise JournalDamaged(f"{self.path}, line {self._read} {_out_of_place(there)}{_ADVICE}")

    def must_reach(self, lines: OwnLines) -> None:
        """JournalDamaged if the tape ends before the session's lines that the ledger has: each bears a time that stands on it."""
        if not self._tape and not lines.are_new:
            raise JournalDamaged(
                f"{self.path} ends before line {lines.seq} of {lines.writer.folder}, which follows from it; restore a later copy of it, "
                "or see `shoe resume --help`."
            )

    def misplaced(self) -> JournalDamaged:
        """An error about the next entry of the tape, which cannot be gone through."""
        return JournalDamaged(f"{self.path}, line {self._read + 1} {_out_of_place(self._tape[0])}{_ADVICE}")

    def remove(self) -> None:
        """The session is closed, and that is durable."""
        try:
            self._disk.truncate(self.path, 0)
        except OSError as error:
            raise _failed(self.path, error) from error


_ADVICE = "; it was changed, or is another session's: restore it, or see `shoe resume --help`."


def _out_of_place(entry: AnyEntry) -> str:
    """What is wrong with an entry that something else should be in place of."""
    return f"is {entry.called}, which does not follow from what stands before it"


class JournaledClock:
    """A clock whose every reading stands in a journal first, so that a line can be made again byte for byte."""

    def __init__(self, journal: Journal, clock: Clock) -> None:
        self._journal = journal
        self._clock = clock

    def read(self) -> str:
        """The time now, or the one that was read in this place before."""
        there = self._journal.tape
        time = there.time if isinstance(there, Reading) else self._clock.read()
        self._journal.put(Reading(time=time))
        return time


def _entry(path: Path, number: int, line: bytes) -> AnyEntry:
    try:
        return read_entry(line)
    except ValueError as error:
        raise JournalDamaged(f"{path}, line {number} is damaged ({error}); restore it, or see `shoe resume --help`.") from error


def _failed(path: Path, error: OSError) -> DiskFailed:
    return DiskFailed(
        f"The journal {path} could not be written ({error.strerror}): what was answered last does not count; "
        "mend the disk and go on with `shoe resume`."
    )
