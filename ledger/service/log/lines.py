"""Lines by their place, in a history that grows: where each block of 256 begins is kept in memory, and no line (FORMAT.md §1)."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from pathlib import Path

from ledger.errors import LedgerProblem
from ledger.history.diagnosis import history_file
from ledger.proof.tiles import WIDTH

_BLOCKS_KEPT = 8


class Lines:
    """The lines of a ledger up to a size that is signed: what stands there is never written again, so that nobody need be asked for it."""

    def __init__(self, folder: Path, height: int) -> None:
        """`height` as line 0 has it."""
        self.size = 0
        self._folder, self._per_file = folder, 1 << height
        self._starts = array("Q")
        self._at = 0
        self._block = lru_cache(_BLOCKS_KEPT)(self._read_block)

    def more(self, size: int) -> Iterator[list[bytes]]:
        """The lines that came since the last call, up to this size, in groups none of which reaches over the end of a block."""
        while self.size < size:
            if self.size % WIDTH == 0:
                self._starts.append(self._at)
            file, first = divmod(self.size, self._per_file)
            count = min(size - self.size, WIDTH - self.size % WIDTH, self._per_file - first)
            lines = self._read(file, self._at, count)
            self._at = 0 if first + count == self._per_file else self._at + sum(map(len, lines)) + count
            self.size += count
            yield lines

    def between(self, first: int, end: int) -> list[bytes]:
        """The lines from `first` up to, and without, `end`; all of them are there."""
        blocks = range(first // WIDTH, -(-end // WIDTH))
        lines = [line for number in blocks for line in self.block(number)]
        return lines[first % WIDTH :][: end - first]

    def line(self, seq: int) -> bytes:
        """One line."""
        return self.block(seq // WIDTH)[seq % WIDTH]

    def block(self, number: int) -> list[bytes]:
        """The lines of a block, as many as it has by now."""
        return self._block(number, min(WIDTH, self.size - number * WIDTH))

    def _read_block(self, number: int, count: int) -> list[bytes]:
        lines: list[bytes] = []
        at = self._starts[number]
        while len(lines) < count:
            file, first = divmod(number * WIDTH + len(lines), self._per_file)
            lines += self._read(file, at, min(count - len(lines), self._per_file - first))
            at = 0
        return lines

    def _read(self, file: int, at: int, count: int) -> list[bytes]:
        """So many lines of a history file, from this byte on; LedgerProblem where it has not as many."""
        path = history_file(self._folder, file)
        try:
            with path.open("rb") as opened:
                opened.seek(at)
                lines = list(islice(opened, count))
        except OSError as error:
            raise LedgerProblem(f"{path} cannot be read ({error.strerror}); check the disk, and run `shoe fsck`.") from error
        if len(lines) < count or not lines[-1].endswith(b"\n"):
            raise LedgerProblem(f"{path} has lost lines that were signed; stop, and restore the ledger from a backup.")
        return [line[:-1] for line in lines]
