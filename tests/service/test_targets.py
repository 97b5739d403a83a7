"""For which name a request is, by its target and its headers, and requests for another protocol; with each of uvicorn's two readers."""

from __future__ import annotations

import json
import re
import socket
import sys
import time
from collections.abc import Iterator

import pytest

from tests.support.serving import PATIENCE, Served, new_table, served

WISH = "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA\r\n"
"""What curl says of itself when it is told to speak HTTP/2."""
GET = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"


@pytest.fixture(scope="module", params=["httptools", "h11"])
def service(request, tmp_path_factory) -> Iterator[Served]:
    with pytest.MonkeyPatch.context() as patched:
        if request.param == "h11":
            patched.setitem(sys.modules, "ledger.service.running.faster", None)
        with served(tmp_path_factory.mktemp(request.param)) as one:
            yield one


def answered(service: Served, *head: str) -> tuple[int, str]:
    """Status and kind, or body, of the answer to a request with this head; the connection ends then."""
    with socket.create_connection(service.address, timeout=PATIENCE) as one:
        one.sendall("".join(f"{line}\r\n" for line in (*head, "")).encode())
        answer = b""
        while not answer.endswith((b"}", b"</script>")):
            more = one.recv(65_536)
            assert more, answer
            answer += more
    status, body = int(answer.split()[1]), answer.partition(b"\r\n\r\n")[2]
    if body.startswith(b"<"):
        return status, "a page"
    told = json.loads(body)
    return status, told.get("type", "").removeprefix("/problems/") or told["status"]


def until_the_end(service: Served, *parts: bytes) -> bytes:
    """Everything that is answered until the other side closes, where these come one after the other."""
    with socket.create_connection(service.address, timeout=PATIENCE) as one:
        one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for part in parts:
            one.sendall(part)
            time.sleep(0.02)
        answer = b""
        while more := one.recv(65_536):
            answer += more
    return answer


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
        ("http://localhost/health", ["evil.example"], (200, "alive")),
        ("http://localhost/health", ["localhost", "localhost"], (400, "malformed")),
        ("http://localhost/nothing", ["localhost"], (404, "no-such-address")),
        ("http://localhost/health?x=1", ["localhost"], (422, "not-as-described")),
        ("http://localhost", ["localhost"], (200, "a page")),
        ("http://localhost?x", ["localhost"], (422, "not-as-described")),
        ("HTTP://localhost/%68ealth", ["localhost"], (200, "alive")),
        ("http://[::1]:8420/health", ["localhost"], (200, "alive")),
        ("http://localhost:/health", ["localhost"], (200, "alive")),
        ("/health", ["localhost:"], (200, "alive")),
        ("http://local%68ost/health", ["localhost"], (421, "other-host")),
        ("http://local_host/health", ["localhost"], (421, "other-host")),
        ("//localhost/health", ["localhost"], (404, "no-such-address")),
        ("/http://localhost/health", ["localhost"], (404, "no-such-address")),
        ("/health#x", ["localhost"], (404, "no-such-address")),
    ],
)
def test_the_target_says_for_which_name_a_request_is_and_else_the_one_header_host(service, target, hosts, answer) -> None:
    assert answered(service, f"GET {target} HTTP/1.1", *(f"Host: {host}" for host in hosts)) == answer


@pytest.mark.parametrize(
    "target",
    [
        "http:///health",
        "http://",
        "http://:80/health",
        "http://localhost@evil.example/health",
        "http://me@localhost/health",
        "http://@localhost/health",
        "http://[::1/health",
        "http://localhost:x/health",
        "http://localhost#x",
        "http://localhost\\health",
    ],
)
def test_a_whole_address_without_a_host_is_no_target(service, target) -> None:
    assert answered(service, f"GET {target} HTTP/1.1", "Host: localhost") == (400, "malformed")


@pytest.mark.parametrize("host", ["", ":80", "localhost:8:8", "me@localhost", "[::1"])
def test_what_is_no_host_is_not_one_of_somebody_else(service, host) -> None:
    assert answered(service, "GET /health HTTP/1.1", f"Host: {host}") == (400, "malformed")


