"""Server-sent events of a table."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import attrs
import httpx
import msgspec
import pytest
from starlette.types import Message

from ledger.service.about import PUBLIC
from ledger.service.api.streams import EventStream, Streams
from ledger.service.running.measures import Measures
from ledger.service.running.settings import Limits
from ledger.service.views import TableView
from tests.support.hall import ordered
from tests.support.serving import GENEROUS, PATIENCE, Served, new_table, served


def events(lines: Iterator[str]) -> Iterator[dict[str, Any]]:
    """The events of a stream, each as its fields; a comment has none."""
    fields: dict[str, Any] = {}
    for line in lines:
        if line:
            name, _, value = line.partition(": ")
            fields |= {} if line.startswith(":") else {name: value}
        else:
            yield fields
            fields = {}


def test_a_stream_begins_with_the_view_and_ends_with_that_of_the_closed_table(service, gathering) -> None:
    table = gathering()
    with service.client(table.ann) as ann, service.client(service.operator) as operator:
        with ann.stream("GET", f"/v1/tables/{table.id}/events") as stream:
            told = events(stream.iter_lines())
            first = next(told)
            operator.post(f"/v1/tables/{table.id}/close", json={"reason": "the lights went out"})
            last = list(told)[-1]
        seen = ann.get(f"/v1/tables/{table.id}").json()
    assert stream.headers["content-type"] == "text/event-stream"
    assert (first["event"], json.loads(first["data"])["you"]["role"]) == ("table", "seat")
    assert json.loads(last["data"]) == seen
    assert seen["state"] == "closed"
    assert int(first["id"]) < int(last["id"]) == seen["version"]


def test_who_has_the_view_already_is_sent_the_next_one_only(service, gathering) -> None:
    table = gathering()
    with service.client() as client, service.client(service.operator) as operator:
        version = client.get(f"/v1/tables/{table.id}").json()["version"]
        with client.stream("GET", f"/v1/tables/{table.id}/events", headers={"last-event-id": str(version)}) as stream:
            told = events(stream.iter_lines())
            assert next(told) == {}, "a sign of life"
            operator.post(f"/v1/tables/{table.id}/close", json={"reason": "late"})
            assert int(next(told)["id"]) > version


def test_the_stream_of_a_closed_table_is_its_view_whoever_has_it_already(service, gathering) -> None:
    table = gathering()
    with service.client(service.operator) as operator:
        seen = operator.post(f"/v1/tables/{table.id}/close", json={"reason": "late"}).json()
        for headers in ({}, {"last-event-id": str(seen["version"])}):
            with operator.stream("GET", f"/v1/tables/{table.id}/events", headers=headers) as stream:
                assert [json.loads(event["data"]) for event in events(stream.iter_lines())] == [seen]


def test_an_id_from_before_a_restart_is_no_id_of_now(club) -> None:
    async def evening(after: int | None) -> bytes:
        async with club.hall() as hall:
            if after is None:
                await hall.gather(ordered("Ann"), None)
            streams = Streams(Limits(), Measures())

            async def nothing(*_message: Any) -> Any:
                await asyncio.sleep(3_600)

            async for event in EventStream(streams, hall.table("1"), lambda: PUBLIC, "x", after)._events(nothing):
                return event
        raise AssertionError

    told = asyncio.run(evening(None))
    version = int(told.split(b"id: ")[1].split(b"\n")[0])
    again = asyncio.run(evening(version))
    assert again.startswith(b"event: table\n")
    assert json.loads(again.split(b"data: ")[1])["version"] != version


def test_an_id_that_was_never_sent_is_refused(service, gathering) -> None:
    with service.client() as client:
        answered = client.get(f"/v1/tables/{gathering().id}/events", headers={"last-event-id": "1.5"})
    assert answered.json()["type"] == "/problems/malformed"


def test_a_stream_ends_when_the_seat_is_given_up(service, gathering) -> None:
    table = gathering()
    with service.client(table.ann) as ann, ann.stream("GET", f"/v1/tables/{table.id}/events") as stream:
        told = events(stream.iter_lines())
        next(told)
        assert ann.delete(f"/v1/tables/{table.id}/seat").status_code == 204
        assert all(json.loads(event["data"])["you"]["role"] != "operator" for event in told)
        assert ann.get(f"/v1/tables/{table.id}").status_code == 401


@pytest.mark.parametrize("changes", [1, 1_000])
def test_a_slow_reader_gets_the_newest_view_and_nothing_is_kept_for_them(service, gathering, changes) -> None:
    with service.client() as client:
        real = msgspec.convert(client.get(f"/v1/tables/{gathering().id}").json(), TableView)
    sent: list[bytes] = []

    class Table:
        """As the real one, with versions that the test counts."""

        version = 1
        state = "gathering"

        async def view(self, viewer):
            assert viewer == PUBLIC
            state = "closed" if self.version > 10 * changes else "gathering"
            return msgspec.structs.replace(real, version=self.version, state=state)

        async def change(self, after):
            assert self.version > after
            return self.version

    async def read() -> None:
        table: Any = Table()
        streams = Streams(Limits(), Measures())

        async def send(message: Message) -> None:
            if body := message.get("body"):
                sent.append(body)
                table.version += changes  # so many changes while the reader takes one event

        async def receive() -> Message:
            await asyncio.Event().wait()
            raise AssertionError

        async for _ in EventStream(streams, table, lambda: PUBLIC, "x", None).run(receive, send, head=False):
            pass

    asyncio.run(asyncio.wait_for(read(), PATIENCE))
    versions = [int(body.split(b"id: ")[1].split(b"\n")[0]) for body in sent]
    assert versions == [1 + changes * step for step in range(11)], "each time the newest"


@attrs.frozen
class Followed:
    """A service with room for few streams, and two tables with Ann at each: the addresses of their streams, and her tokens."""

    service: Served
    paths: tuple[str, ...]
    anns: tuple[str, ...]
    open: ExitStack

    def follow(self, token: str | None = None, table: int = 0) -> httpx.Response:
        """Somebody follows a table, and does not stop; or is refused."""
        client = self.open.enter_context(self.service.client(token))
        return self.open.enter_context(client.stream("GET", self.paths[table]))

    def is_refused(self, words: str, token: str | None = None, table: int = 0) -> bool:
        """Whether somebody is sent away with these words, and told when to come again."""
        told = self.follow(token, table)
        if told.status_code == 200:
            return False
        problem = json.loads(told.read())
        assert (told.status_code, problem["type"], told.headers["retry-after"]) == (429, "/problems/too-many-streams", "10")
        return words in problem["detail"]

    def eventually(self, token: str | None = None) -> bool:
        """Whether somebody can follow the first table soon."""
        with self.service.client(token) as client:
            return eventually_open(client, self.paths[0])


@pytest.fixture
def followed(tmp_path) -> Iterator[Callable[..., Followed]]:
    with ExitStack() as open_ones:

        def make(**limits: int) -> Followed:
            service = open_ones.enter_context(served(tmp_path, attrs.evolve(GENEROUS, **limits)))
            with service.client(service.operator) as operator:
                made = [operator.post("/v1/tables", json=new_table()).json() for _ in range(2)]
            paths = [f"/v1/tables/{one['table']['table']}/events" for one in made]
            return Followed(service, tuple(paths), tuple(one["tokens"][0]["token"] for one in made), open_ones)

        yield make


def test_those_who_watch_from_an_address_take_no_stream_from_who_sits_or_directs_there(followed) -> None:
    club = followed(client_streams=2)
    assert [club.follow(table=table).status_code for table in (0, 1)] == [200, 200]
    assert club.is_refused("from this address")
    assert [club.follow(token).status_code for token in (club.anns[0], club.service.operator)] == [200, 200]


def test_those_who_watch_have_half_of_all_streams_at_most(followed) -> None:
    club = followed(streams=4)
    assert [club.follow().status_code for _ in range(2)] == [200, 200]
    assert club.is_refused("Too many pages watch tables without a token;")
    assert [club.follow(club.anns[table], table).status_code for table in (0, 1)] == [200, 200]
    assert club.is_refused("Too many pages follow tables;", club.service.operator)


def test_a_token_has_so_many_streams_at_a_table_and_the_one_after_it_as_many_again(followed) -> None:
    club = followed(token_streams=2)
    for token in (club.anns[0], club.service.operator):
        assert [club.follow(token).status_code for _ in range(2)] == [200, 200]
        assert club.is_refused("with this token", token)
    assert club.follow(club.anns[1], 1).status_code == 200, "this Ann sits elsewhere"
    assert club.follow(club.service.operator, 1).status_code == 200
    with club.service.client(club.service.operator) as operator:
        renewed = operator.post(club.paths[0].replace("events", "tokens"), json={"name": "Ann"}).json()["token"]
    assert [club.follow(renewed).status_code for _ in range(2)] == [200, 200]


@pytest.mark.parametrize("whose", ["nobody's", "the operator's"])
def test_a_place_comes_free_again_once_a_stream_is_left(followed, whose) -> None:
    club = followed(client_streams=1, token_streams=1)
    token = club.service.operator if whose == "the operator's" else None
    with club.service.client(token) as client, client.stream("GET", club.paths[0]), club.service.client(club.service.operator) as operator:
        assert club.is_refused("close one", token)
        assert operator.get("/metrics").text.count("shoe_streams 1.0") == 1
    assert club.eventually(token)


def test_where_nothing_can_be_shown_a_stream_is_refused_and_not_cut_off(service, gathering, monkeypatch) -> None:
    table = gathering()
    monkeypatch.setattr(service.app.service.hall._commits, "failure", OSError("no room"))
    with service.client() as client:
        refused = client.get(f"/v1/tables/{table.id}/events")
    assert (refused.status_code, refused.json()["type"]) == (503, "/problems/cannot-record")


def eventually_open(client: httpx.Client, path: str) -> bool:
    """Whether a stream can be opened again soon."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        with client.stream("GET", path) as stream:
            if stream.status_code == 200:
                return True
    return False


def test_streams_end_when_the_service_stops(tmp_path) -> None:
    with served(tmp_path) as service, service.client(service.operator) as client:
        table = client.post("/v1/tables", json=new_table()).json()["table"]["table"]
        with client.stream("GET", f"/v1/tables/{table}/events") as stream:
            lines = stream.iter_lines()
            next(lines)
            service.stop()
            assert list(lines)[-1] == ""
