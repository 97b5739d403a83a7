"""Cards as small integers: their names, their values, and packs in order (FORMAT.md §7, T2.1, G10, C4.1).

A card is `13 · suit + rank` with suits C D H S and ranks A 2 … 9 T J Q K, both from 0: 0 is the ace of clubs, 51 the king of spades.
"""

from __future__ import annotations

from functools import cache

from ledger.rules.tables import Pack

RANKS = "A23456789TJQK"
SUITS = "CDHS"
CARD_NAMES = tuple(rank + suit for suit in SUITS for rank in RANKS)
CARD_NUMBERS = {name: number for number, name in enumerate(CARD_NAMES)}
RANK_OF = tuple(number % 13 for number in range(52))
ACE = 0
JACK = 10
IS_ACE = tuple(rank == ACE for rank in RANK_OF)
IS_PICTURE = tuple(rank >= JACK for rank in RANK_OF)
UPCARD_VALUES = tuple(11 if rank == ACE else min(rank + 1, 10) for rank in RANK_OF)
"""A banker's upcard as strategies have it: 2 to 10, or 11 for an ace."""
RANKS_OF_32 = (0, 6, 7, 8, 9, 10, 11, 12)


@cache
def card_values(pack: Pack) -> tuple[int, ...]:
    """The points of each of the 52 cards, an ace as 1 unless it is fixed at 11 (T2.1, C1.2, C4.1)."""
    by_rank = [11 if pack.ace == "11" else 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]
    if pack.pictures == "low":
        by_rank[10:] = [2, 3, 4]
    return tuple(by_rank[rank] for rank in RANK_OF)


def packs_in_order(pack: Pack) -> list[int]:
    """All the cards of the shoe in the order that a shuffle starts from (FORMAT.md §7)."""
    ranks = RANKS_OF_32 if pack.size == 32 else tuple(range(13))
    return [13 * suit + rank for suit in range(4) for rank in ranks] * pack.decks
