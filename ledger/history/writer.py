"""The append-only writer: one at a time, in the commit order of the design (§5).

Lines are appended and made durable, read back, hashed as read, signed; the note is kept with the keys, then
shown as the ledger's checkpoint, and only then is anything acknowledged.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from ledger.clock import Clock
from ledger.errors import DiskFailed, LedgerProblem
from ledger.history.disk import Disk
from ledger.history.keys import KeyFolder
from ledger.history.records import FORMAT, Key, Ledger, decode, encode
from ledger.history.rotations import Rotations, key_named, keys_named, names_key
from ledger.proof.notes import Checkpoint, Signer, signed_note
from ledger.proof.tree import Frontier, leaf_hash

DEFAULT_HEIGHT = 16
HEIGHTS = range(4, 25)


class Writer:
    """Adds lines to one ledger; made by `create` or `open_ledger` of `ledger.history.opening`."""

    def __init__(self, folder: Path, keys: KeyFolder, signer: Signer, disk: Disk) -> None:
        self.folder = folder
        self.warnings: list[str] = []
        self._keys = keys
        self._signer = signer
        self.disk = disk
        self._rotations = Rotations(folder / "rotations", disk)
        self._tree = Frontier()
        self._vkey, self._changed_at = "", -1
        self._height = DEFAULT_HEIGHT
        self._sizes: dict[int, int] = {}
        self._tails: dict[int, bytes] = {}
        self._failed = False

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
            self._append(lines)
            self._sign(*signers)
        except OSError as error:
            raise DiskFailed(
                f"The ledger could not be written ({error.strerror}): what came after the last checkpoint is not recorded; "
                "mend the disk and record again."
            ) from error
        self._failed = False

    def _append(self, lines: Sequence[bytes]) -> None:
        batches = dict(self._cut(lines))
        if not self._continued(batches):
            self._set_aside()
        for number, data in batches.items():
            self._write(number, data)

    def _cut(self, lines: Sequence[bytes]) -> Iterator[tuple[int, bytes]]:
        """Lines as the files take them: a file's number, and what is added to it."""
        per_file, at = 1 << self._height, 0
        while at < len(lines):
            number, offset = divmod(self._tree.size + at, per_file)
            batch = lines[at : at + per_file - offset]
            yield number, b"".join(line + b"\n" for line in batch)
            at += len(batch)

    def _continued(self, batches: Mapping[int, bytes]) -> bool:
        """Whether the unsigned bytes that were kept are these, or their beginning, or go on after them."""
        kept = ((data, self._tails.get(number, b"")) for number, data in batches.items())
        return all(data.startswith(tail) or tail.startswith(data) for data, tail in kept)

    def _write(self, number: int, data: bytes) -> None:
        """Make these the bytes after the signed ones of a file, durably; its lines, as read back, go into the tree."""
        path, known, kept = self._file(number), self._sizes.get(number, 0), self._tails.pop(number, b"")
        if (path.stat().st_size if path.exists() else 0) != known + len(kept):
            raise LedgerProblem(f"{path} was changed by someone else while it was open; nothing more is written to it.")
        # A file that a crash left behind may have no durable name yet, as a new one has none.
        if self.disk.append(path, data[len(kept) :]) or not known:
            self.disk.sync_folder(path.parent)
        # A bit that flips in memory after hashing has ended a log before: hash what the disk holds.
        if (stored := self.disk.read(path, known)[: len(data)]) != data:
            raise DiskFailed(f"{path} does not hold what was written to it; stop and check the disk.")
        for line in stored.split(b"\n")[:-1]:
            self._tree.append(leaf_hash(line))
        self._sizes[number] = known + len(data)
        if rest := kept[len(data) :]:
            self._tails[number] = rest

    def _sign(self, *signers: Signer) -> None:
        note = signed_note(Checkpoint(self._signer.name, self._tree.size, self._tree.root()).to_text(), *signers)
        self._keys.store_note(note)
        if len(signers) > 1:
            self._rotations.keep(self._tree.size, note)
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

    def resume(self, *, keep_unsigned: bool = False) -> None:
        """Read the history, hold it against the last signed note, and only then set aside what was never signed.

        Where it is kept, it stays until the first commit: this takes it over if it writes the same bytes, and else sets it aside.
        """
        note = self._last_note()
        signed = Checkpoint.from_note(note)
        shown = self.disk.read(self.folder / "checkpoint").decode("utf-8", "replace")
        first = self._first(signed)
        self._height, self._vkey = first.height, first.vkey
        self._read_signed(signed.size)
        self._check_shown(shown, signed)
        if self._vkey != self._signer.vkey:
            raise self._not_ours()
        if self._tree.root() != signed.root:
            raise LedgerProblem(
                f"{self.folder} is not the history that was signed (its root differs); restore it from a backup, change nothing."
            )
        if not keep_unsigned:
            self._set_aside()
        if self._changed_at == signed.size - 1:
            self._rotations.keep(signed.size, note)
        if shown != note:
            self._show(note)

    def _last_note(self) -> str:
        note = self._keys.last_note()
        if not note:
            raise LedgerProblem(f"The keys at {self._keys.path} have never signed this ledger; use the folder given to `shoe init`.")
        if not self._signer.has_signed(note):
            raise LedgerProblem(
                f"The last note kept at {self._keys.path} is not signed by the key beside it; restore both from one backup."
            )
        return note

    def _check_shown(self, shown: str, signed: Checkpoint) -> None:
        """Refuse keys that are older than the ledger: going on from them would sign a second history beside the published one.

        A checkpoint that is older than the note is what a crash between the two leaves.
        """
        ours = [self._signer.verifier, *keys_named(self._tails.values())]
        for note in (shown, *self._rotations.notes()):
            if not any(key.has_signed(note) for key in ours):
                continue
            public = Checkpoint.from_note(note)
            if public.size > signed.size or (public.size == signed.size and public.root != signed.root):
                how = "newer than" if public.size > signed.size else "at odds with"
                raise LedgerProblem(
                    f"The checkpoint of {self.folder} is {how} the last note kept at {self._keys.path}; "
                    "restore the latest keys, change nothing."
                )

    def _first(self, signed: Checkpoint) -> Ledger:
        """Line 0, which tells how the history is cut into files."""
        head = self.disk.read(self._file(0)).partition(b"\n")[0]
        if not head:
            raise LedgerProblem(
                f"The history of {self.folder} is empty although {signed.size} lines were signed; restore it from a backup."
            )
        first = decode(head)
        if not isinstance(first, Ledger) or not (first.vkey == self._signer.vkey or names_key(self.folder, self._signer.vkey)):
            raise self._not_ours()
        if first.height not in HEIGHTS:
            raise LedgerProblem(
                f"Line 0 of {self.folder} has the height {first.height}, which is not from {HEIGHTS[0]} to {HEIGHTS[-1]}; "
                "restore the ledger from a backup, change nothing."
            )
        return first

    def _not_ours(self) -> LedgerProblem:
        return LedgerProblem(
            f"{self.folder} was not signed with the key at {self._keys.path}; "
            "use the folder given to `shoe init`, and the latest copy of the ledger."
        )

    def _read_signed(self, size: int) -> None:
        """Read `size` lines into the tree; what follows them in a file is its tail."""
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
                line = data[whole:end]
                if (vkey := key_named(line)) is not None:
                    self._vkey, self._changed_at = vkey, self._tree.size
                self._tree.append(leaf_hash(line))
                whole = end + 1
            self._sizes[number] = whole
            if whole < len(data):
                self._tails[number] = data[whole:]
            number += 1

    def _set_aside(self) -> None:
        """Bytes that no note covers were never acknowledged; they are kept apart, never signed.

        The last file first: a crash on the way never leaves a file behind a gap, where no opening would find it.
        """
        for number in sorted(self._tails, reverse=True):
            data = self._tails.pop(number)
            where = self._keys.quarantine(f"{number:08}.jsonl", data)
            self.disk.truncate(self._file(number), self._sizes.get(number, 0))
            self.warnings.append(f"{len(data)} bytes that were never signed were taken out of the history and kept at {where}.")
