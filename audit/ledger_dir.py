"""A ledger's folder: its checkpoint and its history, read in blocks of whole lines (FORMAT §1)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import attrs

from audit.errors import LedgerMissingError, LineError, TruncatedError
from audit.lines import decode_line
from audit.notes import Checkpoint, checkpoint_of
from audit.records import Ledger, Record, Unknown

LONGEST_NOTE = 1 << 16
"""Bytes of a checkpoint that are read; 64 signatures take a quarter of it."""
BLOCK = 1 << 22
"""Bytes read at once; a line is at most 65,535."""
FIRST_LINE_LIMIT = 65_536


@attrs.frozen
class Span:
    """Consecutive lines within one file: where their bytes lie, the first one's `seq`, how many."""

    path: Path
    offset: int
    length: int
    first: int
    count: int

    def read(self) -> list[bytes]:
        """Lines without their newlines."""
        with self.path.open("rb") as file:
            file.seek(self.offset)
            lines = file.read(self.length).split(b"\n")
        lines.pop()
        if len(lines) != self.count:
            raise TruncatedError(f"{self.path} changed while it was read; audit a copy that nobody writes to.")
        return lines


@attrs.frozen
class LedgerDir:
    """A ledger's folder, opened for reading up to the `size` of its checkpoint."""

    path: Path
    note: bytes
    size: int
    height: int

    def spans(self) -> Iterator[tuple[Span, list[bytes]]]:
        """Each stretch of whole lines of each history file, with the lines; raises TruncatedError where some are missing."""
        per_file = 1 << self.height
        for number in range(-(-self.size // per_file)):
            first = number * per_file
            yield from self._file(history_file(self.path, number), first, min(per_file, self.size - first), number)

    def lines(self) -> Iterator[tuple[int, bytes]]:
        """Every line that the checkpoint covers, with its `seq`."""
        for span, lines in self.spans():
            yield from enumerate(lines, span.first)

    def surplus(self, covered: int) -> int:
        """Bytes beyond the `covered` ones of the checkpoint: not part of the ledger."""
        files = (file for file in (self.path / "history").glob("*.jsonl") if file.is_file())
        return sum(file.stat().st_size for file in files) - covered

    def _file(self, path: Path, first: int, wanted: int, number: int) -> Iterator[tuple[Span, list[bytes]]]:
        if not path.is_file():
            raise TruncatedError(f"The history is cut: the checkpoint signs {self.size} lines, but file {path.name} is missing.")
        done, offset, rest = 0, 0, b""
        with path.open("rb") as file:
            while done < wanted:
                block = file.read(BLOCK)
                lines = (rest + block).split(b"\n")
                rest = lines.pop()
                if not block or len(rest) >= FIRST_LINE_LIMIT:
                    self._refuse(block, first + done, number)
                lines = lines[: wanted - done]
                if lines:
                    length = sum(map(len, lines)) + len(lines)
                    yield Span(path, offset, length, first + done, len(lines)), lines
                    done, offset = done + len(lines), offset + length

    def _refuse(self, block: bytes, seq: int, number: int) -> None:
        if block:
            raise LineError(seq, "or a line soon after it has more than 65535 bytes")
        where = f"file {number:08d}.jsonl ends before line {seq}"
        raise TruncatedError(f"The history is cut: the checkpoint signs {self.size} lines, but {where}.")


def history_file(path: Path, number: int) -> Path:
    """File `number` of a ledger's history."""
    return path / "history" / f"{number:08d}.jsonl"


def read_note(path: Path) -> bytes:
    """Bytes of a ledger's checkpoint; raises LedgerMissingError."""
    if not path.is_dir():
        raise LedgerMissingError(f"There is no ledger at {path}: give the folder that holds `history` and `checkpoint`.")
    if not history_file(path, 0).is_file():
        raise LedgerMissingError(f"The folder {path} holds no ledger: its history has no first line.")
    checkpoint = path / "checkpoint"
    if checkpoint.exists() and not checkpoint.is_file():
        raise LedgerMissingError(f"The checkpoint of the ledger at {path} is no file; audit a copy of your own.")
    try:
        with checkpoint.open("rb") as file:
            note = file.read(LONGEST_NOTE + 1)
    except FileNotFoundError:
        raise LedgerMissingError(f"The ledger at {path} has no checkpoint: nothing in it is signed.") from None
    except OSError as error:
        raise LedgerMissingError(
            f"The checkpoint of the ledger at {path} cannot be read ({error.strerror}); audit a copy of your own."
        ) from error
    if len(note) > LONGEST_NOTE:
        raise LedgerMissingError(f"The checkpoint of the ledger at {path} is far too long to be one; audit a copy of your own.")
    return note


def open_ledger(path: Path, checkpoint: Checkpoint | None = None) -> LedgerDir:
    """Open a folder for reading; without `checkpoint` its signature is not looked at. Raises an AuditError."""
    note = read_note(path)
    size = (checkpoint or checkpoint_of(note)).size
    if size == 0:
        raise LedgerMissingError(f"The ledger at {path} is empty: its checkpoint signs no line.")
    return LedgerDir(path, note, size, _height(path))


def read_ledger(path: Path) -> Iterator[Record | Unknown]:
    """Decode every line that the checkpoint covers, in order; the signature is not looked at."""
    for seq, raw in open_ledger(path).lines():
        yield decode_line(raw, seq)


def _height(path: Path) -> int:
    """Height of the history files, as the ledger's first line says."""
    with history_file(path, 0).open("rb") as file:
        line = file.readline(FIRST_LINE_LIMIT)
    if not line.endswith(b"\n"):
        fault = "has more than 65535 bytes" if len(line) >= FIRST_LINE_LIMIT else "is cut: it has no end"
        raise LineError(0, fault)
    record = decode_line(line[:-1], 0)
    if not isinstance(record, Ledger):
        raise LineError(0, "is not a `ledger` record: this is not the start of a ledger")
    if record.format != 1:
        raise LineError(0, f"says format {record.format}; this verifier reads format 1")
    return record.height
