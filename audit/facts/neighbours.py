"""Which event stands directly before and after another one."""

from __future__ import annotations

import numpy as np

from audit.facts.columns import Array, Columns
from audit.facts.events import Events


class Neighbours:
    """Which event stands before and after another in its round.

    Reshuffles, and the cut and burn that follow them, are left out, and errors that came to nothing.
    """

    def __init__(self, event: Events) -> None:
        self._event = event
        passed = event.of("reshuffle", "cut", "joker", "burn", "undone")
        self._kept = np.flatnonzero(~passed) if passed.any() else None

    def before(self, rows: Array) -> Array:
        """The event before each of these, that are not left out; −1 for none."""
        return self._beside(rows, -1)

    def after(self, rows: Array) -> Array:
        """The event after each of these; −1 for none."""
        return self._beside(rows, 1)

    def _beside(self, rows: Array, step: int) -> Array:
        rnd, kept = self._event["rnd"], self._kept
        beside = rows + step if kept is None else np.append(kept, -1).take(np.searchsorted(kept, rows) + step, mode="wrap")
        beside = np.where((beside >= 0) & (beside < len(rnd)), beside, -1)
        if len(rows):
            beside[rnd.take(beside) != rnd.take(rows)] = -1
        return beside

    def told(self, rows: Array, *names: str) -> Columns:
        """Columns of the events before and after, as `prev_verb` or `next_hand`; 0 for none."""
        sides = {side: look(rows) for side, look in (("prev", self.before), ("next", self.after)) if any(n.startswith(side) for n in names)}
        result: Columns = {}
        for name in names:
            side, column = name.split("_")
            values = self._event[column]
            result[name] = np.where(sides[side] < 0, values.dtype.type(0), values.take(sides[side])) if len(rows) else values[:0]
        return result
