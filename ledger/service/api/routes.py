"""What a row of the table of addresses says: everything that the dispatcher, the OpenAPI document, the docs and the tests go by."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Any, Literal

import attrs

from ledger.service.api.asked import JSON, Asked
from ledger.service.api.problems import OtherMethod
from ledger.service.api.replies import Reply
from ledger.service.api.serving import Service
from ledger.service.refusals import Kind, Refused

Role = Literal["public", "seat", "operator"]
PUBLIC: tuple[Role, ...] = ("public", "seat", "operator")
"""Whatever is open to the public is open to the others, too."""
SEAT: tuple[Role, ...] = ("seat",)
OPERATOR: tuple[Role, ...] = ("operator",)

PARTS: Mapping[str, tuple[str, str]] = {
    "table": ("[A-Za-z0-9_-]{1,64}", "a table's id"),
    "session": ("[1-9][0-9]{0,6}", "a session's number in the ledger"),
    "round": ("[1-9][0-9]{0,6}", "a round's number in its session"),
    "level": ("[0-9]|[1-5][0-9]|6[0-3]", "a level of the tree of tiles, 0 to 63"),
    "index": (
        "(?:x[0-9]{3}/)*[0-9]{3}(?:\\.p/(?:[1-9]|[1-9][0-9]|1[0-9]{2}|2[0-4][0-9]|25[0-5]))?",
        "which tile; from the thousandth on, and of one that is not full, it goes on as in C2SP tlog-tiles (`x001/234`, `000.p/17`)",
    ),
    "kind": ("[a-z-]{1,40}", "a kind of problem"),
    "file": ("[A-Za-z0-9._-]{1,80}", "a file's name"),
}
"""What may stand in the place of a part of an address: a pattern, and what it is."""
DOCUMENTED = {**{name: pattern for name, (pattern, _) in PARTS.items()}, "index": "[0-9]{3}"}
"""The patterns as OpenAPI can have them: without slashes in a part."""

ALWAYS = (
    Kind.MALFORMED,
    Kind.OTHER_HOST,
    Kind.TOO_MANY_REQUESTS,
    Kind.HEAD_TOO_LONG,
    Kind.TOO_SLOW,
    Kind.STOPPING,
    Kind.TOO_MANY_CONNECTIONS,
    Kind.FAULT,
)
"""What any request can be refused for."""
WITH_BODY = (Kind.BODY_TOO_LONG, Kind.MEDIA_TYPE, Kind.NOT_AS_DESCRIBED)


@attrs.frozen
class Gives:
    """What is answered if all goes well: a Struct's type where it is JSON, None for bytes."""

    says: str
    struct: Any = None
    media: str = JSON
    status: int = 200
    headers: tuple[str, ...] = ()


Action = Callable[[Service, Asked], Awaitable[Reply]]


@attrs.frozen
class Route:
    """One method at one address.

    `does` is its line in the docs; `takes` the body's Struct, which a `file` is held to by who reads it; `query` the Struct of its query;
    `keyed` the least characters of its idempotency key, 0 where it takes none;
    `kinds` what it can be refused for beside ALWAYS and what the other fields bring.
    """

    method: str
    path: str
    who: tuple[Role, ...]
    does: str
    action: Action
    gives: Gives
    takes: Any = attrs.field(default=None, kw_only=True)
    is_file: bool = attrs.field(default=False, kw_only=True)
    query: Any = attrs.field(default=None, kw_only=True)
    keyed: int = attrs.field(default=0, kw_only=True)
    is_page: bool = attrs.field(default=False, kw_only=True)
    is_stream: bool = attrs.field(default=False, kw_only=True)
    kinds: tuple[Kind, ...] = attrs.field(default=(), kw_only=True)

    @property
    def name(self) -> str:
        """The operation's name, unique."""
        return self.action.__name__

    @property
    def parts(self) -> list[str]:
        """The names in braces, in order."""
        return re.findall(r"\{(\w+)\}", self.path)

    @property
    def looks_at_tokens(self) -> bool:
        """Whether it matters who asks: a token counts at its table, and nobody needs one for what is the same for all."""
        return not self.is_page and ("public" not in self.who or "table" in self.parts)

    @property
    def may_be_refused_for(self) -> tuple[Kind, ...]:
        """Every kind of problem that can come, by status."""
        kinds = [*ALWAYS, *self.kinds, Kind.NOT_AS_DESCRIBED]
        if self.looks_at_tokens:
            kinds += [Kind.TOKEN_UNKNOWN]
        if "public" not in self.who:
            kinds += [Kind.TOKEN_MISSING, Kind.NOT_YOURS]
        if self.parts:
            kinds += [Kind.NO_SUCH_ADDRESS]
        if "table" in self.parts:
            kinds += [Kind.NO_SUCH_TABLE]
        if self.takes:
            kinds += WITH_BODY
        if self.keyed:
            kinds += [Kind.KEY_REUSED]
        if self.is_stream:
            kinds += [Kind.TOO_MANY_STREAMS]
        return tuple(kind for kind in Kind if kind in kinds)


get, post, put, delete = (partial(Route, method) for method in ("GET", "POST", "PUT", "DELETE"))


class Router:
    """Finds the route of a path and a method."""

    def __init__(self, routes: Sequence[Route]) -> None:
        methods: dict[str, dict[str, Route]] = {}
        for route in routes:
            methods.setdefault(route.path, {})[route.method] = route
        self._exact = {path: found for path, found in methods.items() if "{" not in path}
        self._patterns = [(_pattern(path), found) for path, found in methods.items() if "{" in path]

    def find(self, path: str, method: str) -> tuple[Route, Mapping[str, str]]:
        """The route, and what stands in its parts; Refused where there is none. HEAD goes where GET goes."""
        methods, parts = self._at(path)
        route = methods.get("GET" if method == "HEAD" else method)
        if route is None:
            allowed = [*methods, *(["HEAD"] if "GET" in methods else [])]
            raise OtherMethod(", ".join(sorted(allowed)))
        return route, parts

    def _at(self, path: str) -> tuple[Mapping[str, Route], Mapping[str, str]]:
        if (exact := self._exact.get(path)) is not None:
            return exact, {}
        for pattern, methods in self._patterns:
            if found := pattern.fullmatch(path):
                return methods, found.groupdict()
        raise Refused(Kind.NO_SUCH_ADDRESS, "Nothing stands at this address; see /openapi.json for those there are.")


def _pattern(path: str) -> re.Pattern[str]:
    """A path as a regular expression. Its fixed parts have no character that means something there but the full stop."""
    return re.compile(re.sub(r"\\\{(\w+)\\\}", lambda part: f"(?P<{part[1]}>{PARTS[part[1]][0]})", re.escape(path)))
