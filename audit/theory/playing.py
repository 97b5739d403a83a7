"""Best play of one hand against one upcard: what it is worth to stand, hit, double and triple, from the longest hands down (T4 C3.3)."""

from __future__ import annotations

import attrs
import numpy as np

from audit.theory.chances import Chances, Floats
from audit.theory.hands import OVER, Integers
from audit.theory.standing import Standing


@attrs.frozen(eq=False)
class Playing:
    """Worth of every row when it is played on as well as it can be, splits apart."""

    standing: Standing
    chances: Chances
    best: Floats

    @classmethod
    def of(cls, standing: Standing, chances: Chances) -> Playing:
        """Play every hand."""
        over = standing.over(chances)
        worth = np.append(standing.worth(chances, 1), 0.0)
        doubled = _doubled(standing, chances, over)
        for rows in reversed(standing.hands.by_size()):
            hit = _one_more(standing, chances, rows, worth, over)
            worth[rows] = np.where(standing.may_hit[rows], np.maximum(worth[rows], hit), worth[rows])
        pairs = np.flatnonzero(standing.may_double)
        double = _one_more(standing, chances, pairs, doubled, 2 * over) - standing.terms.doubles.commission
        worth[pairs] = np.maximum(worth[pairs], double)
        return cls(standing, chances, worth)


def _doubled(standing: Standing, chances: Chances, over: Floats) -> Floats:
    """Worth of every row once it has been doubled and has its card."""
    worth = np.append(standing.worth(chances, 2), 0.0)
    if standing.terms.doubles.triple:
        rows = np.flatnonzero((standing.hands.cards.sum(axis=1) == 3) & (standing.totals < 21))
        third = np.append(standing.worth(chances, 3), 0.0)
        worth[rows] = np.maximum(worth[rows], _one_more(standing, chances, rows, third, 3 * over))
    return worth


def _one_more(standing: Standing, chances: Chances, rows: Integers, worth: Floats, over: Floats) -> Floats:
    """Worth of taking a card: what the longer hand is worth, or of going over."""
    longer, drawn = standing.hands.longer[rows], chances.drawn[standing.hands.beside[rows]]
    worths: Floats = (drawn * np.where(longer == OVER, over[rows, None], worth[longer])).sum(axis=1)
    return worths
