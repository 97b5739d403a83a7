"""What the banker makes, as it is foretold and as it was recorded.

A banker who need not play draws nothing, and against low upcards fewer punters go over 21: so what the banker makes is compared upcard by
upcard, where a live hand depended on it, and over all upcards with the weights that the pack gives them. That a hand was live, too, says
something of the cards that are left; in a million rounds of one deck and one punter, where it matters most, that was not seen.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import sqrt
from typing import TYPE_CHECKING

import attrs

from audit.expected.asking import ENOUGH, Given, Joint
from audit.expected.figures import Comparison, Family, Fit, parts_of_chi_square
from audit.theory import Foretold

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_MADE = """
SELECT up_rank, CASE WHEN special IS NOT NULL THEN special WHEN bust THEN 'bust' ELSE total::VARCHAR END, count(*)
FROM dealer WHERE had_to_play AND session IN (SELECT unnest($sessions)) GROUP BY ALL"""
TWO_CARDS = """
SELECT up_rank, count(*), count(*) FILTER ("natural")
FROM dealer WHERE cards > 1 AND session IN (SELECT unnest($sessions)) GROUP BY ALL"""
LIVE = "rounds in which a live hand depended on it"
_RECORDED = {"pair of aces": "aces", "five pictures": "pictures"}
_IN_WORDS = {"bust": "The banker goes over 21", "natural": "The banker has a natural", "pictures": "The banker has five pictures"}
_LABELS = {
    "bust": "Over 21",
    "natural": "A natural",
    "pictures": "Five pictures",
    "A": "Ace",
    "T": "Ten-value",
    "J": "Jack",
    "Q": "Queen",
    "K": "King",
}
_UPCARDS = {"A": "an ace", "T": "a ten-value card", "8": "an 8", "J": "a jack", "Q": "a queen", "K": "a king"}
_BEFORE_PLAY = ("natural", "aces")
"""What ends a round, or lets the banker draw no card, before it comes to a total."""


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
    two = {up: (rounds, naturals) for up, rounds, naturals in con.execute(TWO_CARDS, given).fetchall()}
    return {
        up: _Upcard(
            float(told.upcards[up]),
            {_RECORDED.get(name, name): float(chance) for name, chance in odds.items()},
            *two.get(up, (0, 0)),
            made.get(up, {}),
        )
        for up, odds in (told.dealer or {}).items()
    }


def banker_families(con: DuckDBPyConnection, told: Foretold, given: Given) -> Iterator[Family]:
    """The banker's totals and naturals, and how often the banker goes over 21 with each upcard."""
    title = "What the banker makes"
    if told.dealer is None:
        yield Family(title, cannot=(f"What the banker makes cannot be foretold: {told.dealer_unforetold}.",))
        return
    upcards, joint = _upcards(con, told, given), Joint.of(told)
    yield Family(title, tuple(_overall(upcards, joint)), tuple(_fit(upcards)), tuple(_too_few(upcards)))
    if busts := tuple(_busts(con, upcards, joint)):
        yield Family("How often the banker goes over 21, by upcard", busts)


def _too_few(upcards: Mapping[str, _Upcard]) -> Iterator[str]:
    rare = [_UPCARDS.get(up, f"a {up}") for up, upcard in upcards.items() if upcard.rounds < ENOUGH]
    if len(rare) == len(upcards):
        yield f"With no upcard did a live hand depend on the banker in as many as {ENOUGH} rounds."
    elif rare:
        few = f"too few had {', '.join(rare)}"
        yield f"Totals over all upcards want {ENOUGH} rounds with each in which a live hand depends on the banker: {few}."


def _overall(upcards: Mapping[str, _Upcard], joint: Joint) -> Iterator[Comparison]:
    """Totals over all upcards: what was seen with each, weighted as the pack makes it come."""
    if all(upcard.rounds >= ENOUGH for upcard in upcards.values()):
        names = list(dict.fromkeys(name for upcard in upcards.values() for name in upcard.totals))
        rounds = sum(upcard.rounds for upcard in upcards.values())
        for name in names:
            parts = [(u.weight * u.plays, u.made.get(name, 0), u.rounds) for u in upcards.values()]
            expected = sum(u.weight * u.odds.get(name, 0) for u in upcards.values())
            yield _weighted(name, expected, parts, joint, (rounds, LIVE))
    with_natural = [u for u in upcards.values() if u.odds.get("natural", 0) > 0]
    if with_natural and all(u.two >= ENOUGH for u in with_natural):
        expected = sum(u.weight * u.odds["natural"] for u in with_natural)
        parts = [(u.weight, u.naturals, u.two) for u in with_natural]
        of = sum(u.two for u in with_natural), "rounds with an upcard that allows one"
        yield _weighted("natural", expected, parts, joint, of)


def _weighted(name: str, expected: float, parts: list[tuple[float, int, int]], joint: Joint, of: tuple[int, str]) -> Comparison:
    """A share over strata of (weight, times, rounds), with the variance of its strata (Cochran 1977, §5)."""
    observed = sum(weight * times / n for weight, times, n in parts)
    error = sqrt(sum(weight**2 * (times / n) * (1 - times / n) / n for weight, times, n in parts))
    wide = joint.t(of[0]) * error
    subject, label = _IN_WORDS.get(name, f"The banker ends with {name}"), _LABELS.get(name, name)
    return Comparison(subject, expected, observed, max(0.0, observed - wide), min(1.0, observed + wide), *of, label)


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


def _busts(con: DuckDBPyConnection, upcards: Mapping[str, _Upcard], joint: Joint) -> Iterator[Comparison]:
    for up, upcard in sorted(upcards.items(), key=lambda item: item[0] == "A"):  # the ace last, as in the views
        if upcard.rounds >= ENOUGH and "bust" in upcard.totals:
            share = upcard.made.get("bust", 0) / upcard.rounds
            interval = joint.of_share(con, share, upcard.rounds)
            subject = f"With {_UPCARDS.get(up, f'a {up}')} up the banker goes over 21"
            yield Comparison(subject, upcard.totals["bust"], share, *interval, upcard.rounds, LIVE, _LABELS.get(up, up))
