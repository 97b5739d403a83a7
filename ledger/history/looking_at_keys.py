"""Looking at an operator's keys: which note was signed last, and which key is in force (design §5)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import attrs

from ledger.history.diagnosis import Diagnosis, Kind, Trouble, history_file
from ledger.history.disk import Disk, temporary_of
from ledger.history.keys import KeyFolder
from ledger.history.last_note import last_in
from ledger.history.records import canonical
from ledger.history.rotations import names_key
from ledger.proof.notes import Checkpoint, Signer, Verifier, signed_note
from ledger.proof.tree import Frontier, leaf_hash


@attrs.frozen
class LookAtKeys:
    """A look at the keys of a ledger; what it finds goes into `found`."""

    folder: Path
    keys: KeyFolder
    disk: Disk
    found: Diagnosis

    def tell(self, kind: Kind, where: Path, found: str, remedy: str, start: int = 0) -> None:
        """Note a trouble."""
        self.found.troubles.append(Trouble(kind, where, found, remedy, start))

    def read_text(self, path: Path) -> str:
        """A file's text, whatever bytes are in it; nothing if there is no such file."""
        return self.disk.read(path).decode("utf-8", "replace")

    def file(self, number: int) -> Path:
        """A file of the history."""
        return history_file(self.folder, number)

    def last_note(self) -> Checkpoint | None:
        """The checkpoint that counts, and so the key in force; none where there is nothing to go by.

        A larger note whose rename never came, over lines that are all there, was signed and is not to be signed otherwise. Of two
        keys, where a change was broken off, that is in force which the note bears.
        """
        coming_path = temporary_of(self.keys.note_path)
        kept, coming = last_in(self.read_text(self.keys.note_path)), self.read_text(coming_path)
        successor = self.keys.successor()
        coming = self._completed(coming, successor)
        own = [self.found.signer.verifier, *([successor.verifier] if successor else [])]
        last, next_ = signed_by(kept, own), signed_by(coming, own)
        self.found.note = kept
        if next_ is not None and next_.size > (last.size if last else 0) and self._reproduces(next_):
            self.found.troubles = [trouble for trouble in self.found.troubles if trouble.where != coming_path]
            found = f"The last note, over {next_.size} lines, was signed and not yet put in its place at {self.keys.path}"
            self.tell(Kind.NOTE_UNFINISHED, self.keys.note_path, found, "it is put there")
            self.found.note, last = coming, next_
        self._at_keys(successor)
        if last is None:
            self._no_note(kept)
        return last

    def _completed(self, coming: str, successor: Signer | None) -> str:
        """A note that was torn behind its first signature, as it was to be: the same keys sign the same text in the same way."""
        checkpoint = Checkpoint.read(coming)
        if checkpoint is None or checkpoint.name != self.found.signer.name:
            return coming
        changes = successor is not None and names_key(self.folder, successor.vkey)
        signers = (self.found.signer, successor) if successor is not None and changes else (self.found.signer,)
        whole = signed_note(checkpoint.to_text(), *signers)
        # Where a dash is torn, the beginning of it stands there as one odd character.
        is_begun = whole.startswith(coming.rstrip("\N{REPLACEMENT CHARACTER}"))
        return whole if is_begun and signed_by(coming, [self.found.signer.verifier]) else coming

    def _at_keys(self, successor: Signer | None) -> None:
        """Which key is in force, and whether all that tells of it does so."""
        if successor is not None:
            in_force = successor.has_signed(self.found.note)
            if in_force:
                self.found.signer = successor
            remedy = "it is finished" if in_force else "it is undone"
            found = f"A change of the signing key was broken off {'after' if in_force else 'before'} the new one had signed"
            self.tell(Kind.KEY_UNFINISHED, self.keys.next_path, found, remedy)
        elif self.read_text(self.keys.vkey_path) != f"{self.found.signer.vkey}\n":
            found = f"{self.keys.vkey_path} does not hold the verifier key of the signing key beside it"
            self.tell(Kind.VKEY, self.keys.vkey_path, found, "it is written again")

    def _no_note(self, kept: str) -> None:
        where, path = self.keys.note_path, self.keys.path
        shown = self.read_text(self.folder / "checkpoint")
        if kept:
            remedy = "restore both from one backup"
            self.tell(Kind.NOTE_DAMAGED, where, f"The last note kept at {path} is not signed by the key beside it", remedy)
        elif signed_by(shown, [self.found.signer.verifier]) is not None:
            found = f"The last note is missing at {path}, so that nothing says whether the ledger's checkpoint is the latest"
            remedy = (
                "restore the keys from a backup; if there is none, and no later checkpoint was ever shown, "
                f"copy {self.folder / 'checkpoint'} to {where}"
            )
            self.tell(Kind.NOTE_MISSING, where, found, remedy)
        elif not shown and self._is_unborn():
            found = f"{self.folder} was never made to its end: nothing in it is signed"
            self.tell(Kind.NEVER_BEGUN, self.folder, found, "`shoe fsck --repair` clears it away, and `shoe init` makes it anew")
        else:
            found = f"The keys at {path} have never signed this ledger"
            self.tell(Kind.NOTE_MISSING, where, found, "use the folder given to `shoe init`")

    def _is_unborn(self) -> bool:
        """Whether there is nothing but the beginning of a first line: that of these keys, as far as it goes."""
        files = [path for path in (self.folder / "history").iterdir() if path.name != "00000000.jsonl"]
        head, _, more = self.disk.read(self.file(0)).partition(b"\n")
        return not files and not more and (not head.endswith(b"}") or canonical(self.found.signer.vkey) in head)

    def _reproduces(self, checkpoint: Checkpoint) -> bool:
        """Whether the history's first lines, as many as the checkpoint says, have its root."""
        tree = Frontier()
        for path in sorted((self.folder / "history").glob("*.jsonl")):
            for line in self.disk.read(path).split(b"\n")[:-1][: checkpoint.size - tree.size]:
                tree.append(leaf_hash(line))
        return (tree.size, tree.root()) == (checkpoint.size, checkpoint.root)

    def at_leftovers(self) -> None:
        """Temporary files: of the note's one the last note is told apart later; what may hold a secret is not to lie about anywhere."""
        for folder in (self.folder, self.folder / "rotations", self.folder / "journal", self.keys.path, self.keys.path / "sessions"):
            for path in (path for path in sorted(folder.glob("*.tmp")) if path.is_file()):
                is_secret = self.keys.path in path.parents and path != temporary_of(self.keys.note_path)
                remedy = "it is overwritten and removed, for it may hold a secret" if is_secret else "it goes to quarantine"
                kind = Kind.SECRET_LEFT if is_secret else Kind.LEFTOVER
                self.tell(kind, path, f"{path} was left over when something was broken off", remedy)


def signed_by(note: str, verifiers: Sequence[Verifier]) -> Checkpoint | None:
    """The checkpoint of a note that one of these keys has signed; none of anything else."""
    checkpoint = Checkpoint.read(note)
    signers = (verifier for verifier in verifiers if checkpoint is not None and verifier.name == checkpoint.name)
    return checkpoint if any(verifier.has_signed(note) for verifier in signers) else None
