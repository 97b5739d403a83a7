"""The operator's own form of a ledger: history files of 2^height lines each (FORMAT §1)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import attrs

from audit.errors import LineError, TruncatedError
from audit.stretches import LONGEST_LINE, LedgerDir, Span, first_record
from audit.text import Text

BLOCK = 1 << 22
"""Bytes read at once; a line is at most LONGEST_LINE."""


@attrs.frozen
class HistoryFiles(LedgerDir):
    """A ledger's folder with its history, read in blocks of whole lines."""

    height: int

    @classmethod
    def opened(cls, path: Path, note: bytes, size: int) -> HistoryFiles:
        """The history in `path`, of which the checkpoint `note` covers `size` lines; raises LineError for a first line that is none."""
        with history_file(path, 0).open("rb") as file:
            line = file.readline(LONGEST_LINE + 1)
        if not line.endswith(b"\n"):
            fault = f"has more than {LONGEST_LINE} bytes" if len(line) > LONGEST_LINE else "is cut: it has no end"
            raise LineError(0, fault)
        return cls(path, note, size, first_record(line[:-1]).height)

    def spans(self, start: int = 0, offset: int = 0) -> Iterator[tuple[Span, Text]]:
        per_file = 1 << self.height
        for number in range(start >> self.height, -(-self.size // per_file)):
            first = max(start, number * per_file)
            count = min((number + 1) * per_file, self.size) - first
            yield from self._file(number, first, count, offset if first % per_file else 0)

    def has(self, span: Span) -> bool:
        return span.path == history_file(self.path, span.first >> self.height) and span.path.is_file()

    def surplus(self, covered: int) -> int:
        files = (file for file in (self.path / "history").glob("*.jsonl") if file.is_file())
        return sum(file.stat().st_size for file in files) - covered

    def _file(self, number: int, first: int, wanted: int, offset: int) -> Iterator[tuple[Span, Text]]:
        path = history_file(self.path, number)
        if not path.is_file():
            raise TruncatedError(f"The history is cut: the checkpoint signs {self.size} lines, but file {path.name} is missing.")
        done = 0
        with path.open("rb") as file:
            while done < wanted:
                file.seek(offset)  # a line that a block cuts is read again: cheaper than to put the next block behind it
                block = file.read(BLOCK)
                lines = Text.within(block)
                if not len(lines) or len(block) - lines.size > LONGEST_LINE:
                    self._refuse(len(block), first + done, number)
                lines = lines[: wanted - done]
                yield Span(path, offset, lines.size, first + done, len(lines)), lines
                done, offset = done + len(lines), offset + lines.size

    def _refuse(self, rest: int, seq: int, number: int) -> None:
        """Say what is wrong with so many bytes that are no whole lines."""
        if rest > LONGEST_LINE:
            raise LineError(seq, f"or a line soon after it has more than {LONGEST_LINE} bytes")
        where = f"file {number:08d}.jsonl ends before line {seq}"
        raise TruncatedError(f"The history is cut: the checkpoint signs {self.size} lines, but {where}.")


def history_file(path: Path, number: int) -> Path:
    """File `number` of a ledger's history."""
    return path / "history" / f"{number:08d}.jsonl"
