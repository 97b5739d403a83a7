"""Limits on how often somebody may ask, and whose requests are counted together."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs
import httpx
import pytest

from ledger.service.api.asked import Incoming
from ledger.service.running.settings import Limits, Settings
from tests.support.serving import GENEROUS, Served, new_table, served


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


def sits_down(service: Served, table: str, name: str, client: str = "192.0.2.7", key: str | None = None) -> httpx.Response:
    """Somebody asks for a seat, by way of a proxy."""
    headers = {"x-forwarded-for": client} | ({"idempotency-key": key} if key else {})
    with service.client() as one:
        return one.post(f"/v1/tables/{table}/seats", json={"name": name}, headers=headers)


def test_no_address_takes_every_seat(tmp_path) -> None:
    with served(tmp_path, attrs.evolve(GENEROUS, client_seats=2), proxy_header="x-forwarded-for") as service:
        with service.client(service.operator) as operator:
            first, second = (operator.post("/v1/tables", json=new_table(places=2)).json()["table"]["table"] for _ in range(2))
            key = "x" * 22
            bo, cy = sits_down(service, first, "Bo", key=key), sits_down(service, second, "Cy")
            assert (bo.status_code, cy.status_code) == (201, 201)
            refused = sits_down(service, second, "Di")
            assert (refused.status_code, refused.json()["type"]) == (409, "/problems/too-many-seats")
            assert refused.json()["detail"].startswith("2 seats of tables that gather are taken from this address, ")
            assert "retry-after" not in refused.headers, "nothing comes of waiting alone"
            assert sits_down(service, first, "Bo", key=key).json() == bo.json(), "who asks again is told the seat that they have"
            assert sits_down(service, first, "Ed", client="192.0.2.8").status_code == 201
            operator.post(f"/v1/tables/{first}/open")
            assert sits_down(service, second, "Di").status_code == 201, "who plays takes no seat from those who come"
        with service.client(cy.json()["token"]) as leaver:
            assert leaver.delete(f"/v1/tables/{second}/seat").status_code == 204
        assert sits_down(service, second, "Fay").status_code == 201


@attrs.frozen
class OneSeat:
    """A service that lets one seat be taken from each address, and a table of five at which Bo sits down from one."""

    service: Served
    table: str
    operator: httpx.Client

    def post(self, what: str, **body: Any) -> httpx.Response:
        """What the operator asks for."""
        return self.operator.post(f"/v1/tables/{self.table}/{what}", json=body)

    def is_refused(self, name: str) -> bool:
        """Whether somebody at Bo's address is sent away, and told so of one seat."""
        told = sits_down(self.service, self.table, name)
        says = "A seat of a table that gathers is taken from this address, "
        return told.status_code == 409 and bool(told.json()["detail"].startswith(says))


@pytest.fixture
def one_seat(tmp_path) -> Iterator[OneSeat]:
    with (
        served(tmp_path, attrs.evolve(GENEROUS, client_seats=1), proxy_header="x-forwarded-for") as service,
        service.client(service.operator) as operator,
    ):
        table = operator.post("/v1/tables", json=new_table(places=4)).json()["table"]["table"]
        assert sits_down(service, table, "Bo").status_code == 201
        yield OneSeat(service, table, operator)


def test_a_seat_counts_as_long_as_somebody_sits_there_whatever_becomes_of_its_token_and_number(one_seat) -> None:
    assert one_seat.post("tokens", name="Bo").status_code == 201
    assert one_seat.is_refused("Di"), "it is Bo's yet, by another token"
    assert one_seat.post("remove", name="Ann").status_code == 200
    assert one_seat.is_refused("Di"), "it is Bo's yet, by another number"
    assert one_seat.post("remove", name="Bo").status_code == 200
    assert sits_down(one_seat.service, one_seat.table, "Di").status_code == 201


def test_the_operators_seats_are_counted_for_nobody(one_seat) -> None:
    for name in ("Di", "Ed"):
        assert one_seat.post("seats", name=name).status_code == 201
    assert one_seat.is_refused("Fay")
    one_seat.post("remove", name="Bo")
    assert one_seat.post("seats", name="Bo").status_code == 201
    assert sits_down(one_seat.service, one_seat.table, "Fay").status_code == 201, "this Bo is the operator's"


def test_a_name_that_somebody_gave_up_counts_for_who_has_it_now(one_seat) -> None:
    one_seat.post("remove", name="Bo")
    assert sits_down(one_seat.service, one_seat.table, "Bo", client="192.0.2.8").status_code == 201
    assert sits_down(one_seat.service, one_seat.table, "Fay").status_code == 201
    assert one_seat.is_refused("Gil")


def incoming(address: str, settings: Settings, *headers: tuple[bytes, bytes]) -> Incoming:
    """A request from this address."""
    scope: dict[str, Any] = {"method": "GET", "raw_path": b"/", "client": (address, 1), "headers": list(headers), "query_string": b""}

    async def receive() -> Any:
        raise AssertionError

    return Incoming(scope, receive, settings)


def test_who_forgets_to_say_that_a_proxy_is_in_front_is_told_once(tmp_path) -> None:
    def warnings(service: Served) -> list[str]:
        return [line["event"] for line in service.lines() if line.get("level") == "warning"]

    with served(tmp_path) as service, service.client() as client:
        client.get("/health")
        assert warnings(service) == []
        for _ in range(2):
            client.get("/health", headers={"x-forwarded-for": "192.0.2.7"})
        (told,) = warnings(service)
    assert "`proxy_header` is not set" in told


def test_who_has_said_so_is_told_nothing(tmp_path) -> None:
    with served(tmp_path, proxy_header="x-forwarded-for") as service, service.client() as client:
        client.get("/health", headers={"x-forwarded-for": "192.0.2.7"})
        assert [line for line in service.lines() if line.get("level") == "warning"] == []


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
        ("127.0.0.1", BEHIND, [(b"x-forwarded-for", b"::ffff:192.0.2.7")], "192.0.2.7"),
        ("127.0.0.1", BEHIND, [], "127.0.0.1"),
        ("192.0.2.9", BEHIND, [(b"x-forwarded-for", b"1.1.1.1")], "192.0.2.9"),
    ],
)
def test_whose_requests_are_counted_together(address, settings, headers, client) -> None:
    assert incoming(address, settings, *headers).client == client
