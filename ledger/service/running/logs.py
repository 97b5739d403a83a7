"""The service's log: one JSON object a line on standard error, which names no token, no card and nobody's answer."""

from __future__ import annotations

import logging
import sys
import traceback
from typing import BinaryIO

import msgspec

from ledger.clock import Clock


class RequestLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """One request: its route as the document has it, not its path or query, which can hold what is nobody's business."""

    time: str
    method: str
    route: str | None
    status: int
    ms: float
    bytes: int
    role: str | None
    kind: str | None = None


class EventLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """Anything else: what happened, in words, and for a fault where in the program."""

    time: str
    level: str
    event: str
    traceback: str | None = None


class Log:
    """Writes lines as they come; `requests` says whether requests are among them."""

    def __init__(self, stream: BinaryIO, clock: Clock, *, requests: bool = True) -> None:
        self._stream, self._clock, self._requests = stream, clock, requests
        self._encode = msgspec.json.Encoder().encode

    def request(self, method: str, route: str | None, status: int, seconds: float, size: int, role: str | None, kind: str | None) -> None:
        """A request was answered."""
        if self._requests:
            self._write(RequestLine(self._clock.read(), method, route, status, round(1_000 * seconds, 3), size, role, kind))

    def event(self, level: str, event: str, traceback: str | None = None) -> None:
        """Something else happened."""
        self._write(EventLine(self._clock.read(), level, event, traceback))

    def _write(self, line: msgspec.Struct) -> None:
        self._stream.write(self._encode(line) + b"\n")
        self._stream.flush()


class ToLog(logging.Handler):
    """Takes in what the libraries below say through `logging`."""

    def __init__(self, log: Log) -> None:
        super().__init__(logging.WARNING)
        self._log = log

    def emit(self, record: logging.LogRecord) -> None:
        """A record as a line. asyncio tells in further lines of what fails: with the words of errors, which could hold a card."""
        error = record.exc_info[1] if record.exc_info else None
        fault = f"{type(error).__name__}\n{where(error)}" if error else None
        self._log.event(record.levelname.lower(), record.getMessage().partition("\n")[0], fault)


def where(error: BaseException) -> str:
    """Where in the program an error arose, and what led to it. Its message is left out: it could hold a card, or a token."""
    cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    before = f"{where(cause)}{type(cause).__name__} led to\n" if cause else ""
    return before + "".join(traceback.format_tb(error.__traceback__))


def standard_error(clock: Clock, *, requests: bool) -> Log:
    """The log of a process."""
    return Log(sys.stderr.buffer, clock, requests=requests)
