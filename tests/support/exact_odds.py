"""Exact odds, counted card by card from a shoe without replacement, and the chi-square test against them.

Written from the rulebook alone: it shares nothing with the engine's infinite deck or the audit. A shoe is how many cards it holds of each
value from 1 (aces) to 10; a dealer stands on every 17 (T6.1).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from math import erfc, exp, factorial, sqrt

import attrs

Odds = dict[str, Fraction]
TOTALS = ("17", "18", "19", "20", "21", "bust", "natural")


def shoe(decks: int) -> dict[int, int]:
    """Cards of each value in so many packs of 52."""
    return {value: (16 if value == 10 else 4) * decks for value in range(1, 11)}


def dealer_totals(cards: Mapping[int, int]) -> dict[int, Odds]:
    """P(upcard, total) for a dealer whose cards come from this shoe, by upcard; `21` is a drawn one."""
    return {upcard: with_upcard(cards, upcard) for upcard in range(1, 11)}


def with_upcard(cards: Mapping[int, int], upcard: int) -> Odds:
    """P(upcard, total) for one upcard."""
    return dict(_reckoned(tuple(cards.items()), upcard))


@cache
def _reckoned(cards: tuple[tuple[int, int], ...], upcard: int) -> Odds:
    return _drawn(dict(cards), Fraction(1), upcard, ())


def _drawn(cards: dict[int, int], odds: Fraction, value: int, hand: tuple[int, ...]) -> Odds:
    """Take a card of this value, and go on while the dealer draws; `odds` are those of having come so far."""
    odds *= Fraction(cards[value], sum(cards.values()))
    if not odds:
        return {}
    hand = (*hand, value)
    hard = sum(hand)
    total = hard + 10 if 1 in hand and hard <= 11 else hard
    if total > 16:
        return {"bust" if total > 21 else "natural" if total == 21 and len(hand) == 2 else str(total): odds}
    cards[value] -= 1
    sums: Odds = {}
    for further in range(1, 11):
        for name, part in _drawn(cards, odds, further, hand).items():
            sums[name] = sums.get(name, Fraction(0)) + part
    cards[value] += 1
    return sums


@cache
def against_an_ordinary_hand(decks: int) -> dict[int, Odds]:
    """P(upcard, total | a player's first two cards are no natural), the dealer's cards coming from the rest of the shoe.

    By total probability, from a full shoe and from one without the ace and the ten of a natural: who stands always takes no other card.
    """
    natural = natural_odds(decks)
    whole, rest = shoe(decks), shoe(decks)
    rest[1] -= 1
    rest[10] -= 1
    full, beside_a_natural = dealer_totals(whole), dealer_totals(rest)
    return {
        upcard: {name: (full[upcard][name] - natural * beside_a_natural[upcard].get(name, 0)) / (1 - natural) for name in full[upcard]}
        for upcard in full
    }


def natural_odds(decks: int) -> Fraction:
    """P(an ace and a ten-value card) of two cards from packs of 52: 2 · (4d/52d) · (16d/(52d−1))."""
    return 2 * Fraction(4 * decks, 52 * decks) * Fraction(16 * decks, 52 * decks - 1)


def by_total(odds: Mapping[int, Odds]) -> Odds:
    """Odds of each total over all upcards."""
    return {name: sum((part.get(name, Fraction(0)) for part in odds.values()), Fraction(0)) for name in TOTALS}


@attrs.frozen
class Fit:
    """How far counts are from what was expected: chi-square, degrees of freedom, and the probability of so much or more by chance."""

    chi_square: float
    freedom: int

    @property
    def p(self) -> float:
        """Upper tail of the distribution: exact for an even number of degrees and for 1."""
        half = self.chi_square / 2
        if self.freedom == 1:
            return erfc(sqrt(half))
        return exp(-half) * sum(half**k / factorial(k) for k in range(self.freedom // 2))

    def __str__(self) -> str:
        return f"chi-square {self.chi_square:.2f} with {self.freedom} degree{'s' * (self.freedom > 1)} of freedom, p = {self.p:.3g}"


def fit(observed: Mapping[str, int], odds: Mapping[str, Fraction]) -> Fit:
    """Counts against the odds of all that can happen."""
    n = sum(observed.values())
    assert sum(odds.values()) == 1
    return Fit(sum((observed.get(name, 0) - n * float(part)) ** 2 / (n * float(part)) for name, part in odds.items()), len(odds) - 1)
