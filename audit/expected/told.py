"""The figures of one rule set: what its banker makes, naturals, insurance, the house edge, and its shoes.

A banker who need not play draws nothing, and against low upcards fewer punters go over 21: so what the banker makes is compared upcard by
upcard, where a live hand depended on it, and over all upcards with the weights that the pack gives them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import sqrt
from typing import TYPE_CHECKING, Any

import attrs

from audit.expected.figures import Comparison, Edge, Family, Fit, Group, parts_of_chi_square
from audit.expected.groups import Rules
from audit.expected.shoes import shoe_family
from audit.theory import Foretold, foretold

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

Given = Mapping[str, Any]

_MADE = """
SELECT up_rank, CASE WHEN special IS NOT NULL THEN special WHEN bust THEN 'bust' ELSE total::VARCHAR END, count(*)
FROM dealer WHERE had_to_play AND session IN (SELECT unnest($sessions)) GROUP BY ALL"""
_TWO = """
SELECT up_rank, count(*), count(*) FILTER ("natural")
FROM dealer WHERE cards > 1 AND session IN (SELECT unnest($sessions)) GROUP BY ALL"""
_NATURALS = """
SELECT count(*), sum(two)::BIGINT, ratio(naturals, two), share_low(naturals, two), share_high(naturals, two), ratio_error(naturals, two)
FROM (
    SELECT session, round, count(*) AS two, count(*) FILTER ("natural") AS naturals
    FROM boxes WHERE second_card <> 'no card' AND session IN (SELECT unnest($sessions)) GROUP BY ALL
)"""
_EDGE = """
SELECT ratio(-net, stake), ratio_low(-net, stake), ratio_high(-net, stake), sum(boxes)::BIGINT, count(*)
FROM (
    SELECT session, round, count(*) AS boxes, sum(stake) AS stake, sum(net) AS net
    FROM boxes WHERE session IN (SELECT unnest($sessions)) GROUP BY ALL
)"""
_ROUNDS = "SELECT count(*) FROM rounds WHERE session IN (SELECT unnest($sessions))"
_WILSON = "SELECT wilson_low($share, $n, t95($n - 1)), wilson_high($share, $n, t95($n - 1))"
_Z95 = 1.959964
_ENOUGH = 30
"""Rounds below which a share says nothing yet: its interval would be wider than what it is about."""
_RECORDED = {"pair of aces": "aces", "five pictures": "pictures"}
_IN_WORDS = {"bust": "The banker goes over 21", "natural": "The banker has a natural", "pictures": "The banker has five pictures"}
_UPCARDS = {"A": "an ace", "T": "a ten-value card", "8": "an 8", "J": "a jack", "Q": "a queen", "K": "a king"}
_BEFORE_PLAY = ("natural", "aces")
"""What ends a round, or lets the banker draw no card, before it comes to a total."""


def group(con: DuckDBPyConnection, rules: Rules) -> Group:
    """Everything that can be said of sessions under the same rules."""
    told = foretold(rules.params)
    given = {"sessions": list(rules.sessions)}
    (rounds,) = _row(con, _ROUNDS, given)
    families = (*_banker(con, told, given), *_naturals(con, told, given), *_insurance(con, told, rules, given), shoe_family(con, rules))
    return Group(rules.profile, rules.sessions, rounds, families, _edge(con, given))


@attrs.frozen
class _Upcard:
    """An upcard: how likely it is, the odds of what the banker then makes, and what was recorded.

    `two`: rounds in which the banker had a second card; `naturals` of them. `made` counts what came of those in which a live hand depended
    on it.
    """

    weight: float
    odds: Mapping[str, float]
    two: int
    naturals: int
    made: Mapping[str, int]

    @property
    def rounds(self) -> int:
        return sum(self.made.values())

    @property
    def plays(self) -> float:
        """How likely it is to come to a total."""
        return 1 - sum(self.odds.get(name, 0) for name in _BEFORE_PLAY)

    @property
    def totals(self) -> dict[str, float]:
        """Odds of what comes of playing."""
        return {name: chance / self.plays for name, chance in self.odds.items() if name not in _BEFORE_PLAY}


def _upcards(con: DuckDBPyConnection, told: Foretold, given: Given) -> dict[str, _Upcard]:
    made: dict[str, dict[str, int]] = {}
    for up, name, times in con.execute(_MADE, given).fetchall():
        made.setdefault(up, {})[name] = times
    two = {up: (rounds, naturals) for up, rounds, naturals in con.execute(_TWO, given).fetchall()}
    return {
        up: _Upcard(
            float(told.upcards[up]),
            {_RECORDED.get(name, name): float(chance) for name, chance in odds.items()},
            *two.get(up, (0, 0)),
            made.get(up, {}),
        )
        for up, odds in (told.dealer or {}).items()
    }


def _banker(con: DuckDBPyConnection, told: Foretold, given: Given) -> Iterator[Family]:
    title = "What the banker makes"
    if told.dealer is None:
        yield Family(title, cannot=(f"What the banker makes cannot be foretold: {told.dealer_unforetold}.",))
        return
    upcards = _upcards(con, told, given)
    yield Family(title, tuple(_overall(upcards)), tuple(_fit(upcards)), tuple(_too_few(upcards)))
    if busts := tuple(_busts(con, upcards)):
        yield Family("How often the banker goes over 21, by upcard", busts)


def _too_few(upcards: Mapping[str, _Upcard]) -> Iterator[str]:
    rare = [_UPCARDS.get(up, f"a {up}") for up, upcard in upcards.items() if upcard.rounds < _ENOUGH]
    if len(rare) == len(upcards):
        yield f"With no upcard did a live hand depend on the banker in as many as {_ENOUGH} rounds."
    elif rare:
        few = f"too few had {', '.join(rare)}"
        yield f"Totals over all upcards want {_ENOUGH} rounds with each in which a live hand depends on the banker: {few}."


def _overall(upcards: Mapping[str, _Upcard]) -> Iterator[Comparison]:
    """Totals over all upcards: what was seen with each, weighted as the pack makes it come."""
    if all(upcard.rounds >= _ENOUGH for upcard in upcards.values()):
        names = list(dict.fromkeys(name for upcard in upcards.values() for name in upcard.totals))
        rounds = sum(upcard.rounds for upcard in upcards.values())
        for name in names:
            subject = _IN_WORDS.get(name, f"The banker ends with {name}")
            parts = [(u.weight * u.plays, u.made.get(name, 0), u.rounds) for u in upcards.values()]
            expected = sum(u.weight * u.odds.get(name, 0) for u in upcards.values())
            yield _weighted(subject, expected, parts, (rounds, "rounds in which a live hand depended on it"))
    with_natural = [u for u in upcards.values() if u.odds.get("natural", 0) > 0]
    if with_natural and all(u.two >= _ENOUGH for u in with_natural):
        expected = sum(u.weight * u.odds["natural"] for u in with_natural)
        parts = [(u.weight, u.naturals, u.two) for u in with_natural]
        yield _weighted(_IN_WORDS["natural"], expected, parts, (sum(u.two for u in with_natural), "rounds with an upcard that allows one"))


def _weighted(subject: str, expected: float, parts: list[tuple[float, int, int]], of: tuple[int, str]) -> Comparison:
    """A share over strata of (weight, times, rounds), with the variance of its strata (Cochran 1977, §5)."""
    observed = sum(weight * times / n for weight, times, n in parts)
    error = sqrt(sum(weight**2 * (times / n) * (1 - times / n) / n for weight, times, n in parts))
    return Comparison(subject, expected, observed, max(0.0, observed - _Z95 * error), min(1.0, observed + _Z95 * error), *of)


def _fit(upcards: Mapping[str, _Upcard]) -> Iterator[Fit]:
    totals = [parts_of_chi_square(u.made, u.totals) for u in upcards.values()]
    n = sum(u.rounds for u in upcards.values())
    yield from _if_any(Fit("What the banker makes with each upcard", sum(x for x, _ in totals), sum(k for _, k in totals), n, "rounds"))
    two = [u for u in upcards.values() if u.odds.get("natural", 0) > 0]
    naturals = [
        parts_of_chi_square(
            {"natural": u.naturals, "none": u.two - u.naturals}, {"natural": u.odds["natural"], "none": 1 - u.odds["natural"]}
        )
        for u in two
    ]
    subject = "The banker’s naturals with each upcard"
    yield from _if_any(Fit(subject, sum(x for x, _ in naturals), sum(k for _, k in naturals), sum(u.two for u in two), "rounds"))


def _if_any(fit: Fit) -> Iterator[Fit]:
    """A test for which enough was counted."""
    if fit.freedom:
        yield fit


def _busts(con: DuckDBPyConnection, upcards: Mapping[str, _Upcard]) -> Iterator[Comparison]:
    for up, upcard in upcards.items():
        if upcard.rounds >= _ENOUGH:
            share = upcard.made.get("bust", 0) / upcard.rounds
            interval = _wilson(con, share, upcard.rounds)
            subject = f"With {_UPCARDS.get(up, f'a {up}')} up the banker goes over 21"
            yield Comparison(subject, upcard.totals["bust"], share, *interval, upcard.rounds, "rounds in which a live hand depended on it")


def _wilson(con: DuckDBPyConnection, share: float, n: int) -> tuple[float, float]:
    """Interval of a share of independent rounds."""
    low, high = _row(con, _WILSON, {"share": share, "n": n})
    return low, high


def _naturals(con: DuckDBPyConnection, told: Foretold, given: Given) -> Iterator[Family]:
    title = "Naturals of the boxes"
    rounds, hands, share, low, high, error = _row(con, _NATURALS, given)
    expected = float(told.natural)
    if not expected:
        yield Family(title, cannot=("By these rules two cards make no natural.",))
    elif rounds < _ENOUGH:
        yield Family(title, cannot=(f"How often a box has a natural is not told of fewer than {_ENOUGH} rounds.",))
    else:
        compared = Comparison("A box has a natural", expected, share, low, high, hands, "first hands of two cards")
        fits = (
            [Fit("Naturals of the boxes", ((share - expected) / error) ** 2, 1, rounds, "rounds")]
            if error and hands * expected >= 5
            else []
        )
        yield Family(title, (compared,), tuple(fits))


def _insurance(con: DuckDBPyConnection, told: Foretold, rules: Rules, given: Given) -> Iterator[Family]:
    """What a unit on every insurance would have come to, taken or not: that depends on the banker's cards alone (T3.4)."""
    if told.insurance is None:
        return
    title = "What insurance is worth"
    rounds, naturals = next(((n, k) for up, n, k in con.execute(_TWO, given).fetchall() if up == "A"), (0, 0))
    if rounds < _ENOUGH:
        yield Family(title, cannot=(f"What insurance was worth is not told of fewer than {_ENOUGH} rounds with an ace up.",))
        return
    pays = 1 + int(rules.params["insurance_pays_for"]) / int(rules.params["insurance_pays_per"])
    low, high = _wilson(con, naturals / rounds, rounds)
    observed, low, high = (pays * share - 1 for share in (naturals / rounds, low, high))
    subject = "A unit on every insurance, taken or not, gains"
    yield Family(title, (Comparison(subject, float(told.insurance), observed, low, high, rounds, "rounds with an ace up"),))


def _edge(con: DuckDBPyConnection, given: Given) -> Edge | None:
    observed, low, high, boxes, rounds = _row(con, _EDGE, given)
    if observed is None:
        return None
    return Edge(None, observed, low, high, boxes, rounds)


def _row(con: DuckDBPyConnection, question: str, given: Given) -> tuple[Any, ...]:
    """The one row that a question has."""
    row = con.execute(question, given).fetchone()
    if row is None:
        raise RuntimeError(f"No row came of {question}")
    return row
