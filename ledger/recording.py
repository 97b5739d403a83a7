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
from ledger.history.opening import open_ledger
from ledger.history.sessions import seeds_told, sessions_so_far
from ledger.players.script import Script
from ledger.sheet import Group, Plan, Sheet
from ledger.table.session import Void, never
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
    watch: Callable[[FinishedRound | Void], object] | None = None,
    stop: Callable[[], bool] = never,
    disk: Disk | None = None,
) -> Recorded:
    """Record one batch session, with entropy supplied by the house.

    `secret` (32 bytes) fixes the whole session; fresh randomness unless given. `watch` sees each round once it is
    signed; `stop` is asked before each round whether to close the session here. A script is played through before
    anything is written, so that a bad one leaves no trace.
    """
    plan.check()
    with open_ledger(folder, keys, disk=disk) as writer:
        number = 1 + sessions_so_far(folder)
        secret = os.urandom(32) if secret is None else secret
        sheet = Sheet(plan, number, secret, clock, writer.size, stop)
        groups: Iterator[Group] | list[Group] = sheet.groups()
        if any(isinstance(source, Script) for source in sheet.sources.values()):
            groups = list(groups)
        if seeds_told(folder) & {seed.hex().encode() for seed in sheet.seeds} or keys.knows(secret):
            raise SessionRefused(
                "This seed has already been used in this ledger, so its cards are known; give another --seed-file, or none."
            )
        keys.store_secret(number, secret)
        for group in groups:
            writer.commit(group.lines)
            if watch is not None:
                for played in group.played:
                    watch(played)
        return Recorded(number, sheet.rounds, sheet.table.reason, sheet.table.balances, writer.size, tuple(writer.warnings))
