"""Ctrl-C while a session is recorded: nothing is torn, and the session ends in good order."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event


@contextmanager
def noticed() -> Iterator[Callable[[], bool]]:
    """A function that says whether someone wants to stop (Ctrl-C, or SIGTERM); meanwhile the signals interrupt nothing."""
    wanted = Event()
    before = {number: signal.signal(number, lambda *_: wanted.set()) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield wanted.is_set
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def at_once() -> Iterator[None]:
    """While a person is asked, Ctrl-C breaks the waiting off, as KeyboardInterrupt."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
