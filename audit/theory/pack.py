"""The cards that a session deals, by class: cards that count and pay alike are one class, however many of them there are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs

Parameters = Mapping[str, int | str | bool]
"""A session's rules as `audit.rules.parameters` flattens them."""

_RANKS = {52: "A23456789TJQK", 32: "A789TJQK"}
PICTURES = "JQK"
ACE = 0
"""Place of the aces among the classes."""
_LOW = {"J": 2, "Q": 3, "K": 4}
_SUITS = 4


@attrs.frozen
class Pack:
    """A full shoe.

    `ranks`: of a pack; `classes`: rank that names each class, aces first; `points`: what its cards count, an ace the least that it can;
    `counts`: how many of them there are; `has_soft_aces`: whether an ace may count 11 and 1 (C1.2).
    """

    ranks: str
    classes: str
    points: tuple[int, ...]
    counts: tuple[int, ...]
    has_soft_aces: bool

    @classmethod
    def of(cls, params: Parameters) -> Pack:
        """The shoe of these rules: jack, queen and king are tens, or classes of their own (C4.1)."""
        ranks, decks = _RANKS[int(params["pack_size"])], int(params["pack_decks"])
        points = {rank: int(rank) for rank in ranks if rank.isdigit()} | {"A": 11 if params["pack_ace"] == "11" else 1, "T": 10}
        is_low = params["pack_pictures"] == "low"
        classes = ranks if is_low else ranks.rstrip(PICTURES)
        return cls(
            ranks,
            classes,
            tuple((points | _LOW)[rank] for rank in classes),
            tuple(_SUITS * decks * (1 if is_low or rank != "T" else 1 + len(PICTURES)) for rank in classes),
            params["pack_ace"] == "soft",
        )

    @property
    def ten(self) -> int:
        """Place of the ten-value cards among the classes; low pictures are none."""
        return self.classes.index("T")

    @property
    def of_a_rank(self) -> int:
        """Cards of each rank."""
        return self.counts[ACE]

    @property
    def size(self) -> int:
        """All its cards."""
        return sum(self.counts)

    def class_of(self, rank: str) -> str:
        """Class of a card of this rank."""
        return rank if rank in self.classes else "T"

    def without(self, *cards: int) -> tuple[int, ...]:
        """Counts that are left when a card of each of these classes is taken out."""
        return tuple(count - cards.count(place) for place, count in enumerate(self.counts))

    def hand(self, *cards: int) -> tuple[int, ...]:
        """How many cards of each class these are."""
        return tuple(cards.count(place) for place in range(len(self.counts)))

    def total(self, hand: Sequence[int]) -> tuple[int, bool]:
        """Best total of so many cards of each class, and whether it is soft: an ace counts 11 that could count 1 (G10)."""
        hard = sum(points * cards for points, cards in zip(self.points, hand, strict=True))
        is_soft = self.has_soft_aces and hand[ACE] > 0 and hard <= 11
        return (hard + 10 if is_soft else hard), is_soft
