"""Pictures of figures: where things lie on a line, in percent of its length, so that a picture fits a page of any width."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil, floor, log10

import attrs

FULL = 1000
"""The side of the square in which paths are drawn, and which the page stretches."""


@attrs.frozen
class Line:
    """A line from `low` to `high`."""

    low: float
    high: float

    @classmethod
    def around(cls, values: Iterable[float | None], *, margin: float = 0.04) -> Line:
        """As long as is needed for all of these values, with a little air at both ends."""
        known = [float(value) for value in values if value is not None]
        low, high = min(known, default=0.0), max(known, default=1.0)
        air = (high - low or abs(high) or 1.0) * margin
        return cls(low - air, high + air)

    def at(self, value: float) -> float:
        """Where a value lies, in percent; beyond the ends at the end."""
        return round(100 * min(1.0, max(0.0, (value - self.low) / (self.high - self.low))), 2)

    def ticks(self, about: int = 5) -> tuple[float, ...]:
        """Round values on it, about so many."""
        rough = (self.high - self.low) / about
        unit = 10 ** floor(log10(rough))
        step = next(step * unit for step in (1, 2, 5, 10) if step * unit >= rough * 0.999)
        return tuple(round(n * step, 10) for n in range(ceil(self.low / step), floor(self.high / step) + 1))


@attrs.frozen
class Whisker:
    """An estimate on a line, in percent: its interval where it has one, the figure in it, and what all on the line are compared with."""

    low: float | None
    at: float
    high: float | None
    mark: float


def path(values: Sequence[float], line: Line) -> str:
    """A curve through values at equal distances, from left to right."""
    step = FULL / max(1, len(values) - 1)
    points = (f"{round(at * step, 1):g} {round(FULL - FULL / 100 * line.at(value), 1):g}" for at, value in enumerate(values))
    return "M" + "L".join(points)


def band(lows: Sequence[float], highs: Sequence[float], line: Line) -> str:
    """The area between two curves."""
    there, back = path(highs, line), path(lows, line)
    return there + "L" + "L".join(reversed(back[1:].split("L"))) + "Z"
