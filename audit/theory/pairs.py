"""What makes a pair, by classes of cards: each kind of cards that pair with one another, and how many hands they may become."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations_with_replacement
from types import MappingProxyType

import attrs

from audit.theory.pack import ACE, PICTURES, Pack
from audit.theory.terms import Splits

Hand = tuple[int, ...]
"""How many cards of each class."""


@attrs.frozen(eq=False)
class Kind:
    """Cards that pair with one another: so many of each class; there are `times` such kinds; a box has at most `hands` of them."""

    cards: Mapping[int, int]
    times: int
    hands: int

    def share(self, pack: Pack, card: int, known: Hand) -> float:
        """Of the cards of this class that are left beside the known ones, which are all of this kind."""
        if card not in self.cards or pack.counts[card] == known[card]:
            return 0.0
        return max(0, self.cards[card] - known[card]) / (pack.counts[card] - known[card])

    def chance(self, pack: Pack, one: int, other: int) -> float:
        """That two cards of these classes are both of one such kind."""
        return self.times * self.cards.get(one, 0) / pack.counts[one] * self.share(pack, other, pack.hand(one))

    def starts(self, classes: int) -> Iterator[tuple[int, Hand]]:
        """Every card with which a split hand may begin, and the cards with which the box's other hands began."""
        for beside in range(1, self.hands):
            for others in combinations_with_replacement(sorted(self.cards), beside):
                for start in self.cards:
                    yield start, tuple(others.count(place) for place in range(classes))


def kinds(pack: Pack, splits: Splits) -> tuple[Kind, ...]:
    """Every kind of pair that may be split (T5.1 C3.1 B4.2); a ten and a king are one class, but not always a pair."""
    found: dict[tuple[tuple[int, int], ...], int] = {}
    for cards in _grouped(pack, splits.pairs):
        key = tuple(sorted(cards.items()))
        found[key] = found.get(key, 0) + 1
    made = [
        Kind(MappingProxyType(dict(key)), times, splits.aces_hands if key[0][0] == ACE else splits.hands) for key, times in found.items()
    ]
    return tuple(kind for kind in made if kind.hands > 1)


def _grouped(pack: Pack, pairs: str) -> list[dict[int, int]]:
    """Cards of each class in each kind, rank by rank."""
    groups: dict[str | int, dict[int, int]] = {}
    for rank in pack.ranks if pairs != "off" else "":
        place = pack.classes.index(pack.class_of(rank))
        name: str | int = pack.points[place] if pairs == "value" else rank
        if pairs == "rank-or-picture" and rank in PICTURES:
            name = PICTURES
        group = groups.setdefault(name, {})
        group[place] = group.get(place, 0) + pack.of_a_rank
    return list(groups.values())
