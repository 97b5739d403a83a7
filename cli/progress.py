"""A bar on the terminal for what takes longer than a moment; nothing where nobody watches."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from threading import Event, Thread
from time import monotonic

import click

PATIENCE = 1.0
"""Seconds after which a person wants to see something move."""
ONE_LOOK = 0.5
"""Seconds between two changes of what is shown."""


@contextmanager
def progress(label: str) -> Iterator[Callable[[int, int], None]]:
    """A function that is told how much is done, of how much; it shows a bar on stderr, if that is a terminal, once it takes long."""
    if not sys.stderr.isatty():
        yield lambda _done, _size: None
        return
    with ExitStack() as stack:
        yield _Bar(label, stack).move


class _Bar:
    """A bar that comes when patience ends and goes without a trace."""

    def __init__(self, label: str, stack: ExitStack) -> None:
        self._label, self._stack, self._began = label, stack, monotonic()
        self._update: Callable[[int], None] | None = None
        self._done = 0

    def move(self, done: int, size: int) -> None:
        """Show how far it is."""
        if self._update is None:
            if monotonic() - self._began < PATIENCE or done >= size:
                return
            self._update = self._stack.enter_context(click.progressbar(length=size, label=self._label, file=sys.stderr)).update
        self._update(done - self._done)
        self._done = done


@contextmanager
def patience(label: str) -> Iterator[None]:
    """Say on stderr, if that is a terminal, what goes on and for how many seconds, where it takes long and nobody knows how long."""
    if not sys.stderr.isatty():
        yield
        return
    over, began = Event(), monotonic()

    def count() -> None:
        pause = PATIENCE
        while not over.wait(pause):
            click.echo(f"\r{label} … {monotonic() - began:.0f} s", nl=False, err=True)
            pause = ONE_LOOK

    counting = Thread(target=count, daemon=True)
    counting.start()
    try:
        yield
    finally:
        over.set()
        counting.join()
        if monotonic() - began >= PATIENCE:
            click.echo("\r" + " " * (len(label) + 10) + "\r", nl=False, err=True)
