"""Live commits beside the bare fsync rate of the same disk, interleaved in one run.

    python benchmarks/commits.py --rounds 40 --repeats 5 --folder . --format json

A live session (the training table, bot `mimic`) signs the `begin` and the `round` of each round in a commit of its own, in the order of
DESIGN §5, and makes each answer durable in its journal before it counts. After each session a bare loop appends lines of the same size to
one file and fsyncs each, as many times as the session did, and another makes the bare calls of as many commits: a line and a note appended
and fsynced, a checkpoint written beside the one that it replaces. Rates are per second of the clock; ratios are taken within each repeat.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from ledger import KeyFolder, SteppingClock, create_ledger, load_rules
from ledger.history.disk import Disk
from ledger.history.opening import open_ledger
from ledger.live.driving import drive
from ledger.live.opening import sit_down_live
from ledger.live.sources import Answering
from ledger.plan import Plan
from ledger.recording import Recorder
from ledger.rules.ruleset import altered

NOTE = 220
"""Bytes of a signed note, about."""
NAME, TIME = "bench.example/commits", "2026-01-01T00:00:00Z"


class CountingCalls:
    """The operating system's calls, and how often each kind of file or folder was made durable, and how long that took."""

    lseek, write, ftruncate, close = map(staticmethod, (os.lseek, os.write, os.ftruncate, os.close))
    replace, unlink, mkdir, rmdir = map(staticmethod, (os.replace, os.unlink, os.mkdir, os.rmdir))

    def __init__(self) -> None:
        self.fsyncs: Counter[str] = Counter()
        self.seconds = 0.0
        self._kinds: dict[int, str] = {}

    def open(self, path: Path, flags: int, mode: int = 0o777, /) -> int:
        """A descriptor, and what kind of file or folder it is."""
        descriptor = os.open(path, flags, mode)
        name, _, ending = path.name.rpartition(".")
        self._kinds[descriptor] = path.parent.name if ending == "jsonl" else f"{path.name}/" if not name else path.name
        return descriptor

    def fsync(self, descriptor: int, /) -> None:
        """Make it durable."""
        began = perf_counter()
        os.fsync(descriptor)
        self.seconds += perf_counter() - began
        self.fsyncs[self._kinds[descriptor]] += 1


class Commits:
    """Every commit of a writer: how many, how many lines and bytes, and how long until it was acknowledged."""

    def __init__(self, right: Callable[[Sequence[bytes]], None], calls: CountingCalls) -> None:
        self._right, self._calls = right, calls
        self.count = self.size = self.fsyncs = 0
        self.seconds = 0.0

    def __call__(self, lines: Sequence[bytes]) -> None:
        """Commit, as the writer does."""
        began, before = perf_counter(), self._calls.fsyncs.total()
        self._right(lines)
        self.seconds += perf_counter() - began
        self.fsyncs += self._calls.fsyncs.total() - before
        self.count += 1
        self.size += sum(map(len, lines))


def live_session(folder: Path, rounds: int, players: int) -> dict[str, Any]:
    """Play one live session in a new ledger; what it took."""
    calls = CountingCalls()
    keys, ledger, clock = KeyFolder(folder / "keys", disk=Disk(calls)), folder / "ledger", SteppingClock(TIME)
    keys.create(NAME)
    create_ledger(ledger, NAME, keys, clock)
    names = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")[:players]
    rules = altered(load_rules("training"), {"session.rounds": rounds, "session.stack": 10**6})
    plan = Answering().give(Plan(rules, names, {}, answers=dict.fromkeys(names, "mimic")))
    with open_ledger(ledger, keys, disk=Disk(calls)) as writer:
        commits = Commits(writer.commit, calls)
        writer.commit = commits  # type: ignore[method-assign]
        calls.fsyncs.clear()
        calls.seconds, began = 0.0, perf_counter()
        session = sit_down_live(Recorder.of(writer, keys, clock), plan, clock)
        drive(session, session.sheet.sources)
        seconds = perf_counter() - began
    return {
        "seconds": seconds,
        "fsync_seconds": calls.seconds,
        "fsyncs": calls.fsyncs.total(),
        "fsyncs_of": dict(calls.fsyncs),
        "commits": commits.count,
        "commit_seconds": commits.seconds,
        "commit_fsyncs": commits.fsyncs,
        "line_bytes": commits.size // commits.count,
    }


