"""The append-only writer: one at a time, in the commit order of the design (§5).

Lines are appended and made durable, read back, hashed as read, signed; the note is kept with the keys, then
shown as the ledger's checkpoint, and only then is anything acknowledged.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from ledger.clock import Clock
from ledger.errors import DiskFailed, LedgerBusy, LedgerProblem
from ledger.history.disk import Disk
from ledger.history.keys import KeyFolder
from ledger.history.records import FORMAT, Ledger, decode, encode
from ledger.names import check_ledger_name
from ledger.proof.notes import Checkpoint, Signer
from ledger.proof.tree import Frontier, leaf_hash

DEFAULT_HEIGHT = 16


class Writer:
    """Adds lines to one ledger; made by `create` or `open_ledger`."""

    def __init__(self, folder: Path, keys: KeyFolder, signer: Signer, disk: Disk) -> None:
        self.folder = folder
        self.warnings: list[str] = []
        self._keys = keys
        self._signer = signer
        self.disk = disk
        self._tree = Frontier()
        self._height = DEFAULT_HEIGHT
        self._sizes: dict[int, int] = {}
        self._failed = False

    @property
    def size(self) -> int:
        """Lines that are signed: the seq of the next one."""
        return self._tree.size

    def commit(self, lines: Sequence[bytes]) -> None:
        """Append lines and sign them; when it returns, they are durable and covered by the checkpoint.

        DiskFailed stops this writer for good: what is not signed then was never acknowledged.
        """
        if self._failed:
            raise DiskFailed("Writing has stopped after a failure of the disk; open the ledger again to go on.")
        try:
            self._append(lines)
            self._sign()
        except OSError as error:
            self._failed = True
            raise DiskFailed(
                f"The ledger could not be written ({error.strerror}): what came after the last checkpoint is not recorded; "
                "mend the disk and record again."
            ) from error

    def _append(self, lines: Sequence[bytes]) -> None:
        per_file = 1 << self._height
        seq = self._tree.size
        at = 0
        while at < len(lines):
            number, offset = divmod(seq + at, per_file)
            batch = lines[at : at + per_file - offset]
            path = self._file(number)
            known = self._sizes.get(number, 0)
            if (path.stat().st_size if path.exists() else 0) != known:
                raise LedgerProblem(f"{path} was changed by someone else while it was open; nothing more is written to it.")
            data = b"".join(line + b"\n" for line in batch)
            if self.disk.append(path, data):
                self.disk.sync_folder(path.parent)
            # A bit that flips in memory after hashing has ended a log before: hash what the disk holds.
            if (stored := self.disk.read(path, known)) != data:
                self._failed = True
                raise DiskFailed(f"{path} does not hold what was written to it; stop and check the disk.")
            for line in stored.split(b"\n")[:-1]:
                self._tree.append(leaf_hash(line))
            self._sizes[number] = known + len(data)
            at += len(batch)

    def _sign(self) -> None:
        note = self._signer.sign(Checkpoint(self._signer.name, self._tree.size, self._tree.root()).to_text())
        self._keys.store_note(note)
        self._show(note)

    def _show(self, note: str) -> None:
        self.disk.replace(self.folder / "checkpoint", note.encode())

    def _file(self, number: int) -> Path:
        return self.folder / "history" / f"{number:08}.jsonl"

    def start(self, clock: Clock, height: int) -> None:
        """Write leaf 0 of a new ledger."""
        self._height = height
        record = Ledger(seq=0, time=clock.read(), format=FORMAT, height=height, name=self._signer.name, vkey=self._signer.vkey)
        self.commit([encode(record)])

    def resume(self) -> None:
        """Read the history, hold it against the last signed note, and set aside what was never signed."""
        note = self._keys.last_note()
        if not note:
            raise LedgerProblem(f"The keys at {self._keys.path} have never signed this ledger; use the folder given to `shoe init`.")
        if not self._signer.has_signed(note):
            raise LedgerProblem(
                f"The last note kept at {self._keys.path} is not signed by the key beside it; restore both from one backup."
            )
        signed = Checkpoint.from_note(note)
        head = self.disk.read(self._file(0)).partition(b"\n")[0]
        if not head:
            raise LedgerProblem(
                f"The history of {self.folder} is empty although {signed.size} lines were signed; restore it from a backup."
            )
        first = decode(head)
        if not isinstance(first, Ledger) or first.vkey != self._signer.vkey:
            raise LedgerProblem(f"{self.folder} was not signed with the key at {self._keys.path}; use the folder given to `shoe init`.")
        self._height = first.height
        self._read_signed(signed.size)
        if self._tree.root() != signed.root:
            raise LedgerProblem(
                f"{self.folder} is not the history that was signed (its root differs); restore it from a backup, change nothing."
            )
        if self.disk.read(self.folder / "checkpoint").decode("utf-8", "replace") != note:
            self._show(note)

    def _read_signed(self, size: int) -> None:
        number = 0
        while (data := self.disk.read(self._file(number))) or self._tree.size < size:
            whole = 0
            wanted = min(size - self._tree.size, 1 << self._height)
            for _ in range(wanted):
                end = data.find(b"\n", whole)
                if end < 0:
                    raise LedgerProblem(
                        f"{self.folder} is shorter than what was signed ({self._tree.size} of {size} lines); restore it from a backup."
                    )
                self._tree.append(leaf_hash(data[whole:end]))
                whole = end + 1
            self._sizes[number] = whole
            if whole < len(data):
                self._set_aside(number, data[whole:], whole)
            number += 1

    def _set_aside(self, number: int, data: bytes, at: int) -> None:
        """Bytes that no note covers were never acknowledged; they are kept apart, never signed."""
        where = self._keys.quarantine(f"{number:08}.jsonl", data)
        self.disk.truncate(self._file(number), at)
        self.warnings.append(f"{len(data)} bytes that were never signed were taken out of the history and kept at {where}.")


@contextmanager
def create(
    folder: Path, name: str, keys: KeyFolder, clock: Clock, *, height: int = DEFAULT_HEIGHT, disk: Disk | None = None
) -> Iterator[Writer]:
    """Make a new ledger of this name, signed with the key of the same name."""
    signer = keys.signer()
    if signer.name != check_ledger_name(name):
        raise LedgerProblem(f"The key at {keys.path} is named {signer.name}, not {name}; the ledger's name is its key's name.")
    if keys.path.absolute() in (folder.absolute(), *folder.absolute().parents) or folder.absolute() in keys.path.absolute().parents:
        raise LedgerProblem(f"{folder} and {keys.path} lie in one another; a ledger is published, keys never: keep them apart.")
    if keys.last_note():
        raise LedgerProblem(f"The key at {keys.path} already serves a ledger; make another with `shoe keygen`.")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise LedgerProblem(f"{folder} already exists and is not an empty folder; choose a new one.")
    with _alone(keys):
        writer = Writer(folder, keys, signer, disk or Disk())
        try:
            folder.parent.mkdir(parents=True, exist_ok=True)
            writer.disk.make_folder(folder)
            writer.disk.make_folder(folder / "history")
        except OSError as error:
            raise LedgerProblem(f"{folder} cannot be made ({error.strerror}); choose a place that you can write to.") from error
        writer.start(clock, height)
        yield writer


@contextmanager
def open_ledger(folder: Path, keys: KeyFolder, *, disk: Disk | None = None) -> Iterator[Writer]:
    """Open an existing ledger for writing, after holding it against the last signed note."""
    if not (folder / "history").is_dir():
        raise LedgerProblem(f"There is no ledger at {folder}; make one with `shoe init`.")
    writer = Writer(folder, keys, keys.signer(), disk or Disk())
    with _alone(keys):
        try:
            writer.resume()
        except OSError as error:
            raise LedgerProblem(f"{folder} cannot be read and written ({error.strerror}); check its owner and mode.") from error
        yield writer


@contextmanager
def _alone(keys: KeyFolder) -> Iterator[None]:
    lock = FileLock(keys.path / "writer.lock", timeout=0)
    try:
        lock.acquire()
    except Timeout as error:
        raise LedgerBusy(f"Another process is writing with the keys at {keys.path}; wait until it has finished.") from error
    except OSError as error:
        raise LedgerProblem(f"{keys.path} cannot be written to ({error.strerror}); recording needs to keep its last note there.") from error
    try:
        yield
    finally:
        lock.release()
