"""Figures beside what foretells them, tests of how well they agree, and what they say in plain words.

Shares are of `n` observations. The intervals of a rule set's figures are joint: all of them hold at once in 95 of 100 honest records, so
that a figure outside of its interval means something, however many there are. A test is Pearson's chi-square against odds that are known,
not estimated.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

import attrs

from audit.statistics.summary import percent

SELDOM = 0.001
"""A test that chance fails more seldom than this, all tests together, is worth a look at how the shoes were made."""
LEAST = 5.0
"""Expected counts below this are put together with others: the distribution of chi-square is not theirs (Cochran 1954)."""


@attrs.frozen
class Comparison:
    """A share, or a gain for each unit staked, as it is foretold and as it was observed in `n` of `what`.

    `subject` begins a sentence; under the title of its family `label` is enough.
    """

    subject: str
    expected: float
    observed: float
    low: float
    high: float
    n: int
    what: str
    label: str

    @property
    def inside(self) -> bool:
        """Whether what is foretold lies in the interval of what was observed."""
        return self.low <= self.expected <= self.high

    @property
    def sentence(self) -> str:
        """It in words."""
        lies = "within" if self.inside else "outside"
        return (
            f"{self.subject}: {percent(self.observed)} in {self.n:,} {self.what}; {percent(self.expected)} is foretold, "
            f"{lies} the joint 95% interval from {percent(self.low)} to {percent(self.high)}."
        )


@attrs.frozen
class Fit:
    """How far counts are from what was foretold: chi-square, its degrees of freedom, and how many observations it is about."""

    subject: str
    chi_square: float
    freedom: int
    n: int
    what: str

    @property
    def p(self) -> float:
        """Probability of as much or more by chance alone."""
        from scipy.special import chdtrc

        return float(chdtrc(self.freedom, self.chi_square))

    @property
    def sentence(self) -> str:
        """It in words."""
        degrees = "1 degree" if self.freedom == 1 else f"{self.freedom:,} degrees"
        return (
            f"{self.subject}: chi-square {self.chi_square:,.1f} with {degrees} of freedom from {self.n:,} {self.what}; "
            f"chance alone gives as much or more {often(self.p)}."
        )


@attrs.frozen
class Edge:
    """What punters lost of their first stakes, beside what best play would lose; `boxes` played in `rounds`.

    `best` is for whoever plays best by the rules from a full shoe, `assumes` what it takes for granted.
    """

    best: float
    observed: float
    low: float | None
    high: float | None
    boxes: int
    rounds: int
    assumes: tuple[str, ...] = ()

    @property
    def sentence(self) -> str:
        """It in words."""
        ends = () if self.low is None or self.high is None else (self.low, self.high) if self.observed >= 0 else (-self.high, -self.low)
        interval = f" (95%: {' to '.join(map(percent, ends))})" if ends else ""
        boxes = "1 box" if self.boxes == 1 else f"{self.boxes:,} boxes"
        return f"Of their first stakes on {boxes} the punters {_lost(self.observed)}{interval}; best play {_would_lose(self.best)}."


@attrs.frozen
class Family:
    """Figures about one thing, tests of them, and what cannot be said and why."""

    title: str
    comparisons: tuple[Comparison, ...] = ()
    fits: tuple[Fit, ...] = ()
    cannot: tuple[str, ...] = ()

    @property
    def sentence(self) -> str:
        """How many of the figures are as foretold, in words; "" where there is none."""
        outside = sum(not one.inside for one in self.comparisons)
        if not self.comparisons:
            return ""
        if not outside:
            return "As foretold." if len(self.comparisons) == 1 else f"All {len(self.comparisons)} as foretold."
        of = "" if len(self.comparisons) == 1 else f"{outside} of {len(self.comparisons)} "
        return f"{of}not as foretold: so far off is any figure of these rules in 5 of 100 honest records.".capitalize()


@attrs.frozen
class Group:
    """Sessions under the same rules of play: the profile's name, their numbers, and their figures."""

    profile: str
    sessions: tuple[int, ...]
    rounds: int
    families: tuple[Family, ...]
    edge: Edge | None


@attrs.frozen
class Expected:
    """All groups, and what their tests say together."""

    groups: tuple[Group, ...]

    @property
    def fits(self) -> tuple[Fit, ...]:
        """Every test that was made."""
        return tuple(fit for group in self.groups for family in group.families for fit in family.fits)

    @property
    def together(self) -> str:
        """What the tests say together: of many honest ones some look odd (Šidák 1967)."""
        fits = self.fits
        if not fits:
            return "Too little was played for a test."
        least = min(fits, key=lambda fit: fit.p)
        if len(fits) == 1:
            return f"One test was made. {self._verdict(least.p)}"
        chance = -math.expm1(len(fits) * math.log1p(-least.p)) if least.p < 1 else 1.0
        return (
            f"{len(fits)} tests were made, and of so many some look odd by chance: the smallest p is {least.p:.2g} ({least.subject}), "
            f"and among {len(fits)} one as small or smaller comes {often(chance)}. {self._verdict(chance)}"
        )

    @property
    def is_odd(self) -> bool:
        """Whether chance alone hardly explains what was recorded."""
        fits = self.fits
        return bool(fits) and -math.expm1(len(fits) * math.log1p(-min(fit.p for fit in fits))) < SELDOM

    @staticmethod
    def _verdict(chance: float) -> str:
        if chance < SELDOM:
            return "Chance alone hardly explains that: look at how the shoes were made."
        return "Nothing here speaks against chance."


def often(chance: float) -> str:
    """A probability in words."""
    if chance >= 0.015:
        return f"in {round(100 * chance)} of 100 such records" if chance < 0.995 else "nearly always"
    if chance >= 1e-6:
        return f"in 1 of {round(1 / chance):,} such records"
    return "in fewer than 1 of 1,000,000 such records"


def _lost(edge: float) -> str:
    return f"lost {percent(edge)}" if edge >= 0 else f"won {percent(-edge)}"


def _would_lose(edge: float) -> str:
    return f"would lose {percent(edge)}" if edge >= 0 else f"would win {percent(-edge)}"


def parts_of_chi_square(seen: Mapping[str, int], odds: Mapping[str, float]) -> tuple[float, int]:
    """Chi-square of counts against their odds, and its degrees of freedom; (0, 0) where too little was counted.

    What is expected fewer than LEAST times is put together.
    """
    n = sum(seen.values())
    rare = [name for name, chance in odds.items() if n * chance < LEAST]
    cells = [(seen.get(name, 0), n * chance) for name, chance in odds.items() if name not in rare]
    if rare:
        cells.append((sum(seen.get(name, 0) for name in rare), n * sum(odds[name] for name in rare)))
    cells = list(_large(cells))
    if len(cells) < 2:
        return 0.0, 0
    return sum((count - expected) ** 2 / expected for count, expected in cells), len(cells) - 1


def _large(cells: list[tuple[int, float]]) -> Iterator[tuple[int, float]]:
    """Cells of at least LEAST each: one that is smaller goes with the next."""
    count, expected = 0, 0.0
    for more, chance in sorted(cells, key=lambda cell: cell[1]):
        count, expected = count + more, expected + chance
        if expected >= LEAST:
            yield count, expected
            count, expected = 0, 0.0
