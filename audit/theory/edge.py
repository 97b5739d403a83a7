"""The edge of best play: what a round is worth to one box that is played as well as its own cards and the upcard allow, from a full shoe.

Every hand is judged by its cards, not by its total: each known card changes what the banker makes and what comes next. That is why six
decks come out a few thousandths of a percentage point better here than in tables of play by totals. What little is left out is
about split hands, and `splitting` says it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from audit.theory.banker import NATURAL, Banker, final_hands
from audit.theory.chances import chances
from audit.theory.hands import Hands
from audit.theory.opening import Opening
from audit.theory.pack import ACE, Pack
from audit.theory.pairs import kinds
from audit.theory.playing import Playing
from audit.theory.splitting import Splitting
from audit.theory.standing import Standing
from audit.theory.terms import Terms


@lru_cache(maxsize=64)
def edge(banker: Banker, terms: Terms) -> float:
    """Net of a round in stakes; negative where the house has the edge. Rules that differ in nothing else are worked out once."""
    pack, classes = banker.pack, range(len(banker.pack.classes))
    return sum(
        chance * opening.worth(one, other)
        for opening in openings(banker, terms)
        for one in classes
        for other in classes[one:]
        if (chance := _dealt(pack, one, other, opening.upcard))
    )


def openings(banker: Banker, terms: Terms) -> Iterator[Opening]:
    """What any two cards are worth, for one upcard after another."""
    pack = banker.pack
    of_pairs = kinds(pack, terms.splits)
    standing = Standing.of(terms, Hands.of(pack, (start for kind in of_pairs for start in kind.starts(len(pack.classes)))))
    has_naturals = any(hand.outcome == NATURAL for hand in final_hands(banker, ACE))
    for upcard in range(len(pack.classes)):
        playing = Playing.of(standing, chances(banker, upcard, standing.hands.compositions, peeks=terms.settlement.peeks))
        yield Opening(terms, has_naturals, upcard, playing, [Splitting(playing, kind) for kind in of_pairs])


def _dealt(pack: Pack, one: int, other: int, upcard: int) -> float:
    """Chance of these two cards, in either order, and this upcard."""
    ways = pack.counts[one] * pack.without(one)[other] * pack.without(one, other)[upcard] * (1 if one == other else 2)
    return ways / (pack.size * (pack.size - 1) * (pack.size - 2))
