"""A ledger's lines as they lie in files: stretches of them, and what both forms of a ledger give to whoever reads it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

import attrs

from audit.errors import LineError, NoteError, TruncatedError
from audit.lines import decode_line
from audit.notes import LONGEST_NOTE
from audit.records import Ledger
from audit.text import Text

LONGEST_LINE = 65_535
ROTATIONS = "rotations"
FORMAT = 1


@attrs.frozen
class Span:
    """Consecutive lines within one file: where their bytes lie, the first one's `seq`, how many."""

    path: Path
    offset: int
    length: int
    first: int
    count: int

    beside: ClassVar[int] = 1
    """Bytes that the file has for each line beside its own: here its newline."""

    def lines_in(self, data: bytes) -> Text:
        """Lines of the bytes that the file holds there; raises TruncatedError where they are not as many."""
        lines = Text.within(data)
        if len(lines) != self.count:
            raise self.changed()
        return lines

    def bytes(self) -> bytes:
        """What the file holds there."""
        with self.path.open("rb") as file:
            file.seek(self.offset)
            return file.read(self.length)

    def changed(self) -> TruncatedError:
        """The error for a file that no longer is what it was."""
        return TruncatedError(f"{self.path} changed while it was read; audit a copy that nobody writes to.")


@attrs.frozen
class LedgerDir(ABC):
    """A ledger in a folder, opened for reading up to the `size` of its checkpoint."""

    path: Path
    note: bytes
    size: int

    span: ClassVar[type[Span]] = Span
    """How its lines lie in its files."""

    @abstractmethod
    def spans(self, start: int = 0, offset: int = 0) -> Iterator[tuple[Span, Text]]:
        """Each stretch of whole lines of each file, with the lines; raises TruncatedError where some are missing.

        From line `start` on, which lies at `offset` of its file unless a file begins with it.
        """

    @abstractmethod
    def has(self, span: Span) -> bool:
        """Whether the lines of a span would be read from its file now: the same folder may have several forms and ages of a ledger."""

    @abstractmethod
    def surplus(self, covered: int) -> int:
        """Bytes beyond the `covered` ones of the checkpoint: not part of the ledger."""

    def rotation(self, seq: int) -> bytes:
        """Note of the change of key in line `seq`; raises NoteError."""
        path = self.path / ROTATIONS / f"{seq:08d}.note"
        if path.exists() and not path.is_file():  # a pipe would never end
            raise NoteError(f"{path}, the note of a change of key, is no file: get the ledger whole.")
        try:
            with path.open("rb") as file:
                return file.read(LONGEST_NOTE + 1)
        except OSError as error:
            raise NoteError(
                f"{path}, which leads from the older key given to the newer one, cannot be read ({error.strerror}): get the ledger whole, "
                "or give its newest key."
            ) from None

    def wrong_tiles(self) -> list[str]:
        """Names of the hash tiles that are not what the lines give; raises TileError for one that is missing, cut or too long."""
        return []

    def lines(self) -> Iterator[tuple[int, bytes]]:
        """Every line that the checkpoint covers, with its `seq`."""
        for span, lines in self.spans():
            yield from enumerate(lines, span.first)


def first_record(line: bytes) -> Ledger:
    """The `ledger` record that a ledger begins with; raises LineError for anything else."""
    record = decode_line(line, 0)
    if not isinstance(record, Ledger):
        raise LineError(0, "is not a `ledger` record: this is not the start of a ledger")
    if record.format != FORMAT:
        raise LineError(0, f"says format {record.format}; this verifier reads format {FORMAT}")
    return record
