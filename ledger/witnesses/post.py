"""One HTTP request to a witness: a deadline for the whole of it, a limit to the answer, and no redirects."""

from __future__ import annotations

from concurrent.futures import Future
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from ssl import create_default_context
from threading import Thread
from urllib.parse import SplitResult, urlsplit

import attrs

from ledger.errors import WitnessRefused

DEADLINE = 20.0
"""Seconds for the whole of a request, from the look-up of the name to the last byte."""
LONGEST_ANSWER = 16_384
"""Bytes; some cosignatures, or a size."""


@attrs.frozen
class Answer:
    """What a server answered: status and body."""

    status: int
    body: bytes


def address(url: str) -> SplitResult:
    """The parts of a submission prefix; WitnessRefused if it is none."""
    try:
        parts = urlsplit(url)
        usable = parts.scheme in {"http", "https"} and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        usable = False
    if (
        not usable
        or parts.query
        or parts.fragment
        or parts.username is not None
        or not url.isascii()
        or not url.isprintable()
        or " " in url
    ):
        raise WitnessRefused(f"has no usable address in “{url[:200]}”; give the prefix that its operator publishes, such as https://…")
    return parts


def post(url: str, body: bytes, deadline: float = DEADLINE) -> Answer:
    """Send `body`; WitnessRefused if no whole answer comes within `deadline` seconds, or one that is longer than LONGEST_ANSWER."""
    parts = address(url)
    future: Future[Answer] = Future()
    # A socket's own time-out starts anew with every byte, and none bounds the look-up of a name: the wait for a thread bounds it all.
    Thread(target=_run, args=(future, parts, body, deadline), daemon=True).start()
    try:
        return future.result(deadline)
    except TimeoutError as error:
        raise WitnessRefused(f"did not answer within {deadline:g} seconds; try again later") from error
    except HTTPException as error:
        raise WitnessRefused(f"did not answer in HTTP ({type(error).__name__}); check the address") from error
    except (OSError, ValueError) as error:
        why = " ".join((getattr(error, "strerror", None) or str(error)).split())
        raise WitnessRefused(f"cannot be reached ({why}); check the address, or try again later") from error


def _run(future: Future[Answer], parts: SplitResult, body: bytes, deadline: float) -> None:
    try:
        future.set_result(_sent(parts, body, deadline))
    except Exception as error:  # noqa: BLE001 - whoever waits raises it
        future.set_exception(error)


def _sent(parts: SplitResult, body: bytes, deadline: float) -> Answer:
    if parts.scheme == "https":
        connection: HTTPConnection = HTTPSConnection(parts.hostname or "", parts.port, timeout=deadline, context=create_default_context())
    else:
        connection = HTTPConnection(parts.hostname or "", parts.port, timeout=deadline)
    try:
        headers = {"Content-Type": "text/plain; charset=utf-8", "User-Agent": "sealedshoe", "Connection": "close"}
        connection.request("POST", parts.path or "/", body, headers)
        with connection.getresponse() as response:
            answer = Answer(response.status, response.read(LONGEST_ANSWER + 1))
    finally:
        connection.close()
    if len(answer.body) > LONGEST_ANSWER:
        raise WitnessRefused(f"gave an answer of more than {LONGEST_ANSWER} bytes; check the address")
    return answer
