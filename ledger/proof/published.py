"""A ledger as it is published: its checkpoint and its lines, read one after another; no keys are needed (FORMAT.md §1, §3)."""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from collections.abc import Iterator
from pathlib import Path

import attrs

from ledger.errors import LedgerProblem
from ledger.history.records import LONGEST_LINE, Ledger, decode
from ledger.proof.notes import Checkpoint

LONGEST_NOTE = 1 << 16
_TEXT = re.compile(r"([^\s+]{1,64})\n(0|[1-9][0-9]{0,15})\n([A-Za-z0-9+/]{43}=)\n\n— [^\n]+\n", re.DOTALL)


@attrs.frozen
class Published:
    """A ledger's folder with the checkpoint that it shows; `per_file` lines stand in a history file."""

    folder: Path
    note: str
    checkpoint: Checkpoint
    per_file: int

    @property
    def size(self) -> int:
        """Lines that the checkpoint covers."""
        return self.checkpoint.size

    def lines(self) -> Iterator[tuple[int, bytes]]:
        """Each line that the checkpoint covers with its `seq`, without its newline; LedgerProblem where one is missing."""
        seq = 0
        while seq < self.size:
            path = _history(self.folder, seq // self.per_file)
            try:
                with path.open("rb") as file:
                    for _ in range(min(self.per_file, self.size - seq)):
                        yield seq, self._line(file.readline(LONGEST_LINE + 1), seq)
                        seq += 1
            except OSError as error:
                raise LedgerProblem(f"{path} cannot be read ({error.strerror}); get the ledger's history whole.") from error

    def _line(self, read: bytes, seq: int) -> bytes:
        if not read.endswith(b"\n"):
            raise LedgerProblem(f"{self.folder} ends, or is damaged, at line {seq} of {self.size}; get its history whole.")
        return read[:-1]

    def rotation(self, seq: int) -> str:
        """Note of the change of key of line `seq`; LedgerProblem if it is missing."""
        return read_checkpoint(self.folder / "rotations" / f"{seq:08}.note")[0]


def open_published(folder: Path) -> Published:
    """A published ledger; LedgerProblem if there is none that can be read."""
    if not _history(folder, 0).is_file():
        raise LedgerProblem(f"There is no ledger at {folder}; give the folder that holds `history` and `checkpoint`.")
    note, checkpoint = read_checkpoint(folder / "checkpoint")
    with _history(folder, 0).open("rb") as file:
        head = file.readline(LONGEST_LINE + 1).removesuffix(b"\n")
    first = decode(head)
    if not isinstance(first, Ledger) or not checkpoint.size:
        raise LedgerProblem(f"{folder} has no line that its checkpoint covers; get the ledger whole.")
    return Published(folder, note, checkpoint, 1 << first.height)


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
