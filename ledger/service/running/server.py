"""The server's run: from a port that is bound to a process that ends with everything durable and everybody told."""

from __future__ import annotations

import os
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import uvicorn

from ledger.errors import LedgerError
from ledger.service.running.settings import Settings


class PortRefused(LedgerError):
    """The service cannot listen where it should."""


def bound(settings: Settings) -> socket.socket:
    """A socket at the address of the settings; PortRefused where another has it, or it is none of this machine."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        listening = socket.create_server((settings.host, settings.port), family=family, backlog=settings.limits.connections)
    except OSError as error:
        where = f"port {settings.port} of {settings.host}"
        raise PortRefused(
            f"The service cannot listen at {where} ({os.strerror(error.errno or 0)}); choose another --port or --host."
        ) from error
    # Connections have it from here. asyncio would set it only where the socket says that it is TCP's, and answers waited 40 ms without.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listening


class Server(uvicorn.Server):
    """uvicorn's server, which on SIGTERM or SIGINT first calls `stopping`, lets what runs end, and returns as from any other work."""

    def __init__(self, config: uvicorn.Config, stopping: Callable[[], None]) -> None:
        super().__init__(config)
        self._stopping = stopping

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """No new connections, no new requests; streams end; running requests are waited for."""
        self._stopping()
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Uvicorn would raise the signal once more at the end, and the process would die of it though all is well."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
