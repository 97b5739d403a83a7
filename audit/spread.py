"""Work shared among processes of this machine: whoever does it, what comes of it comes in the order of the tasks."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing import forkserver, get_context, resource_tracker
from multiprocessing.context import BaseContext
from threading import Event, current_thread, main_thread
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

    def begun(function: Callable[[Given], Got], given: Sequence[Given]) -> Iterable[Got]:
        # Torn while it starts its processes, a pool leaves them behind, and each would die of it aloud.
        with held_back():
            return pool.map(function, given)

    try:
        yield begun
    finally:
        pool.shutdown(cancel_futures=True)


def prepare(jobs: int | None) -> None:
    """Let what processes will need be loaded meanwhile: it takes half a second, in which nobody else would do anything."""
    if (jobs or os.cpu_count() or 1) > 1:
        _context()


def _context() -> BaseContext:
    """Processes made by a server that is there, and that Ctrl-C does not reach, not even while it is still loading."""
    context = get_context("forkserver")
    context.set_forkserver_preload(["audit.segment", "duckdb", "numpy"])
    with held_back():
        forkserver.ensure_running()
    return context


@contextmanager
def held_back() -> Iterator[None]:
    """Ctrl-C comes a moment later, and never to a process that begins meanwhile."""
    # Started first, for it lets signals through again.
    resource_tracker.ensure_running()
    # What a thread holds back, its processes hold back for good; but other threads of ours, of numpy's too, would let it through here.
    pressed = Event()
    handler = signal.getsignal(signal.SIGINT)
    heard = callable(handler) and current_thread() is main_thread()
    if heard:
        signal.signal(signal.SIGINT, lambda *_: pressed.set())
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        if heard:
            signal.signal(signal.SIGINT, handler)
        if pressed.is_set():
            signal.raise_signal(signal.SIGINT)


def _left_to_the_first() -> None:
    """Who presses Ctrl-C wants one process to say so, the first; it ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def shared_reading(function: Callable[[Given], Got], given: Sequence[Given], threads: int) -> list[Got]:
    """A `map` over threads, for what reads files and hashes them, which Python's lock does not hold up."""
    if threads <= 1 or len(given) <= 1:
        return list(map(function, given))
    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(function, given))
