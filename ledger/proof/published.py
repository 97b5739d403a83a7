"""A ledger as others have it: its checkpoint and its lines, read one after another; no keys are needed (FORMAT.md §1, §3, §13)."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from base64 import b64decode, b64encode
from collections.abc import Iterator
from pathlib import Path

import attrs

from ledger.errors import LedgerProblem
from ledger.history.records import HEIGHTS, LONGEST_LINE, Ledger, decode
from ledger.proof.notes import Checkpoint
from ledger.proof.tiles import BUNDLES, WIDTH, path_of

LONGEST_NOTE = 1 << 16
_TEXT = re.compile(r"([^\s+]{1,64})\n(0|[1-9][0-9]{0,15})\n([A-Za-z0-9+/]{43}=)\n\n— [^\n]+\n", re.DOTALL)


@attrs.frozen
class Published(ABC):
    """A ledger with the checkpoint that it shows."""

    folder: Path
    note: str
    checkpoint: Checkpoint

    @property
    def size(self) -> int:
        """Lines that the checkpoint covers."""
        return self.checkpoint.size

    def lines(self) -> Iterator[tuple[int, bytes]]:
        """Each line that the checkpoint covers with its `seq`, without its newline; LedgerProblem where one is missing."""
        seq = 0
        for path, lines in self._files():
            try:
                for line in lines:
                    yield seq, line
                    seq += 1
            except OSError as error:
                raise LedgerProblem(f"{path} cannot be read ({error.strerror}); get the ledger whole.") from error

    def rotation(self, seq: int) -> str:
        """Note of the change of key of line `seq`; LedgerProblem if it is missing."""
        return _note_of_ledger(self.folder / "rotations" / f"{seq:08}.note")[0]

    @abstractmethod
    def _files(self) -> Iterator[tuple[Path, Iterator[bytes]]]:
        """Each file that the checkpoint needs, and its lines; LedgerProblem where it has too few."""

    def _cut(self, seq: int) -> LedgerProblem:
        return LedgerProblem(f"{self.folder} ends, or is damaged, at line {seq} of {self.size}; get it whole.")


@attrs.frozen
class _History(Published):
    """The operator's form: `per_file` lines stand in a history file."""

    per_file: int

    def _files(self) -> Iterator[tuple[Path, Iterator[bytes]]]:
        for first in range(0, self.size, self.per_file):
            path = _history(self.folder, first // self.per_file)
            yield path, self._lines(path, range(first, min(first + self.per_file, self.size)))

    def _lines(self, path: Path, wanted: range) -> Iterator[bytes]:
        with path.open("rb") as file:
            for seq in wanted:
                line = file.readline(LONGEST_LINE + 1)
                if not line.endswith(b"\n"):
                    raise self._cut(seq)
                yield line[:-1]


@attrs.frozen
class _Tree(Published):
    """A tree of tiles, of which the bundles are read."""

    def _files(self) -> Iterator[tuple[Path, Iterator[bytes]]]:
        for first in range(0, self.size, WIDTH):
            count = min(WIDTH, self.size - first)
            # A partial bundle may be gone once the full one stands.
            names = (path_of(BUNDLES, first // WIDTH, width) for width in (count, WIDTH))
            path = next((self.folder / name for name in names if (self.folder / name).is_file()), None)
            if path is None:
                raise self._cut(first)
            yield path, self._entries(path, range(first, first + count))

    def _entries(self, path: Path, wanted: range) -> Iterator[bytes]:
        with path.open("rb") as file:
            for seq in wanted:
                length = int.from_bytes(file.read(2), "big")
                line = file.read(length)
                if len(line) < max(length, 1):
                    raise self._cut(seq)
                yield line


def open_published(folder: Path) -> Published:
    """A ledger, as its operator has it or as a published tree; LedgerProblem if there is none that can be read."""
    is_tree = not _history(folder, 0).is_file()
    if is_tree and not (folder / "tile").is_dir():
        raise LedgerProblem(f"There is no ledger at {folder}; give the folder that holds `checkpoint` and `history` or `tile`.")
    note, checkpoint = _note_of_ledger(folder / "checkpoint")
    tree = _Tree(folder, note, checkpoint)
    head = next(tree.lines(), (0, b""))[1] if is_tree else _first_line(folder)
    first = decode(head)
    if not isinstance(first, Ledger) or not checkpoint.size:
        raise LedgerProblem(f"{folder} has no line that its checkpoint covers; get the ledger whole.")
    if first.height not in HEIGHTS:
        raise LedgerProblem(
            f"Line 0 of {folder} has the height {first.height}, which is not from {HEIGHTS[0]} to {HEIGHTS[-1]}; get the ledger whole."
        )
    return tree if is_tree else _History(folder, note, checkpoint, 1 << first.height)


def _first_line(folder: Path) -> bytes:
    with _history(folder, 0).open("rb") as file:
        return file.readline(LONGEST_LINE + 1).removesuffix(b"\n")


def _note_of_ledger(path: Path) -> tuple[str, Checkpoint]:
    """A note among a ledger's files, which are a stranger's: from a pipe there one would wait for ever."""
    if path.exists() and not path.is_file():
        raise LedgerProblem(f"{path} is no plain file; get the ledger whole.")
    return read_checkpoint(path)


def read_checkpoint(path: Path) -> tuple[str, Checkpoint]:
    """A checkpoint's note and what it says, its signatures not looked at; LedgerProblem for a file that is none."""
    try:
        with path.open("rb") as file:
            data = file.read(LONGEST_NOTE + 1)
        note = data.decode()
    except OSError as error:
        raise LedgerProblem(f"{path} cannot be read ({error.strerror}); give the file of a checkpoint.") from error
    except UnicodeDecodeError as error:
        raise LedgerProblem(f"{path} is not a checkpoint: it is not UTF-8 text.") from error
    found = _TEXT.match(note)
    if len(data) > LONGEST_NOTE or found is None or b64encode(b64decode(found[3])).decode() != found[3]:
        raise LedgerProblem(f"{path} is not a checkpoint: a name, a size, a root and signatures, as `shoe checkpoint` prints it.")
    return note, Checkpoint(found[1], int(found[2]), b64decode(found[3]))


def _history(folder: Path, number: int) -> Path:
    return folder / "history" / f"{number:08}.jsonl"
