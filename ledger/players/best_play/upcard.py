"""Two cards against one upcard, before and after the banker looks for a natural, in stakes."""

from __future__ import annotations

from ledger.cards import ACE
from ledger.players.best_play.dealer_odds import NATURAL, PAIR_OF_ACES, Odds
from ledger.players.best_play.game import Game, value
from ledger.players.best_play.hand_worth import HandWorth
from ledger.players.best_play.infinite_deck import InfiniteDeck
from ledger.players.best_play.split_worth import SplitWorth

GIVEN_UP = -0.5
TEN = 9
_SAME_SUIT = 1 / 4


class Upcard:
    """All that a punter's cards can be worth against one upcard; `hands` of an unsplit box, `split_hands` of a split one.

    `odds` are the banker's final hands and `natural` the chance of a natural, both before any peek. Cards are given by rank.
    """

    def __init__(self, game: Game, deck: InfiniteDeck, rank: int, odds: Odds) -> None:
        self.odds = odds
        self.natural = odds.get(NATURAL, 0.0)
        self.hands = HandWorth(game, deck, odds, split=False)
        self.split_hands = HandWorth(game, deck, odds, split=True)
        self.splits = SplitWorth(game, deck, self.split_hands, odds)
        self._game = game
        self._deck = deck
        self._is_ace = rank == ACE

    def natural_waiting(self, pays: float) -> float:
        """A punter's natural that waits for the banker's second card, or for the peek alone (T3.3, T3.5, C3.6)."""
        beaten = 0.0 if self._game.peeks else self.odds.get(PAIR_OF_ACES, 0.0)
        return pays * (1 - self.natural - beaten) + self.natural * self._game.natural_tie - beaten

    def aces_claimed(self) -> float:
        """A pair of aces that is shown: it beats all but another, which pushes (C3.6)."""
        return value(self._game.natural.pays) * (1 - self.odds.get(PAIR_OF_ACES, 0.0))

    def turn(self, first: int, second: int) -> float:
        """Best play of two cards when their turn comes, so after the peek where there is one."""
        surrender, held = self._game.surrender, self._deck.hold(first, second)
        worth = self.hands.best(held)
        if held.total > 20:
            return worth
        if self.hands.may_double(held):
            worth = max(worth, self.hands.double(held))
        if self.splits.may_split(first, second):
            worth = max(worth, self.splits.split(first, second))
        return max(worth, GIVEN_UP) if surrender.offered == "late" else worth

    def ordinary(self, first: int, second: int) -> float:
        """The same before any peek: what the banker's natural takes is in it either way."""
        if not self._game.peeks:
            return self.turn(first, second)
        return (1 - self.natural) * self.turn(first, second) - self.natural * self._game.natural_takes

    def insurance(self) -> float:
        """What a stake of 1 on insurance is worth (T3.4)."""
        return self.natural * value(self._game.insurance.pays) - (1 - self.natural)

    def dealt(self, first: int, second: int) -> float:
        """Two cards that were just dealt: every offer answered as it is best, then best play."""
        held = self._deck.hold(first, second)
        is_natural = held.total == 21
        worth = self._natural_dealt(first, second) if is_natural else self._ordinary_dealt(first, second)
        insurance = self._game.insurance
        if insurance.offered and self._is_ace and (insurance.naturals or not is_natural):
            worth += max(0.0, self.insurance()) / 2
        return worth

    def _natural_dealt(self, first: int, second: int) -> float:
        natural = self._game.natural
        pays = value(natural.pays)
        if natural.suited_pays and (natural.suited_rank == "ten-value" or TEN in {first, second}):
            pays += _SAME_SUIT * (value(natural.suited_pays) - pays)
        worth = self.natural_waiting(pays)
        if self.natural and (natural.even_money == "ten-or-ace" or (natural.even_money == "ace" and self._is_ace)):
            return max(worth, 1.0)
        return worth

    def _ordinary_dealt(self, first: int, second: int) -> float:
        worth = self.ordinary(first, second)
        early = self._game.surrender.offered
        if early == "early" or (early == "early-not-ace" and not self._is_ace):
            worth = max(worth, GIVEN_UP)
        if self._game.natural.pair_of_aces and first == second == ACE:
            worth = max(worth, self.aces_claimed())
        return worth
