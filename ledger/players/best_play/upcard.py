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
        if self._deck.hold(first, second).total == 21:
            return self._natural_dealt(first, second)
        worth = self.unclaimed(first, second)
        if self._game.natural.pair_of_aces and first == second == ACE:
            return max(worth, self.aces_claimed())
        return worth

    def unclaimed(self, first: int, second: int) -> float:
        """Two cards that are no natural and claim nothing: insurance, surrender, best play; two aces at 11 are bust at once (C1.2)."""
        if self._deck.hold(first, second).total > 21:
            return -1.0
        worth, early = self.ordinary(first, second), self._game.surrender.offered
        if early == "early" or (early == "early-not-ace" and not self._is_ace):
            worth = max(worth, GIVEN_UP)
        return worth + self._insured()

    def natural_kept(self, pays: float) -> float:
        """A natural that declines even money; it may be insured, which one that took it is not."""
        return self.natural_waiting(pays) + (self._insured() if self._game.insurance.naturals else 0.0)

    def _insured(self) -> float:
        """What insurance of half the stake adds, where it is offered and worth taking."""
        return max(0.0, self.insurance()) / 2 if self._game.insurance.offered and self._is_ace else 0.0

    def _natural_dealt(self, first: int, second: int) -> float:
        """A natural, whose holder knows whether it is of one suit (C3.8)."""
        natural = self._game.natural
        plain = self._natural_answered(value(natural.pays))
        if natural.suited_pays and (natural.suited_rank == "ten-value" or TEN in {first, second}):
            return _SAME_SUIT * self._natural_answered(value(natural.suited_pays)) + (1 - _SAME_SUIT) * plain
        return plain

    def _natural_answered(self, pays: float) -> float:
        offered = self._game.natural.even_money
        if self.natural and (offered == "ten-or-ace" or (offered == "ace" and self._is_ace)):
            return max(self.natural_kept(pays), 1.0)
        return self.natural_kept(pays)
