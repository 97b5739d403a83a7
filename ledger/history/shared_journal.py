"""Many journals made durable by one fsync: what is added to any of them stands in a shared file first (DESIGN §5).

Of a hundred tables that are answered at once each has its journal, and each of these would have to be made durable by itself. So their
entries are written one after another into `journal/shared-<n>.wal`, which one fsync makes durable, and into the journals themselves when
that has grown long. What a crash leaves of it is put into the journals when the ledger is opened.

A piece is a line `session at length checksum` and then so many bytes, which stand in that session's journal from byte `at` on.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from zlib import crc32

import attrs

from ledger.errors import JournalDamaged, LedgerProblem
from ledger.history.disk import Disk, size_of
from ledger.history.journals import SHARED, journal_path

LONGEST = 1 << 22
"""Bytes of a shared file after which the next one is begun."""
AT_ONCE = 4
"""Journals of a shared file that has grown long which are written at each further turn: nobody waits for all of them at once."""
_PRIVATE = 0o600
_PIECE = re.compile(rb"(\d+) (\d+) (\d+) (\d+)\n")


@attrs.frozen
class Piece:
    """Bytes that stand in a session's journal from byte `at` on."""

    session: int
    at: int
    data: bytes

    def written(self) -> bytes:
        """As it stands in a shared file."""
        return b"%d %d %d %d\n%b" % (self.session, self.at, len(self.data), crc32(self.data), self.data)


def settle(ledger: Path, disk: Disk, lost: Callable[[Piece], object]) -> None:
    """Put what a crash left in shared files into the journals, durably, and remove them; twice does no harm.

    `lost` is given what has no journal to go to: that of a closed session is rightly gone. JournalDamaged where a journal ends before what
    was added to it, as an older copy does: nothing is removed then.
    """
    paths = _shared_files(ledger)
    for piece in _merged(piece for path in paths for piece in _pieces(disk.read(path))):
        path = journal_path(ledger, piece.session)
        if path.exists():
            _complete(path, piece, disk)
        else:
            lost(piece)
    for path in paths:
        disk.truncate(path, 0)


class SharedJournal:
    """The shared file of one process that holds the ledger; made where none lies."""

    def __init__(self, ledger: Path, disk: Disk) -> None:
        self._ledger, self._disk = ledger, disk
        self._number, self._length = 0, 0
        self._sizes: dict[int, int] = {}
        self._written: dict[int, int] = {}
        self._new: dict[int, list[bytes]] = {}
        self._old: dict[int, list[bytes]] | None = None
        disk.make_folder(ledger / "journal", 0o700)

    def append(self, added: Iterable[tuple[int, bytes]]) -> None:
        """Make what is added to journals durable, with one fsync."""
        written = b"".join([self._piece(session, data).written() for session, data in added])
        if self._length:
            self._disk.append(self._path(self._number), written)
        else:
            self._disk.replace(self._path(self._number), written, _PRIVATE)
        self._length += len(written)

    def remove(self, session: int) -> None:
        """A session is closed, and that is durable: its journal has served."""
        for pending in (self._new, self._old or {}, self._sizes, self._written):
            pending.pop(session, None)
        self._disk.truncate(journal_path(self._ledger, session), 0)

    def tidy(self) -> None:
        """Write a few journals, where the shared file has grown long."""
        if self._old is not None:
            for session in list(self._old)[:AT_ONCE]:
                self._write(session, self._old.pop(session))
            # Also where sessions that were closed left nothing to write: what stands there would be put over what came later.
            if not self._old:
                self._disk.truncate(self._path(self._number - 1), 0)
                self._old = None
        elif self._length > LONGEST:
            self._old, self._new = self._new, {}
            self._number, self._length = self._number + 1, 0

    def close(self) -> None:
        """Write every journal; no shared file is left."""
        for pending in (self._old or {}, self._new):
            for session, data in pending.items():
                self._write(session, data)
        for path in _shared_files(self._ledger):
            self._disk.truncate(path, 0)

    def _piece(self, session: int, data: bytes) -> Piece:
        at = self._sizes.get(session)
        if at is None:
            at = self._written[session] = size_of(journal_path(self._ledger, session))
        self._sizes[session] = at + len(data)
        self._new.setdefault(session, []).append(data)
        return Piece(session, at, data)

    def _write(self, session: int, data: list[bytes]) -> None:
        """Add to a journal; LedgerProblem where it is not as it was left: the shared files then still hold what was added."""
        path, added = journal_path(self._ledger, session), b"".join(data)
        if size_of(path) != self._written[session]:
            raise LedgerProblem(f"{path} was changed by someone else while it was open; nothing more is written to it.")
        self._disk.append(path, added)
        self._written[session] += len(added)

    def _path(self, number: int) -> Path:
        return self._ledger / "journal" / f"shared-{number}.wal"


def _shared_files(ledger: Path) -> list[Path]:
    found = ((name, path) for path in (ledger / "journal").glob("shared-*.wal") if (name := SHARED.fullmatch(path.name)))
    return [path for _, path in sorted(found, key=lambda pair: int(pair[0][1]))]


def _pieces(data: bytes) -> Iterator[Piece]:
    """The whole pieces of a shared file, up to the first that is torn: nobody was told that it counts."""
    at = 0
    while (head := _PIECE.match(data, at)) is not None:
        session, place, length, checksum = map(int, head.groups())
        piece = data[head.end() : head.end() + length]
        if len(piece) < length or crc32(piece) != checksum:
            return
        yield Piece(session, place, piece)
        at = head.end() + length


def _merged(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """Each session's pieces as one, from the first one's place on; JournalDamaged where one is missing between them."""
    merged: dict[int, tuple[int, bytearray]] = {}
    for piece in pieces:
        first, data = merged.setdefault(piece.session, (piece.at, bytearray()))
        if piece.at != first + len(data):
            raise JournalDamaged(
                f"Of session {piece.session} something is missing in `journal/shared-*.wal`; restore the folder from a backup."
            )
        data += piece.data
    for session, (first, data) in merged.items():
        yield Piece(session, first, bytes(data))


def _complete(path: Path, piece: Piece, disk: Disk) -> None:
    """Let a journal hold a piece; JournalDamaged for one that lacks what came before."""
    if size_of(path) < piece.at:
        raise JournalDamaged(f"{path} was cut off, and lacks what `journal/shared-*.wal` goes on after; restore the folder from a backup.")
    disk.rewrite(path, piece.at, piece.data)
