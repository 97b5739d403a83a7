"""What a pair is worth when it is split, in stakes, against one upcard."""

from __future__ import annotations

from ledger.cards import ACE
from ledger.players.best_play.dealer_odds import NATURAL, Odds
from ledger.players.best_play.game import Game
from ledger.players.best_play.hand_worth import HandWorth
from ledger.players.best_play.infinite_deck import InfiniteDeck
from ledger.table.hand import is_pair


class SplitWorth:
    """Pairs split against one upcard, and split again up to the most hands that the rules allow (T5, B4.2, C3.1)."""

    def __init__(self, game: Game, deck: InfiniteDeck, hands: HandWorth, odds: Odds) -> None:
        """`hands` are split hands, `odds` the banker's before any peek."""
        self._game = game
        self._deck = deck
        self._hands = hands
        self._box_loses = odds.get(NATURAL, 0.0) * game.natural_takes if game.takes_original else 0.0
        self._known: dict[tuple[int, tuple[int, ...]], float] = {}
        self._seconds: dict[int, tuple[tuple[int, float], ...]] = {}

    def may_split(self, first: int, second: int, box_hands: int = 1) -> bool:
        """Whether cards of these ranks may be split on a box of so many hands."""
        split = self._game.split
        most = split.aces_hands if first == ACE else split.hands
        return box_hands < most and is_pair(first, second, split.pairs, self._deck.values)

    def split(self, first: int, second: int, box_hands: int = 1) -> float:
        """Both hands together, with what further splits make of them."""
        return self._waiting(box_hands + 1, (first, second)) - (self._box_loses if box_hands == 1 else 0.0)

    def _waiting(self, box_hands: int, firsts: tuple[int, ...]) -> float:
        """Hands of one card each that wait for their second, in the order in which they are played: those of a further split first (G1)."""
        if not firsts:
            return 0.0
        key = (box_hands, firsts)
        if key not in self._known:
            first, rest = firsts[0], firsts[1:]
            then = self._waiting(box_hands, rest)
            worths = []
            for rank, played in self._with_second(first):
                worth = played + then
                if self.may_split(first, rank, box_hands) and self._deck.hold(first, rank).total <= 21:
                    worth = max(worth, self._waiting(box_hands + 1, (first, rank, *rest)))
                worths.append(worth)
            self._known[key] = sum(worths) / len(worths)
        return self._known[key]

    def _with_second(self, first: int) -> tuple[tuple[int, float], ...]:
        """Each rank that may come second, and what the hand is then worth if it is not split again."""
        if first not in self._seconds:
            self._seconds[first] = tuple((rank, self._played(first, rank)) for rank in self._deck.ranks)
        return self._seconds[first]

    def _played(self, first: int, second: int) -> float:
        hands, held = self._hands, self._deck.hold(first, second)
        if held.total >= 21 or (first == ACE and self._game.split.aces_play == "one-card"):
            return hands.stand(held)
        worth = hands.best(held)
        return max(worth, hands.double(held)) if hands.may_double(held, from_aces=first == ACE) else worth
