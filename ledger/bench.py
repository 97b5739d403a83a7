"""How fast a session is recorded: a measurement for `shoe bench`, on this machine, now."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter, process_time

import attrs
import msgspec

from ledger.clock import SteppingClock
from ledger.history.keys import KeyFolder
from ledger.plan import Plan
from ledger.players.bots import make_bot
from ledger.recording import record
from ledger.rules.ruleset import altered, load_profile
from ledger.setting_up import create_ledger

NAME = "bench.example/ledger"
PLAYERS = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")
LONGEST = 1_000_000
"""Rounds of the longest session that rules allow; a larger ledger has several."""
STACK = 10**9
"""Enough that nobody drops out."""


class _Played(msgspec.Struct):
    """Of a line, what happened in it."""

    log: list[str] = msgspec.field(default_factory=list)


@attrs.frozen
class Recording:
    """A recorded session: where it lies, its verifier key, what it took, and how large it became.

    `seconds` are the clock's, `processor_seconds` this process's; `size` is in bytes, `events` counts those of all logs.
    """

    ledger: Path
    vkey: str
    rounds: int
    players: int
    seconds: float
    processor_seconds: float
    size: int
    events: int

    @property
    def rate(self) -> float:
        """Player-rounds a second."""
        return self.rounds * self.players / self.seconds


def measure_recording(folder: Path, rounds: int, profile: str = "training") -> Recording:
    """Record six people played by the bot `seed` in a new ledger below `folder`: engine, canonical lines, hashes, fsync, signatures."""
    keys, ledger = KeyFolder(folder / "keys"), folder / "ledger"
    clock = SteppingClock("2026-01-01T00:00:00Z")
    vkey = keys.create(NAME)
    create_ledger(ledger, NAME, keys, clock)
    seconds, processor, played = 0.0, 0.0, 0
    for number in range(-(-rounds // LONGEST)):
        took = _session(folder, min(LONGEST, rounds - number * LONGEST), profile, clock, number.to_bytes(32, "big"))
        seconds, processor, played = seconds + took[0], processor + took[1], played + took[2]
    history = [file.read_bytes() for file in (ledger / "history").iterdir()]
    events = sum(len(msgspec.json.decode(line, type=_Played).log) for part in history for line in part.splitlines())
    return Recording(ledger, vkey, played, len(PLAYERS), seconds, processor, sum(map(len, history)), events)


def record_more(folder: Path, rounds: int) -> None:
    """Record another session in the ledger that `measure_recording` made below `folder`."""
    _session(folder, rounds, "training", SteppingClock("2027-01-01T00:00:00Z"), b"more" * 8)


def _session(folder: Path, rounds: int, profile: str, clock: SteppingClock, secret: bytes) -> tuple[float, float, int]:
    """Seconds of the clock and of the processor that a session took, and its rounds."""
    rules = altered(load_profile(profile), {"session.rounds": rounds, "session.stack": STACK})
    plan = Plan(rules, PLAYERS, {name: lambda _seat, seed: make_bot("seed", rules, seed) for name in PLAYERS})
    began, processor = perf_counter(), process_time()
    done = record(folder / "ledger", KeyFolder(folder / "keys"), plan, clock, secret=secret)
    return perf_counter() - began, process_time() - processor, done.rounds
