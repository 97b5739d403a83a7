"""Chances against one upcard, for many sets of cards known to be out of the shoe at once: what the banker makes, what card comes next.

Where the banker has peeked and found no natural, all chances are those given that: the hole card is then the one that would make it less
likely than any other. With c cards of that class among n unseen ones the next card is one of them with c/(n − 1), and one of another class
with c_r(n − 1 − c)/((n − 1)(n − c)).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

import attrs
import numpy as np
from numpy.typing import NDArray

from audit.theory.banker import NATURAL, Banker, final_hands
from audit.theory.hands import Integers
from audit.theory.pack import ACE

Floats = NDArray[np.float64]


@attrs.frozen(eq=False)
class Chances:
    """By composition: `banker` of each final hand, `drawn` (composition, class) of the next card, `natural` before the peek."""

    banker: Mapping[str, Floats]
    drawn: Floats
    natural: Floats


def chances(banker: Banker, upcard: int, compositions: Integers, *, peeks: bool) -> Chances:
    """Work them out from a full shoe, less the upcard and each of these sets of cards."""
    left = np.maximum(np.array(banker.pack.without(upcard)) - compositions, 0).astype(np.float64)
    makes, even = _makes(banker, upcard, left), left / left.sum(axis=1, keepdims=True)
    if NATURAL not in makes:
        return Chances(makes, even, np.zeros(len(left)))
    natural = makes[NATURAL]
    if not peeks:
        return Chances(makes, even, natural)
    clear = {outcome: odds / (1 - natural) for outcome, odds in makes.items() if outcome != NATURAL}
    return Chances(clear, _drawn_after_peek(left, ACE if upcard == banker.pack.ten else banker.pack.ten), natural)


def _makes(banker: Banker, upcard: int, left: Floats) -> dict[str, Floats]:
    hands = final_hands(banker, upcard)
    falling = [_falling(left[:, place], max(hand.drawn[place] for hand in hands)) for place in range(left.shape[1])]
    of_all = _falling(left.sum(axis=1), max(sum(hand.drawn) for hand in hands))
    ways: dict[tuple[str, int], Floats] = defaultdict(lambda: np.zeros(len(left)))
    for hand in hands:
        ways[hand.outcome, sum(hand.drawn)] += hand.orders * _product([falling[place][k] for place, k in enumerate(hand.drawn) if k])
    makes: dict[str, Floats] = defaultdict(lambda: np.zeros(len(left)))
    for (outcome, cards), of_so_many in ways.items():
        makes[outcome] += of_so_many / np.maximum(of_all[cards], 1)
    return dict(makes)


def _falling(counts: Floats, most: int) -> list[Floats]:
    """Products of 0, 1, … factors c(c − 1)(c − 2)…; 0 where there are not so many cards."""
    products = [np.ones_like(counts)]
    for k in range(most):
        products.append(products[-1] * np.maximum(counts - k, 0))
    return products


def _product(factors: Sequence[Floats]) -> Floats:
    product = factors[0]
    for factor in factors[1:]:
        product = product * factor
    return product


def _drawn_after_peek(left: Floats, hole: int) -> Floats:
    """Next card where the hole card is not of this class."""
    size, excluded = left.sum(axis=1, keepdims=True), left[:, [hole]]
    drawn: Floats = left * (size - 1 - excluded) / ((size - 1) * (size - excluded))
    drawn[:, [hole]] = excluded / (size - 1)
    return drawn
