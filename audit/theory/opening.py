"""Two cards against an upcard, from the deal to their turn: naturals, claims, insurance, surrender, the peek (T3 E2 E4 C2.2 C3.4 C3.6)."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from audit.theory.pack import ACE, Pack
from audit.theory.pairs import Hand
from audit.theory.playing import Playing
from audit.theory.splitting import Splitting
from audit.theory.terms import Terms

_GIVEN_UP = -0.5
_INSURED = 0.5


@attrs.frozen(eq=False)
class Opening:
    """Worth of any two cards against one upcard, in stakes."""

    terms: Terms
    has_naturals: bool
    upcard: int
    playing: Playing
    splittings: Sequence[Splitting]

    @property
    def _pack(self) -> Pack:
        return self.playing.standing.hands.pack

    def worth(self, one: int, other: int) -> float:
        """Of these two cards, before anything is offered."""
        both, naturals = self._pack.hand(one, other), self.terms.naturals
        if self.has_naturals and {one, other} == {ACE, self._pack.ten}:
            return self._natural(both)
        refused = self._ordinary(one, other, both)
        if naturals.pair_of_aces and both[ACE] == 2:
            return max(refused, naturals.pays * (1 - self._behind(both, ACE) * (self.upcard == ACE)))
        return refused

    def _behind(self, both: Hand, card: int) -> float:
        """Chance that a card of this class lies behind the upcard, or comes to it next."""
        taken = both[card] + (card == self.upcard)
        return (self._pack.counts[card] - taken) / (self._pack.size - 3)

    def _bankers_natural(self, both: Hand) -> float:
        partner = {ACE: self._pack.ten, self._pack.ten: ACE}.get(self.upcard)
        return self._behind(both, partner) if self.has_naturals and partner is not None else 0.0

    def _natural(self, both: Hand) -> float:
        """Of a natural: of one suit as often as the cards of its ranks are, whatever else is seen (C3.8)."""
        naturals, pack = self.terms.naturals, self._pack
        suited = pack.of_a_rank / (4 * pack.counts[pack.ten]) if naturals.is_suited_of_tens_only else 1 / 4
        if not naturals.suited:
            return self._natural_paid(both, naturals.pays)
        return suited * self._natural_paid(both, naturals.suited) + (1 - suited) * self._natural_paid(both, naturals.pays)

    def _natural_paid(self, both: Hand, pays: float) -> float:
        """Paid at once where the upcard makes none; else it waits, or takes even money (E2.2 C2.2)."""
        naturals, settlement = self.terms.naturals, self.terms.settlement
        banker = self._bankers_natural(both)
        if not banker:
            return pays
        lost = 0.0 if settlement.naturals_tie else settlement.natural_lost
        beaten = self._behind(both, ACE) if naturals.pair_of_aces and self.upcard == ACE and not settlement.peeks else 0.0
        waits = pays * (1 - banker - beaten) - lost * banker - beaten
        waits += self._insurance(banker) if self.terms.insures_naturals else 0.0
        is_offered = naturals.even_money == "ten-or-ace" or (naturals.even_money == "ace" and self.upcard == ACE)
        return max(waits, 1.0) if is_offered else waits

    def _insurance(self, banker: float) -> float:
        """Of half the stake, if it is worth taking (T3.4)."""
        return _INSURED * max(0.0, self.terms.insurance * banker - (1 - banker)) if self._is_insurable else 0.0

    @property
    def _is_insurable(self) -> bool:
        return self.upcard == ACE and self.has_naturals and self.terms.insurance > 0

    def _ordinary(self, one: int, other: int, both: Hand) -> float:
        """Of a hand that is played, unless it is given up before or the banker has a natural."""
        if sum(points * cards for points, cards in zip(self._pack.points, both, strict=True)) > 21:
            return -1.0  # two aces at 11 (C1.2)
        banker = self._bankers_natural(both)
        worth = self._played(one, other, both)
        if self.terms.settlement.peeks:
            worth = (1 - banker) * worth - banker * self.terms.settlement.lost_to_natural
        if self.terms.surrender == "early" or (self.terms.surrender == "early-not-ace" and self.upcard != ACE):
            worth = max(worth, _GIVEN_UP)
        return worth + self._insurance(banker)

    def _played(self, one: int, other: int, both: Hand) -> float:
        """Of its turn."""
        playing = self.playing
        alone = float(playing.best[playing.standing.hands.row(both)])
        if self.terms.surrender == "late":
            alone = max(alone, _GIVEN_UP)
        worth = alone
        for splitting in self.splittings:
            chance = splitting.kind.chance(self._pack, one, other)
            if chance:
                split = splitting.worth(one, other) - self._charged(both)
                worth += chance * max(0.0, split - alone)
        return worth

    def _charged(self, both: Hand) -> float:
        """What a late natural takes of a split box, where it takes the original stake only."""
        settlement = self.terms.settlement
        return self._bankers_natural(both) * settlement.lost_to_natural if settlement.takes_original else 0.0
