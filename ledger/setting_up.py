"""A new ledger, with its first line signed."""

from __future__ import annotations

from pathlib import Path

from ledger.clock import Clock
from ledger.history.disk import Disk
from ledger.history.keys import KeyFolder
from ledger.history.opening import create
from ledger.history.writer import DEFAULT_HEIGHT


def create_ledger(folder: Path, name: str, keys: KeyFolder, clock: Clock, *, height: int = DEFAULT_HEIGHT, disk: Disk | None = None) -> str:
    """Make a ledger at `folder` with 2^`height` lines a history file; its verifier key.

    LedgerProblem if something is there already, KeyProblem if the key folder has no key.
    """
    with create(folder, name, keys, clock, height=height, disk=disk):
        return keys.signer().vkey
