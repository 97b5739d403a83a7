"""How fast a ledger is audited, beside a database engine that merely reads the same files: measurements for `shoe bench`."""

from __future__ import annotations

import os
from pathlib import Path
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


@attrs.frozen
class Audited:
    """An audit's time in seconds (of the clock, and of this process's processor), its exit status, and the processes that it could use."""

    seconds: float
    processor_seconds: float
    status: int
    jobs: int


def measure_audit(ledger: Path, vkey: str, jobs: int | None = None) -> Audited:
    """Audit a ledger in full."""
    from audit.run import audit_ledger

    began, processor = perf_counter(), process_time()
    report = audit_ledger(ledger, vkey, jobs=jobs)
    return Audited(perf_counter() - began, process_time() - processor, report.status, jobs or os.cpu_count() or 1)


def measure_bare_read(ledger: Path) -> float:
    """Seconds that DuckDB takes to read every line's fields with their types and to touch each value once."""
    import duckdb

    with duckdb.connect() as connection:
        connection.execute("SET preserve_insertion_order = false")
        began = perf_counter()
        files = connection.read_json(str(ledger / "history" / "*.jsonl"), columns=ROUND_COLUMNS, format="newline_delimited")
        files.aggregate("count(*), sum(seq), sum(len(log)), sum(list_sum(after)), max(shoes), max(log)").fetchall()
        return perf_counter() - began
