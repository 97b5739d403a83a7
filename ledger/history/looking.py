"""Looking at a ledger's folder and its keys: the one place where both an opening and `shoe fsck` compare them with what was signed.

Nothing is changed here, and a bad state is no exception: it comes back as a `Trouble`. The last note kept with the keys is what
counts (design §5). History beyond it was never acknowledged; history short of it, or other than it, is lost or false.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import attrs

from ledger.errors import LedgerProblem
from ledger.history.diagnosis import Diagnosis, Kind, Trouble, history_file
from ledger.history.disk import Disk, temporary_of
from ledger.history.keys import KeyFolder
from ledger.history.records import Ledger, canonical, decode
from ledger.history.rotations import Rotations, key_named, keys_named, names_key, rotation_file
from ledger.proof.cosignatures import is_cosigned
from ledger.proof.notes import Checkpoint, Signer, Verifier
from ledger.proof.tree import Frontier, leaf_hash

HEIGHTS = range(4, 25)


def diagnose(folder: Path, keys: KeyFolder, disk: Disk) -> Diagnosis:
    """Look at everything; nothing is written. OSError where something cannot be read at all, KeyProblem without a usable key."""
    look = _Look(folder, keys, disk, Diagnosis(keys.signer()))
    look.at_everything()
    look.found.troubles.sort(key=lambda trouble: trouble.kind.mendable)
    return look.found


@attrs.frozen
class _Look:
    """One look at a ledger and its keys; what it finds goes into `found`."""

    folder: Path
    keys: KeyFolder
    disk: Disk
    found: Diagnosis

    def at_everything(self) -> None:
        self._at_leftovers()
        if (signed := self._last_note()) is None or not self._first(signed):
            return
        shown = Checkpoint.read(self._read_text(self.folder / "checkpoint"))
        if not self._read(signed.size, shown.size if shown else 0):
            return
        if self.found.tree.root() != signed.root:
            found = f"{self.folder} is not the history that was signed (its root differs)"
            self._found(Kind.OTHER_HISTORY, self.folder, found, "restore it from a backup, change nothing")
            return
        self._at_shown(signed)
        if self.found.vkeys[-1] != self.found.signer.vkey:
            self._other_keys()
        self._at_rotations(signed)
        self._at_tails()
        self._at_strays()

    def _found(self, kind: Kind, where: Path, found: str, remedy: str, start: int = 0) -> None:
        self.found.troubles.append(Trouble(kind, where, found, remedy, start))

    def _read_text(self, path: Path) -> str:
        return self.disk.read(path).decode("utf-8", "replace")

    def _file(self, number: int) -> Path:
        return history_file(self.folder, number)

    def _last_note(self) -> Checkpoint | None:
        """The checkpoint that counts, and so the key in force; none where there is nothing to go by.

        A larger note whose rename never came, over lines that are all there, was signed and is not to be signed otherwise. Of two
        keys, where a change was broken off, that is in force which the note bears.
        """
        coming_path = temporary_of(self.keys.note_path)
        kept, coming = self._read_text(self.keys.note_path), self._read_text(coming_path)
        successor = self.keys.successor()
        own = [self.found.signer.verifier, *([successor.verifier] if successor else [])]
        last, next_ = _signed(kept, own), _signed(coming, own)
        self.found.note = kept
        if next_ is not None and next_.size > (last.size if last else 0) and self._reproduces(next_):
            self.found.troubles = [trouble for trouble in self.found.troubles if trouble.where != coming_path]
            found = f"The last note, over {next_.size} lines, was signed and not yet put in its place at {self.keys.path}"
            self._found(Kind.NOTE_UNFINISHED, self.keys.note_path, found, "it is put there")
            self.found.note, last = coming, next_
        self._at_keys(successor)
        if last is None:
            self._no_note(kept)
        return last

    def _at_keys(self, successor: Signer | None) -> None:
        """Which key is in force, and whether all that tells of it does so."""
        if successor is not None:
            in_force = successor.has_signed(self.found.note)
            if in_force:
                self.found.signer = successor
            remedy = "it is finished" if in_force else "it is undone"
            found = f"A change of the signing key was broken off {'after' if in_force else 'before'} the new one had signed"
            self._found(Kind.KEY_UNFINISHED, self.keys.next_path, found, remedy)
        elif self._read_text(self.keys.vkey_path) != f"{self.found.signer.vkey}\n":
            found = f"{self.keys.vkey_path} does not hold the verifier key of the signing key beside it"
            self._found(Kind.VKEY, self.keys.vkey_path, found, "it is written again")

    def _no_note(self, kept: str) -> None:
        where, path = self.keys.note_path, self.keys.path
        shown = self._read_text(self.folder / "checkpoint")
        if kept:
            remedy = "restore both from one backup"
            self._found(Kind.NOTE_DAMAGED, where, f"The last note kept at {path} is not signed by the key beside it", remedy)
        elif _signed(shown, [self.found.signer.verifier]) is not None:
            found = f"The last note is missing at {path}, so that nothing says whether the ledger's checkpoint is the latest"
            remedy = (
                "restore the keys from a backup; if there is none, and no later checkpoint was ever shown, "
                f"copy {self.folder / 'checkpoint'} to {where}"
            )
            self._found(Kind.NOTE_MISSING, where, found, remedy)
        elif not shown and self._is_unborn():
            found = f"{self.folder} was never made to its end: nothing in it is signed"
            self._found(Kind.NEVER_BEGUN, self.folder, found, "`shoe fsck --repair` clears it away, and `shoe init` makes it anew")
        else:
            found = f"The keys at {path} have never signed this ledger"
            self._found(Kind.NOTE_MISSING, where, found, "use the folder given to `shoe init`")

    def _is_unborn(self) -> bool:
        """Whether there is nothing but the beginning of a first line: that of these keys, as far as it goes."""
        files = [path for path in (self.folder / "history").iterdir() if path.name != "00000000.jsonl"]
        head, _, more = self.disk.read(self._file(0)).partition(b"\n")
        return not files and not more and (not head.endswith(b"}") or canonical(self.found.signer.vkey) in head)

    def _reproduces(self, checkpoint: Checkpoint) -> bool:
        """Whether the history's first lines, as many as the checkpoint says, have its root."""
        tree = Frontier()
        for path in sorted((self.folder / "history").glob("*.jsonl")):
            for line in self.disk.read(path).split(b"\n")[:-1][: checkpoint.size - tree.size]:
                tree.append(leaf_hash(line))
        return (tree.size, tree.root()) == (checkpoint.size, checkpoint.root)

    def _at_leftovers(self) -> None:
        """Temporary files: of the note's one the last note is told apart later; what may hold a secret is not to lie about anywhere."""
        for folder in (self.folder, self.folder / "rotations", self.folder / "journal", self.keys.path, self.keys.path / "sessions"):
            for path in (path for path in sorted(folder.glob("*.tmp")) if path.is_file()):
                is_secret = self.keys.path in path.parents and path != temporary_of(self.keys.note_path)
                remedy = "it is overwritten and removed, for it may hold a secret" if is_secret else "it goes to quarantine"
                kind = Kind.SECRET_LEFT if is_secret else Kind.LEFTOVER
                self._found(kind, path, f"{path} was left over when something was broken off", remedy)

    def _at_shown(self, signed: Checkpoint) -> None:
        """What the ledger shows, beside the last note.

        Keys that are older than the ledger must not go on: they would sign a second history beside the published one. A
        checkpoint that is older than the note is what a crash between the two leaves.
        """
        where, place = self.folder / "checkpoint", "the last note takes its place"
        named = [verifier for vkey in self.found.vkeys if (verifier := Verifier.of_vkey(vkey)) is not None]
        ours = [self.found.signer.verifier, *named, *keys_named(self.found.tails.values())]
        notes = Rotations(self.folder / "rotations", self.disk).notes()
        text = self._read_text(where)
        shown = _signed(text, ours)
        for note in (shown, *(_signed(note, ours) for note in notes)):
            if note is not None and (note.size > signed.size or (note.size == signed.size and note.root != signed.root)):
                how = "newer than" if note.size > signed.size else "at odds with"
                found = f"The checkpoint of {self.folder} is {how} the last note kept at {self.keys.path}"
                self._found(Kind.KEYS_OLD, where, found, "restore the latest keys, change nothing")
                return
        if shown is None:
            kind = Kind.CHECKPOINT_FOREIGN if text else Kind.CHECKPOINT_MISSING
            found = f"{where} is not signed by the ledger's key" if text else f"{where} is missing"
            self._found(kind, where, found, place)
        elif self.found.roots.get(shown.size) != shown.root:
            found = f"The checkpoint of {self.folder} was signed with its key over another history than this one"
            remedy = "find out which was published, and restore ledger and keys from one backup of that, change nothing"
            self._found(Kind.OTHER_HISTORY, where, found, remedy)
        elif shown.size < signed.size or not self.found.signer.has_signed(text):
            found = f"{where} covers {shown.size} lines of the {signed.size} that were signed"
            self._found(Kind.CHECKPOINT_OLD, where, found, place)
        elif text != self.found.note and not is_cosigned(text, self.found.note):
            self._found(Kind.CHECKPOINT_FOREIGN, where, f"{where} is not the last note, with or without cosignatures", place)

    def _other_keys(self) -> None:
        found = f"{self.folder} was not signed with the key at {self.keys.path}"
        self._found(Kind.OTHER_KEYS, self._file(0), found, "use the folder given to `shoe init`, and the latest copy of the ledger")

    def _first(self, signed: Checkpoint) -> bool:
        """Whether line 0, which tells how the history is cut into files, is there and these keys'."""
        where, backup, vkey = self._file(0), "restore the ledger from a backup, change nothing", self.found.signer.vkey
        head = self.disk.read(where).partition(b"\n")[0]
        if not head:
            found = f"The history of {self.folder} is empty although {signed.size} lines were signed"
            self._found(Kind.TRUNCATED, where, found, "restore it from a backup")
            return False
        try:
            first = decode(head)
        except LedgerProblem:
            self._found(Kind.FIRST_LINE, where, f"Line 0 of {self.folder} is no record", backup)
            return False
        if not isinstance(first, Ledger) or not (first.vkey == vkey or names_key(self.folder, vkey)):
            self._other_keys()
            return False
        if first.height not in HEIGHTS:
            found = f"Line 0 of {self.folder} has the height {first.height}, which is not from {HEIGHTS[0]} to {HEIGHTS[-1]}"
            self._found(Kind.FIRST_LINE, where, found, backup)
            return False
        self.found.height = first.height
        self.found.vkeys.append(first.vkey)
        return True

    def _read(self, size: int, shown: int) -> bool:
        """Read `size` lines into the tree, and note its root at the size that is shown; whether they are all there."""
        tree, number = self.found.tree, 0
        while (data := self.disk.read(self._file(number))) or tree.size < size:
            whole = 0
            for _ in range(min(size - tree.size, 1 << self.found.height)):
                if (end := data.find(b"\n", whole)) < 0:
                    found = f"{self.folder} is shorter than what was signed ({tree.size} of {size} lines)"
                    self._found(Kind.TRUNCATED, self._file(number), found, "restore it from a backup")
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
            note = Checkpoint.read(self._read_text(where))
            if note is not None and note.size == seq + 1:
                continue
            if seq + 1 == signed.size:
                self._found(Kind.ROTATION_MISSING, where, f"{where} is missing", "the last note is written there")
            else:
                found = f"{where}, by which others come from one key to the next, is missing or damaged"
                self._found(Kind.ROTATION_LOST, where, found, "restore it from a backup or from a published copy")

    def _at_tails(self) -> None:
        for number, data in self.found.tails.items():
            what = f"{len(data)} bytes of {self._file(number)} were never signed"
            self._found(Kind.TAIL, self._file(number), what, "they go to quarantine", self.found.sizes[number])

    def _at_strays(self) -> None:
        """Whatever else lies among the history: no part of it, but it would be in the way of lines to come, or be read as such."""
        parts = {self._file(number).name for number in self.found.sizes}
        for path in (path for path in sorted((self.folder / "history").iterdir()) if path.name not in parts):
            if path.is_file() and not path.is_symlink():
                self._found(Kind.FOREIGN_FILE, path, f"{path} is no part of the history", "it goes to quarantine")
            else:
                self._found(Kind.NOT_A_FILE, path, f"{path} is no part of the history and not a plain file", "move it away by hand")


def _signed(note: str, verifiers: Sequence[Verifier]) -> Checkpoint | None:
    """The checkpoint of a note that one of these keys has signed; none of anything else."""
    checkpoint = Checkpoint.read(note)
    signers = (verifier for verifier in verifiers if checkpoint is not None and verifier.name == checkpoint.name)
    return checkpoint if any(verifier.has_signed(note) for verifier in signers) else None
