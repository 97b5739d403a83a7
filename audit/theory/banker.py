"""What a banker makes who plays by rule: every final hand, in how many orders it can be drawn, and its exact chance from any shoe.

Whether the banker goes on is seen from the cards alone, not from their order; so a hand is how many cards of each class were drawn to the
upcard, and it comes in as many orders as lead to it through hands that draw. From counts c and n cards in all a hand of k cards, k_r of
each class, has the chance orders · ∏ (c_r)(c_r − 1)…(c_r − k_r + 1) / n(n − 1)…(n − k + 1).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import perm, prod

import attrs

from audit.theory.pack import ACE, PICTURES, Pack, Parameters

BUST, NATURAL, PAIR_OF_ACES, FIVE_PICTURES = "bust", "natural", "pair of aces", "five pictures"
"""What a banker may have beside a total, which is named by its number; a drawn 21 is `21`."""
Odds = Mapping[str, Fraction]
Drawn = tuple[int, ...]

_FREE_PLAY = "the banker plays as the banker pleases"
_FREE_SOFT_17 = "on soft 17 the banker plays as the banker pleases"


def unforetold(params: Parameters) -> str:
    """Why what the banker makes cannot be foretold, in words; empty where it can (B3.3 H3.3 C2.5)."""
    if params["banker_play"] == "free":
        return _FREE_PLAY
    return _FREE_SOFT_17 if params["banker_soft17"] == "free" else ""


@attrs.frozen
class BankerHand:
    """A final hand: cards of each class drawn to the upcard, in how many orders they can come, what it is."""

    drawn: Drawn
    orders: int
    outcome: str

    def chance(self, counts: Sequence[int]) -> Fraction:
        """Of drawing it from so many cards of each class, the upcard not among them."""
        ways = prod(perm(count, cards) for count, cards in zip(counts, self.drawn, strict=True))
        return Fraction(self.orders * ways, perm(sum(counts), sum(self.drawn)))


@attrs.frozen
class Banker:
    """How the banker plays: draws below 17, and on soft 17 where the rules say so (T6.1 E7.1 P4.1); `card_limit` 0 is none (C3.9)."""

    pack: Pack
    draws_soft_17: bool
    counts_pair_of_aces: bool
    counts_five_pictures: bool
    card_limit: int

    @classmethod
    def of(cls, params: Parameters) -> Banker:
        """The banker of these rules; one who is free is taken to play as one who must draw below 17 and stand on every 17."""
        return cls(
            Pack.of(params),
            not unforetold(params) and params["banker_soft17"] == "draw",
            bool(params["natural_pair_of_aces"]),
            bool(params["natural_five_pictures"]),
            int(params["hand_card_limit"]),
        )

    def outcome(self, hand: Drawn) -> str:
        """What a hand of two or more cards is; empty where the banker draws."""
        total, is_soft = self.pack.total(hand)
        cards = sum(hand)
        if self.counts_pair_of_aces and cards == hand[ACE] == 2:
            return PAIR_OF_ACES
        if self.counts_five_pictures and cards == 5 and self._pictures(hand) == 5:
            return FIVE_PICTURES
        if total > 21:
            return BUST
        if total == 21 and cards == 2:
            return NATURAL
        is_over = total > 17 or (total == 17 and not (is_soft and self.draws_soft_17)) or cards == self.card_limit
        return str(total) if is_over else ""

    def _pictures(self, hand: Drawn) -> int:
        """Pictures of a hand, where they are classes of their own; ten each, five of them are far over 21."""
        return sum(cards for rank, cards in zip(self.pack.classes, hand, strict=True) if rank in PICTURES)


@cache
def final_hands(banker: Banker, upcard: int) -> tuple[BankerHand, ...]:
    """Every hand that the banker may end with, with an upcard of this class."""
    return tuple(_final(banker, upcard))


def _final(banker: Banker, upcard: int) -> Iterator[BankerHand]:
    drawing = {(0,) * len(banker.pack.classes): 1}
    while drawing:
        longer: Counter[Drawn] = Counter()
        for drawn, orders in drawing.items():
            for card in range(len(drawn)):
                longer[_with(drawn, card)] += orders
        outcomes = {drawn: banker.outcome(_with(drawn, upcard)) for drawn in longer}
        yield from (BankerHand(drawn, longer[drawn], outcome) for drawn, outcome in outcomes.items() if outcome)
        drawing = {drawn: longer[drawn] for drawn, outcome in outcomes.items() if not outcome}


@cache
def odds(banker: Banker, upcard: int) -> Odds:
    """Exact chance of each final hand with an upcard of this class from a full shoe, before any peek; totals first, rising."""
    counts = banker.pack.without(upcard)
    chances = dict.fromkeys(sorted((hand.outcome for hand in final_hands(banker, upcard)), key=in_order), Fraction(0))
    for hand in final_hands(banker, upcard):
        chances[hand.outcome] += hand.chance(counts)
    return {outcome: chance for outcome, chance in chances.items() if chance}


def in_order(outcome: str) -> tuple[int, str]:
    """By what to sort them: totals first, rising."""
    return (int(outcome) if outcome.isdecimal() else 22), outcome


def _with(hand: Drawn, card: int) -> Drawn:
    return (*hand[:card], hand[card] + 1, *hand[card + 1 :])
