"""Best play of a rule set: what to answer, and what a round is worth to who answers so.

It knows the punter's own cards and the upcard, as published basic strategies do: not the other boxes, nor what a dealer's raise
tells of the hidden card (H2.3). A hand is judged by its total, by its count of cards where the rules pay or stop for that, and by the
three cards or five pictures that make a special hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ledger.cards import RANK_OF, RANKS
from ledger.players.best_play.dealer_odds import DealerOdds
from ledger.players.best_play.game import Game, value
from ledger.players.best_play.infinite_deck import Held, InfiniteDeck
from ledger.players.best_play.upcard import GIVEN_UP, TEN, Upcard
from ledger.rules.tables import RuleSet


class BestPlay:
    """Answers for one game; cards are numbers as in `ledger.cards`. What was worked out once is looked up afterwards."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._deck = InfiniteDeck(game.pack, game.natural, game.premiums, game.hand)
        self._dealer = DealerOdds(self._deck, game.banker, game.natural, game.hand)
        self._upcards: dict[int, Upcard] = {}
        self._alike = tuple(self._deck.like.get(rank, rank) for rank in RANK_OF)
        self._firsts: dict[tuple[int, int, int, bool], tuple[str, ...]] = {}
        self._laters: dict[tuple[tuple[int, ...], int, bool], tuple[str, ...]] = {}

    def wishes(self, cards: Sequence[int], upcard: int, *, split: bool = False) -> tuple[str, ...]:
        """The actions of a turn, best first, whether legal or not; `split` says that the hand came of a split."""
        rank = RANK_OF[upcard]
        if len(cards) == 2:
            first = (RANK_OF[cards[0]], RANK_OF[cards[1]], rank, split)
            if first not in self._firsts:
                self._firsts[first] = _best_first(self.worths(cards, upcard, split=split))
            return self._firsts[first]
        later = (tuple(sorted([self._alike[card] for card in cards])), rank, split)
        if later not in self._laters:
            self._laters[later] = _best_first(self.worths(cards, upcard, split=split))
        return self._laters[later]

    def worths(self, cards: Sequence[int], upcard: int, *, split: bool = False) -> dict[str, float]:
        """What each action of a turn is worth in stakes, whether or not the rules allow it; after the peek where there is one."""
        up = self.against(upcard)
        hands, held = up.split_hands if split else up.hands, self._held(cards)
        worths = {"stand": hands.stand(held), "hit": hands.hit(held)}
        if len(cards) == 2:
            first, second = (RANK_OF[card] for card in cards)
            worths |= {"double": hands.double(held), "surrender": GIVEN_UP}
            box_hands = 2 if split else 1
            if up.splits.may_split(first, second, box_hands):
                worths["split"] = up.splits.split(first, second, box_hands)
        return worths

    def triples(self, cards: Sequence[int], upcard: int, *, split: bool = False) -> bool:
        """Whether a doubled hand takes a third stake and one more card (C3.3)."""
        up, held = self.against(upcard), self._held(cards)
        hands = up.split_hands if split else up.hands
        return hands.triple(held) > hands.stand(held, 2)

    def insures(self, upcard: int) -> bool:
        """Whether insurance wins in the long run (T3.2, T3.4)."""
        return self.against(upcard).insurance() > 0

    def takes_even_money(self, cards: Sequence[int], upcard: int) -> bool:
        """Whether 1:1 at once is more than this natural is worth when it waits (E2.2, C2.2)."""
        return self.against(upcard).natural_kept(self._natural_pays(cards)) < 1

    def surrenders_early(self, cards: Sequence[int], upcard: int) -> bool:
        """Whether half the stake is more than two cards are worth before the peek; never a natural (E4.1, C3.4, G7)."""
        first, second = (RANK_OF[card] for card in cards)
        return self._held(cards).total < 21 and self.against(upcard).ordinary(first, second) < GIVEN_UP

    def claims_aces(self, upcard: int) -> bool:
        """Whether a pair of aces is worth more shown than played on (C3.6)."""
        up = self.against(upcard)
        return up.aces_claimed() >= up.unclaimed(0, 0)

    def expected(self) -> float:
        """What a round is worth to the punter, in stakes."""
        ranks = self._deck.ranks
        worths = [self.against(upcard).dealt(one, other) for upcard in ranks for one in ranks for other in ranks]
        return sum(worths) / len(worths)

    def against(self, upcard: int) -> Upcard:
        """What hands are worth against an upcard."""
        rank = self._deck.like[RANK_OF[upcard]]
        if rank not in self._upcards:
            self._upcards[rank] = Upcard(self._game, self._deck, rank, self._dealer.of(rank))
        return self._upcards[rank]

    def _natural_pays(self, cards: Sequence[int]) -> float:
        natural = self._game.natural
        one, other = cards
        suited = one // len(RANKS) == other // len(RANKS) and (natural.suited_rank == "ten-value" or TEN in {RANK_OF[one], RANK_OF[other]})
        return value(natural.suited_pays if suited and natural.suited_pays else natural.pays)

    def _held(self, cards: Sequence[int]) -> Held:
        return self._deck.hold(*(RANK_OF[card] for card in cards))


def best_play(rules: RuleSet) -> BestPlay:
    """Best play of a rule set, the same object for equal rules of play."""
    return _best_play(Game.of(rules))


@lru_cache(maxsize=64)
def _best_play(game: Game) -> BestPlay:
    return BestPlay(game)


def _best_first(worths: dict[str, float]) -> tuple[str, ...]:
    return tuple(sorted(worths, key=worths.__getitem__, reverse=True))
