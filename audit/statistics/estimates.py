"""Estimates in SQL: macros of the database, for its own views and for anybody's questions.

A row is a round, for hands of one round have the banker's cards in common: rounds are the clusters. `ratio(y, x)` estimates what comes of
y for each x; its variance is that of the residuals y − r·x over the rounds (Cochran, Sampling Techniques, 3rd ed. 1977, §6.4), its interval
that of Student's t. `share_low` and `share_high` are for y of x that are so: Wilson's interval with as many independent draws as give that
variance (Korn and Graubard, Survey Methodology 24, 1998). All intervals are of 95%.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

LEVEL = 0.975
"""Part of the distribution below the upper end of an interval of 95%."""
_DEGREES = 100
"""Degrees of freedom up to which Student's t is told; beyond, two terms of its expansion are right to 0.00001."""


@attrs.frozen
class Macro:
    """A function in SQL: name with its parameters, what it is, its text."""

    head: str
    comment: str
    body: str

    @property
    def name(self) -> str:
        """The name alone."""
        return self.head.partition("(")[0]


def macros() -> tuple[Macro, ...]:
    """All of them, each after those that it uses."""
    return (
        Macro("ratio(y, x)", "what comes of y for each x, rows being rounds", "sum(y) / nullif(sum(x), 0)"),
        Macro("ratio_error(y, x)", "its standard error, over rounds", _ERROR),
        Macro(
            "t95(freedom)", "half the width of a 95% interval, in standard errors, by degrees of freedom (Student); NULL below one", _t95()
        ),
        Macro("ratio_low(y, x)", "lower end of the 95% interval of a ratio; NULL where the rounds give none", _end("-")),
        Macro("ratio_high(y, x)", "upper end of the 95% interval of a ratio; NULL where the rounds give none", _end("+")),
        Macro(
            "wilson_low(share, n, t)",
            "lower end of Wilson's interval of a share of n independent draws, t standard errors wide",
            _wilson("-"),
        ),
        Macro(
            "wilson_high(share, n, t)",
            "upper end of Wilson's interval of a share of n independent draws, t standard errors wide",
            _wilson("+"),
        ),
        Macro("draws(y, x)", "as many independent draws as would give y of x, rows being rounds, the same standard error", _DRAWS),
        Macro("share_low(y, x)", "lower end of the 95% interval of y of x that are so, rows being rounds", _SHARE.format("low")),
        Macro("share_high(y, x)", "upper end of the 95% interval of y of x that are so, rows being rounds", _SHARE.format("high")),
        Macro("rank_order(rank)", "place of a rank in the order 2 to 9, T, J, Q, K, A", "position(rank IN '23456789TJQKA')"),
    )


def define(con: DuckDBPyConnection) -> None:
    """Make the macros in a database."""
    for macro in macros():
        con.execute(f"CREATE MACRO {macro.head} AS {macro.body}")
        con.execute(f"COMMENT ON MACRO {macro.name} IS '{macro.comment.replace(chr(39), chr(39) * 2)}'")


_ERROR = (
    "sqrt(greatest(0, sum(y::DOUBLE * y) - 2 * ratio(y, x) * sum(x::DOUBLE * y) + ratio(y, x) ** 2 * sum(x::DOUBLE * x))"
    " * count(*) / nullif(count(*) - 1, 0)) / nullif(sum(x), 0)"
)
_DRAWS = "coalesce(least(sum(x), ratio(y, x) * (1 - ratio(y, x)) / nullif(ratio_error(y, x) ** 2, 0)), count(*))"
_SHARE = "wilson_{}(ratio(y, x), draws(y, x), t95(count(*) - 1))"


def _end(sign: str) -> str:
    return f"ratio(y, x) {sign} t95(count(*) - 1) * nullif(ratio_error(y, x), 0)"


def _wilson(sign: str) -> str:
    half = "t * sqrt(share * (1 - share) / n + t * t / (4 * n * n))"
    return f"(share + t * t / (2 * n) {sign} {half}) / (1 + t * t / n)"


def _t95() -> str:
    from scipy.special import ndtri, stdtrit

    z = float(ndtri(LEVEL))
    told = ", ".join(f"{float(stdtrit(freedom, LEVEL)):.6f}::DOUBLE" for freedom in range(1, _DEGREES + 1))
    further = f"{z:.6f}::DOUBLE + {(z**3 + z) / 4:.6f}::DOUBLE / freedom"
    return f"CASE WHEN freedom < 1 THEN NULL WHEN freedom <= {_DEGREES} THEN [{told}][freedom] ELSE {further} END"
