"""What the writer needs to know of the sessions already in a ledger."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

_TOLD = re.compile(rb'"(?:commitment|seed)":"([0-9a-f]{64})"')
_OPEN = b'"record":"open"'


def sessions_so_far(folder: Path) -> int:
    """How many sessions a ledger holds.

    A record's kind is a key of ours and a string of ours; no name or text can hold a bare quotation mark in JSON.
    """
    return sum(data.count(_OPEN) for data in _history(folder))


def seeds_told(folder: Path) -> set[bytes]:
    """Every commitment and every revealed seed of a ledger, in hex; no other session's chain may meet them (FORMAT.md §6)."""
    return {seed for data in _history(folder) for seed in _TOLD.findall(data)}


def _history(folder: Path) -> Iterator[bytes]:
    return (path.read_bytes() for path in sorted((folder / "history").glob("*.jsonl")))
