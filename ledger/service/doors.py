"""What a table needs of the hall that it stands in."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, Protocol, TypeVar

from ledger.live.receipts import Keep
from ledger.live.session import LiveSession
from ledger.service.reading import Reading
from ledger.service.share import Share
from ledger.service.table_file import Sitting, TableFile

T = TypeVar("T")


class Doors(Protocol):
    """Opening, keeping and forgetting tables, and the log as anybody may read it."""

    reading: Reading
    closings: int
    """Tables that have been closed so far, whether they are kept or not."""
    made: int
    """The number of the table that was made last."""

    def open(self, file: TableFile, receipts: Keep, /) -> tuple[TableFile, LiveSession, Share]:
        """Open a table's session; its number is kept in the table's file before."""

    def require_writable(self) -> None:
        """DiskFailed once something could not be written: what tables hold in memory may be ahead of the disk."""

    def keep(self, file: TableFile, /) -> None:
        """Keep a table's file, durably."""

    def next_of(self, table: str, /) -> str | None:
        """The table at which the people of this one go on, if it was made again."""

    def closed(self, table: str, /) -> None:
        """A table is closed."""

    def token(self, file: TableFile, sitting: Sitting, /) -> str:
        """The token of a seat."""

    def run(self, work: Coroutine[Any, Any, T], /) -> asyncio.Task[T]:
        """Let work go on to its end, whoever still waits for it."""
