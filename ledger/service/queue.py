"""A queue of which a thread takes all that is there at once."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Condition
from typing import Generic, TypeVar

T = TypeVar("T")


class Queue(Generic[T]):
    """What one thread puts there and another takes, in order."""

    def __init__(self) -> None:
        self._wakes = Condition()
        self._items: list[T] = []
        self._ends = False

    def put(self, items: Sequence[T]) -> None:
        """Add to what waits."""
        if items:
            with self._wakes:
                self._items += items
                self._wakes.notify()

    def take(self) -> list[T]:
        """All that waits, as soon as there is something; nothing once it has ended, and all was taken."""
        with self._wakes:
            while not self._items and not self._ends:
                self._wakes.wait()
            items, self._items = self._items, []
        return items

    def end(self) -> None:
        """Nothing more comes that must be waited for."""
        with self._wakes:
            self._ends = True
            self._wakes.notify()
