"""The append-only writer: one at a time, in the commit order of the design (§5).

Lines are appended and made durable, read back, hashed as read, signed; the note is kept with the keys, then
shown as the ledger's checkpoint, and only then is anything acknowledged.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from ledger.clock import Clock
from ledger.errors import DiskFailed, LedgerProblem
from ledger.history.diagnosis import Kind, history_file
from ledger.history.disk import Disk, JournalDisk, size_of
from ledger.history.keys import KeyFolder
from ledger.history.looking import diagnose
from ledger.history.mending import AT_OPENING, Mender
from ledger.history.records import FORMAT, Key, Ledger, encode
from ledger.history.rotations import Rotations
from ledger.proof.notes import Checkpoint, Signer, signed_note
from ledger.proof.tree import Frontier

DEFAULT_HEIGHT = 16


class LineWriter(Protocol):
    """What adds a session's lines to a ledger: `Writer`, or what many sessions write through together."""

    folder: Path
    warnings: list[str]

    @property
    def disk(self) -> JournalDisk:
        """Where its sessions' journals go."""

    @property
    def signer(self) -> Signer:
        """The key in force."""

    @property
    def size(self) -> int:
        """The seq of the next line."""

    def commit(self, lines: Sequence[bytes], /) -> None:
        """Append lines, to be covered by one checkpoint."""


