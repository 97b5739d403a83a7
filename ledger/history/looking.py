"""Looking at a ledger's folder and its keys: the one place where both an opening and `shoe fsck` compare them with what was signed.

Nothing is changed here, and a bad state is no exception: it comes back as a `Trouble`. The last note kept with the keys is what
counts (design §5). History beyond it was never acknowledged; history short of it, or other than it, is lost or false.
"""

from __future__ import annotations

from pathlib import Path

import attrs

from ledger.errors import LedgerProblem
from ledger.history.diagnosis import Diagnosis, Kind
from ledger.history.disk import Disk
from ledger.history.keys import KeyFolder
from ledger.history.looking_at_keys import LookAtKeys, signed_by
from ledger.history.records import HEIGHTS, Ledger, decode
from ledger.history.rotations import Rotations, key_named, keys_named, names_key, rotation_file
from ledger.proof.cosignatures import is_cosigned
from ledger.proof.notes import Checkpoint, Verifier
from ledger.proof.tree import leaf_hash


def diagnose(folder: Path, keys: KeyFolder, disk: Disk) -> Diagnosis:
    """Look at everything; nothing is written. OSError where something cannot be read at all, KeyProblem without a usable key."""
    look = _Look(folder, keys, disk, Diagnosis(keys.signer()))
    look.at_everything()
    look.found.troubles.sort(key=lambda trouble: trouble.kind.mendable)
    return look.found


