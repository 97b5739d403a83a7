"""Reading what a ledger's checkpoint covers, without its keys: for those who publish it or have it witnessed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import attrs

from ledger.errors import KeyProblem, LedgerProblem
from ledger.history.records import Ledger, decode
from ledger.proof.notes import Checkpoint
from ledger.proof.tree import Frontier, leaf_hash


@attrs.frozen
class Signed:
    """A ledger's checkpoint, as its note and as what it says, and the lines that it covers."""

    folder: Path
    note: bytes
    checkpoint: Checkpoint
    height: int

    def lines(self) -> Iterator[bytes]:
        """The lines, without their newlines; LedgerProblem if there are fewer than were signed."""
        seq = 0
        while seq < self.checkpoint.size:
            number = seq >> self.height
            end = min(self.checkpoint.size, (number + 1) << self.height)
            for line in _first_lines(_file(self.folder, number), end - seq):
                yield line
                seq += 1
            if seq < end:
                raise LedgerProblem(
                    f"{self.folder} is shorter than what was signed ({seq} of {self.checkpoint.size} lines); restore it from a backup."
                )

    def check(self, *older: int) -> list[bytes]:
        """Roots of the first so many lines each; LedgerProblem unless the history has the checkpoint's root."""
        tree, roots = Frontier(), dict[int, bytes]()
        for line in self.lines():
            if tree.size in older:
                roots[tree.size] = tree.root()
            tree.append(leaf_hash(line))
        roots[tree.size] = tree.root()
        if tree.root() != self.checkpoint.root:
            raise LedgerProblem(
                f"{self.folder} is not the history that was signed (its root differs from its checkpoint's); "
                "restore it from a backup, change nothing."
            )
        return [roots[size] for size in older]


def read_signed(folder: Path) -> Signed:
    """A ledger's checkpoint, with its lines to be read; its signature is not looked at. LedgerProblem if it is missing or damaged."""
    if not (folder / "history").is_dir():
        raise LedgerProblem(f"There is no ledger at {folder}; give the folder that holds `history` and `checkpoint`.")
    note, checkpoint = read_checkpoint(folder)
    line = next(_first_lines(_file(folder, 0), 1), None)
    first = None if line is None else decode(line)
    if not isinstance(first, Ledger) or first.name != checkpoint.name:
        raise LedgerProblem(f"The first line of {folder} does not name the ledger of its checkpoint; restore it from a backup.")
    return Signed(folder, note, checkpoint, first.height)


def read_checkpoint(folder: Path) -> tuple[bytes, Checkpoint]:
    """The note in a folder, and what it says; LedgerProblem if it is missing or not the checkpoint of a ledger."""
    try:
        note = (folder / "checkpoint").read_bytes()
        return note, Checkpoint.from_note(note.decode())
    except FileNotFoundError as error:
        raise LedgerProblem(f"{folder} has no checkpoint: nothing in it is signed.") from error
    except (UnicodeDecodeError, KeyProblem) as error:
        raise LedgerProblem(f"{folder / 'checkpoint'} is not the checkpoint of a ledger; restore it from a backup.") from error


def _first_lines(path: Path, most: int) -> Iterator[bytes]:
    """Up to so many whole lines of a file, without their newlines; none if there is no such file."""
    if not path.is_file():
        return
    with path.open("rb") as file:
        for line in islice(file, most):
            if line.endswith(b"\n"):
                yield line[:-1]


def _file(folder: Path, number: int) -> Path:
    return folder / "history" / f"{number:08}.jsonl"
