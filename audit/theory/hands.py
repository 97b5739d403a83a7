"""Every hand of 21 or less that a punter may hold, by its cards: a row each, so that numpy reckons with all of them at once.

Hands of a split are rows of their own for each card that they began with and each set of cards with which the box's other hands began, for
these are known to be out of the shoe.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import attrs
import numpy as np
from numpy.typing import NDArray

from audit.theory.pack import Pack
from audit.theory.pairs import Hand

Integers = NDArray[np.int64]
Start = tuple[int, Hand]
"""The class of card with which a split hand began, and those of the box's other hands."""
UNSPLIT = -1
OVER = -1
"""In place of a row: more than 21."""
_BASE = 26
"""More than there can be cards of a class in a hand (21 aces) and beside it (4)."""


@attrs.frozen(eq=False)
class Hands:
    """The rows, for one pack.

    `cards` (row, class): cards held; `longer` (row, class): row of the hand with one more such card, or OVER; `start`: class of the card
    that a split hand began with, or UNSPLIT; `beside`: place in `compositions` of the cards known to be out of the shoe, the upcard apart.
    """

    pack: Pack
    cards: Integers
    longer: Integers
    start: Integers
    beside: Integers
    compositions: Integers
    _places: Mapping[Start | None, Integers]
    _keys: Integers

    @classmethod
    def of(cls, pack: Pack, starts: Iterable[Start]) -> Hands:
        """All hands from this pack, unsplit and begun so."""
        every = _in_order(np.array(list(_multisets(pack)), dtype=np.int64))
        keys = _key(every)
        longer = np.stack([_find(keys, keys + step) for step in _key(np.eye(every.shape[1], dtype=np.int64))], axis=1)
        begun: dict[Start | None, Integers] = {None: np.arange(len(every))} | {
            start: np.flatnonzero(every[:, start[0]]) for start in dict.fromkeys(starts)
        }
        places, offset = {}, 0
        for start, rows in begun.items():
            places[start] = np.full(len(every) + 1, OVER)  # the last one stands for OVER
            places[start][rows] = np.arange(offset, offset + len(rows))
            offset += len(rows)
        cards = np.concatenate([every[rows] for rows in begun.values()])
        out = np.concatenate([every[rows] + (np.array(start[1]) if start else 0) for start, rows in begun.items()])
        _, first, beside = np.unique(_key(out), return_index=True, return_inverse=True)
        return cls(
            pack,
            cards,
            np.concatenate([places[start][longer[rows]] for start, rows in begun.items()]),
            np.concatenate([np.full(len(rows), start[0] if start else UNSPLIT) for start, rows in begun.items()]),
            beside,
            out[first],
            places,
            keys,
        )

    def row(self, hand: Hand, start: Start | None = None) -> int:
        """Row of a hand of 21 or less."""
        return int(self._places[start][_find(self._keys, _key(np.array([hand])))[0]])

    def by_size(self) -> list[Integers]:
        """Rows of hands of two cards, of three, and so on."""
        sizes = self.cards.sum(axis=1)
        return [np.flatnonzero(sizes == size) for size in range(2, int(sizes.max()) + 1)]


def _multisets(pack: Pack, place: int = 0, room: int = 21) -> Iterator[Hand]:
    """Every set of cards from this class on that counts no more than `room`, the empty one too."""
    if place == len(pack.classes):
        yield ()
        return
    for cards in range(min(pack.counts[place], room // pack.points[place]) + 1):
        for rest in _multisets(pack, place + 1, room - cards * pack.points[place]):
            yield (cards, *rest)


def _key(cards: Integers) -> Integers:
    """A number for each row of counts; so of sums of cards the sum."""
    return cards @ (_BASE ** np.arange(cards.shape[1], dtype=np.int64))


def _in_order(cards: Integers) -> Integers:
    return cards[np.argsort(_key(cards))]


def _find(keys: Integers, wanted: Integers) -> Integers:
    """Place of each wanted key, or OVER."""
    at = np.searchsorted(keys, wanted).clip(max=len(keys) - 1)
    return np.where(keys[at] == wanted, at, OVER)