@attrs.frozen
class _Look(LookAtKeys):
    """One look at a ledger and its keys, beginning with these."""

    def at_everything(self) -> None:
        self.at_leftovers()
        if (signed := self.last_note()) is None or not self._first(signed):
            return
        shown = Checkpoint.read(self.read_text(self.folder / "checkpoint"))
        if not self._read(signed.size, shown.size if shown else 0):
            return
        if self.found.tree.root() != signed.root:
            found = f"{self.folder} is not the history that was signed (its root differs)"
            self.tell(Kind.OTHER_HISTORY, self.folder, found, "restore it from a backup, change nothing")
            return
        self._at_shown(signed)
        if self.found.vkeys[-1] != self.found.signer.vkey:
            self._other_keys()
        self._at_rotations(signed)
        self._at_tails()
        self._at_strays()

    def _at_shown(self, signed: Checkpoint) -> None:
        """What the ledger shows, beside the last note.

        Keys that are older than the ledger must not go on: they would sign a second history beside the published one. A
        checkpoint that is older than the note is what a crash between the two leaves.
        """
        where, place = self.folder / "checkpoint", "the last note takes its place"
        named = [verifier for vkey in self.found.vkeys if (verifier := Verifier.of_vkey(vkey)) is not None]
        ours = [self.found.signer.verifier, *named, *keys_named(self.found.tails.values())]
        notes = Rotations(self.folder / "rotations", self.disk).notes()
        text = self.read_text(where)
        shown = signed_by(text, ours)
        for note in (shown, *(signed_by(note, ours) for note in notes)):
            if note is not None and (note.size > signed.size or (note.size == signed.size and note.root != signed.root)):
                how = "newer than" if note.size > signed.size else "at odds with"
                found = f"The checkpoint of {self.folder} is {how} the last note kept at {self.keys.path}"
                self.tell(Kind.KEYS_OLD, where, found, "restore the latest keys, change nothing")
                return
        if shown is None:
            kind = Kind.CHECKPOINT_FOREIGN if text else Kind.CHECKPOINT_MISSING
            found = f"{where} is not signed by the ledger's key" if text else f"{where} is missing"
            self.tell(kind, where, found, place)
        elif self.found.roots.get(shown.size) != shown.root:
            found = f"The checkpoint of {self.folder} was signed with its key over another history than this one"
            remedy = "find out which was published, and restore ledger and keys from one backup of that, change nothing"
            self.tell(Kind.OTHER_HISTORY, where, found, remedy)
        elif shown.size < signed.size or not self.found.signer.has_signed(text):
            found = f"{where} covers {shown.size} lines of the {signed.size} that were signed"
            self.tell(Kind.CHECKPOINT_OLD, where, found, place)
        elif text != self.found.note and not is_cosigned(text, self.found.note):
            self.tell(Kind.CHECKPOINT_FOREIGN, where, f"{where} is not the last note, with or without cosignatures", place)

    def _other_keys(self) -> None:
        found = f"{self.folder} was not signed with the key at {self.keys.path}"
        self.tell(Kind.OTHER_KEYS, self.file(0), found, "use the folder given to `shoe init`, and the latest copy of the ledger")

    def _first(self, signed: Checkpoint) -> bool:
        """Whether line 0, which tells how the history is cut into files, is there and these keys'."""
        where, backup, vkey = self.file(0), "restore the ledger from a backup, change nothing", self.found.signer.vkey
        head = self.disk.read(where).partition(b"\n")[0]
        if not head:
            found = f"The history of {self.folder} is empty although {signed.size} lines were signed"
            self.tell(Kind.TRUNCATED, where, found, "restore it from a backup")
            return False
        try:
            first = decode(head)
        except LedgerProblem:
            self.tell(Kind.FIRST_LINE, where, f"Line 0 of {self.folder} is no record", backup)
            return False
        if not isinstance(first, Ledger) or not (first.vkey == vkey or names_key(self.folder, vkey)):
            self._other_keys()
            return False
        if first.height not in HEIGHTS:
            found = f"Line 0 of {self.folder} has the height {first.height}, which is not from {HEIGHTS[0]} to {HEIGHTS[-1]}"
            self.tell(Kind.FIRST_LINE, where, found, backup)
            return False
        self.found.height = first.height
        self.found.vkeys.append(first.vkey)
        return True

    def _read(self, size: int, shown: int) -> bool:
        """Read `size` lines into the tree, and note its root at the size that is shown; whether they are all there."""
        tree, number = self.found.tree, 0
        while (data := self.disk.read(self.file(number))) or tree.size < size:
            whole = 0
            for _ in range(min(size - tree.size, 1 << self.found.height)):
                if (end := data.find(b"\n", whole)) < 0:
                    found = f"{self.folder} is shorter than what was signed ({tree.size} of {size} lines)"
                    self.tell(Kind.TRUNCATED, self.file(number), found, "restore it from a backup")
                    return False
                self._take(data[whole:end])
                whole = end + 1
                if tree.size == shown:
                    self.found.roots[shown] = tree.root()
            self.found.sizes[number] = whole
            if whole < len(data):
                self.found.tails[number] = data[whole:]
            number += 1
        return True

    def _take(self, line: bytes) -> None:
        if (vkey := key_named(line)) is not None:
            self.found.vkeys.append(vkey)
            self.found.changes.append(self.found.tree.size)
        self.found.tree.append(leaf_hash(line))

    def _at_rotations(self, signed: Checkpoint) -> None:
        """Each change of key has its note; that of the last line is the last note itself."""
        for seq in self.found.changes:
            where = rotation_file(self.folder, seq)
            note = Checkpoint.read(self.read_text(where))
            if note is not None and note.size == seq + 1:
                continue
            if seq + 1 == signed.size:
                self.tell(Kind.ROTATION_MISSING, where, f"{where} is missing", "the last note is written there")
            else:
                found = f"{where}, by which others come from one key to the next, is missing or damaged"
                self.tell(Kind.ROTATION_LOST, where, found, "restore it from a backup or from a published copy")

    def _at_tails(self) -> None:
        for number, data in self.found.tails.items():
            what = f"{len(data)} bytes of {self.file(number)} were never signed"
            self.tell(Kind.TAIL, self.file(number), what, "they go to quarantine", self.found.sizes[number])

    def _at_strays(self) -> None:
        """Whatever else lies among the history: no part of it, but it would be in the way of lines to come, or be read as such."""
        parts = {self.file(number).name for number in self.found.sizes}
        for path in (path for path in sorted((self.folder / "history").iterdir()) if path.name not in parts):
            if path.is_file() and not path.is_symlink():
                self.tell(Kind.FOREIGN_FILE, path, f"{path} is no part of the history", "it goes to quarantine")
            else:
                self.tell(Kind.NOT_A_FILE, path, f"{path} is no part of the history and not a plain file", "move it away by hand")
