"""What the writer needs to know of the sessions already in a ledger."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

_OPEN = b'"record":"open"'


def sessions_so_far(folder: Path) -> int:
    """How many sessions a ledger holds.

    A record's kind is a key of ours and a string of ours; no name or text can hold a bare quotation mark in JSON.
    """
    return sum(data.count(_OPEN) for data in _history(folder))


def commitment_stands(folder: Path, commitment: bytes) -> bool:
    """Whether a session of the ledger was opened with this commitment: its seeds are known then (FORMAT.md §4)."""
    wanted = b'"commitment":"%s"' % commitment.hex().encode()
    return any(wanted in data for data in _history(folder))


def _history(folder: Path) -> Iterator[bytes]:
    return (path.read_bytes() for path in sorted((folder / "history").glob("*.jsonl")))
