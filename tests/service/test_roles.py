"""The role matrix: every route by every token."""

from __future__ import annotations

from typing import Any

import httpx

from ledger.service.api.addresses import ROUTES
from ledger.service.api.routes import Route
from tests.support.serving import Served, new_table

HEX = "a" * 64
BODIES: dict[str, Any] = {
    "make_table": new_table(),
    "make_again": {"without": []},
    "take_seat": {"name": "Bo"},
    "renew_token": {"name": "Ann"},
    "take_out": {"name": "Ann"},
    "take_default": {"name": "Ann", "version": 1},
    "give_hash": {"entropy_hash": HEX, "format": "sealedshoe/seat-hash/2", "key": None, "name": "Ann", "open": HEX},
    "reveal_entropy": {"entropy": HEX, "format": "sealedshoe/seat-reveal/1", "name": "Ann", "open": HEX},
    "answer": {"answer": "1 bet 1", "question": HEX, "signature": None},
    "void_round": {"reason": "the lights went out"},
    "close_table": {"reason": "the lights went out"},
    "rank_sessions": {"name": "Spring Open", "sessions": [1]},
}
NONE, UNKNOWN, SEAT, OTHER_SEAT, OPERATOR = "none", "unknown", "seat", "another table's seat", "operator"


def asked(service: Served, route: Route, table: str, token: str | None) -> httpx.Response:
    """What a route answers to whoever shows this token."""
    path = route.path.format(table=table, session=1, round=1, level=0, index="000", kind="malformed", file="x.js")
    query = {"from": 0, "to": 1} if route.path == "/v1/lines" else {}
    with service.client(token) as client:
        if route.is_stream:
            with client.stream(route.method, path) as response:
                return response
        return client.request(route.method, path, params=query, json=BODIES.get(route.name))


def expected(route: Route, who: str) -> int | None:
    """The status of whoever may not; None for whoever may."""
    if not route.looks_at_tokens or (who == NONE and "public" in route.who):
        return None
    if who in {NONE, UNKNOWN, OTHER_SEAT} or (who == SEAT and "table" not in route.parts):
        return 401
    return None if who in route.who else 403


def test_every_route_is_open_to_those_whom_the_table_names_and_to_nobody_else(service, gathering) -> None:
    rows = []
    for route in ROUTES:
        told = {}
        for who in (NONE, UNKNOWN, SEAT, OTHER_SEAT, OPERATOR):
            table, other = gathering(), gathering()
            token = {NONE: None, UNKNOWN: "x" * 43, SEAT: table.ann, OTHER_SEAT: other.ann, OPERATOR: service.operator}[who]
            status = asked(service, route, table.id, token).status_code
            told[who] = status
            wanted = expected(route, who)
            assert status < 500, (route, who)
            assert status == wanted if wanted else status not in {401, 403}, (route.method, route.path, who, status)
        rows.append(f"{route.method:<6} {route.path:<42} " + " ".join(f"{status:>8}" for status in told.values()))
    print("\n" + f"{'':<49} " + " ".join(f"{who[:8]:>8}" for who in (NONE, UNKNOWN, SEAT, "other", OPERATOR)))
    print("\n".join(rows))


def test_a_body_of_each_route_that_takes_one_is_tried() -> None:
    assert set(BODIES) == {route.name for route in ROUTES if route.takes}
