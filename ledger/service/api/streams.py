"""Server-sent events of a table: its view at each change, and to a slow reader the newest only."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from typing import Any

import attrs
import msgspec
from starlette.types import Receive, Send

from ledger.service.about import Viewer
from ledger.service.api.problems import TooOften
from ledger.service.refusals import Kind, Refused
from ledger.service.running.measures import Measures
from ledger.service.running.settings import Limits
from ledger.service.table import Table
from ledger.service.views import TableView

MEDIA = "text/event-stream"
_HEADERS = (
    (b"content-type", MEDIA.encode()),
    (b"cache-control", b"no-store"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-accel-buffering", b"no"),  # Or nginx would keep events back.
)
_ALIVE = b":\n\n"


@attrs.define
class Streams:
    """All streams that are open: how many, whose, and that they end when the service stops."""

    limits: Limits
    measures: Measures
    stopping: asyncio.Event = attrs.Factory(asyncio.Event)
    _open: Counter[str] = attrs.Factory(Counter)

    @contextmanager
    def one(self, client: str) -> Iterator[None]:
        """Room for one more of this client's; Refused where there is none."""
        if self._open[client] >= self.limits.client_streams or self._open.total() >= self.limits.streams:
            raise TooOften(Kind.TOO_MANY_STREAMS, "Too many streams of events are open; close one, or come again later.", 10)
        self._open[client] += 1
        self.measures.streams.inc()
        try:
            yield
        finally:
            self.measures.streams.dec()
            self._open[client] -= 1
            if not self._open[client]:
                del self._open[client]


@attrs.frozen
class EventStream:
    """A table as one asker sees it, from the version `after` on; `who` they are is asked anew each time: a seat may change hands."""

    streams: Streams
    table: Table
    who: Callable[[], Viewer]
    client: str
    after: int | None
    status_code: int = 200

    async def run(self, receive: Receive, send: Send, *, head: bool) -> AsyncIterator[int]:
        """Send events until the table is closed, the reader is gone or the service stops; the bytes of each, once they are sent.

        Nothing is sent while the reader has not taken what came before: what changes meanwhile is in the view that comes next.
        """
        await send({"type": "http.response.start", "status": self.status_code, "headers": list(_HEADERS)})
        if not head:
            async for data in self._events(receive):
                await send({"type": "http.response.body", "body": data, "more_body": True})
                yield len(data)
        await send({"type": "http.response.body", "body": b""})

    async def _events(self, receive: Receive) -> AsyncIterator[bytes]:
        version = self.after
        ends: set[asyncio.Future[Any]] = {asyncio.ensure_future(_gone(receive)), asyncio.ensure_future(self.streams.stopping.wait())}
        try:
            while True:
                if self.table.version == version and self.table.state != "closed":
                    yield _ALIVE
                else:
                    view = await self.table.view(self.who())
                    version = view.version
                    yield _event(view)
                    if view.state == "closed":
                        return
                if await self._changed(version, ends):
                    return
        except Refused:
            # Their token is none any more: they got up from their seat.
            return
        finally:
            for end in ends:
                end.cancel()

    async def _changed(self, version: int, ends: set[asyncio.Future[Any]]) -> bool:
        """Wait for a change, or until it is time for a sign of life; whether the stream is over."""
        change = asyncio.ensure_future(self.table.change(version))
        wait = self.streams.limits.keep_alive_seconds
        try:
            done, _ = await asyncio.wait({change, *ends}, timeout=wait, return_when=asyncio.FIRST_COMPLETED)
            if change in done:
                change.result()
        finally:
            change.cancel()
        return any(end.done() for end in ends)


def _event(view: TableView) -> bytes:
    return b"event: table\nid: %d\ndata: %s\n\n" % (view.version, msgspec.json.encode(view))


async def _gone(receive: Receive) -> None:
    """Until the reader has closed the connection."""
    while (await receive())["type"] != "http.disconnect":
        pass
