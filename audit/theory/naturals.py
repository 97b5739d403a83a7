"""Exact chances of naturals, and what insurance is worth."""

from __future__ import annotations

from fractions import Fraction

from audit.theory.pack import ACE, Pack, Parameters


def can_be(params: Parameters) -> bool:
    """Whether there are naturals at all: none where an ace counts 1 (C1.2)."""
    return params["pack_ace"] != "1"


def chance(params: Parameters, pack: Pack) -> Fraction:
    """Of a natural as first two cards (T3.1): 2 · aces/n · tens/(n − 1)."""
    return _two(pack.counts[ACE], pack.counts[pack.ten], pack.size) if can_be(params) else Fraction(0)


def chance_beside_one(params: Parameters, pack: Pack) -> Fraction:
    """Of a natural as first two cards of one person when another has one."""
    return _two(pack.counts[ACE] - 1, pack.counts[pack.ten] - 1, pack.size - 2) if can_be(params) else Fraction(0)


def _two(aces: int, tens: int, size: int) -> Fraction:
    return 2 * Fraction(aces, size) * Fraction(tens, size - 1)


def insurance(params: Parameters, pack: Pack) -> Fraction | None:
    """Expected net of a unit of insurance when nothing but the banker's ace has been seen (T3.4); None where there is none."""
    if not (params["insurance_offered"] and can_be(params)):
        return None
    wins = Fraction(pack.counts[pack.ten], pack.size - 1)
    return wins * Fraction(int(params["insurance_pays_for"]), int(params["insurance_pays_per"])) - (1 - wins)