class Writer:
    """Adds lines to one ledger; made by `create` or `open_ledger` of `ledger.history.opening`."""

    def __init__(self, folder: Path, keys: KeyFolder, signer: Signer, disk: Disk) -> None:
        self.folder = folder
        self._checkpoint, self._history = folder / "checkpoint", folder / "history"
        self.warnings: list[str] = []
        self._keys, self._notes = keys, keys.notes()
        self._signer = signer
        self.disk = disk
        self._rotations = Rotations(folder / "rotations", disk)
        self._tree = Frontier()
        self._height = DEFAULT_HEIGHT
        self._sizes: dict[int, int] = {}
        self._tails: dict[int, bytes] = {}
        self._mender: Mender | None = None
        self._places: list[tuple[int, int]] = []
        self._failed = False

    @property
    def signer(self) -> Signer:
        """The key in force."""
        return self._signer

    @property
    def size(self) -> int:
        """Lines that are signed: the seq of the next one."""
        return self._tree.size

    def commit(self, lines: Sequence[bytes]) -> None:
        """Append lines and sign them; when it returns, they are durable and covered by the checkpoint.

        Any failure stops this writer for good: what is not signed then was never acknowledged.
        """
        self._commit(lines, self._signer)

    def change_key(self, clock: Clock) -> Signer:
        """Commit a `key` record, signed with both keys; from then on a new key signs, and the old one is destroyed (FORMAT.md §3)."""
        self._refuse_after_a_failure()
        successor = self._keys.prepare_successor(self._signer)
        self._commit([encode(Key(seq=self.size, time=clock.read(), vkey=successor.vkey))], self._signer, successor)
        # Until the new key is in place nothing more is signed: the old one alone no longer may.
        self._failed = True
        self._signer = self._keys.signer_in_force()
        self._failed = False
        return self._signer

    def _refuse_after_a_failure(self) -> None:
        if self._failed:
            raise DiskFailed("Writing has stopped after a failure; open the ledger again to go on.")

    def _commit(self, lines: Sequence[bytes], *signers: Signer) -> None:
        self._refuse_after_a_failure()
        # Whatever ends a commit early leaves bytes that no note covers, and a tree that is ahead of the last note.
        self._failed = True
        try:
            self._check_places()
            self._append(lines)
            self._check_places()
            self._sign(*signers)
        except OSError as error:
            raise DiskFailed(
                f"The ledger could not be written ({error.strerror}): what came after the last checkpoint is not recorded; "
                "mend the disk and record again; a live session goes on with `shoe resume`."
            ) from error
        self._failed = False

    def _found_places(self) -> list[tuple[int, int]]:
        """Which folders these are, whatever their names may lead to later."""
        return [(found.st_dev, found.st_ino) for found in (path.stat() for path in (self._history, self._keys.path))]

    def _check_places(self) -> None:
        """LedgerProblem if ledger or keys were moved and others put in their place: those are not to be written to."""
        if self._places != self._found_places():
            raise LedgerProblem(
                f"{self.folder} or {self._keys.path} was replaced by another folder while it was open; nothing more is written."
            )

    def _append(self, lines: Sequence[bytes]) -> None:
        batches = dict(self._cut(lines))
        if self._mender is not None and not self._continued(batches):
            # Some of what was kept may be signed by now: it goes from where that ends.
            self.warnings += self._mender.set_aside({number: self._sizes.get(number, 0) for number in self._tails})
            self._tails.clear()
        for number, data in batches.items():
            self._write(number, data)

    def _cut(self, lines: Sequence[bytes]) -> Iterator[tuple[int, bytes]]:
        """Lines as the files take them: a file's number, and what is added to it."""
        per_file, at = 1 << self._height, 0
        while at < len(lines):
            number, offset = divmod(self._tree.size + at, per_file)
            batch = lines[at : at + per_file - offset]
            yield number, b"\n".join([*batch, b""])
            at += len(batch)

    def _continued(self, batches: Mapping[int, bytes]) -> bool:
        """Whether the unsigned bytes that were kept are these, or their beginning, or go on after them."""
        kept = ((data, self._tails.get(number, b"")) for number, data in batches.items())
        return all(data.startswith(tail) or tail.startswith(data) for data, tail in kept)

    def _write(self, number: int, data: bytes) -> None:
        """Make these the bytes after the signed ones of a file, durably; its lines, as read back, go into the tree."""
        path, known, kept = self._file(number), self._sizes.get(number, 0), self._tails.pop(number, b"")
        if size_of(path) != known + len(kept):
            raise LedgerProblem(f"{path} was changed by someone else while it was open; nothing more is written to it.")
        if kept:
            self.disk.rewrite(path, known, data)
        else:
            self.disk.append(path, data)
        # A bit that flips in memory after hashing has ended a log before: hash what the disk holds.
        if (stored := self.disk.read(path, known)[: len(data)]) != data:
            raise DiskFailed(f"{path} does not hold what was written to it; stop and check the disk.")
        self._tree.extend(stored.split(b"\n")[:-1])
        self._sizes[number] = known + len(data)
        if rest := kept[len(data) :]:
            self._tails[number] = rest

    def _sign(self, *signers: Signer) -> None:
        note = signed_note(Checkpoint(self._signer.name, self._tree.size, self._tree.root()).to_text(), *signers)
        self._notes.keep(note, alone=len(signers) > 1)
        if len(signers) > 1:
            self._rotations.keep(self._tree.size, note)
        self._show(note)

    def _show(self, note: str) -> None:
        self.disk.replace(self._checkpoint, note.encode())

    def _file(self, number: int) -> Path:
        return history_file(self.folder, number)

    def start(self, clock: Clock, height: int) -> None:
        """Write leaf 0 of a new ledger."""
        self._height, self._places = height, self._found_places()
        record = Ledger(seq=0, time=clock.read(), format=FORMAT, height=height, name=self._signer.name, vkey=self._signer.vkey)
        self.commit([encode(record)])

    def resume(self, *, keep_unsigned: bool = False) -> None:
        """Hold the history against the last signed note, and only then set aside what was never signed.

        Where it is kept, it stays until the first commit: this takes it over if it writes the same bytes, and else sets it aside.
        """
        found = diagnose(self.folder, self._keys, self.disk)
        self._mender = Mender(self.folder, self._keys, self.disk, found)
        if trouble := found.stops_writing:
            raise LedgerProblem(str(trouble))
        self._signer, self._tree, self._height, self._sizes = found.signer, found.tree, found.height, found.sizes
        kept = keep_unsigned and found.keepable
        self.warnings += self._mender.mend(*(kind for kind in AT_OPENING if not (kept and kind is Kind.TAIL)))
        if kept:
            self._tails = dict(found.tails)
        self._places = self._found_places()
