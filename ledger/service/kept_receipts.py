"""The receipts of one table's players, while they may still want to fetch them (FORMAT.md §10)."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator

import attrs

MOST = 256
"""Receipts of one seat."""


@attrs.define
class KeptReceipts:
    """The receipts of the round in play, or the last, and of the one before it."""

    _by_seat: dict[int, deque[tuple[int, str]]] = attrs.Factory(dict)

    def __call__(self, seat: int, name: str, signed: Callable[[], str], /) -> None:
        """Keep a seat's receipt; its name begins with session and round."""
        number = int(name.split("-")[1])
        kept = self._by_seat.setdefault(seat, deque(maxlen=MOST))
        while kept and kept[0][0] < number - 1:
            kept.popleft()
        kept.append((number, signed()))

    def restore(self, kept: Iterable[tuple[int, int, str]]) -> None:
        """Take over what was kept of a closed table: seat, round and note of each."""
        for seat, number, text in kept:
            self._by_seat.setdefault(seat, deque(maxlen=MOST)).append((number, text))

    def lasts(self) -> Iterator[tuple[int, int, str]]:
        """The last receipt of each seat: seat, round and note."""
        for seat, kept in sorted(self._by_seat.items()):
            yield (seat, *kept[-1])

    def of(self, seat: int) -> list[str]:
        """A seat's receipts, as notes."""
        return [text for _, text in self._by_seat.get(seat, ())]

    def last(self, seat: int, number: int) -> str | None:
        """A seat's last receipt of a round, if it has one."""
        kept = self._by_seat.get(seat)
        return kept[-1][1] if kept and kept[-1][0] == number else None
