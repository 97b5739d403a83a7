"""Limits on how often somebody may ask, and whose requests are counted together."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from ledger.service.api.asked import Incoming
from ledger.service.running.settings import Limits, Settings
from tests.support.serving import served


def statuses(client: httpx.Client, path: str, count: int) -> list[int]:
    """What so many requests in a row are answered."""
    return [client.get(path).status_code for _ in range(count)]


def test_an_address_that_asks_too_often_is_told_when_to_come_again(tmp_path) -> None:
    with served(tmp_path, Limits(client_rate=1, client_burst=5), now=lambda: 0.0) as service, service.client() as client:
        assert statuses(client, "/health", 7) == [200] * 5 + [429] * 2
        refused = client.get("/health")
        assert refused.json()["type"] == "/problems/too-many-requests"
        assert refused.headers["retry-after"] == "1"


def test_a_token_has_a_limit_of_its_own_and_those_who_guess_fall_under_the_addresss(tmp_path) -> None:
    with served(tmp_path, Limits(client_rate=1, client_burst=10, token_rate=1, token_burst=2), now=lambda: 0.0) as service:
        with service.client(service.operator) as operator:
            assert statuses(operator, "/metrics", 3) == [200, 200, 429]
        with service.client("x" * 43) as stranger:
            assert statuses(stranger, "/metrics", 8) == [401] * 7 + [429]


def incoming(address: str, settings: Settings, *headers: tuple[bytes, bytes]) -> Incoming:
    """A request from this address."""
    scope: dict[str, Any] = {"method": "GET", "path": "/", "client": (address, 1), "headers": list(headers), "query_string": b""}

    async def receive() -> Any:
        raise AssertionError

    return Incoming(scope, receive, settings)


BEHIND = Settings(proxy_header="x-forwarded-for", proxies=("127.0.0.1",))


@pytest.mark.parametrize(
    ("address", "settings", "headers", "client"),
    [
        ("192.0.2.7", Settings(), [], "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", Settings(), [], "2001:db8:1:2::"),
        ("127.0.0.1", Settings(), [(b"x-forwarded-for", b"192.0.2.7")], "127.0.0.1"),
        ("127.0.0.1", BEHIND, [(b"x-forwarded-for", b"192.0.2.7")], "192.0.2.7"),
        ("127.0.0.1", BEHIND, [(b"x-forwarded-for", b"1.1.1.1, 192.0.2.7")], "192.0.2.7"),
        ("127.0.0.1", BEHIND, [(b"x-forwarded-for", b"1.1.1.1"), (b"x-forwarded-for", b"192.0.2.7")], "192.0.2.7"),
        ("127.0.0.1", BEHIND, [(b"x-forwarded-for", b"2001:db8::1")], "2001:db8::"),
        ("127.0.0.1", BEHIND, [], "127.0.0.1"),
        ("192.0.2.9", BEHIND, [(b"x-forwarded-for", b"1.1.1.1")], "192.0.2.9"),
    ],
)
def test_whose_requests_are_counted_together(address, settings, headers, client) -> None:
    assert incoming(address, settings, *headers).client == client
