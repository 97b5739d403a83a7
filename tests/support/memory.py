"""Folders in memory: for thousands of small files, and for ledgers whose writer is a process of its own, which waits for the disk."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

MEMORY = Path("/dev/shm")  # noqa: S108 -- a folder of its own is made there, and removed


@contextmanager
def in_memory(otherwise: Path) -> Iterator[Path]:
    """A folder in memory, empty and gone afterwards; the other one where there is no room for it."""
    if not os.access(MEMORY, os.W_OK):
        yield otherwise
        return
    with TemporaryDirectory(dir=MEMORY) as own:
        yield Path(own)
