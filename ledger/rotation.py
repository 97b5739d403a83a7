"""A change of the signing key as a recorded act (FORMAT.md §3)."""

from __future__ import annotations

from pathlib import Path

import attrs

from ledger.clock import Clock
from ledger.history.disk import Disk
from ledger.history.keys import KeyFolder
from ledger.history.opening import open_ledger


@attrs.frozen
class Rotated:
    """What came of a change of key: the new verifier key, the line that names it, the ledger's lines."""

    vkey: str
    line: int
    size: int
    warnings: tuple[str, ...]


def rotate(folder: Path, keys: KeyFolder, clock: Clock, *, disk: Disk | None = None) -> Rotated:
    """Make a new key, sign its record with both, and destroy the old one; from here on the new one alone signs."""
    with open_ledger(folder, keys, disk=disk) as writer:
        line = writer.size
        signer = writer.change_key(clock)
        return Rotated(signer.vkey, line, writer.size, tuple(writer.warnings))
