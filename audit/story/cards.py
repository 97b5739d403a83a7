"""What cards count under a rule set, in the plainest arithmetic (T2.1, C1.2, C4.1, G10), and how they are written for people.

Cards are FORMAT.md's two characters; `xx` is a card that nobody saw.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import attrs

Rules = Mapping[str, Mapping[str, Any]]

SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
PICTURES = "JQK"
ACE = "A"
_PLAIN = {**{str(n): n for n in range(2, 10)}, "T": 10}
_PICTURES = {"ten": dict.fromkeys(PICTURES, 10), "low": {"J": 2, "Q": 3, "K": 4}}
_RANKS = {52: "A23456789TJQK", 32: "A789TJQK"}


@attrs.frozen
class Values:
    """What each rank counts; an ace counts `worth["A"]`, and ten more where `soft` allows it and that is not over 21."""

    worth: Mapping[str, int]
    soft: bool

    @classmethod
    def of(cls, rules: Rules) -> Values:
        """The values of a rule set."""
        ace = rules["pack"]["ace"]
        return cls({**_PLAIN, **_PICTURES[rules["pack"]["pictures"]], ACE: 11 if ace == "11" else 1}, ace == "soft")

    def total(self, cards: Sequence[str]) -> tuple[int, bool]:
        """The total that counts, and whether an ace counts 11 in it instead of 1."""
        low = sum(self.worth.get(card[0], 0) for card in cards)
        soft = self.soft and low <= 11 and any(card[0] == ACE for card in cards)
        return (low + 10, True) if soft else (low, False)

    def words(self, cards: Sequence[str]) -> str:
        """`hard 14`, `soft 17`, `23, over 21`; where aces are fixed, the number alone."""
        points, soft = self.total(cards)
        if points > 21:
            return f"{points}, over 21"
        if not self.soft:
            return str(points)
        return f"{'soft' if soft else 'hard'} {points}"

    def makes_natural(self, card: str) -> bool:
        """Whether a card may be half of a natural: an ace (unless it is fixed at 1) or a card that counts ten."""
        return self.total([ACE, "T"])[0] == 21 and (card[0] == ACE or self.is_ten(card))

    def is_ten(self, card: str) -> bool:
        """Whether a card counts ten."""
        return self.worth.get(card[0]) == 10


def full_pack(rules: Rules) -> list[str]:
    """All cards of a full shoe, in order (FORMAT.md §7)."""
    pack = rules["pack"]
    return [rank + suit for suit in SUITS for rank in _RANKS[int(pack["size"])]] * int(pack["decks"])


def without(pack: Sequence[str], table: Sequence[str]) -> list[str]:
    """The pack in order, less the first copy of each card on the table."""
    rest = list(pack)
    for card in table:
        if card in rest:
            rest.remove(card)
    return rest


def drawn(cards: Sequence[str]) -> str:
    """Cards for people: `9♣ 10♦`; `no card` where there is none."""
    return " ".join(card[0].replace("T", "10") + SUITS.get(card[1], card[1]) for card in cards if card) or "no card"


def share(ratio: str, amount: int) -> int:
    """`3:2` of an amount, rounded down (where breakage is exact nothing is left to round); nothing of `off`."""
    over, _, under = ratio.partition(":")
    return amount * int(over) // int(under) if under else 0
