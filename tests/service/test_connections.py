"""Connections are held to limits, over real sockets: nobody can make the service wait for ever."""

from __future__ import annotations

import json
import socket
import time
from contextlib import ExitStack, suppress
from typing import Any

import pytest

from ledger.service.running.settings import Limits
from tests.support.serving import new_table, served

MOMENT = 0.4
"""Seconds: as settings they are whole, but nobody minds."""
PATIENCE = 8
"""Seconds that a busy machine may take; less than any limit is unless given, so that one that is not kept is noticed."""
LONG = 60
"""Seconds, where nothing is to be noticed of a limit on time."""
REQUEST = b"GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n"
HEAD = b"POST /v1/tables HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer %s\r\ncontent-type: application/json\r\n"


@pytest.fixture(scope="module")
def strict(tmp_path_factory):
    """A service that waits a moment for everything, and serves eight connections."""
    waits = ("head_seconds", "body_seconds", "idle_seconds", "write_seconds", "keep_alive_seconds")
    short: dict[str, Any] = dict.fromkeys(waits, MOMENT)
    with served(tmp_path_factory.mktemp("strict"), Limits(**short, head_bytes=1_024, connections=8)) as one:
        yield one


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """A service that takes little at once, and waits long for it; for readers only a moment."""
    limits = Limits(head_seconds=LONG, body_seconds=LONG, idle_seconds=LONG, write_seconds=MOMENT, head_bytes=1_024)  # type: ignore[arg-type]
    with served(tmp_path_factory.mktemp("small"), limits) as one:
        yield one


@pytest.fixture
def connected(small):
    """A connection that nothing was sent on."""
    with socket.create_connection(small.address, timeout=LONG) as one:
        yield one


def rest(connection: socket.socket) -> bytes:
    """Everything until the other side closes."""
    parts = []
    try:
        while part := connection.recv(65_536):
            parts.append(part)
    except ConnectionResetError:
        pass
    return b"".join(parts)


def until(connection: socket.socket, end: bytes) -> bool:
    """Whether these bytes come."""
    got = b""
    while end not in got and (part := connection.recv(65_536)):
        got += part
    return end in got


def flood(connection: socket.socket, request: bytes) -> None:
    """Ask again and again, and read nothing."""
    for _ in range(10_000):
        connection.sendall(request * 100)


def told(answer: bytes) -> tuple[int, str]:
    """Status and kind of the last answer in these bytes."""
    head, _, body = answer[answer.rindex(b"HTTP/1.1 ") :].partition(b"\r\n\r\n")
    assert b"application/problem+json" in head
    problem = json.loads(body)
    assert int(head.split()[1]) == problem["status"]
    return problem["status"], problem["type"].removeprefix("/problems/")


def test_nobody_is_waited_for_longer_than_said(strict) -> None:
    """All at once: each would take the moment that the limits allow."""
    body = HEAD % strict.operator.encode() + b"content-length: 100\r\n\r\n{"
    sent = {"nothing": b"", "a part of the headers": REQUEST[:20], "a part of the body": body, "a whole request, and no other": REQUEST}
    held = {name: socket.create_connection(strict.address, timeout=PATIENCE) for name in (*sent, "byte by byte")}
    began = time.monotonic()
    for name, data in sent.items():
        held[name].sendall(data)
    slowly = b"GET / HTTP/1.1\r\nx: " + b"x" * 1_000
    while time.monotonic() - began < MOMENT + 0.1:
        with suppress(OSError):
            held["byte by byte"].sendall(slowly[:1])
        slowly = slowly[1:]
        time.sleep(0.02)
    answers = {name: rest(one) for name, one in held.items()}
    assert MOMENT <= time.monotonic() - began < PATIENCE
    for one in held.values():
        one.close()
    assert answers.pop("a whole request, and no other").endswith(b'{"status":"alive"}')
    assert {name: told(answer) for name, answer in answers.items()} == dict.fromkeys(answers, (408, "too-slow"))
    assert b"connection: close" in answers["a part of the body"]


def test_where_nothing_happens_a_stream_has_a_comment(strict) -> None:
    with strict.client(strict.operator) as client:
        table = client.post("/v1/tables", json=new_table()).json()["table"]["table"]
        with client.stream("GET", f"/v1/tables/{table}/events") as stream:
            lines = stream.iter_lines()
            assert [next(lines) for _ in range(6)][4:] == [":", ""]


def test_a_body_that_is_announced_too_long_is_refused_before_it_comes(small, connected) -> None:
    connected.sendall(HEAD % small.operator.encode() + b"content-length: 99999999\r\n\r\n")
    assert told(rest(connected)) == (413, "body-too-long")


