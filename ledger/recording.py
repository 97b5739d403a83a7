"""Recording a session into a ledger."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import attrs

from ledger.clock import Clock
from ledger.errors import SessionRefused
from ledger.history.disk import Disk
from ledger.history.keys import KeyFolder
from ledger.history.sessions import commitment_stands, sessions_so_far
from ledger.history.writer import open_ledger
from ledger.players.script import Script
from ledger.sheet import Plan, Sheet
from ledger.table.session import Void
from ledger.table.state import FinishedRound


@attrs.frozen
class Recorded:
    """What a recorded session came to."""

    session: int
    rounds: int
    reason: str
    balances: tuple[int, ...]
    size: int
    warnings: tuple[str, ...]


def record(
    folder: Path,
    keys: KeyFolder,
    plan: Plan,
    clock: Clock,
    *,
    secret: bytes | None = None,
    watch: Callable[[FinishedRound | Void], None] | None = None,
    disk: Disk | None = None,
) -> Recorded:
    """Record one batch session, with entropy supplied by the house.

    `secret` (32 bytes) fixes the whole session; fresh randomness unless given. `watch` sees each round when it
    is played. A script is played through before anything is written, so that a bad one leaves no trace.
    """
    plan.check()
    with open_ledger(folder, keys, disk=disk) as writer:
        number = 1 + sessions_so_far(folder)
        secret = os.urandom(32) if secret is None else secret
        sheet = Sheet(plan, number, secret, clock, writer.size, watch)
        groups: Iterator[list[bytes]] | list[list[bytes]] = sheet.groups()
        if any(isinstance(source, Script) for source in sheet.sources.values()):
            groups = list(groups)
        if commitment_stands(folder, sheet.commitment):
            raise SessionRefused(
                "This seed has already been used in this ledger, so its cards are known; give another --seed-file, or none."
            )
        keys.store_secret(number, secret)
        for lines in groups:
            writer.commit(lines)
        return Recorded(number, sheet.rounds, sheet.table.reason, sheet.table.balances, writer.size, tuple(writer.warnings))
