"""For which name a request is, by its target and its headers, and requests for another protocol; with each of uvicorn's two readers."""

from __future__ import annotations

import json
import re
import socket
import sys
from collections.abc import Iterator

import pytest

from tests.support.serving import PATIENCE, Served, served


@pytest.fixture(scope="module", params=["httptools", "h11"])
def service(request, tmp_path_factory) -> Iterator[Served]:
    with pytest.MonkeyPatch.context() as patched:
        if request.param == "h11":
            patched.setitem(sys.modules, "uvicorn.protocols.http.httptools_impl", None)
        with served(tmp_path_factory.mktemp(request.param)) as one:
            yield one


def answered(service: Served, *head: str) -> tuple[int, str]:
    """Status and kind, or body, of the answer to a request with this head, and of a connection that then ends."""
    with socket.create_connection(service.address, timeout=PATIENCE) as one:
        one.sendall("".join(f"{line}\r\n" for line in (*head, "")).encode())
        answer = b""
        while not answer.endswith(b"}"):
            more = one.recv(65_536)
            assert more, answer
            answer += more
    told = json.loads(answer.partition(b"\r\n\r\n")[2])
    return int(answer.split()[1]), told.get("type", "").removeprefix("/problems/") or told["status"]


@pytest.mark.parametrize(
    ("target", "hosts", "answer"),
    [
        ("/health", ["localhost"], (200, "alive")),
        ("/health", ["evil.example"], (421, "other-host")),
        ("/health", [], (400, "malformed")),
        ("/health", ["localhost", "evil.example"], (400, "malformed")),
        ("/health", ["localhost", "localhost"], (400, "malformed")),
        ("http://localhost/health", ["localhost"], (200, "alive")),
        ("http://LOCALHOST:80/health", ["localhost"], (200, "alive")),
        ("http://evil.example/health", ["localhost"], (421, "other-host")),
        ("http://evil.example/health", ["evil.example"], (421, "other-host")),
        ("http://localhost@evil.example/health", ["localhost"], (421, "other-host")),
        ("http://localhost/health", ["evil.example"], (200, "alive")),
        ("http://localhost/health", ["localhost", "localhost"], (400, "malformed")),
        ("http://localhost/nothing", ["localhost"], (404, "no-such-address")),
        ("http://localhost/health?x=1", ["localhost"], (422, "not-as-described")),
    ],
)
def test_the_target_says_for_which_name_a_request_is_and_else_the_one_header_host(service, target, hosts, answer) -> None:
    assert answered(service, f"GET {target} HTTP/1.1", *(f"Host: {host}" for host in hosts)) == answer


@pytest.mark.parametrize("wanted", ["websocket", "h2c"])
def test_whoever_wants_another_protocol_is_answered_in_this_one_once_and_the_log_says_no_more_of_it(service, wanted) -> None:
    with socket.create_connection(service.address, timeout=PATIENCE) as one:
        one.sendall(f"GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: {wanted}\r\n\r\n".encode())
        answer = b""
        while more := one.recv(65_536):
            answer += more
    assert answer.startswith(b"HTTP/1.1 200 ")
    assert b"\r\nconnection: close\r\n" in answer
    assert [line["event"] for line in service.lines() if re.search("upgrade|websocket", line.get("event", ""), re.IGNORECASE)] == []
