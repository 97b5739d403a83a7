"""What a pair is worth when it is split (T5 C3.1 B4.2 H7.1).

Each hand is played as if alone, from the shoe less the upcard and the cards with which the box's hands have begun by then. For two hands
that is exact, if the punter does not look at the other one's cards: both then have the same chances, and expectations add up. The first
hand is played, or split again, before the next gets its card, so that with s splits left

    worth(x, rest, s) = sum over cards c of P(c) · best of { play(x c) + worth(rest, s), worth(x, c, rest, s - 1) where c pairs with x }.

Left out is only that a hand which was not split again tells of a second card that made no pair: the next hand meets one a little more
often. To correct its chance for that moves the edge of one deck by less than 0.0005 percentage points, of six decks by less than 0.0001.
Where both hands get their second cards at once, that they are known before the first is played is not made use of either. And where a late
natural takes the original stake only (G7), a split box is charged with that stake once, though its busts may have lost more, or less than
a natural that collects double: by estimate about 0.002 percentage points, and 0.01 then.
"""

from __future__ import annotations

import attrs

from audit.theory.hands import Hands
from audit.theory.pairs import Hand, Kind
from audit.theory.playing import Playing

Cards = tuple[int, ...]
"""Classes of cards."""


@attrs.frozen(eq=False)
class Splitting:
    """Pairs of one kind against one upcard."""

    playing: Playing
    kind: Kind
    _known: dict[tuple[Cards, int, Hand], float] = attrs.field(init=False, factory=dict)

    def worth(self, one: int, other: int) -> float:
        """Of splitting these two, whichever came first: the first one's hand is played first, and may use up the splits that are left."""
        known = self._hands.pack.hand(one, other)
        return sum(self._worth(order, self.kind.hands - 2, known) for order in ((one, other), (other, one))) / 2

    @property
    def _hands(self) -> Hands:
        return self.playing.standing.hands

    def _worth(self, begun: Cards, splits: int, known: Hand) -> float:
        """Of hands that have one card each, when there may be so many more splits and these cards are out."""
        if not begun:
            return 0.0
        key = (begun, splits, known)
        if key not in self._known:
            hands, row = self._hands, self._row(begun[0], known)
            chances, longer = self.playing.chances.drawn[hands.beside[row]].tolist(), hands.longer[row].tolist()
            self._known[key] = sum(
                chance * self._with(card, float(self.playing.best[longer[card]]), *key) for card, chance in enumerate(chances) if chance
            )
        return self._known[key]

    def _row(self, start: int, known: Hand) -> int:
        alone = self._hands.pack.hand(start)
        beside = tuple(all_of - own for all_of, own in zip(known, alone, strict=True))
        return self._hands.row(alone, (start, beside))

    def _with(self, card: int, played: float, begun: Cards, splits: int, known: Hand) -> float:
        """Worth of these hands when the first of them gets this card: it is played, or split again where that is better."""
        start, others = begun[0], begun[1:]
        stays = played + self._worth(others, splits, known)
        share = self.kind.share(self._hands.pack, card, known) if splits else 0.0
        if not share:
            return stays
        out = tuple(cards + (place == card) for place, cards in enumerate(known))
        again = self._worth((start, card, *others), splits - 1, out)
        return stays + share * max(0.0, again - stays)
