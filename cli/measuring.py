"""What `shoe bench` measures, part by part: medians of several times, and ratios of what was measured in turn."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING

import attrs

from cli.figures import TELLING, Figures
from cli.options import say

if TYPE_CHECKING:
    from ledger.bench import Recording

SMALLEST = 10_000
"""Rounds of the smallest ledger whose cost a round is compared with that of larger ones."""
START_UP = 10
"""Rounds of a ledger whose audit is nothing but start-up."""


class Measuring:
    """Ledgers of several sizes in a folder, made as they are needed, and what is measured with them."""

    def __init__(self, folder: Path, rounds: int, repeats: int, jobs: int | None) -> None:
        self._folder, self._rounds, self._repeats, self._jobs = folder, rounds, repeats, jobs
        self._made: dict[int, Recording] = {}

    def figures(self, parts: tuple[str, ...]) -> Figures:
        """Every part asked for, and what they were measured on."""
        result: Figures = {"machine": _machine(), "rounds": self._rounds, "repeats": self._repeats}
        for name in parts:
            say(f"Measuring: {name} …")
            result[name] = PARTS[name](self)
        result["recording"] = self._recording()
        return result

    def audit(self) -> Figures:
        """The full audit beside a bare read of the same files, in turn."""
        from audit.bench import measure_bare_read

        made = self._ledger(self._rounds)
        pairs = [(self._audited(made), measure_bare_read(made.ledger)) for _ in range(self._repeats)]
        return {
            "audit_seconds": _middle(audit for audit, _ in pairs),
            "bare_read_seconds": _middle(bare for _, bare in pairs),
            "audit_to_bare_read": _middle((audit / bare for audit, bare in pairs), 2),
            "microseconds_a_round": _middle((1e6 * audit / made.rounds for audit, _ in pairs), 2),
        }

    def growth(self) -> Figures:
        """Cost a round in one process, and peak memory in all, from ledger to ledger, each ten times as large.

        Start-up, the time of a tiny ledger, is taken off; None where too few rounds remain to tell.
        """
        from audit.bench import peak_memory

        tiny, sizes = self._ledger(START_UP), [*_powers(self._rounds)]
        start_up = median(self._audited(tiny, 1) for _ in range(self._repeats))
        turns = [{size: self._audited(self._ledger(size), 1) - start_up for size in sizes} for _ in range(self._repeats)]
        result: Figures = {"start_up_seconds": round(start_up, 3), "ledgers": []}
        for size in sizes:
            with peak_memory() as peak:
                self._audited(self._ledger(size))
            a_round = {one: [turn[one] / self._ledger(one).rounds for turn in turns] for one in (sizes[0], size)}
            ratios = (cost / first for cost, first in zip(a_round[size], a_round[sizes[0]], strict=True))
            result["ledgers"].append(
                {
                    "rounds": size,
                    "microseconds_a_round": _middle((1e6 * cost for cost in a_round[size]), 2) if size >= TELLING else None,
                    "to_smallest": _middle(ratios, 3) if size >= TELLING else None,
                    "peak_pss_bytes": peak.pss,
                }
            )
        return result

    def incremental(self) -> Figures:
        """An audit that remembers, after one round in a hundred is new, beside a full one of the same ledger.

        None where too few rounds remain beyond start-up to tell.
        """
        from audit.bench import measure_audit
        from ledger.bench import record_more

        tiny, whole = self._ledger(START_UP), self._ledger(self._rounds)
        folder = shutil.copytree(whole.ledger.parent, self._folder / "grown")
        made, mind = attrs.evolve(whole, ledger=folder / "ledger"), folder / "mind"
        measure_audit(made.ledger, made.vkey, self._jobs, remember=mind)
        record_more(folder, self._rounds // 100)
        turns = []
        for turn in range(self._repeats):
            again = shutil.copytree(mind, folder / f"mind-{turn}")
            grown = measure_audit(made.ledger, made.vkey, self._jobs, remember=again).seconds
            turns.append((grown, self._audited(made), self._audited(tiny)))
        return {
            "incremental_seconds": _middle(grown for grown, _, _ in turns),
            "full_seconds": _middle(full for _, full, _ in turns),
            "start_up_seconds": _middle(start for _, _, start in turns),
            "beyond_start_up_to_full": _middle(((grown - start) / full for grown, full, start in turns), 4)
            if self._rounds >= TELLING
            else None,
        }

    def database(self) -> Figures:
        """The audit that writes a database beside the one that does not."""
        from audit.bench import measure_audit

        made, file = self._ledger(self._rounds), self._folder / "facts.duckdb"
        turns = []
        for _ in range(self._repeats):
            written = measure_audit(made.ledger, made.vkey, self._jobs, database=file).seconds
            turns.append((written, self._audited(made)))
        return {
            "with_database_seconds": _middle(written for written, _ in turns),
            "without_seconds": _middle(plain for _, plain in turns),
            "with_to_without": _middle((written / plain for written, plain in turns), 2),
            "database_bytes": file.stat().st_size,
        }

    def hand(self) -> Figures:
        """One disputed hand: a bundle of it made from the ledger, and verified by a new process, which must import DuckDB at least."""
        made, bundle = self._ledger(self._rounds), self._folder / "hand.json"
        shoe, python = [sys.executable, "-m", "cli.main"], sys.executable
        prove = [*shoe, "prove", str(made.ledger), f"1/{made.rounds // 2}", "-o"]
        turns = []
        for turn in range(self._repeats):
            file = bundle.with_suffix(f".{turn}.json")
            proved, verified = _timed([*prove, str(file)]), _timed([*shoe, "verify", str(file), "--vkey", made.vkey])
            turns.append((proved, verified, _timed([python, "-c", "import duckdb"])))
        return {
            "prove_seconds": _middle(proved for proved, _, _ in turns),
            "verify_seconds": _middle(verified for _, verified, _ in turns),
            "import_duckdb_seconds": _middle(bare for _, _, bare in turns),
            "verify_to_import_duckdb": _middle((verified / bare for _, verified, bare in turns), 2),
        }

    def _recording(self) -> list[Figures]:
        """What recording each of the ledgers took, on one core."""
        return [
            {
                "rounds": made.rounds,
                "seconds": round(made.seconds, 3),
                "player_rounds_a_second": round(made.rate),
                "history_bytes": made.size,
            }
            for size, made in sorted(self._made.items())
            if size >= SMALLEST
        ]

    def _ledger(self, rounds: int) -> Recording:
        from ledger.bench import measure_recording

        if rounds not in self._made:
            say(f"Recording {rounds:,} rounds of six boxes …")
            self._made[rounds] = measure_recording(self._folder / f"{rounds}", rounds)
        return self._made[rounds]

    def _audited(self, made: Recording, jobs: int | None = None) -> float:
        """Seconds that a full audit takes; a ledger that is not clean is no yardstick."""
        from audit.bench import measure_audit

        audited = measure_audit(made.ledger, made.vkey, jobs or self._jobs)
        if audited.status:
            raise AssertionError(f"the audit of an honest ledger ended with {audited.status}")
        return audited.seconds


PARTS: dict[str, Callable[[Measuring], Figures]] = {
    "audit": Measuring.audit,
    "growth": Measuring.growth,
    "incremental": Measuring.incremental,
    "database": Measuring.database,
    "hand": Measuring.hand,
}


def _middle(values: Iterable[float], places: int = 3) -> float:
    return round(median(values), places)


def _powers(most: int) -> Iterator[int]:
    """Sizes from the smallest on, each ten times the one before, up to `most`."""
    size = min(SMALLEST, most)
    while size < most:
        yield size
        size *= 10
    yield most


def _timed(command: list[str]) -> float:
    """Seconds that a process takes."""
    began = perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # noqa: S603 -- our own command
    return perf_counter() - began


def _machine() -> Figures:
    """What the figures were measured on."""
    return {"python": platform.python_version(), "system": f"{platform.system()} {platform.machine()}", "cores": os.cpu_count() or 1}
