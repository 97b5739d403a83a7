"""Many lines as one text, in which what few of them have is found without a look at each (DESIGN §6, pass 0).

To cut a unit's text at its newlines, join it again and ask each line for three marks took 2.7 µs a line; numpy finds them in 0.8.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import overload

import attrs
import numpy as np
from numpy.typing import NDArray

from audit.lines import ROUND_MARK

NEWLINE = b"\n"
_PIECE = 1 << 20


@attrs.frozen
class Mark:
    """Bytes without a newline, and which of them is the rarest in a history: it is looked for first."""

    text: bytes
    rare: int


ROUND = Mark(ROUND_MARK, ROUND_MARK.index(b"c"))
LEAVES, OUT = Mark(b' leave"', b' leave"'.index(b"v")), Mark(b' out"', b' out"'.index(b"u"))


@attrs.frozen(eq=False, slots=False)
class Text(Sequence[bytes]):
    """Lines, each with a newline after it, in some bytes; by line, where it begins and ends in them."""

    data: bytes
    starts: NDArray[np.int64]
    ends: NDArray[np.int64]

    @classmethod
    def of(cls, lines: Sequence[bytes]) -> Text:
        """Lines that were apart."""
        if isinstance(lines, Text):
            return lines
        ends = np.cumsum(np.fromiter(map(len, lines), dtype=np.int64, count=len(lines)) + 1) - 1
        return cls(NEWLINE.join([*lines, b""]), np.append(0, ends + 1)[: len(ends)], ends)

    @classmethod
    def within(cls, data: bytes) -> Text:
        """The whole lines that some bytes begin with."""
        ends = _where(np.frombuffer(data, dtype=np.uint8), ord(NEWLINE))
        return cls(data, np.append(0, ends + 1)[: len(ends)], ends)

    @classmethod
    def joined(cls, parts: Sequence[Text]) -> Text:
        """Lines of several texts, one after another."""
        if len(parts) == 1:
            return parts[0]
        first = np.cumsum([0, *(part.size for part in parts)]).tolist()
        moved = [(part, at - part.begin) for part, at in zip(parts, first[:-1], strict=True) if len(part)]
        return cls(
            b"".join([memoryview(part.data)[part.begin :][: part.size] for part in parts]),
            np.concatenate([np.zeros(0, dtype=np.int64), *(part.starts + by for part, by in moved)]),
            np.concatenate([np.zeros(0, dtype=np.int64), *(part.ends + by for part, by in moved)]),
        )

    @property
    def begin(self) -> int:
        """Where its first line begins."""
        return int(self.starts[0]) if len(self) else 0

    @property
    def size(self) -> int:
        """Bytes of its lines with their newlines."""
        return int(self.ends[-1]) + 1 - self.begin if len(self) else 0

    @property
    def longest(self) -> int:
        """Bytes of its longest line."""
        return int((self.ends - self.starts).max(initial=0))

    def whole(self) -> bytes:
        """Its lines with their newlines; not copied where they are all that the bytes hold."""
        return self.data[self.begin : self.begin + self.size]

    def some(self, lines: NDArray[np.int64]) -> bytes:
        """Lines of rising numbers with their newlines."""
        if len(lines) == len(self):
            return self.whole()
        turns = np.flatnonzero(lines[1:] != lines[:-1] + 1)
        first, last = lines[np.append(0, turns + 1)[: len(lines)]], lines[np.append(turns, len(lines) - 1)[: len(lines)]]
        stretches = zip(self.starts[first].tolist(), self.ends[last].tolist(), strict=True)
        return b"".join([self.data[start : end + 1] for start, end in stretches])

    @cached_property
    def rounds(self) -> NDArray[np.int64]:
        """Numbers of the lines that say they are rounds."""
        return self.having(ROUND)

    @cached_property
    def others(self) -> list[int]:
        """Numbers of all other lines."""
        rest = np.ones(len(self), dtype=bool)
        rest[self.rounds] = False
        return np.flatnonzero(rest).tolist()

    def having(self, *marks: Mark) -> NDArray[np.int64]:
        """Numbers of the lines that have one of the marks."""
        letters = np.frombuffer(self.data, dtype=np.uint8)[self.begin : self.begin + self.size]
        has = np.zeros(len(self), dtype=bool)
        for mark in marks:
            has[np.searchsorted(self.starts, _places(letters, mark) + self.begin, side="right") - 1] = True
        return np.flatnonzero(has)

    def views(self) -> Iterator[memoryview]:
        """Its lines, not copied."""
        view = memoryview(self.data)
        return (view[start:end] for start, end in zip(self.starts.tolist(), self.ends.tolist(), strict=True))

    def __len__(self) -> int:
        return len(self.ends)

    @overload
    def __getitem__(self, at: int) -> bytes: ...
    @overload
    def __getitem__(self, at: slice) -> Text: ...
    def __getitem__(self, at: int | slice) -> bytes | Text:
        if isinstance(at, slice):
            return Text(self.data, self.starts[at], self.ends[at])
        return self.data[int(self.starts[at]) : int(self.ends[at])]

    def __iter__(self) -> Iterator[bytes]:
        data = self.data
        return iter([data[start:end] for start, end in zip(self.starts.tolist(), self.ends.tolist(), strict=True)])


def _where(letters: NDArray[np.uint8], letter: int) -> NDArray[np.int64]:
    """Where a letter stands, found piece by piece: memory that is touched for the first time costs as much as the search."""
    is_there = np.empty(min(len(letters), _PIECE), dtype=bool)
    found = [np.zeros(0, dtype=np.int64)]
    for at in range(0, len(letters), _PIECE):
        piece = letters[at : at + _PIECE]
        found.append(np.flatnonzero(np.equal(piece, letter, out=is_there[: len(piece)])) + at)
    return np.concatenate(found)


def _places(letters: NDArray[np.uint8], mark: Mark) -> NDArray[np.int64]:
    """Where the mark begins: the places of its rarest letter, of which those without the other letters about them fall away."""
    places = _where(letters, mark.text[mark.rare]) - mark.rare
    places = places[(places >= 0) & (places <= len(letters) - len(mark.text))]
    for at, letter in enumerate(mark.text):
        if at != mark.rare:
            places = places[letters[places + at] == letter]
    return places
