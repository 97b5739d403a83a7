"""One request, read: its headers once each, its query and its body strictly, and no more of it than the limits let through."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any
from urllib.parse import parse_qsl, unquote

import attrs
import msgspec
import msgspec.inspect
from starlette.types import Message, Receive, Scope

from ledger.live.request_keys import LONGEST, key_pattern
from ledger.service.about import Viewer
from ledger.service.api.accepting import prefers_page
from ledger.service.refusals import Kind, Refused
from ledger.service.running.clients import counted_as, is_proxy
from ledger.service.running.settings import Settings

JSON = "application/json"
_BEARER = re.compile(r"Bearer ([A-Za-z0-9._~+/-]+=*)", re.IGNORECASE)
_HOST = re.compile(r"(?:\[([0-9a-f:.]+)\]|([a-z0-9._~%!$&'()*+,;=-]+))(?::[0-9]*)?")
"""A host and perhaps a port (RFC 3986 §3.2.2 and §3.2.3), in small letters; not the empty one, which names nobody (RFC 9110 §4.2.1)."""
_ABSOLUTE = re.compile(r"https?://([^/]*)(/.*)?", re.IGNORECASE)
_NUMBER = re.compile(r"0|[1-9][0-9]{0,15}")

_FORWARDED = (b"x-forwarded-for", b"forwarded", b"x-real-ip")
"""What a proxy says of its clients: by custom, and by RFC 7239."""


@attrs.frozen
class Asked:
    """What an action goes by.

    `who` asks once more who the viewer is; `body` is a Struct, or bytes where a file is sent; `key` is the idempotency key.
    """

    parts: Mapping[str, str]
    viewer: Viewer
    who: Callable[[], Viewer]
    query: Any
    body: Any
    key: str | None
    client: str
    last_event: int | None
    has_tag: str | None


class Incoming:
    """A request as it comes in. `unread` is true while there may be more of its body than was read.

    `is_last` says that nothing more will be understood on its connection: what follows may be the other protocol that it wants, or
    whatever comes after a target that is none.
    """

    def __init__(self, scope: Scope, receive: Receive, settings: Settings) -> None:
        self.method: str = scope["method"]
        self._authority, path = _split(self.method, scope["raw_path"].decode("ascii"))
        self.path = unquote(path or "")
        self.receive = receive
        self._scope, self._settings = scope, settings
        self._headers: dict[bytes, bytes] = dict(scope["headers"])
        self.has_body = b"transfer-encoding" in self._headers or self._headers.get(b"content-length", b"0") != b"0"
        self.unread = self.has_body
        self.is_last = path is None or b"upgrade" in self._headers

    def header(self, name: bytes) -> str | None:
        """The header of this name (small letters); Refused where it stands twice, for two readers could then take two."""
        value = self._headers.get(name)
        if value is None:
            return None
        if len(self._headers) != len(self._scope["headers"]) and sum(one == name for one, _ in self._scope["headers"]) > 1:
            raise Refused(Kind.MALFORMED, f"The header {name.decode()} is sent twice; send it once.")
        return value.decode("latin-1").strip(" \t")

    def check_host(self, hosts: frozenset[str]) -> None:
        """Refused where the request is for a name that is none of ours: a page elsewhere may have been given our address.

        A target in absolute form says for itself which name it is for, whatever Host says (RFC 9112 §3.2.2).
        """
        if not self.path:
            raise Refused(Kind.MALFORMED, "The request's target is neither a path nor a whole address of HTTP; send one of these.")
        host = self.header(b"host")
        if host is None:
            raise Refused(Kind.MALFORMED, "The header Host is missing; send it.")
        found = _HOST.fullmatch((host if self._authority is None else self._authority).lower())
        if found is None:
            raise Refused(Kind.MALFORMED, "What the request is for is no host; name one, with its port if it has one.")
        if (found[1] or found[2]) not in hosts:
            raise Refused(Kind.OTHER_HOST, "This service does not answer under that name; whoever runs it adds one by --name or `hosts`.")

    @property
    def client(self) -> str:
        """Whose requests are counted together: an address, of IPv6 the network of 64 bits, behind a proxy that is believed its client's."""
        address: str = self._scope["client"][0] if self._scope["client"] else ""
        if is_proxy(address, self._settings):
            told = [value for name, value in self._scope["headers"] if name == self._settings.proxy_header.encode()]
            address = told[-1].decode("latin-1").rpartition(",")[2].strip() if told else address
        return counted_as(address)

    @property
    def comes_through_unknown_proxy(self) -> bool:
        """Whether a proxy, where one may be, says for whom it asks, and no setting says that it is believed."""
        address = self._scope["client"][0] if self._scope["client"] else ""
        tells = any(name in self._headers for name in _FORWARDED)
        return tells and not self._settings.proxy_header and address in self._settings.proxies

    @property
    def prefers_page(self) -> bool:
        """Whether somebody would rather read a page than a program's answer."""
        given = (value.decode("latin-1") for name, value in self._scope["headers"] if name == b"accept")
        return prefers_page(",".join(given))

    def token(self) -> str | None:
        """The bearer token (RFC 6750), if one is shown."""
        value = self.header(b"authorization")
        if value is None:
            return None
        found = _BEARER.fullmatch(value)
        if found is None:
            raise Refused(Kind.TOKEN_UNKNOWN, "The header Authorization is not `Bearer` and a token; send such a one, or none.")
        return found[1]

    def idempotency_key(self, least: int) -> str | None:
        """The key by which an answer that was lost on the way is asked for again, of so many characters at least."""
        key = self.header(b"idempotency-key")
        if key is not None and not re.fullmatch(key_pattern(least), key):
            raise Refused(
                Kind.MALFORMED, f"The header Idempotency-Key must have {least} to {LONGEST} visible ASCII characters; choose one."
            )
        return key

    def last_event(self) -> int | None:
        """The version that a reader of a stream had last."""
        value = self.header(b"last-event-id")
        if value is not None and not _NUMBER.fullmatch(value):
            raise Refused(Kind.MALFORMED, "The header Last-Event-ID must be the id of an event of this stream; send it as it came.")
        return None if value is None else int(value)

    def query(self, kind: type[msgspec.Struct] | None) -> msgspec.Struct | None:
        """The query's parameters, each once and none that is not described."""
        text = self._scope["query_string"]
        if kind is None:
            if text:
                raise Refused(Kind.NOT_AS_DESCRIBED, "This address takes no query; leave away what stands after the question mark.")
            return None
        try:
            pairs = parse_qsl(text.decode("ascii"), keep_blank_values=True, strict_parsing=bool(text), errors="strict", max_num_fields=16)
        except ValueError:
            raise Refused(Kind.MALFORMED, "The query cannot be read; write it as name=value, joined by &.") from None
        given = dict(pairs)
        if len(given) != len(pairs):
            raise Refused(Kind.MALFORMED, "The query has a parameter twice; send each once.")
        numbers = _numbers(kind)
        try:
            return msgspec.convert({n: int(value) if n in numbers and _NUMBER.fullmatch(value) else value for n, value in pairs}, kind)
        except msgspec.ValidationError:
            raise Refused(Kind.NOT_AS_DESCRIBED, "The query is not what /openapi.json describes for this address.") from None

    def check_media(self) -> None:
        """Refused where the body says that it is something else than JSON."""
        media = (self.header(b"content-type") or "").lower().replace(" ", "")
        if media not in {JSON, f"{JSON};charset=utf-8"}:
            raise Refused(Kind.MEDIA_TYPE, f"The header Content-Type must be {JSON}; send the body as such.")

    async def body(self) -> bytes:
        """The whole body; Refused where it is longer than allowed, or does not come in time."""
        limits = self._settings.limits
        if b"transfer-encoding" in self._headers and b"content-length" in self._headers:
            # Which one counts, a proxy before us may have decided otherwise (RFC 9112 §6.3).
            raise Refused(Kind.MALFORMED, "The body has both Content-Length and Transfer-Encoding; send one of them.")
        length = self.header(b"content-length") or "0"
        if not length.isascii() or not length.isdecimal() or int(length[:16]) > limits.body_bytes:
            raise Refused(Kind.BODY_TOO_LONG, f"The body has more than {limits.body_bytes} bytes; send less.")
        try:
            async with asyncio.timeout(limits.body_seconds):
                return await self._whole(limits.body_bytes)
        except TimeoutError:
            raise Refused(Kind.TOO_SLOW, f"The body did not come within {limits.body_seconds} s; send it at once.") from None

    async def _whole(self, longest: int) -> bytes:
        parts: list[bytes] = []
        size = 0
        while True:
            message: Message = await self.receive()
            if message["type"] != "http.request":
                raise Refused(Kind.MALFORMED, "The body ended early; send it whole.")
            parts.append(message.get("body", b""))
            size += len(parts[-1])
            if size > longest:
                raise Refused(Kind.BODY_TOO_LONG, f"The body has more than {longest} bytes; send less.")
            if not message.get("more_body", False):
                self.unread = False
                return b"".join(parts)


def _split(method: str, target: str) -> tuple[str | None, str | None]:
    """The authority and the path of a target (RFC 9112 §3.2). One in absolute form has both, any other its path alone, if it is one.

    That of CONNECT never is: it is for proxies.
    """
    if method == "CONNECT":
        return None, None
    if found := _ABSOLUTE.fullmatch(target):
        return found[1], found[2] or "/"
    return None, target if target.startswith("/") or (method, target) == ("OPTIONS", "*") else None


@cache
def _numbers(kind: type[msgspec.Struct]) -> frozenset[str]:
    """The parameters that are whole numbers. msgspec's own reading of numbers in text takes `1.0` and `1e2` for such, too."""
    described = msgspec.inspect.type_info(kind)
    assert isinstance(described, msgspec.inspect.StructType)  # noqa: S101 - for the types: every query is a Struct
    return frozenset(field.encode_name for field in described.fields if isinstance(field.type, msgspec.inspect.IntType))
