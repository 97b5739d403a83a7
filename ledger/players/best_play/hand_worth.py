"""What a punter's hand is worth against one upcard, in stakes: −1 is the stake lost, 0 a push.

Expected values over an infinite deck, every later decision taken as best it can be. Nothing here is money.
"""

from __future__ import annotations

from ledger.players.best_play.dealer_odds import BUST, NATURAL, PAIR_OF_ACES, PICTURES, Odds, given_no_natural
from ledger.players.best_play.game import Game, value
from ledger.players.best_play.infinite_deck import FIVE_PICTURES, SIX_SEVEN_EIGHT, THREE_SEVENS, Held, InfiniteDeck


class HandWorth:
    """Hands in play against one upcard: those of an unsplit box, or with `split` one of several.

    Where a banker's natural takes the original stake only, a split box is taken to lose it once: `SplitWorth` charges it,
    and its hands are worth nothing more or less against a natural. That leaves out that a second bust hand is lost besides.
    """

    def __init__(self, game: Game, deck: InfiniteDeck, odds: Odds, *, split: bool) -> None:
        """`odds` are the banker's before any peek."""
        odds = given_no_natural(odds) if game.peeks else odds
        self._game = game
        self._deck = deck
        self._split = split
        self._natural = odds.get(NATURAL, 0.0)
        self._odds = {final: chance for final, chance in odds.items() if final != NATURAL}
        self._edges = tuple(self._edge(total) for total in range(22))
        self._best: dict[Held, float] = {}
        self._double: dict[Held, float] = {}
        self._doubled: dict[Held, float] = {}

    def stand(self, held: Held, stake: float = 1.0) -> float:
        """A hand that takes no more cards; over 21 it is lost, a premium is kept whatever the banker makes (B7, G4)."""
        total = held.total
        if total > 21:
            return -stake * (1 - self._natural if self._split and self._game.takes_original else 1)
        paid = self._premium(held)
        if paid is not None:
            return stake * paid
        if held.towards == FIVE_PICTURES and not self._split:
            return self._pictures()
        if total == 21 and held.cards == 2 and self._split and self._game.natural.after_split:
            return self._natural_after_split()
        return stake * self._edges[total] + self._natural * self._at_natural(stake)

    def hit(self, held: Held) -> float:
        """One card more, and best play from there."""
        return sum(chance * self.best(self._deck.add(held, rank)) for rank, chance in self._deck.draws)

    def best(self, held: Held) -> float:
        """The better of hit and stand; 21, five pictures and a hand at the card limit end by themselves (C3.9, C4.1)."""
        if held not in self._best:
            pictures = held.towards == FIVE_PICTURES and not self._split
            ends = held.total >= 21 or pictures or held.cards == self._game.hand.card_limit
            self._best[held] = self.stand(held) if ends else max(self.stand(held), self.hit(held))
        return self._best[held]

    def double(self, held: Held) -> float:
        """A second stake and one card, its commission paid (T4.2, E5.1), and a third stake where that is better (C3.3)."""
        if held not in self._double:
            drawn = sum(chance * self._after_double(self._deck.add(held, rank)) for rank, chance in self._deck.draws)
            self._double[held] = drawn - value(self._game.double.commission)
        return self._double[held]

    def triple(self, held: Held) -> float:
        """A third stake on a doubled hand, and one card."""
        return sum(chance * self.stand(self._deck.add(held, rank), 3) for rank, chance in self._deck.draws)

    def may_double(self, held: Held, *, from_aces: bool = False) -> bool:
        """Whether the rules let two cards double (T4.2, B4.1)."""
        double = self._game.double
        if double.offered == "off" or (double.offered == "totals" and held.total not in double.totals):
            return False
        if from_aces and self._game.split.aces_play != "as-others":
            return False
        return double.after_split or not self._split

    def _after_double(self, held: Held) -> float:
        if held not in self._doubled:
            stands = self.stand(held, 2)
            triples = self._game.double.triple and held.total < 21
            self._doubled[held] = max(stands, self.triple(held)) if triples else stands
        return self._doubled[held]

    def _edge(self, total: int) -> float:
        """Chance to win less chance to lose, a banker's natural left out."""
        tie = -1 if self._game.settlement.ties == "banker" else 0
        return sum(
            chance * (1 if final == BUST or total > final else tie if total == final else -1) for final, chance in self._odds.items()
        )

    def _at_natural(self, stake: float) -> float:
        if not self._game.takes_original:
            return -stake * self._game.natural_takes
        return 0.0 if self._split else -self._game.natural_takes

    def _pictures(self) -> float:
        """Five pictures: as good as a natural, and paid as one (C4.1)."""
        beaten, met = self._odds.get(PAIR_OF_ACES, 0.0), self._odds.get(PICTURES, 0.0)
        ties_lose = self._game.settlement.natural_ties == "banker"
        tied = self._natural * self._at_natural(1.0) - met if ties_lose else 0.0
        return value(self._game.natural.pays) * (1 - self._natural - beaten - met) + tied - beaten

    def _natural_after_split(self) -> float:
        """A two-card 21 that is paid as a natural, though the banker's special hands beat it (G7)."""
        beaten = self._odds.get(PAIR_OF_ACES, 0.0) + self._odds.get(PICTURES, 0.0)
        wins = 1 - self._natural - beaten
        lost = 0.0 if self._game.takes_original else self._game.natural_lost
        return value(self._game.natural.pays) * wins - self._natural * lost - beaten

    def _premium(self, held: Held) -> float | None:
        """The premium of a hand of 21 or less, or None (B7.1 to B7.3, H5)."""
        premiums = self._game.premiums
        if premiums.sevens and held.towards == THREE_SEVENS:
            return value(premiums.sevens)
        if premiums.six_seven_eight and held.towards == SIX_SEVEN_EIGHT:
            return value(premiums.six_seven_eight)
        if held.cards > 5 and premiums.six_cards:
            doublings = held.cards - 6 if premiums.longer == "doubling" else 0
            return value(premiums.six_cards) * 2.0**doublings
        return value(premiums.five_cards) if held.cards >= 5 and premiums.five_cards else None
