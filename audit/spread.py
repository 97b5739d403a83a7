"""Work shared among processes of this machine: whoever does it, what comes of it comes in the order of the tasks."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing import forkserver, get_context
from multiprocessing.context import BaseContext
from typing import Protocol, TypeVar

Given = TypeVar("Given")
Got = TypeVar("Got")


class Spread(Protocol):
    """A `map` that begins at once, over processes or not."""

    def __call__(self, function: Callable[[Given], Got], given: Sequence[Given], /) -> Iterable[Got]: ...


@contextmanager
def processes(jobs: int | None, tasks: int) -> Iterator[Spread]:
    """Give a `map` over processes, as many as there are cores unless said, or the plain one where there is nothing to share."""
    wanted = min(jobs or os.cpu_count() or 1, tasks)
    if wanted <= 1:
        yield map
        return
    pool = ProcessPoolExecutor(wanted, mp_context=_context(), initializer=_left_to_the_first)
    try:
        yield pool.map
    finally:
        pool.shutdown(cancel_futures=True)


def prepare(jobs: int | None) -> None:
    """Let what processes will need be loaded meanwhile: it takes half a second, in which nobody else would do anything."""
    if (jobs or os.cpu_count() or 1) > 1:
        _context()
        forkserver.ensure_running()


def _context() -> BaseContext:
    context = get_context("forkserver")
    context.set_forkserver_preload(["audit.segment", "duckdb", "numpy"])
    return context


def _left_to_the_first() -> None:
    """Who presses Ctrl-C wants one process to say so, the first; it ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def shared_reading(function: Callable[[Given], Got], given: Sequence[Given], threads: int) -> list[Got]:
    """A `map` over threads, for what reads files and hashes them, which Python's lock does not hold up."""
    if threads <= 1 or len(given) <= 1:
        return list(map(function, given))
    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(function, given))