def test_a_body_without_a_length_is_refused_once_it_is_too_long(small, connected) -> None:
    connected.sendall(HEAD % small.operator.encode() + b"transfer-encoding: chunked\r\n\r\n" + b"4000\r\n" + b" " * 0x4000 + b"\r\n")
    connected.sendall((b"4000\r\n" + b" " * 0x4000 + b"\r\n") * 4)
    assert told(rest(connected)) == (413, "body-too-long")


@pytest.mark.parametrize(
    ("sent", "problem"),
    [
        (b"\x16\x03\x01\x02\x00\x01\x00\x01", (400, "malformed")),
        (b"GET / HTTP/1.1\r\nhost localhost\r\n\r\n", (400, "malformed")),
        (b"GET /\xff HTTP/1.1\r\nhost: localhost\r\n\r\n", (400, "malformed")),
        (b"GET / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n", (400, "malformed")),
        (b"GET / HTTP/1.1\r\nx: " + b"a" * 600 + b"|" + b"a" * 600, (431, "head-too-long")),
        (b"GET / HTTP/1.0\r\nconnection: close\r\n\r\n", (400, "malformed")),
    ],
)
def test_what_is_no_request_is_told_as_a_problem_too(connected, sent, problem) -> None:
    for part in sent.split(b"|"):
        connected.sendall(part)
        time.sleep(0.05)
    assert told(rest(connected)) == problem


def test_somebody_who_does_not_read_is_let_go(small, connected) -> None:
    connected.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
    request = REQUEST.replace(b"/health", b"/openapi.json")
    began = time.monotonic()
    with pytest.raises((ConnectionResetError, BrokenPipeError)):
        flood(connected, request)
    assert time.monotonic() - began < LONG / 2, "no other limit is so short, nor this one unless given"
    with small.client() as client:
        assert client.get("/health").status_code == 200


def crowded(service, count: int, source: str = "127.0.0.1") -> list[str]:
    """What so many connections are told that are open at once, from this address."""
    with ExitStack() as held:
        answers = []
        for _ in range(count):
            one = held.enter_context(socket.create_connection(service.address, timeout=PATIENCE, source_address=(source, 0)))
            one.sendall(REQUEST)
            answer = b""
            while not answer.endswith(b"}"):
                answer += one.recv(65_536)
            answers.append("alive" if b'"alive"' in answer else told(answer)[1])
    return answers


def test_no_address_has_every_connection(tmp_path) -> None:
    with served(tmp_path, Limits(client_connections=3)) as service:
        assert crowded(service, 5) == ["alive"] * 3 + ["too-many-connections"] * 2
        until_free = time.monotonic() + PATIENCE
        while crowded(service, 3) != ["alive"] * 3:
            assert time.monotonic() < until_free, "whoever has left is still counted"


@pytest.mark.parametrize("asks", [b"", REQUEST[:20]])
def test_who_holds_twice_their_share_of_connections_and_is_silent_keeps_nobody_out(tmp_path, asks) -> None:
    limits = Limits(connections=8, client_connections=5, head_seconds=LONG)
    with served(tmp_path, limits) as service, ExitStack() as held:
        silent = [held.enter_context(socket.create_connection(service.address, timeout=PATIENCE)) for _ in range(11)]
        for one in silent[:10]:
            one.sendall(asks)
        assert rest(silent[-1]) == b"", "more than twice the share are not even told"
        assert crowded(service, 4, "127.0.0.2") == ["alive"] * 3 + ["too-many-connections"]


def test_the_connections_of_a_believed_proxy_are_those_of_many(tmp_path) -> None:
    with served(tmp_path, Limits(client_connections=3), proxy_header="x-forwarded-for") as service:
        assert crowded(service, 5) == ["alive"] * 5


def test_a_connection_too_many_is_told_and_far_too_many_are_closed(tmp_path) -> None:
    with served(tmp_path, Limits(connections=8, head_seconds=LONG, idle_seconds=LONG)) as patient, ExitStack() as held:

        def another() -> socket.socket:
            return held.enter_context(socket.create_connection(patient.address, timeout=PATIENCE))

        def asks(one: socket.socket) -> socket.socket:
            one.sendall(REQUEST)
            return one

        for _ in range(8):
            assert until(asks(another()), b"alive")
        for _ in range(8):
            assert told(rest(asks(another())))[1] == "too-many-connections"
        # Of those that were told, the service may still have to notice that they are gone: twice as many as have room.
        silent = [another() for _ in range(16)]
        assert rest(silent[-1]) == b""
