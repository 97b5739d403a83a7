"""A deck that never runs out, as best play is computed from: the chance of each rank, and what a hand is as cards come.

Every card is as likely as in a full pack, whatever was dealt; six decks differ from it by a tenth of a per cent of the stake.
"""

from __future__ import annotations

from typing import NamedTuple

from ledger.cards import ACE, RANKS_OF_32, card_values
from ledger.rules.tables import Hand as HandLimits
from ledger.rules.tables import Natural, Pack, Premiums

_SIX, _SEVEN, _EIGHT, _PICTURE = 5, 6, 7, 10
THREE_SEVENS = (_SEVEN, _SEVEN, _SEVEN)
SIX_SEVEN_EIGHT = (_SIX, _SEVEN, _EIGHT)
FIVE_PICTURES = (_PICTURE,) * 5


class Held(NamedTuple):
    """What matters of a hand's cards.

    `points` counts an ace as 1 unless it is fixed at 11; `has_ace` means one that may count 11. `cards`, their number, stops at 3 where no
    rule counts cards. `towards` are the ranks held while they can still become a special hand, else None.
    """

    points: int = 0
    has_ace: bool = False
    cards: int = 0
    towards: tuple[int, ...] | None = ()

    @property
    def soft(self) -> bool:
        """Whether an ace counts 11."""
        return self.has_ace and self.points <= 11

    @property
    def total(self) -> int:
        """The best total: the largest not over 21, if there is one (T2.1)."""
        return self.points + 10 if self.has_ace and self.points <= 11 else self.points


class InfiniteDeck:
    """Ranks are numbers from 0, the ace, to 12, the king; `ranks` are equally likely, `values` their points.

    `draws` are (rank, chance) with ranks of the same effect taken together, `like` the one
    that stands for each rank there.
    """

    def __init__(self, pack: Pack, natural: Natural, premiums: Premiums, hand: HandLimits) -> None:
        self.ranks: tuple[int, ...] = RANKS_OF_32 if pack.size == 32 else tuple(range(13))
        self.values = card_values(pack)
        self._ace_is_soft = pack.ace == "soft"
        self._specials = _specials(natural, premiums)
        cards_count = hand.card_limit or premiums.five_cards or premiums.six_cards
        self._longest = 21 if cards_count else 3
        alike = self._alike()
        self.like = {rank: ranks[0] for ranks in alike for rank in ranks}
        self.draws = tuple((ranks[0], len(ranks) / len(self.ranks)) for ranks in alike)

    def hold(self, *ranks: int) -> Held:
        """The hand of these cards."""
        held = Held()
        for rank in ranks:
            held = self.add(held, rank)
        return held

    def add(self, held: Held, rank: int) -> Held:
        """The hand with one more card."""
        points, has_ace, cards, towards = held
        if towards is not None:
            towards = self._towards(towards, rank)
        return Held(points + self.values[rank], has_ace or (rank == ACE and self._ace_is_soft), min(cards + 1, self._longest), towards)

    def _towards(self, towards: tuple[int, ...], rank: int) -> tuple[int, ...] | None:
        ranks = tuple(sorted((*towards, min(rank, _PICTURE))))
        return ranks if any(_is_part(ranks, special) for special in self._specials) else None

    def _alike(self) -> list[list[int]]:
        alike: dict[Held, list[int]] = {}
        for rank in self.ranks:
            alike.setdefault(self.add(Held(), rank), []).append(rank)
        return list(alike.values())


def _specials(natural: Natural, premiums: Premiums) -> list[tuple[int, ...]]:
    """The hands that are worth more than their total, as sorted ranks, all pictures as one (B7.2, B7.3, C3.7, C4.1)."""
    specials: list[tuple[int, ...]] = []
    if premiums.sevens:
        specials.append(THREE_SEVENS)
    if premiums.six_seven_eight:
        specials.append(SIX_SEVEN_EIGHT)
    if natural.five_pictures:
        specials.append(FIVE_PICTURES)
    return specials


def _is_part(ranks: tuple[int, ...], special: tuple[int, ...]) -> bool:
    return all(ranks.count(rank) <= special.count(rank) for rank in ranks)
