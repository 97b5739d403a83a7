"""Estimates as a report shows them: the figure, its interval and what was foretold, in digits and as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING

import attrs

from audit.expected import Family
from audit.pages.picture import Line, Whisker

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

MOST_PROFILES = 6
"""Rule sets whose returns are shown, those with most rounds."""
WIDEST = 1.0
"""How far from what they are compared with estimates are drawn: an interval beyond says no more than that little is known."""
_RETURNS = """
    SELECT profile, up_rank, boxes, return_rate, return_low, return_high FROM net_by_upcard
    WHERE profile IN (SELECT profile FROM net_by_profile ORDER BY rounds DESC, profile LIMIT ?)"""
_UPCARDS = {"A": "Ace", "T": "Ten-value", "J": "Jack", "Q": "Queen", "K": "King"}


@attrs.frozen
class Estimate:
    """A share of 1, or what came back of each unit, with its interval: of `n` draws; `expected` where it is foretold."""

    label: str
    n: int
    observed: float
    low: float | None
    high: float | None
    expected: float | None = None

    @property
    def is_outside(self) -> bool:
        """Whether what was foretold lies outside the interval."""
        known = self.expected is not None and self.low is not None and self.high is not None
        return known and not (self.low or 0) <= (self.expected or 0) <= (self.high or 0)


@attrs.frozen
class Row:
    """An estimate and its picture."""

    estimate: Estimate
    picture: Whisker


@attrs.frozen
class Estimates:
    """A table of estimates drawn on one line: what stands above it and above its labels, and what n counts."""

    caption: str
    first: str
    what: str
    rows: tuple[Row, ...]
    has_expected: bool


def estimates(caption: str, first: str, what: str, figures: Sequence[Estimate], beside: float = 0.0) -> Estimates:
    """Draw estimates, each as far from what was foretold of it as it lies, or else from `beside`."""
    far = [_from(beside if one.expected is None else one.expected, one) for one in figures]
    line = Line.around([0.0, *(max(-WIDEST, min(WIDEST, value)) for each in far for value in each if value is not None)])
    rows = tuple(Row(one, _drawn(line, *each)) for one, each in zip(figures, far, strict=True))
    return Estimates(caption, first, what, rows, any(one.expected is not None for one in figures))


def _from(origin: float, one: Estimate) -> tuple[float | None, float, float | None]:
    return None if one.low is None else one.low - origin, one.observed - origin, None if one.high is None else one.high - origin


def _drawn(line: Line, low: float | None, at: float, high: float | None) -> Whisker:
    return Whisker(None if low is None else line.at(low), line.at(at), None if high is None else line.at(high), line.at(0.0))


def of_family(family: Family) -> Estimates | None:
    """Figures beside what foretells them; None where there are none."""
    figures = [Estimate(one.label, one.n, one.observed, one.low, one.high, one.expected) for one in family.comparisons]
    counted = "; ".join(dict.fromkeys(one.what for one in family.comparisons))
    return estimates(family.title, "", counted, figures) if figures else None


def returns_by_upcard(connection: DuckDBPyConnection) -> tuple[Estimates, ...]:
    """What came back of each unit staked, by the banker's upcard; a table for each rule set."""
    rows = connection.execute(_RETURNS, [MOST_PROFILES]).fetchall()
    return tuple(
        estimates(profile, "Upcard", "boxes", [Estimate(_UPCARDS.get(row[1], row[1]), *row[2:]) for row in each], beside=1.0)
        for profile, each in groupby(rows, lambda row: str(row[0]))
    )
