"""Ratios, shares and their intervals, reckoned anew from the papers in plain Python: nothing here is shared with the audit.

A draw is a round: a pair (y, x) of what came of it and of how much. Draws without x say nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from math import atan, cos, pi, sin, sqrt

Pairs = Iterable[tuple[float, float]]
Interval = tuple[float | None, float | None]


def within(t: float, freedom: int) -> float:
    """Chance that Student's t lies between -t and t (Abramowitz and Stegun, 26.7.3 and 26.7.4: finite sums)."""
    angle = atan(t / sqrt(freedom))
    term = total = cos(angle) if freedom % 2 else 1.0
    for k in range(3 if freedom % 2 else 2, freedom - 1, 2):
        term *= cos(angle) ** 2 * (k - 1) / k
        total += term
    if freedom % 2 == 0:
        return sin(angle) * total
    return 2 / pi * (angle + (sin(angle) * total if freedom > 1 else 0.0))


@cache
def t95(freedom: int) -> float:
    """What Student's t exceeds, to either side, once in twenty times; by bisection."""
    low, high = 1.0, 13.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if within(middle, freedom) < 0.95 else (low, middle)
    return low


def ratio(pairs: Pairs) -> float | None:
    """Sum of y over sum of x."""
    rows = list(pairs)
    whole = sum(x for _, x in rows)
    return sum(y for y, _ in rows) / whole if whole else None


def error(pairs: Pairs) -> float | None:
    """Standard error of a ratio: Cochran (1977), (6.13), for many draws out of infinitely many."""
    rows = [(y, x) for y, x in pairs if x]
    r, n = ratio(rows), len(rows)
    if r is None or n < 2:
        return None
    mean = sum(x for _, x in rows) / n
    return sqrt(sum((y - r * x) ** 2 for y, x in rows) / (n - 1) / n) / mean


def ratio_interval(pairs: Pairs) -> Interval:
    """Of 95%; none where there is no difference between the draws."""
    rows = [(y, x) for y, x in pairs if x]
    r, e = ratio(rows), error(rows)
    if r is None or e is None or e < 1e-9:
        return None, None
    half = t95(len(rows) - 1) * e
    return r - half, r + half


def wilson(share: float, n: float, t: float) -> Interval:
    """Wilson (1927): the shares from which this one is t of their own standard errors away, as the roots of a quadratic."""
    a, b, c = 1 + t * t / n, -(2 * share + t * t / n), share**2
    root = sqrt(max(0.0, b * b - 4 * a * c))
    return (-b - root) / (2 * a), (-b + root) / (2 * a)


def share_interval(pairs: Pairs) -> Interval:
    """Korn and Graubard (1998): as many independent draws as have that variance, at most all of x; draws that are all alike count each."""
    rows = [(y, x) for y, x in pairs if x]
    p, e = ratio(rows), error(rows)
    if p is None or e is None:
        return None, None
    n = min(sum(x for _, x in rows), p * (1 - p) / e**2) if e > 1e-9 else len(rows)
    return wilson(p, n, t95(len(rows) - 1))
