"""How fast a session is recorded: a measurement for `shoe bench`, on this machine, now."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter

import attrs

from ledger.clock import SteppingClock
from ledger.history.keys import KeyFolder
from ledger.players.bots import make_bot
from ledger.recording import record
from ledger.rules.ruleset import altered, load_profile
from ledger.setting_up import create_ledger
from ledger.sheet import Plan

NAME = "bench.example/ledger"
PLAYERS = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")
STACK = 10**9
"""Enough that nobody drops out."""


@attrs.frozen
class Recording:
    """A recorded session: where it lies, its verifier key, what it took in seconds, and how large it became in bytes."""

    ledger: Path
    vkey: str
    rounds: int
    players: int
    seconds: float
    size: int

    @property
    def rate(self) -> float:
        """Player-rounds a second."""
        return self.rounds * self.players / self.seconds


def measure_recording(folder: Path, rounds: int) -> Recording:
    """Record six boxes played by the bot `seed` in a new ledger below `folder`: engine, canonical lines, hashes, fsync, signatures."""
    keys, ledger = KeyFolder(folder / "keys"), folder / "ledger"
    clock = SteppingClock("2026-01-01T00:00:00Z")
    vkey = keys.create(NAME)
    create_ledger(ledger, NAME, keys, clock)
    rules = altered(load_profile("training"), {"session.rounds": rounds, "session.stack": STACK})
    plan = Plan(rules, PLAYERS, {name: lambda _seat, seed: make_bot("seed", rules, seed) for name in PLAYERS})
    began = perf_counter()
    record(ledger, keys, plan, clock, secret=bytes(32))
    seconds = perf_counter() - began
    size = sum(file.stat().st_size for file in (ledger / "history").iterdir())
    return Recording(ledger, vkey, rounds, len(PLAYERS), seconds, size)
