"""What its hand was before and after each event: cards, totals, whether it was closed."""

from __future__ import annotations

import attrs
import numpy as np

from audit.facts.columns import Array, Columns, alike
from audit.facts.counting import CLOSED, Counting
from audit.facts.events import SETTLED, is_verb
from audit.facts.grammar import VERB

CLOSING = ("stand", "double", "triple", "split", "both", "claim aces", *SETTLED)
_CLOSES = np.zeros(256, dtype=np.int64)
_CLOSES[[VERB[name] for name in CLOSING]] = CLOSED
SEVENS, SIX_SEVEN_EIGHT, PICTURE = 3 * 10**2, 1 + 10**2 + 10**4, 10**6
"""Sums of the marks of sixes, sevens, eights and pictures: three sevens; six, seven and eight; and for each picture."""


@attrs.frozen
class State:
    """What its hand was before each event; by event the hand's worth (packed), and its row in the table of hands (−1 for none).

    Other bettors' lines have the worth of the hand that they are about. `doubled` and `marks`, by event, are None where nobody asks.
    """

    event: Columns
    counting: Counting
    worth: Array
    row: Array
    doubled: Array | None
    marks: Array | None

    def __getitem__(self, name: str) -> Array:
        """One of the columns, of all events; only those that tell of cards."""
        return self.counting.told(self.worth, self.event["rnd"], name.removesuffix("_before"))[name.removesuffix("_before")]

    def at(self, name: str, rows: Array) -> Array:
        """One of the columns, of these events."""
        return self.columns(rows, name)[name]

    def columns(self, rows: Array, *names: str) -> Columns:
        """Of these events count_before (cards), total_before, soft_before, closed_before, doubled_before, pictures_before, total_after."""
        worth, rnd = self.worth.take(rows), self.event["rnd"].take(rows)
        before = self.counting.told(worth, rnd, *(name.removesuffix("_before") for name in names))
        told = {f"{name}_before": values for name, values in before.items()}
        none = alike(len(rows), 0, np.int16)
        told["doubled_before"] = none if self.doubled is None else self.doubled.take(rows)
        told["pictures_before"] = none if self.marks is None else (self.marks.take(rows) // PICTURE).astype(np.int16)
        if "total_after" in names:
            told["total_after"] = self.counting.told(worth + weights(self.event, rows, self.counting), rnd, "total")["total"]
        return {name: told[name] for name in names}


def weights(event: Columns, rows: Array, counting: Counting) -> Array:
    """What each of these events adds to the worth of its own hand; the cards of a split become others' only."""
    verb = event["verb"].take(rows)
    result: Array = counting.worth(event, rows, event["card"].take(rows)) + _CLOSES.take(verb)
    result[np.flatnonzero(is_verb(verb, "split", "both"))] = CLOSED
    return result
