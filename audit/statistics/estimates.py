"""Estimates in SQL: macros of the database, for its own views and for anybody's questions.

A row is a round, for hands of one round have the banker's cards in common: rounds are the clusters. `ratio(y, x)` estimates what comes of
y for each x; its variance is that of the residuals y − r·x over the rounds (Cochran, Sampling Techniques, 3rd ed. 1977, §6.4), its interval
that of Student's t. Rounds without x say nothing and are not counted. `share_low` and `share_high` are for y of x that are so: Wilson's
interval with as many independent draws as give that variance (as Korn and Graubard, Survey Methodology 24, 1998), at most x of them, and
as many as rounds where these do not differ. All intervals are of 95%.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

LEVEL = 0.975
"""Part of the distribution below the upper end of an interval of 95%."""
_DEGREES = 30
"""Degrees of freedom up to which Student's t is told; beyond, its expansion (Abramowitz and Stegun, 26.7.5) is right to 0.000002."""
_NOTHING = 1e-12
"""Part of the sum of squares below which residuals come from the rounding of numbers: there is no difference between the rounds."""


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
        Macro("clusters(x)", "rounds that count for an estimate, rows being rounds: those with any x", "count(nullif(x, 0))"),
        Macro("ratio_error(y, x)", "standard error of a ratio; NULL where fewer than two rounds have any x", _ERROR),
        Macro("t95(freedom)", "Student's t: half of a 95% interval in standard errors, by degrees of freedom; NULL below one", _t95()),
        Macro("ratio_low(y, x)", "lower end of a ratio's 95% interval; NULL where the rounds give none", _end("-")),
        Macro("ratio_high(y, x)", "upper end of a ratio's 95% interval; NULL where the rounds give none", _end("+")),
        Macro("wilson_low(share, n, t)", "lower end of Wilson's interval of a share of n draws, t errors to a side", _wilson("-")),
        Macro("wilson_high(share, n, t)", "upper end of Wilson's interval of a share of n draws, t errors to a side", _wilson("+")),
        Macro("draws(y, x)", "how many independent draws would give y of x the same standard error, rows being rounds", _DRAWS),
        Macro("share_low(y, x)", "lower end of the 95% interval of y of x that are so, rows being rounds", _SHARE.format("low")),
        Macro("share_high(y, x)", "upper end of the 95% interval of y of x that are so, rows being rounds", _SHARE.format("high")),
        Macro("rank_order(rank)", "place of a rank in the order 2 to 9, T, J, Q, K, A", "position(rank IN '23456789TJQKA')"),
    )


def define(con: DuckDBPyConnection) -> None:
    """Make the macros in a database."""
    for macro in macros():
        con.execute(f"CREATE MACRO {macro.head} AS {macro.body}")
        con.execute(f"COMMENT ON MACRO {macro.name} IS '{macro.comment.replace(chr(39), chr(39) * 2)}'")


_SQUARES = "sum(y::DOUBLE * y::DOUBLE)"
_RESIDUALS = f"{_SQUARES} - 2 * ratio(y, x) * sum(x::DOUBLE * y::DOUBLE) + ratio(y, x) ** 2 * sum(x::DOUBLE * x::DOUBLE)"
_ERROR = (
    f"CASE WHEN clusters(x) > 1 THEN CASE WHEN {_RESIDUALS} > {_NOTHING} * {_SQUARES}"
    f" THEN sqrt(({_RESIDUALS}) * clusters(x) / (clusters(x) - 1)) / abs(sum(x)) ELSE 0 END END"
)
_DRAWS = "CASE ratio_error(y, x) WHEN 0 THEN clusters(x) ELSE least(sum(x), ratio(y, x) * (1 - ratio(y, x)) / ratio_error(y, x) ** 2) END"
_SHARE = "wilson_{}(ratio(y, x), draws(y, x), t95(clusters(x) - 1))"


def _end(sign: str) -> str:
    return f"ratio(y, x) {sign} t95(clusters(x) - 1) * nullif(ratio_error(y, x), 0)"


def _wilson(sign: str) -> str:
    """One of the two ends. The lambda binds each argument once: written out where it stands, a view took 30 ms to bind instead of 10."""
    half = "w.t * sqrt(w.share * (1 - w.share) / w.n + w.t * w.t / (4 * w.n::DOUBLE * w.n))"
    bound = "greatest(0," if sign == "-" else "least(1,"
    end = f"CASE WHEN w.t > 0 THEN {bound} (w.share + w.t * w.t / (2 * w.n) {sign} {half}) / (1 + w.t * w.t / w.n)) END"
    return f"list_transform([{{'share': share, 'n': n, 't': t}}], lambda w: {end})[1]"


def _t95() -> str:
    from scipy.special import ndtri, stdtrit

    z = float(ndtri(LEVEL))
    told = ", ".join(f"{float(stdtrit(freedom, LEVEL)):.6f}" for freedom in range(1, _DEGREES + 1))
    terms = (z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96, (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    further = " + ".join([f"{z:.6f}", *(f"{term:.6f} / freedom ** {power}" for power, term in enumerate(terms, 1))])
    return f"CASE WHEN freedom < 1 THEN NULL WHEN freedom <= {_DEGREES} THEN list_extract([{told}]::DOUBLE[], freedom) ELSE {further} END"
