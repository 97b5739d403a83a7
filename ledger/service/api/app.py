"""The service as an ASGI application: one table of routes, and one way through it for every request.

Dispatch is our own: Starlette's routing, middleware and request objects were measured at 20 µs a request, this at 4, and each of its plain
text answers (404, 405, 500) would have to be replaced. Its responses and types are used.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from math import ceil

import attrs
import msgspec
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from ledger.service.api.accepting import HTML, INSTEAD, is_for_people
from ledger.service.api.addresses import ROUTES
from ledger.service.api.asked import Asked, Incoming
from ledger.service.api.problems import TooOften, refusal, response
from ledger.service.api.replies import Reply, instead, sendable
from ledger.service.api.routes import Route, Router
from ledger.service.api.serving import Service
from ledger.service.api.streams import EventStream
from ledger.service.api.strict import Reader
from ledger.service.refusals import Kind, Refused
from ledger.service.running.buckets import Buckets
from ledger.service.running.logs import Log, where
from ledger.service.running.names import names
from ledger.service.running.settings import Settings
from ledger.service.running.tokens import hashed

_UNKNOWN_PROXY = (
    "A request came through a proxy, and `proxy_header` is not set: all its clients are counted as one, and share one address's limits. "
    "Set it as docs/OPERATIONS.md says."
)


@attrs.define
class _Turn:
    """What the log says about one request."""

    route: Route | None = None
    role: str | None = None
    kind: Kind | None = None


class App:
    """Answers requests. `now` is a clock for durations only, in seconds."""

    def __init__(self, service: Service, settings: Settings, log: Log, now: Callable[[], float] = time.monotonic) -> None:
        limits = settings.limits
        self.service = service
        self._settings, self._log, self._now = settings, log, now
        self._hosts = names(settings)
        self._router = Router(ROUTES)
        self._readers = {route.takes: Reader(route.takes) for route in ROUTES if route.takes}
        self._clients = Buckets(limits.client_rate, limits.client_burst, now)
        self._tokens = Buckets(limits.token_rate, limits.token_burst, now)
        self._has_warned = False

    def stop(self) -> None:
        """From now on requests are told to come again later, and streams end."""
        self.service.streams.stopping.set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request (ASGI)."""
        began, turn = self._now(), _Turn()
        incoming = Incoming(scope, receive, self._settings)
        try:
            reply = await self._reply(incoming, turn)
            if isinstance(reply, EventStream):
                with reply.room():
                    status, size = reply.status_code, await self._stream(reply, incoming, send)
            else:
                status, size = await _send(self._as_response(reply, turn), incoming, send)
        except Exception as error:  # noqa: BLE001 - nobody hears of a fault but the log
            status, size = await _send(self._refused(error, turn, incoming), incoming, send)
        self._tell(incoming.method, turn, status, size, self._now() - began)

    async def _reply(self, incoming: Incoming, turn: _Turn) -> Reply:
        """The reply of the action; every reason why there is none is raised, the cheapest to find first."""
        incoming.check_host(self._hosts)
        client = incoming.client
        if not self._has_warned and incoming.comes_through_unknown_proxy:
            self._has_warned = True
            self._log.event("warning", _UNKNOWN_PROXY)
        _take(self._clients, client, "this address")
        route, parts = self._router.find(incoming.path, incoming.method)
        turn.route = route
        if self.service.streams.stopping.is_set():
            raise Refused(Kind.STOPPING, "The service is stopping; come again in a few seconds.")
        token = incoming.token() if route.looks_at_tokens else None
        who = partial(self.service.hall.viewer, parts.get("table"), token)
        viewer = who()
        turn.role = viewer.role
        if viewer.role not in route.who:
            raise _not_for(route, token)
        if token is not None:
            _take(self._tokens, hashed(token), "this token")
        query = incoming.query(route.query)
        body = await self._body(incoming, route)
        asked = Asked(
            parts=parts,
            # Somebody may have moved up to another seat while their body was on its way.
            viewer=who() if route.takes else viewer,
            who=who,
            query=query,
            body=body,
            key=incoming.idempotency_key(route.keyed) if route.keyed else None,
            client=client,
            last_event=incoming.last_event() if route.is_stream else None,
            has_tag=incoming.header(b"if-none-match"),
        )
        return await route.action(self.service, asked)

    async def _stream(self, stream: EventStream, incoming: Incoming, send: Send) -> int:
        """Send a stream to its end; its bytes. Once it has begun, no problem can be told any more: it ends early, and the log says why."""
        size = 0
        try:
            async for sent in stream.run(incoming.receive, send, head=incoming.method == "HEAD"):
                size += sent
        except Exception as error:  # noqa: BLE001 - nobody hears of a fault but the log
            self._log.event("error", f"{type(error).__name__} in a stream of events", where(error))
        return size

    async def _body(self, incoming: Incoming, route: Route) -> msgspec.Struct | bytes | None:
        if route.takes is None:
            if incoming.has_body:
                raise Refused(Kind.MALFORMED, "This address takes no body; send none.")
            return None
        incoming.check_media()
        body = await incoming.body()
        read = self._readers[route.takes].read(body)
        return body if route.is_file else read

    def _as_response(self, reply: Reply, turn: _Turn) -> Response:
        route = turn.route
        assert route is not None  # noqa: S101 - for the types: a reply has come of a route
        return sendable(reply, route.gives.status, route.gives.media)

    def _refused(self, error: Exception, turn: _Turn, incoming: Incoming) -> Response:
        """The problem's details; whatever the asker is not told stands in the log."""
        refused = refusal(error)
        turn.kind = refused.kind
        self.service.measures.refused(refused.kind.word)
        where_to = turn.route.name if turn.route else "finding the route"
        if refused is not error and refused.kind.status >= Kind.FAULT.status:
            self._log.event("error", f"{type(error).__name__} in {where_to}", where(error))
        if turn.route and refused.kind not in turn.route.may_be_refused_for:
            self._log.event("error", f"{refused.kind.word} is not described for {where_to}", where(error))
        if refused.kind not in INSTEAD or incoming.method not in {"GET", "HEAD"} or not is_for_people(incoming.path):
            return response(refused)
        page = instead(self.service.pages.file(INSTEAD[refused.kind]))
        told = sendable(page, refused.kind.status, HTML) if incoming.prefers_page else response(refused)
        told.headers["vary"] = "accept"
        return told

    def _tell(self, method: str, turn: _Turn, status: int, size: int, seconds: float) -> None:
        route = turn.route
        self.service.measures.request(route.name if route else "none", status, seconds)
        self._log.request(method, route.path if route else None, status, seconds, size, turn.role, turn.kind.word if turn.kind else None)


async def _send(reply: Response, incoming: Incoming, send: Send) -> tuple[int, int]:
    """Send a response; its status, and the bytes of its body. HEAD is told of a body and not given it (RFC 9110 §9.3.2)."""
    if incoming.unread or incoming.is_last:
        # What comes next would be taken for the next request, or be waited for.
        reply.headers["connection"] = "close"
    body = b"" if incoming.method == "HEAD" else bytes(reply.body)
    await send({"type": "http.response.start", "status": reply.status_code, "headers": reply.raw_headers})
    await send({"type": "http.response.body", "body": body})
    return reply.status_code, len(body)


def _take(buckets: Buckets, key: str | bytes, whose: str) -> None:
    if wait := buckets.take(key):
        raise TooOften(Kind.TOO_MANY_REQUESTS, f"Too many requests come from {whose}; wait a moment, and send fewer.", ceil(wait))


def _not_for(route: Route, token: str | None) -> Refused:
    who = " or ".join("the operator" if role == "operator" else "a seat of this table" for role in route.who)
    if token is None:
        return Refused(Kind.TOKEN_MISSING, f"This is for {who}; send the token as `Authorization: Bearer …`.")
    return Refused(Kind.NOT_YOURS, f"This is for {who}, and the token is not theirs.")
