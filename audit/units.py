"""Units: consecutive lines that are judged together (ADR 7). A ledger that grows only changes its last unit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256

import attrs

from audit.stretches import Span
from audit.text import Text

BLOCK_LINES = 16
"""Lines of a complete subtree; units are made of whole ones, and history files too."""
UNIT_LINES = 1 << 15
"""Lines judged at once: enough to make a query worth its while, few enough that a round's number among them has 16 bits."""
FEWEST_LINES = 1 << 12
"""Lines of the smallest unit at the end of a ledger that is remembered: fewer are not worth the binding of the checks."""
UNIT_BYTES = 1 << 26
"""Bytes after which a unit has enough lines, however few."""
FEW_BYTES = 1 << 16
"""Bytes so few that to plan a query takes longer than to run it, even where without a plan it tries every pair of rows."""


@attrs.frozen
class Unit:
    """Consecutive lines that are judged together, part of a history file or several whole ones."""

    number: int
    spans: tuple[Span, ...]

    @property
    def first(self) -> int:
        """`seq` of its first line."""
        return self.spans[0].first

    @property
    def count(self) -> int:
        """Number of lines."""
        return sum(span.count for span in self.spans)

    @property
    def end(self) -> int:
        """`seq` of the line after its last one."""
        return self.spans[-1].first + self.spans[-1].count

    @property
    def size(self) -> int:
        """Number of bytes, as they lie in the files."""
        return sum(span.length for span in self.spans)

    @property
    def is_whole(self) -> bool:
        """Whether it ends there however much the ledger grows."""
        return self.end % BLOCK_LINES == 0 and (self.count >= UNIT_LINES or self.size >= UNIT_BYTES)

    def lines(self, expected: bytes | None = None) -> Text:
        """Bytes of its lines, and those of which the SHA-256 is the `expected` one, if any; raises TruncatedError where they changed."""
        hashed, parts = sha256(), list[Text]()
        for span in self.spans:
            data = span.bytes()
            if expected is not None:
                hashed.update(data)
            parts.append(span.lines_in(data))
        if expected is not None and hashed.digest() != expected:
            raise self.spans[0].changed()
        return Text.joined(parts)

    def digest(self) -> bytes:
        """SHA-256 of its bytes as they lie in the files."""
        hashed = sha256()
        for span in self.spans:
            hashed.update(span.bytes())
        return hashed.digest()


def _next_lines(left: int) -> int:
    """Lines of the next unit, of so many that are left: where they don't fill one, a power of two, which stays when the ledger grows."""
    power = 1 << max(left.bit_length() - 1, 0)
    return UNIT_LINES if left >= UNIT_LINES else max(power, FEWEST_LINES)


def units(stretches: Iterable[tuple[Span, Text]], number: int = 0, size: int | None = None) -> Iterator[tuple[Unit, list[Text]]]:
    """Cut stretches of lines into units, the first of them `number`: whole blocks, until a unit has lines or bytes enough.

    With the ledger's `size` its end is cut finer, so that most of it need not be judged again when the ledger grows.
    """
    cutting = _Unit(number)
    for span, lines in stretches:
        at, offset = 0, span.offset
        while at < span.count:
            if not cutting.count:
                cutting.most = UNIT_LINES if size is None else _next_lines(size - span.first - at)
            end = cutting.reach(span, at, offset)
            part = lines[at:end]
            length = part.size + len(part) * (span.beside - 1)
            cutting.extend(attrs.evolve(span, offset=offset, length=length, first=span.first + at, count=len(part)), part)
            at, offset = end, offset + length
            if cutting.is_enough():
                yield cutting.unit()
                cutting = _Unit(cutting.number + 1)
    if cutting.count:
        yield cutting.unit()


@attrs.define
class _Unit:
    """A unit as far as it has come."""

    number: int
    most: int = 0
    spans: list[Span] = attrs.Factory(list)
    parts: list[Text] = attrs.Factory(list)
    count: int = 0
    size: int = 0

    def reach(self, span: Span, at: int, offset: int) -> int:
        """How far the lines of a span from number `at` (at `offset`) may go on: to the end of the block where the unit may be enough."""
        left = span.length - (offset - span.offset)
        wanted = self.most - self.count if self.size + left < UNIT_BYTES else 1
        end = span.first + at + max(wanted, 1)
        return min(end + -end % BLOCK_LINES - span.first, span.count)

    def extend(self, span: Span, lines: Text) -> None:
        """Take in lines of a span, all but what was taken in before."""
        last = self.spans[-1] if self.spans else None
        if last is not None and last.path == span.path:
            self.spans[-1] = attrs.evolve(last, length=last.length + span.length, count=last.count + span.count)
        else:
            self.spans.append(span)
        self.parts.append(lines)
        self.count += len(lines)
        self.size += span.length

    def is_enough(self) -> bool:
        """Whether it ends here."""
        last = self.spans[-1]
        return (last.first + last.count) % BLOCK_LINES == 0 and (self.count >= self.most or self.size >= UNIT_BYTES)

    def unit(self) -> tuple[Unit, list[Text]]:
        """The unit, and its lines in parts."""
        return Unit(self.number, tuple(self.spans)), self.parts
