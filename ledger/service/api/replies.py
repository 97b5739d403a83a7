"""What actions give back, before it is bytes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs
import msgspec
from starlette.responses import Response

from ledger.service.api.streams import EventStream
from ledger.service.running.pages import Page

_SAFE = {"cache-control": "no-store", "x-content-type-options": "nosniff", "referrer-policy": "no-referrer", "vary": "authorization"}
FOR_EVER = "public, max-age=31536000, immutable"
"""For what never changes under its address."""


@attrs.frozen
class Given:
    """Bytes with headers of their own; status 304 where the asker has them already."""

    body: bytes
    headers: Mapping[str, str] = {}
    status: int | None = None
    media: str | None = None


def instead(page: Page) -> Given:
    """A page that is sent in another's place: it is not kept, since something may stand there later."""
    headers = {name: value for name, value in page.headers.items() if name != "etag"}
    return Given(page.body, {**headers, "cache-control": "no-store"}, None, page.media)


Reply = msgspec.Struct | bytes | Given | EventStream | None


def sendable(reply: Any, status: int, media: str) -> Response:
    """A reply as a response, with the status and the media type of its route unless it has its own."""
    if isinstance(reply, Given):
        return Response(reply.body, reply.status or status, {**_SAFE, **reply.headers}, reply.media or media)
    if reply is None:
        return Response(b"", status, _SAFE)
    body = reply if isinstance(reply, bytes) else msgspec.json.encode(reply)
    return Response(body, status, _SAFE, media)
