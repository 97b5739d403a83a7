"""How fast a ledger is audited and in how much memory, beside a database engine that merely reads it: measurements for `shoe bench`."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from time import perf_counter, process_time

import attrs

ROUND_COLUMNS = {
    "record": "VARCHAR",
    "seq": "BIGINT",
    "prev": "BIGINT",
    "session": "BIGINT",
    "round": "BIGINT",
    "time": "VARCHAR",
    "banker": "BIGINT",
    "before": "BIGINT[]",
    "after": "BIGINT[]",
    "log": "VARCHAR[]",
    "shoes": 'STRUCT("first" BIGINT, "index" BIGINT, seed VARCHAR)[]',
}
"""A round's fields, typed. DuckDB checks none of them: it is a yardstick, not a verifier."""
BETWEEN_LOOKS = 0.1
"""Seconds between two looks at the memory."""


@attrs.frozen
class Audited:
    """An audit's time in seconds (of the clock, and of this process's processor), its exit status, and the processes that it could use."""

    seconds: float
    processor_seconds: float
    status: int
    jobs: int


def measure_audit(
    ledger: Path, vkey: str, jobs: int | None = None, *, remember: Path | None = None, database: Path | None = None
) -> Audited:
    """Audit a ledger in full, or as much of it as is not remembered, with a database of it or without."""
    from audit.passes import Wishes
    from audit.run import audit_ledger

    began, processor = perf_counter(), process_time()
    report = audit_ledger(ledger, vkey, jobs=jobs, database=database, wishes=Wishes(remember=remember))
    return Audited(perf_counter() - began, process_time() - processor, report.status, jobs or os.cpu_count() or 1)


def measure_bare_read(ledger: Path) -> float:
    """Seconds that DuckDB takes with two threads to read every field of every line, with its type, into a table; in any order."""
    import duckdb

    with duckdb.connect(config={"threads": 2, "preserve_insertion_order": False}) as connection:
        began = perf_counter()
        connection.read_json(str(ledger / "history" / "*.jsonl"), columns=ROUND_COLUMNS, format="newline_delimited").create("rounds")
        return perf_counter() - began


@attrs.define
class Peak:
    """The most memory that this process and those below it took together, each page shared out among those that have it, in bytes."""

    pss: int = 0


@contextmanager
def peak_memory() -> Iterator[Peak]:
    """Look at the memory again and again (Linux: the Pss of /proc/PID/smaps_rollup)."""
    peak, over = Peak(), Event()

    def look() -> None:
        while not over.wait(BETWEEN_LOOKS):
            peak.pss = max(peak.pss, sum(map(_pss, _family(os.getpid()))))

    looking = Thread(target=look)
    looking.start()
    try:
        yield peak
    finally:
        over.set()
        looking.join()


def _family(first: int) -> list[int]:
    """A process and all below it."""
    parents = {int(folder.name): _parent(folder) for folder in Path("/proc").iterdir() if folder.name.isdigit()}
    family = [first]
    for process in family:
        family += [child for child, parent in parents.items() if parent == process]
    return family


def _parent(folder: Path) -> int:
    try:
        return int((folder / "stat").read_text().rpartition(")")[2].split()[1])
    except OSError:  # it is over
        return 0


def _pss(process: int) -> int:
    try:
        lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    except OSError:  # it is over
        return 0
    return next((1024 * int(line.split()[1]) for line in lines if line.startswith("Pss:")), 0)