@pytest.mark.parametrize(
    "target", ["*", "*/health", "health", "http:/health", "http:", "http%3A//localhost/health", "ftp://localhost/health"]
)
def test_what_is_neither_a_path_nor_a_whole_address_of_http_is_the_last_request(service, target) -> None:
    answer = until_the_end(service, f"GET {target} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode() + GET)
    assert statuses(answer) == [b"400"]
    assert b'"type":"/problems/malformed"' in answer


@pytest.mark.parametrize("target", ["localhost:80", "/health", "http://localhost/health"])
def test_nobody_is_connected_to_anything_and_what_follows_is_not_read(service, target) -> None:
    answer = until_the_end(service, f"CONNECT {target} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode() + GET)
    assert statuses(answer) == [b"400"]


@pytest.mark.parametrize(("target", "answer"), [("*", (404, "no-such-address")), ("http://localhost", (405, "no-such-method"))])
def test_options_may_be_asked_of_no_address_in_particular(service, target, answer) -> None:
    assert answered(service, f"OPTIONS {target} HTTP/1.1", "Host: localhost") == answer


def test_a_body_that_ends_in_two_ways_is_none(service) -> None:
    head, body = posted(service, "Twice", wish="", chunked=True)
    answer = until_the_end(service, head.replace(b"Transfer", b"Content-Length: 3\r\nTransfer") + body)
    assert statuses(answer) == [b"400"]
    assert tables(service, "Twice") == 0


@pytest.mark.parametrize("wanted", ["websocket", "h2c"])
def test_whoever_wants_another_protocol_is_answered_in_this_one_once_and_the_log_says_no_more_of_it(service, wanted) -> None:
    answer = until_the_end(service, f"GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: {wanted}\r\n\r\n".encode())
    assert answer.startswith(b"HTTP/1.1 200 ")
    assert b"\r\nconnection: close\r\n" in answer
    assert [line["event"] for line in service.lines() if re.search("upgrade|websocket", line.get("event", ""), re.IGNORECASE)] == []


def posted(service: Served, name: str, wish: str = WISH, version: str = "1.1", *, chunked: bool = False) -> tuple[bytes, bytes]:
    """Head and body of a request for a new table, by somebody who would rather speak another protocol."""
    body = json.dumps(new_table(name=name)).encode()
    framing = "Transfer-Encoding: chunked" if chunked else f"Content-Length: {len(body)}"
    who = f"Authorization: Bearer {service.operator}\r\nContent-Type: application/json\r\n"
    head = f"POST /v1/tables HTTP/{version}\r\nHost: localhost\r\n{who}{wish}{framing}\r\n\r\n".encode()
    if chunked:
        body = b"".join(b"%x\r\n%b\r\n" % (len(part), part) for part in (body[:7], body[7:], b""))
    return head, body


def statuses(answer: bytes) -> list[bytes]:
    """Those of all answers in these bytes."""
    return re.findall(rb"HTTP/1.1 (\d+) ", answer)


def tables(service: Served, name: str) -> int:
    """How many there are of this name."""
    with service.client(service.operator) as client:
        return sum(table["name"] == name for table in client.get("/v1/tables").json()["tables"])


@pytest.mark.parametrize("chunked", [False, True])
def test_the_body_of_somebody_who_wants_another_protocol_is_read_in_this_one(service, chunked) -> None:
    name = f"By chunks: {chunked}"
    head, body = posted(service, name, chunked=chunked)
    ways = [(head + body,), (head, body), (head[:90], head[90:] + body[:5], body[5:20], body[20:]), (GET + head + body[:1], body[1:])]
    answers = [until_the_end(service, *parts) for parts in ways]
    assert [statuses(answer)[-1] for answer in answers] == [b"201"] * len(ways)
    assert all(b"\r\nconnection: close\r\n" in answer for answer in answers)
    assert tables(service, name) == len(ways)


@pytest.mark.parametrize("chunked", [False, True])
def test_what_follows_that_body_may_be_the_other_protocol_and_is_not_read(service, chunked) -> None:
    head, body = posted(service, f"Followed: {chunked}", chunked=chunked)
    for follows in (GET, head + body, b"\x00\x00\x00\x04\x00\x00\x00\x00\x00"):
        assert statuses(until_the_end(service, head + body + follows)) == [b"201"]
    assert tables(service, f"Followed: {chunked}") == 3


@pytest.mark.parametrize(
    ("wish", "version"),
    [
        (WISH.replace("Upgrade, ", "close, upgrade, "), "1.1"),
        (WISH + "Connection: keep-alive\r\n", "1.1"),
        (WISH.replace("h2c", "websocket"), "1.1"),
        (WISH, "1.0"),
    ],
)
def test_however_another_protocol_is_wanted_the_body_is_read(service, wish, version) -> None:
    assert statuses(until_the_end(service, *posted(service, "However", wish, version))) == [b"201"]


def test_a_body_is_sent_for_who_waits_for_that_and_wants_another_protocol(service) -> None:
    answer = until_the_end(service, *posted(service, "Awaited", WISH + "Expect: 100-continue\r\n"))
    assert statuses(answer) == [b"100", b"201"]


def test_a_body_that_ends_otherwise_than_it_said_is_none_for_who_wants_another_protocol_either(service) -> None:
    head, _ = posted(service, "Broken", chunked=True)
    assert statuses(until_the_end(service, head, b"zz\r\n")) == [b"400"]
    assert tables(service, "Broken") == 0
