"""Connections that do not wait for ever: uvicorn's HTTP protocols, with the limits that they lack.

uvicorn closes a connection that is idle between two requests. It would wait without end for the first byte, for headers that come one by
one, and for somebody who does not read; and it speaks plain text of what goes wrong before there is a request.
"""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import Any

import attrs
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from ledger.service.api.problems import MEDIA, body_of, response
from ledger.service.refusals import Kind, Refused
from ledger.service.running.clients import counted_as, is_proxy
from ledger.service.running.settings import Limits, Settings
from ledger.service.running.slots import Slots

_TOGETHER = 16_384
"""Bytes that wait to be sent before a writer must wait, too: a slow reader of a stream gets the newest view after these."""


@attrs.frozen
class Guard:
    """What every connection is held to; `refused` counts those that were sent away before there was a request.

    Those that are served and those that are only told that they are too many have slots of their own: the latter take none of the former.
    """

    settings: Settings
    refused: Any
    served: Slots
    told: Slots

    @classmethod
    def of(cls, settings: Settings, refused: Any) -> Guard:
        """One by the settings, before there is any connection."""
        served, told = (Slots(settings.limits.connections, settings.limits.client_connections) for _ in range(2))
        return cls(settings, refused, served, told)

    @property
    def limits(self) -> Limits:
        """Those of the settings."""
        return self.settings.limits


class Guarded(asyncio.Protocol):
    """Mixed in before one of uvicorn's protocols, whose names these are."""

    guard: Guard
    app: ASGIApp
    cycle: Any
    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    client: tuple[str, int] | None

    _whose: str | None = None
    _slots: Slots | None = None
    _head_timer: asyncio.TimerHandle | None = None
    _write_timer: asyncio.TimerHandle | None = None
    _head_bytes = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """One more; too many are told so, and far too many are not even that."""
        super().connection_made(transport)
        transport.set_write_buffer_limits(high=_TOGETHER)
        self._whose = self._counted_as()
        if self.guard.served.take(self._whose):
            self._slots = self.guard.served
        elif self.guard.told.take(self._whose):
            self._slots = self.guard.told
            self.app = crowded_by_them if self.guard.served.has_share(self._whose) else crowded
        else:
            self.guard.refused(Kind.TOO_MANY_CONNECTIONS)
            transport.abort()
            return
        self._wait_for_head()

    def _counted_as(self) -> str | None:
        """Their client; None for a believed proxy, whose connections are those of many."""
        address = self.client[0] if self.client else ""
        return None if is_proxy(address, self.guard.settings) else counted_as(address)

    def data_received(self, data: bytes) -> None:
        """Bytes, of which those of a head are counted and timed."""
        before = self.cycle
        between = before is None or before.response_complete
        super().data_received(data)
        if self.cycle is not before:
            self._head_bytes = 0
            self._stop_head_timer()
        elif between and not self.transport.is_closing():
            self._head_bytes += len(data)
            if self._head_bytes > self.guard.limits.head_bytes:
                self._refuse(Kind.HEAD_TOO_LONG, f"The headers have more than {self.guard.limits.head_bytes} bytes; send less.")
            elif self._head_timer is None:
                self._wait_for_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """No longer there."""
        self._stop_head_timer()
        self._stop_write_timer()
        if self._slots is not None:
            self._slots.give_back(self._whose)
            self._slots = None
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """They do not read as fast as we write."""
        super().pause_writing()
        if self._write_timer is None:
            self._write_timer = self.loop.call_later(self.guard.limits.write_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        """They have read."""
        super().resume_writing()
        self._stop_write_timer()

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 - uvicorn's signature; its words are not ours
        """What came is no HTTP request."""
        self._refuse(Kind.MALFORMED, "That is no HTTP request; send one.")

    def _unsupported_upgrade_warning(self) -> None:
        """Whoever wants another protocol is answered in this one (RFC 9110 §7.8), and may do so as often as they like: no lines for it."""

    def _wait_for_head(self) -> None:
        seconds = self.guard.limits.head_seconds
        words = f"The request's headers did not come within {seconds} s; send them at once."
        self._head_timer = self.loop.call_later(seconds, self._refuse, Kind.TOO_SLOW, words)

    def _refuse(self, kind: Kind, detail: str) -> None:
        """Tell what is wrong, and close: nothing that comes after can be understood."""
        self._stop_head_timer()
        if self.transport.is_closing():
            return
        self.guard.refused(kind)
        body = body_of(kind, detail)
        head = (
            f"HTTP/1.1 {kind.status} {HTTPStatus(kind.status).phrase}\r\ncontent-type: {MEDIA}\r\n"
            f"content-length: {len(body)}\r\ncache-control: no-store\r\nconnection: close\r\n\r\n"
        )
        self.transport.write(head.encode() + body)
        self.transport.close()

    def _stop_head_timer(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _stop_write_timer(self) -> None:
        if self._write_timer is not None:
            self._write_timer.cancel()
            self._write_timer = None


def _too_many(detail: str) -> ASGIApp:
    async def told(scope: Scope, receive: Receive, send: Send) -> None:
        refused = response(Refused(Kind.TOO_MANY_CONNECTIONS, detail))
        refused.headers["connection"] = "close"
        await refused(scope, receive, send)

    return told


crowded = _too_many("More connections are open than are served; come again in a few seconds.")
"""What a connection too many gets, whatever it asks."""
crowded_by_them = _too_many("More connections are open from this address than are served; close some.")
"""The same where its client alone has too many."""


def guarded(settings: Settings, refused: Any) -> type[asyncio.Protocol]:
    """Uvicorn's faster protocol where httptools is installed, otherwise the other, held to these limits."""
    guard = Guard.of(settings, refused)
    try:
        from ledger.service.running.faster import FasterProtocol  # noqa: PLC0415 - httptools is not on every platform
    except ImportError:
        return type("GuardedH11", (Guarded, H11Protocol), {"guard": guard})
    return type("GuardedFaster", (Guarded, FasterProtocol), {"guard": guard})
