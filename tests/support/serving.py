"""A service for tests: its server in a thread of this process, at a port of its own."""

from __future__ import annotations

import asyncio
import io
import json
import socket
import ssl
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import attrs
import httpx

from ledger.clock import SteppingClock
from ledger.history.keys import KeyFolder
from ledger.service.api.app import App
from ledger.service.hall import open_hall
from ledger.service.running.house import application, server
from ledger.service.running.logs import Log
from ledger.service.running.measures import Measures
from ledger.service.running.pages import BUILT, PAGES, Pages
from ledger.service.running.server import bound
from ledger.service.running.settings import Limits, Settings
from ledger.service.running.tokens import hashed, operator_token
from ledger.setting_up import create_ledger
from tests.support.page import PAGE

_NO_TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""Or each client would read the authorities' certificates, 15 ms, and ask nobody for one."""
PATIENCE = 60
"""Seconds that a busy machine may take."""
GENEROUS = Limits(client_rate=1_000_000, client_burst=1_000_000, token_rate=1_000_000, token_burst=1_000_000)


@attrs.frozen
class Served:
    """A service that runs."""

    app: App
    address: tuple[str, int]
    operator: str
    log: io.BytesIO
    stop: Callable[[], None]

    @property
    def url(self) -> str:
        """Where it is."""
        return f"http://{self.address[0]}:{self.address[1]}"

    def client(self, token: str | None = None) -> httpx.Client:
        """Somebody who shows this token, if any."""
        headers = {"authorization": f"Bearer {token}"} if token else {}
        return httpx.Client(base_url=self.url, headers=headers, trust_env=False, verify=_NO_TLS, timeout=PATIENCE)

    def lines(self, count: int = 0, route: str = "") -> list[dict[str, Any]]:
        """What the log says, of requests for these routes if any are given, once it says so much: a line is written after its answer."""
        until = time.monotonic() + PATIENCE
        while True:
            lines = [json.loads(line) for line in self.log.getvalue().splitlines()]
            found = [line for line in lines if not route or str(line.get("route")).startswith(route)]
            if len(found) >= count or time.monotonic() > until:
                return found
            time.sleep(0.002)


def true_pages() -> Pages:
    """The pages as they are."""
    return Pages.read(BUILT, PAGE)


def pages_in(folder: Path) -> Pages:
    """Pages that say their names."""
    for name in (*PAGES, "verify.html"):
        (folder / name).write_text(f"<!doctype html><title>{name}</title><style>p{{}}</style><script>1 < 2</script>", encoding="utf-8")
    return Pages.read(folder, folder / "verify.html")


def new_ledger(folder: Path) -> KeyFolder:
    """A ledger in `folder`/ledger; its keys are in `folder`/keys."""
    keys = KeyFolder(folder / "keys")
    keys.create("club.example/live")
    create_ledger(folder / "ledger", "club.example/live", keys, SteppingClock("2026-01-01T00:00:00Z"))
    return keys


@contextmanager
def served(
    folder: Path, limits: Limits = GENEROUS, pages: Pages | None = None, now: Callable[[], float] = time.monotonic, **settings: Any
) -> Iterator[Served]:
    """A service over a new ledger, from start to end; its pages say their names, unless others are given.

    By `now` it is told how often somebody asks.
    """
    told = Settings(port=0, limits=limits, **settings)
    keys = new_ledger(folder)
    pages = pages or pages_in(folder)
    with ThreadPoolExecutor(1) as threads, bound(told) as listening:
        running: Future[Served] = Future()
        done = threads.submit(asyncio.run, _serve(folder, keys, told, pages, listening, running, now))
        while not running.done() and not done.done():
            time.sleep(0.005)
        if not running.done():
            done.result()
        service = running.result()
        try:
            yield service
        finally:
            service.stop()
            done.result()


async def _serve(
    folder: Path,
    keys: KeyFolder,
    settings: Settings,
    pages: Pages,
    listening: socket.socket,
    running: Future[Served],
    now: Callable[[], float],
) -> None:
    log, measures, token = io.BytesIO(), Measures(), operator_token(keys)
    writer = Log(log, SteppingClock("2026-01-01T00:00:00Z"))
    clock = SteppingClock("2026-01-01T00:00:00Z")
    async with open_hall(folder / "ledger", keys, clock, hashed(token), watch=measures.committed) as hall:
        app = application(hall, pages, measures, settings, writer, now)
        runs = server(app, settings, writer)

        def stop() -> None:
            runs.should_exit = True

        running.set_result(Served(app, listening.getsockname(), token, log, stop))
        await runs.serve([listening])


def new_table(**changes: Any) -> dict[str, Any]:
    """An order for a table with Ann at it, and one more place."""
    return {
        "name": "One",
        "rules": "training",
        "rounds": 3,
        "stack": None,
        "players": [{"name": "Ann", "boxes": None, "plays": "person"}],
        "places": 1,
        "director": False,
        "answer_seconds": None,
        "pause_seconds": 0,
        **changes,
    }