def bare_loop(folder: Path, times: int, size: int) -> float:
    """Seconds to append and fsync so many lines of this size to one file."""
    line = memoryview(b"x" * (size - 1) + b"\n")
    descriptor = os.open(folder / "bare", os.O_CREAT | os.O_WRONLY | os.O_APPEND)
    try:
        began = perf_counter()
        for _ in range(times):
            os.write(descriptor, line)
            os.fsync(descriptor)
        return perf_counter() - began
    finally:
        os.close(descriptor)


def bare_commits(folder: Path, times: int, size: int) -> float:
    """Seconds that the calls of so many commits take by themselves, with lines of this size."""
    line, note, checkpoint = memoryview(b"x" * size), memoryview(b"x" * NOTE), folder / "bare-checkpoint"
    flags = os.O_CREAT | os.O_WRONLY
    files = [(os.open(folder / name, flags | os.O_APPEND), data) for name, data in (("bare-lines", line), ("bare-notes", note))]
    around = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        began = perf_counter()
        for _ in range(times):
            for descriptor, data in files:
                os.write(descriptor, data)
                os.fsync(descriptor)
            descriptor = os.open(f"{checkpoint}.tmp", flags | os.O_EXCL)
            os.write(descriptor, note)
            os.fsync(descriptor)
            os.close(descriptor)
            os.replace(f"{checkpoint}.tmp", checkpoint)  # noqa: PTH105 - the bare call
            os.fsync(around)
        return perf_counter() - began
    finally:
        for descriptor in (around, *(descriptor for descriptor, _ in files)):
            os.close(descriptor)


def one_turn(folder: Path, rounds: int, players: int) -> dict[str, Any]:
    """A live session, then as many bare fsyncs; rates and ratios."""
    with tempfile.TemporaryDirectory(prefix="shoe-commits-", dir=folder) as place:
        live = live_session(Path(place), rounds, players)
        bare = live["fsyncs"] / bare_loop(Path(place), live["fsyncs"], live["line_bytes"])
        calls = live["commits"] / bare_commits(Path(place), live["commits"], live["line_bytes"])
    commits, synced = live["commits"] / live["commit_seconds"], live["commit_fsyncs"] / live["commit_seconds"]
    return {
        "commits_a_second": commits,
        "commit_fsyncs_a_second": synced,
        "session_fsyncs_a_second": live["fsyncs"] / live["seconds"],
        "bare_fsyncs_a_second": bare,
        "fsyncs_a_commit": live["commit_fsyncs"] / live["commits"],
        "commits_to_their_bare_calls": commits / calls,
        "commits_to_bare": commits / bare,
        "commit_fsyncs_to_bare": synced / bare,
        "session_fsyncs_to_bare": live["fsyncs"] / live["seconds"] / bare,
        "part_of_session_in_fsync": live["fsync_seconds"] / live["seconds"],
        "fsyncs_of": live["fsyncs_of"],
    }


def measured(folder: Path, rounds: int, repeats: int, players: int) -> dict[str, Any]:
    """Medians of the repeats."""
    turns = [one_turn(folder, rounds, players) for _ in range(repeats)]
    figures = {name: round(median(turn[name] for turn in turns), 3) for name in turns[0] if name != "fsyncs_of"}
    return {"rounds": rounds, "players": players, "repeats": repeats, **figures, "fsyncs_of": turns[0]["fsyncs_of"]}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--players", type=int, default=1, choices=range(1, 7))
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--folder", type=Path, help="a folder on the disk that is meant; the temporary one unless given")
    parser.add_argument("--format", dest="form", choices=("text", "json"), default="text")
    given = parser.parse_args()
    found = measured(given.folder or Path(tempfile.gettempdir()), given.rounds, given.repeats, given.players)
    print(json.dumps(found, indent=2) if given.form == "json" else "\n".join(f"{name:<26} {value}" for name, value in found.items()))


if __name__ == "__main__":
    main()
