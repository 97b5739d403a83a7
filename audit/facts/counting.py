"""How cards count (T2.1, G10, C1.2, C4.1), and what a hand is worth, packed in one number so that one sum tells all of it."""

from __future__ import annotations

import sys

import attrs
import numpy as np

from audit.facts.columns import Array, Columns
from audit.facts.grammar import NO_CARD

MOST = 21
_VALUES = np.zeros((2, 256), dtype=np.uint8)
_VALUES[:, :52] = [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, *pictures] * 4 for pictures in ((10, 10, 10), (2, 3, 4))]
_ACE = np.zeros(256, dtype=np.uint8)
_ACE[[0, 13, 26, 39]] = 1
_PARTS = [("hard", np.uint16), ("aces", np.int16), ("count", np.int16), ("closed", np.int16)]
WORTH = np.dtype(_PARTS if sys.byteorder == "little" else _PARTS[::-1])
"""Parts of a hand's worth: its points with aces at 1, its aces, its cards, how often it was closed; together a number of 64 bits.

Such numbers are summed as they are. No part outgrows its 16 bits: a line has at most 65,535 bytes, an event that gives a card takes 11 of
them and gives no more than 11 points, one that closes a hand takes 10.
"""


def _packed(**parts: Array | int) -> Array:
    """Worths of their parts."""
    result = np.zeros(256, dtype=WORTH)
    for name, values in parts.items():
        result[name] = values
    return result.view(np.int64)


def _card_worths(values: Array) -> Array:
    result = _packed(hard=values, aces=_ACE, count=1)
    result[NO_CARD] = 0
    return result


_WORTHS = np.stack([_card_worths(values) for values in _VALUES])
CLOSED = int(_packed(closed=1)[0])
"""What closes a hand, as a worth."""


@attrs.frozen
class Counting:
    """How the cards of each round count (G10, C1.2, C4.1): whether pictures are low, what an ace counts (0: 1 or 11).

    `special`: whether five pictures or a premium count anywhere; `asks_of_doubles`: whether it matters later that a hand was doubled.
    """

    low: Array
    ace: Array
    special: bool
    asks_of_doubles: bool

    def value(self, card: Array, rnd: Array) -> Array:
        """Points of a card, an ace counting 1; 0 for none."""
        return _VALUES[self.low[rnd].astype(np.int64), card] if self.low.any() else _VALUES[0].take(card)

    def worth(self, event: Columns, rows: Array, card: Array) -> Array:
        """Worth of a hand of one card, by the rules of the rounds of these events."""
        return _WORTHS[self.low[event["rnd"][rows]].astype(np.int64), card] if self.low.any() else _WORTHS[0].take(card)

    def best(self, hard: Array, aces: Array, rnd: Array) -> tuple[Array, Array]:
        """Best total (16 bits), from that with aces at 1 and their number, and whether one counts 11 in it that might count 1."""
        soft = (aces > 0) & (hard <= MOST - 10)
        if not self.ace.any():
            return hard + soft * np.uint16(10), soft
        ace = self.ace[rnd]
        soft &= ace == 0
        return (hard + 10 * np.where(ace == 11, aces, soft)).astype(np.uint16), soft

    def two(self, first: Array, second: Array, rnd: Array) -> Array:
        """Total of two cards; that of the one where the other is none."""
        aces = _ACE.take(first) + _ACE.take(second)
        return self.best(self.value(first, rnd) + self.value(second, rnd), aces, rnd)[0].astype(np.uint8)

    def told(self, worth: Array, rnd: Array, *names: str) -> Columns:
        """Columns of these names: count (of cards), closed (how often), total (the best one), soft."""
        parts = worth.view(WORTH)
        result: Columns = {name: parts[name].copy() for name in ("count", "closed") if name in names}  # copies: a view would keep all parts
        if "total" in names or "soft" in names:
            total, soft = self.best(parts["hard"], parts["aces"], rnd)
            result |= {"total": total, "soft": soft}
        return result
