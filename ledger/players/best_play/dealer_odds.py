"""What the banker ends with from each upcard, over an infinite deck (T6.1, E7.1, P4.1, G5, C3.9)."""

from __future__ import annotations

from ledger.cards import ACE
from ledger.players.best_play.infinite_deck import FIVE_PICTURES, Held, InfiniteDeck
from ledger.rules.tables import Banker, Natural
from ledger.rules.tables import Hand as HandLimits

STANDS_AT = 17
# What a banker's hand is worth against others: its total, or one of these.
BUST = 0
PICTURES = 22
NATURAL = 23
PAIR_OF_ACES = 24

# The chance of each of them.
Odds = dict[int, float]


def banker_act(total: int, *, soft: bool, draws_on_soft_17: bool = False) -> str:
    """`hit` or `stand`: a banker's play by rule, and the policy of the bots for a banker who plays as they please (B3.3, H3.3)."""
    if total < STANDS_AT or (total == STANDS_AT and soft and draws_on_soft_17):
        return "hit"
    return "stand"


class DealerOdds:
    """The banker's final hands; a free banker, or one free on soft 17, is taken to stand on every 17."""

    def __init__(self, deck: InfiniteDeck, banker: Banker, natural: Natural, hand: HandLimits) -> None:
        self._deck = deck
        self._draws_on_soft_17 = banker.play == "forced" and banker.soft17 == "draw"
        self._natural = natural
        self._card_limit = hand.card_limit
        self._known: dict[Held, Odds] = {}

    def of(self, upcard: int) -> Odds:
        """The chances from an upcard's rank before any peek; they sum to 1."""
        odds: Odds = {}
        first = self._deck.hold(upcard)
        for rank, chance in self._deck.draws:
            held = self._deck.add(first, rank)
            if held.total == 21:
                _add(odds, {NATURAL: 1.0}, chance)
            elif upcard == rank == ACE and self._natural.pair_of_aces:
                _add(odds, {PAIR_OF_ACES: 1.0}, chance)
            else:
                _add(odds, self._from(held), chance)
        return odds

    def _from(self, held: Held) -> Odds:
        if held not in self._known:
            self._known[held] = self._drawn(held)
        return self._known[held]

    def _drawn(self, held: Held) -> Odds:
        if held.total > 21:
            return {BUST: 1.0}
        if held.towards == FIVE_PICTURES:
            return {PICTURES: 1.0}
        at_limit = held.cards == self._card_limit
        if at_limit or banker_act(held.total, soft=held.soft, draws_on_soft_17=self._draws_on_soft_17) == "stand":
            return {held.total: 1.0}
        odds: Odds = {}
        for rank, chance in self._deck.draws:
            _add(odds, self._from(self._deck.add(held, rank)), chance)
        return odds


def given_no_natural(odds: Odds) -> Odds:
    """The chances once a peek has shown that the banker has no natural (T3.3)."""
    rest = 1 - odds.get(NATURAL, 0.0)
    return {final: chance / rest for final, chance in odds.items() if final != NATURAL}


def _add(odds: Odds, more: Odds, chance: float) -> None:
    for final, share in more.items():
        odds[final] = odds.get(final, 0.0) + share * chance
