"""Answers over HTTP beside the bare fsync rate of the same disk, in one run.

    pip install aiohttp
    python benchmarks/service.py --tables 200 --seconds 10 --folder . --format json

`shoe serve` and the load are two processes on one machine. At each table sits one person, who answers as soon as they are asked (the least
stake, hit below 17, the house's entropy); an answer counts when its 200 is read. One table alone gives the idle latency; then all tables
answer at once. A bare loop before and after appends 250 bytes to a file and fsyncs it. With --delay MS each fsync of the service and of the
bare loop takes that much longer (strace injects it), as on a slower disk.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import aiohttp

NAME = "bench.example/service"
CONFIG = """log_requests = false
[limits]
client_rate = 1000000
client_burst = 1000000
token_rate = 1000000
token_burst = 1000000
client_connections = 100000
"""
BARE = """
import os, sys, time
path, seconds = sys.argv[1], float(sys.argv[2])
file, count, end = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND), 0, time.perf_counter() + seconds
while time.perf_counter() < end:
    os.write(file, b"x" * 250)
    os.fsync(file)
    count += 1
os.close(file)
os.unlink(path)
print(count / seconds)
"""


def delayed(delay: float) -> list[str]:
    """What makes each fsync of a command take so many milliseconds longer."""
    inject = f"inject=fsync:delay_exit={int(delay * 1000)}"
    return ["strace", "-f", "-qq", "--seccomp-bpf", "-e", "trace=fsync", "-e", inject, "-o", "/dev/null"] if delay else []


def bare_rate(folder: Path, delay: float, seconds: float = 2.0) -> float:
    """Appends with an fsync each, a second."""
    command = [*delayed(delay), sys.executable, "-c", BARE, str(folder / "bare"), str(seconds)]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)  # noqa: S603 - our own


@contextmanager
def service(folder: Path, delay: float) -> Iterator[tuple[str, str, int]]:
    """A running service: its address, the operator's token, its process."""
    shoe = [sys.executable, "-m", "cli.main"]
    ledger, keys, config = folder / "ledger", folder / "keys", folder / "serve.toml"
    config.write_text(CONFIG)
    for command in (["keygen", NAME, "--keys", str(keys)], ["init", str(ledger), "--name", NAME, "--keys", str(keys)]):
        subprocess.run([*shoe, *command], check=True, capture_output=True)  # noqa: S603 - our own
    command = [*delayed(delay), *shoe, "serve", str(ledger), "--keys", str(keys), "--config", str(config), "--port", "0"]
    server = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)  # noqa: S603 - our own
    told = server.stderr or ()
    address = next(found[0] for line in told if (found := re.search(r"http://[0-9.:]+", line)))
    process = server.pid if not delay else _child_of(server.pid)
    try:
        yield address, (keys / "operator.token").read_text().strip(), process
    finally:
        os.kill(process, signal.SIGTERM)
        server.communicate()


def _child_of(process: int) -> int:
    return int(Path(f"/proc/{process}/task/{process}/children").read_text().split()[0])


def memory(process: int) -> float:
    """Private memory of a process, in MiB."""
    text = Path(f"/proc/{process}/smaps_rollup").read_text()
    return int(re.search(r"Pss:\s+(\d+) kB", text)[1]) / 1024  # type: ignore[index]  # the kernel always writes it


class Table:
    """One person's table, and how long each of their answers took (seconds)."""

    def __init__(self, client: aiohttp.ClientSession, path: str, token: str) -> None:
        self._client, self._path, self._headers = client, path, {"authorization": f"Bearer {token}"}
        self.seconds: list[float] = []
        self._keys = 0

    async def play(self, until: float, most: int = 1 << 30) -> None:
        """Answer until a moment, or so often."""
        view = await self._look()
        while perf_counter() < until and len(self.seconds) < most and view["state"] != "closed":
            question = view["question"]
            view = await self._answer(question["yours"][0]) if question and question["yours"] else await self._look()

    async def _look(self) -> Any:
        async with self._client.get(self._path, headers=self._headers) as answer:
            return await answer.json()

    async def _answer(self, question: dict[str, Any]) -> Any:
        hits = "hit" in question["legal"] and (question["total"] or 0) < 17
        body = {"answer": f"{question['hand']} {'hit' if hits else question['default']}", "question": question["hash"], "signature": None}
        self._keys += 1
        began = perf_counter()
        headers = {**self._headers, "idempotency-key": f"{self._keys}"}
        async with self._client.post(f"{self._path}/answers", json=body, headers=headers) as answer:
            taken = await answer.json()
            if answer.status != 200:
                raise RuntimeError(taken)
        self.seconds.append(perf_counter() - began)
        return taken["table"]


async def opened(client: aiohttp.ClientSession, operator: str, count: int) -> list[Table]:
    """Tables at which play begins."""
    headers = {"authorization": f"Bearer {operator}"}
    tables = []
    for nth in range(count):
        order = {
            "name": None,
            "rules": "training",
            "rounds": 4_000,
            "stack": 1_000_000_000,
            "players": [{"name": f"Player {nth}", "boxes": None, "plays": "person"}],
            "places": 0,
            "director": False,
            "answer_seconds": None,
            "pause_seconds": 0,
        }
        async with client.post("/v1/tables", json=order, headers=headers) as answer:
            made = await answer.json()
        path = f"/v1/tables/{made['table']['table']}"
        for step in ("open", "seat"):
            async with client.post(f"{path}/{step}", headers=headers) as answer:
                answer.raise_for_status()
        tables.append(Table(client, path, made["tokens"][0]["token"]))
    return tables


async def measured(address: str, operator: str, process: int, options: argparse.Namespace) -> dict[str, Any]:
    """The idle latency, and what many tables reach."""
    connector = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(address, connector=connector) as client:
        (alone,) = await opened(client, operator, 1)
        await alone.play(perf_counter() + 60, 50)
        alone.seconds.clear()
        await alone.play(perf_counter() + options.seconds, 1_000)
        tables = await opened(client, operator, options.tables)
        before = memory(process)
        began = perf_counter()
        await asyncio.gather(*(table.play(began + options.seconds) for table in tables))
        took = perf_counter() - began
    seconds = sorted(second for table in tables for second in table.seconds)
    return {
        "answers": len(seconds),
        "answers_a_second": len(seconds) / took,
        "idle_median_ms": 1000 * median(alone.seconds),
        "median_ms": 1000 * median(seconds),
        "p99_ms": 1000 * seconds[int(len(seconds) * 0.99)],
        "memory_before_mib": before,
        "memory_after_mib": memory(process),
    }


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--delay", type=float, default=0.0, metavar="MS")
    parser.add_argument("--folder", type=Path, default=Path())
    parser.add_argument("--format", choices=("text", "json"), default="text")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    folder = Path(tempfile.mkdtemp(dir=options.folder))
    try:
        before = bare_rate(folder, options.delay)
        with service(folder, options.delay) as (address, operator, process):
            found = asyncio.run(measured(address, operator, process, options))
        bare = (before + bare_rate(folder, options.delay)) / 2
    finally:
        shutil.rmtree(folder)
    found |= {
        "bare_fsyncs_a_second": bare,
        "ratio": found["answers_a_second"] / bare,
        "p99_to_idle": found["p99_ms"] / found["idle_median_ms"],
    }
    if options.format == "json":
        print(json.dumps(found, indent=2))
        return
    for name, value in found.items():
        print(f"{name:24} {value:12,.2f}")


if __name__ == "__main__":
    main()
