"""The service as a whole: a hall with its ledger open, the application before it, and the server that runs it."""

from __future__ import annotations

import asyncio
import logging
import socket
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

import attrs
import uvicorn

from ledger.clock import Clock
from ledger.history.keys import KeyFolder
from ledger.service.api.addresses import ROUTES
from ledger.service.api.app import App
from ledger.service.api.openapi import document
from ledger.service.api.serving import Service
from ledger.service.api.streams import Streams
from ledger.service.hall import Hall, open_hall
from ledger.service.running.connections import guarded
from ledger.service.running.logs import Log, ToLog, standard_error
from ledger.service.running.measures import Measures
from ledger.service.running.names import HOW_TO_ADD, are_for_others, urls
from ledger.service.running.pages import BUILT, Pages
from ledger.service.running.server import Server, bound
from ledger.service.running.settings import Settings
from ledger.service.running.tokens import OPERATOR, hashed, operator_token
from ledger.service.takers import Takers


def application(
    hall: Hall, pages: Pages, measures: Measures, settings: Settings, log: Log, now: Callable[[], float] = time.monotonic
) -> App:
    """The application before a hall. `now` is a clock for durations, in seconds."""
    streams = Streams(settings.limits, measures)
    takers = Takers(settings.limits.client_seats, hall.tables)
    return App(Service(hall, pages, measures, streams, takers, document(ROUTES, version("sealedshoe"))), settings, log, now)


def server(app: App, settings: Settings, log: Log) -> Server:
    """A server for an application, held to the limits of the settings; it runs by `serve`, and ends when it is told to."""
    limits = settings.limits
    config = uvicorn.Config(
        app,
        http=guarded(settings, lambda kind: app.service.measures.refused(kind.word)),
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=limits.idle_seconds,
        timeout_graceful_shutdown=limits.stop_seconds,
        h11_max_incomplete_event_size=2 * limits.head_bytes + 65_536,  # ours is the limit that is told
    )
    for name in ("uvicorn.error", "asyncio"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [ToLog(log)], False
    return Server(config, app.stop)


@attrs.frozen(kw_only=True)
class House:
    """What is needed to serve a ledger; `tell` takes a sentence for the operator.

    `pages` is the folder of the pages, `verifier` the page that verifies.
    """

    ledger: Path
    keys: KeyFolder
    settings: Settings
    verifier: Path
    clock: Clock
    tell: Callable[[str], None]
    pages: Path = BUILT

    def serve(self) -> bool:
        """Hold the ledger open until the process is told to stop; whether it ended in good order.

        LedgerError for whatever keeps the service from starting.
        """
        pages, token = Pages.read(self.pages, self.verifier), operator_token(self.keys)
        with bound(self.settings) as listening, asyncio.Runner(loop_factory=_loop_factory()) as runner:
            return runner.run(self._run(pages, hashed(token), listening))

    async def _run(self, pages: Pages, operator: bytes, listening: socket.socket) -> bool:
        log, measures = standard_error(self.clock, requests=self.settings.log_requests), Measures()
        async with open_hall(self.ledger, self.keys, self.clock, operator, watch=measures.committed) as hall:
            runs = server(application(hall, pages, measures, self.settings, log), self.settings, log)
            for warning in hall.warnings:
                self.tell(warning)
            at = " and ".join(urls(self.settings, listening.getsockname()[1]))
            self.tell(f"Serving {self.ledger} at {at}; the operator's token is in {self.keys.path / OPERATOR}.")
            if not are_for_others(self.settings):
                self.tell(HOW_TO_ADD)
            await runs.serve([listening])
        return not runs.force_exit


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """Uvloop where it is installed, which was measured to serve nearly twice as many requests."""
    try:
        import uvloop  # noqa: PLC0415 - not on every platform
    except ImportError:
        return None
    return uvloop.new_event_loop
