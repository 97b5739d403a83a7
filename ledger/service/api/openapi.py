"""The OpenAPI 3.1 document, made of the table of addresses: what the dispatcher does not do, it does not say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from ledger.live.request_keys import key_pattern
from ledger.service.api.accepting import HTML, INSTEAD, is_for_people
from ledger.service.api.asked import JSON
from ledger.service.api.problems import MEDIA, Problem
from ledger.service.api.routes import DOCUMENTED, PARTS, Route
from ledger.service.refusals import Kind

_SCHEMA = "#/components/schemas/{name}"
_RESPONSE = "#/components/responses/"
_ABOUT = """Live tables over one signed ledger; docs/SERVICE.md tells it for people.

Every error is a problem (RFC 9457) whose `type` is `/problems/` and its kind. A method that an address does not have is answered with 405
and the header Allow, an address that is none with 404, outside /v1 and /log as
a page where Accept prefers text/html; neither stands at each operation."""
_HEADERS: Mapping[int, tuple[str, str, bool]] = {
    401: ("WWW-Authenticate", "what is wanted (RFC 6750)", True),
    429: ("Retry-After", "seconds to wait", True),
    503: ("Retry-After", "seconds to wait", False),
}


def document(routes: Sequence[Route], version: str) -> bytes:
    """The document as JSON."""
    structs = sorted(_structs(routes), key=lambda struct: struct.__name__)
    _, schemas = msgspec.json.schema_components(structs, ref_template=_SCHEMA)
    paths: dict[str, dict[str, Any]] = {}
    for route in routes:
        at = paths.setdefault(route.path, {})
        at[route.method.lower()] = _operation(route)
        if route.method == "GET":
            at["head"] = _head(route)
    return msgspec.json.encode(
        {
            "openapi": "3.1.0",
            "info": {"title": "Sealed Shoe", "version": version, "description": _ABOUT, "license": {"name": "Apache-2.0"}},
            "paths": paths,
            "components": {
                "schemas": schemas,
                "responses": {_named(route, kinds): _problem(route, kinds) for route in routes for kinds in _by_status(route).values()},
                "securitySchemes": {
                    "seat": {"type": "http", "scheme": "bearer", "description": "A seat's token."},
                    "operator": {"type": "http", "scheme": "bearer", "description": "The operator's token."},
                },
            },
        }
    )


def _operation(route: Route) -> dict[str, Any]:
    refusals = {str(status): {"$ref": _RESPONSE + _named(route, kinds)} for status, kinds in _by_status(route).items()}
    operation: dict[str, Any] = {
        "operationId": route.name,
        "summary": route.does,
        "parameters": [*_of_path(route), *_of_query(route), *_of_headers(route)],
        "responses": {**_given(route), **refusals},
    }
    if route.looks_at_tokens:
        named: list[dict[str, list[str]]] = [{role: []} for role in route.who if role != "public"]
        operation["security"] = [{}, *named] if "public" in route.who else named
    if route.takes:
        operation["requestBody"] = {"required": True, "content": {JSON: {"schema": _schema(route.takes)}}}
    return operation


def _head(route: Route) -> dict[str, Any]:
    """HEAD is as GET, and has no body."""
    told = {**_given(route), **{str(status): _problem(route, kinds) for status, kinds in _by_status(route).items()}}
    responses = {status: {name: value for name, value in one.items() if name != "content"} for status, one in told.items()}
    return {**_operation(route), "operationId": f"head_{route.name}", "summary": f"the headers of: {route.does}", "responses": responses}


def _given(route: Route) -> dict[str, dict[str, Any]]:
    """The answer if all goes well, and for a file that it has not changed."""
    gives = route.gives
    told: dict[str, Any] = {"description": gives.says}
    if gives.media:
        told["content"] = {gives.media: {"schema": _schema(gives.struct)} if gives.struct else {}}
    if not gives.headers:
        return {str(gives.status): told}
    told["headers"] = {name: {"schema": {"type": "string"}, "required": True} for name in gives.headers}
    return {str(gives.status): told, "304": {"description": "The asker has it already (If-None-Match).", "headers": told["headers"]}}


def _by_status(route: Route) -> dict[int, list[Kind]]:
    """The kinds of problems that can come, by their status."""
    found: dict[int, list[Kind]] = {}
    for kind in route.may_be_refused_for:
        found.setdefault(kind.status, []).append(kind)
    return found


def _named(route: Route, kinds: Sequence[Kind]) -> str:
    return ".".join([*(kind.word for kind in kinds), *(["page"] if _may_be_page(route, kinds) else [])])


def _may_be_page(route: Route, kinds: Sequence[Kind]) -> bool:
    """Whether a page is sent in place of the problem to whoever prefers one."""
    return route.method == "GET" and is_for_people(route.path) and kinds[0] in INSTEAD


def _problem(route: Route, kinds: Sequence[Kind]) -> dict[str, Any]:
    """A response that is one of these kinds, which have one status."""
    status = kinds[0].status
    held = {"type": {"enum": [f"/problems/{kind.word}" for kind in kinds]}, "status": {"const": status}}
    told: dict[str, Any] = {
        "description": "; ".join(f"`{kind.word}`: {kind.title}" for kind in kinds),
        "content": {MEDIA: {"schema": {"allOf": [_schema(Problem), {"properties": held}]}}},
    }
    if _may_be_page(route, kinds):
        told["content"][HTML] = {}
        told["description"] += "; as a page where Accept prefers text/html"
    if status in _HEADERS:
        name, says, always = _HEADERS[status]
        told["headers"] = {name: {"description": says, "schema": {"type": "string"}, "required": always}}
    return told


def _of_path(route: Route) -> Iterator[dict[str, Any]]:
    for name in route.parts:
        schema = {"type": "string", "pattern": f"^(?:{DOCUMENTED[name]})$"}
        yield {"name": name, "in": "path", "required": True, "description": PARTS[name][1], "schema": schema}


def _of_query(route: Route) -> Iterator[dict[str, Any]]:
    if route.query is None:
        return
    schema = msgspec.json.schema_components([route.query], ref_template=_SCHEMA)[1][route.query.__name__]
    for name, told in schema["properties"].items():
        yield {"name": name, "in": "query", "required": name in schema["required"], "schema": _plain(told)}


def _plain(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """A parameter that may be left away cannot be null."""
    for one in schema.get("anyOf", ()):
        if one != {"type": "null"}:
            return dict(one)
    return schema


def _of_headers(route: Route) -> Iterator[dict[str, Any]]:
    if route.keyed:
        says = "The same key again gives the same result, and nothing is done twice. Draw it at random: by it a seat's token is told again."
        yield _header("Idempotency-Key", f"^{key_pattern(route.keyed)}$", says)
    if route.is_stream:
        yield _header("Last-Event-ID", "^(?:0|[1-9][0-9]{0,15})$", "The id of the last event that was had: it is not sent again.")


def _header(name: str, pattern: str, says: str) -> dict[str, Any]:
    return {"name": name, "in": "header", "required": False, "description": says, "schema": {"type": "string", "pattern": pattern}}


def _schema(kind: Any) -> dict[str, Any]:
    """A reference to a Struct's schema, or the schema of anything else."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return {"$ref": _SCHEMA.format(name=kind.__name__)}
    return msgspec.json.schema(kind)


def _structs(routes: Sequence[Route]) -> set[type[msgspec.Struct]]:
    """Every Struct that is sent or answered."""
    kinds = {kind for route in routes for kind in (route.takes, route.gives.struct)} | {Problem}
    return {kind for kind in kinds if isinstance(kind, type) and issubclass(kind, msgspec.Struct)}
