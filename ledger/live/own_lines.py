"""The lines of one live session on their way into a ledger that others write to, too."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence

from ledger.errors import JournalDamaged
from ledger.history.records import InSession
from ledger.history.writer import LineWriter


class OwnLines:
    """Signs a session's lines; those that the ledger has already must come again, byte for byte."""

    def __init__(self, writer: LineWriter, recorded: Iterable[tuple[InSession, bytes]] = (), source: str = "") -> None:
        """`recorded` are those that the ledger has; `source` names what they must come of again."""
        self.writer = writer
        self._source = source
        self._recorded = deque((record.seq, line) for record, line in recorded)

    @property
    def seq(self) -> int:
        """The seq of the session's next line."""
        return self._recorded[0][0] if self._recorded else self.writer.size

    @property
    def are_new(self) -> bool:
        """Whether the ledger has none of the lines still to come."""
        return not self._recorded

    def sign(self, lines: Sequence[bytes]) -> None:
        """Append lines and sign them, each commit at once; JournalDamaged where the ledger has others."""
        if not self._recorded:
            self.writer.commit(lines)
            return
        for line in lines:
            seq, there = self._recorded.popleft() if self._recorded else (self.writer.size, b"")
            if there != line:
                raise JournalDamaged(
                    f"{self._source} leads to another line {seq} than {self.writer.folder} has; restore both from one backup, "
                    "or see `shoe resume --help`."
                )
