"""Server-sent events of a table: its view at each change, and to a slow reader the newest only."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Hashable, Iterator
from contextlib import AbstractContextManager, contextmanager
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
    """All streams that are open: how many, whose, and that they end when the service stops.

    One with a token is counted by it, any other by its address; and these have half of all at most, so that whoever plays or directs gets
    theirs however many watch.
    """

    limits: Limits
    measures: Measures
    stopping: asyncio.Event = attrs.Factory(asyncio.Event)
    _open: Counter[Hashable] = attrs.Factory(Counter)
    _without_token: int = 0

    @contextmanager
    def one(self, client: str, token: Hashable | None) -> Iterator[None]:
        """Room for one more with what stands for a token, or without one for this client; Refused where there is none."""
        whose = client if token is None else token
        if fault := self._fault(whose, is_public=token is None):
            raise TooOften(Kind.TOO_MANY_STREAMS, fault, 10)
        self._open[whose] += 1
        self._without_token += token is None
        self.measures.streams.inc()
        try:
            yield
        finally:
            self.measures.streams.dec()
            self._without_token -= token is None
            self._open[whose] -= 1
            if not self._open[whose]:
                del self._open[whose]

    def follows(self, token: Hashable) -> bool:
        """Whether somebody with what stands for this token follows their table now."""
        return token in self._open

    def _fault(self, whose: Hashable, *, is_public: bool) -> str | None:
        """Why there is no room, if there is none. People read it on a page, which tries again by itself."""
        limits, own = self.limits, self._open[whose]
        if is_public and own >= limits.client_streams:
            return "Too many pages watch tables without a token from this address; close one, or come again later."
        if is_public and self._without_token >= limits.streams // 2:
            return "Too many pages watch tables without a token; come again later."
        if not is_public and own >= limits.token_streams:
            return "Too many pages follow this table with this token; close one of them."
        if self._open.total() >= limits.streams:
            return "Too many pages follow tables; come again later."
        return None


def token_of(table: Table, seat: int) -> Hashable:
    """What stands for a seat's token. It changes with it: who has the one before does not count against who has the one after."""
    return table.id, table.file.sittings[seat - 1].nonce


@attrs.frozen
class EventStream:
    """A table as one asker sees it, from the version `after` on; `who` they are is asked anew each time: a seat may change hands."""

    streams: Streams
    table: Table
    who: Callable[[], Viewer]
    client: str
    after: int | None
    status_code: int = 200

    def room(self) -> AbstractContextManager[None]:
        """A block in which the stream may be open; Refused where too many are, or the asker's token is none any more."""
        viewer = self.who()
        if viewer.role == "public":
            return self.streams.one(self.client, None)
        token = (self.table.id, viewer.role) if viewer.role == "operator" else token_of(self.table, viewer.seat)
        return self.streams.one(self.client, token)

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
