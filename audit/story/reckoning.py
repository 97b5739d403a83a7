"""What one hand counts and what it is owed, in the plainest arithmetic: for telling a round, not for judging a ledger.

Clauses T2.1, T3.1 to T3.5, T4.1, T5.4, T6.2 and their general forms. Cards are FORMAT.md's two characters; money
is in the smallest unit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import attrs

SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
WORTH = {"A": 1, **{str(n): n for n in range(2, 10)}, **dict.fromkeys("TJQK", 10)}
Rules = Mapping[str, Mapping[str, Any]]


@attrs.define
class Hand:
    """A hand of a box, or the banker's (`path` D): its cards, its stake, and how it came about."""

    path: str
    stake: int = 0
    cards: list[str] = attrs.Factory(list)
    from_split: bool = False
    ended: bool = False

    @property
    def total(self) -> int:
        """The largest total not over 21, else the least (T2.1)."""
        return total(self.cards)[0]

    @property
    def bust(self) -> bool:
        """Over 21, whatever an ace counts."""
        return self.total > 21

    def natural(self, rules: Rules) -> bool:
        """An initial ace with a ten-value card (T3.1); after a split only where the rules say so (T5.4)."""
        first = not self.from_split or bool(rules["natural"]["after_split"])
        return first and len(self.cards) == 2 and self.total == 21


@attrs.frozen
class Due:
    """What the rules give a hand: the outcome in the log's word, the payout, why, and by which clauses."""

    outcome: str
    payout: int
    because: str
    clauses: tuple[str, ...]


def total(cards: Sequence[str]) -> tuple[int, bool]:
    """The total that counts, and whether an ace counts 11 in it (T2.1)."""
    low = sum(WORTH.get(card[0], 0) for card in cards)
    soft = low <= 11 and any(card[0] == "A" for card in cards)
    return (low + 10, True) if soft else (low, False)


def in_words(cards: Sequence[str]) -> str:
    """`hard 14`, `soft 17`, `23, over 21`."""
    points, soft = total(cards)
    if points > 21:
        return f"{points}, over 21"
    return f"{'soft' if soft else 'hard'} {points}"


def drawn(cards: Sequence[str]) -> str:
    """Cards for people: `9♣ 10♦`."""
    return " ".join(card if card == "xx" else card[0].replace("T", "10") + SUITS.get(card[1], card[1]) for card in cards)


def net(amount: int) -> str:
    """`net +4`, `net 0`."""
    return f"net {amount:+d}" if amount else "net 0"


def share(ratio: str, amount: int) -> int:
    """`3:2` of an amount, rounded down (where breakage is exact nothing is left to round)."""
    over, _, under = ratio.partition(":")
    return amount * int(over) // int(under)


def due(hand: Hand, banker: Hand, rules: Rules) -> Due:
    """What a hand that was neither surrendered nor settled otherwise is owed against the banker's final cards."""
    if hand.bust:
        return Due("bust", 0, f"{hand.total} is over 21 and loses at once, whatever the dealer makes", ("T4.1",))
    if banker.natural(rules):
        return _against_natural(hand, rules)
    if hand.natural(rules):
        ratio = rules["natural"]["pays"]
        gain = share(ratio, hand.stake)
        return Due("natural", hand.stake + gain, f"a natural pays {ratio}: {_sum(hand.stake, gain)}", ("T3.5",))
    return _by_totals(hand, banker, rules)


def _against_natural(hand: Hand, rules: Rules) -> Due:
    if not hand.natural(rules):
        return Due("lose", 0, "the dealer's natural beats every hand that is no natural", ("T3.3",))
    if rules["settlement"]["natural_ties"] == "banker":
        return Due("lose", 0, "a natural against the dealer's natural loses by these rules", ("T3.3", "H6.1"))
    return Due("push", hand.stake, f"a natural against the dealer's natural pushes: the stake of {hand.stake} comes back", ("T3.3",))


def _by_totals(hand: Hand, banker: Hand, rules: Rules) -> Due:
    ours, theirs = hand.total, banker.total
    if theirs > 21 or ours > theirs:
        why = f"the dealer has {theirs}, over 21" if theirs > 21 else f"{ours} beats {theirs}"
        return Due("win", 2 * hand.stake, f"{why}; a win pays 1:1: {_sum(hand.stake, hand.stake)}", ("T6.2",))
    if ours < theirs:
        return Due("lose", 0, f"{ours} is under {theirs}", ("T6.2",))
    if rules["settlement"]["ties"] == "banker":
        return Due("lose", 0, f"{ours} equals {theirs}, and ties go to the dealer by these rules", ("T6.2", "H6.1"))
    return Due("push", hand.stake, f"{ours} equals {theirs}: the stake of {hand.stake} comes back", ("T6.2",))


def _sum(stake: int, gain: int) -> str:
    return f"stake {stake} + {gain} = {stake + gain}"
