"""What every figure is asked with: a row of the database, how many rounds are enough, and how wide its interval is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import attrs

from audit.theory import Foretold

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

Given = Mapping[str, Any]

ENOUGH = 30
"""Rounds below which a share says nothing yet: its interval would be wider than what it is about."""
_MISSED = 0.05
_WILSON = "SELECT wilson_low($share, $n, $t), wilson_high($share, $n, $t)"


@attrs.frozen
class Joint:
    """Intervals that all of so many figures lie in, at once, in 95 of 100 honest records (Bonferroni)."""

    figures: int

    @classmethod
    def of(cls, told: Foretold) -> Joint:
        """For everything that can be compared under some rules: they, and not what was recorded, say how much that is."""
        busts = sum("bust" in made for made in (told.dealer or {}).values())
        of_banker = len(told.totals or {}) + busts
        return cls(of_banker + 1 + (told.insurance is not None))

    def t(self, draws: float) -> float:
        """Half the width of an interval of so many draws, in standard errors (Student)."""
        from scipy.special import stdtrit

        return float(stdtrit(draws - 1, 1 - _MISSED / (2 * self.figures)))

    def of_share(self, con: DuckDBPyConnection, share: float, n: float) -> tuple[float, float]:
        """Wilson's interval of a share of so many independent draws."""
        low, high = row(con, _WILSON, {"share": share, "n": n, "t": self.t(n)})
        return low, high


def row(con: DuckDBPyConnection, question: str, given: Given) -> tuple[Any, ...]:
    """The one row that a question has."""
    answer = con.execute(question, given).fetchone()
    if answer is None:
        raise RuntimeError(f"No row came of {question}")
    return answer
