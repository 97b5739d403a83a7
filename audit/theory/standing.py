"""What each hand is, whatever the upcard: what it may still do, and what it is worth against each final hand of the banker's."""

from __future__ import annotations

import attrs
import numpy as np
from numpy.typing import NDArray

from audit.theory.banker import BUST, FIVE_PICTURES, NATURAL, PAIR_OF_ACES
from audit.theory.chances import Chances, Floats
from audit.theory.hands import UNSPLIT, Hands, Integers
from audit.theory.pack import ACE, PICTURES
from audit.theory.terms import Settlement, Terms

Flags = NDArray[np.bool_]


@attrs.frozen(eq=False)
class Standing:
    """What each row is.

    `premium`: 0 where none is due; hands that are not settled by their total are `naturals`, after a split (G7), or five `pictures` (C4.1).
    """

    terms: Terms
    hands: Hands
    totals: Integers
    premium: Floats
    may_hit: Flags
    may_double: Flags
    naturals: Flags
    pictures: Flags

    @classmethod
    def of(cls, terms: Terms, hands: Hands) -> Standing:
        """What the rows are by these terms."""
        size, is_split = hands.cards.sum(axis=1), hands.start != UNSPLIT
        totals, premium = _totals(hands), _premium(terms, hands)
        pictures = terms.five_pictures & ~is_split & (_pictures(hands) == 5) & (size == 5) & (premium == 0)
        of_aces = hands.start == ACE
        ends = (totals == 21) | pictures | ((terms.card_limit > 0) & (size >= terms.card_limit))
        play = terms.splits.aces_play
        after_split = terms.doubles.after_split & (~of_aces | (play == "as-others"))
        return cls(
            terms,
            hands,
            totals,
            premium,
            ~ends & ~(of_aces & (play == "one-card")),
            (size == 2) & (totals < 21) & ((terms.doubles.totals >> totals) & 1 == 1) & (~is_split | after_split),
            terms.naturals.after_split & is_split & (size == 2) & (totals == 21) & (hands.cards[:, ACE] == 1),
            pictures,
        )

    def worth(self, chances: Chances, stakes: int) -> Floats:
        """Net of standing on each row with so many stakes."""
        beside, settlement = self.hands.beside, self.terms.settlement
        worth = np.zeros(len(self.totals))
        for outcome, odds in chances.banker.items():
            if outcome != NATURAL:
                worth += odds[beside] * self._against(outcome) * stakes
        if NATURAL in chances.banker:
            worth -= chances.banker[NATURAL][beside] * self._lost_to_natural() * (1 if settlement.takes_original else stakes)
        return np.where(self.premium > 0, self.premium * stakes, worth)

    def _against(self, outcome: str) -> Floats:
        """Net of a stake where the banker ends so, but for a natural."""
        pays, settlement = self.terms.naturals.pays, self.terms.settlement
        worth = _by_total(settlement, self.totals, outcome)
        equal = 0.0 if settlement.naturals_tie else -1.0
        special = {PAIR_OF_ACES: (-1.0, -1.0), FIVE_PICTURES: (-1.0, equal)}.get(outcome, (pays, pays))
        return np.where(self.naturals, special[0], np.where(self.pictures, special[1], worth))

    def _lost_to_natural(self) -> Floats:
        """Of a stake; hands of a split lose nothing here where the box loses its stake but once: their pair has been charged with it."""
        settlement = self.terms.settlement
        lost = np.where(self.naturals, settlement.natural_lost, settlement.lost_to_natural)
        lost = np.where(self.pictures & settlement.naturals_tie, 0.0, lost)
        return np.where((self.hands.start != UNSPLIT) & settlement.takes_original, 0.0, lost)

    def over(self, chances: Chances) -> Floats:
        """Net of a stake that goes over 21 from each row, likewise."""
        bears_natural = (self.hands.start != UNSPLIT) & self.terms.settlement.takes_original
        return np.where(bears_natural, chances.natural[self.hands.beside], 0.0) - 1.0


def _by_total(settlement: Settlement, totals: Integers, outcome: str) -> Floats:
    if outcome == BUST:
        return np.ones(len(totals))
    banker = int(outcome) if outcome.isdecimal() else 22
    return np.where(totals == banker, -settlement.tie, np.sign(totals - banker))


def _totals(hands: Hands) -> Integers:
    pack = hands.pack
    hard: Integers = hands.cards @ np.array(pack.points)
    totals: Integers = hard + 10 * (pack.has_soft_aces & (hands.cards[:, ACE] > 0) & (hard <= 11))
    return totals


def _pictures(hands: Hands) -> Integers:
    pictures: Integers = hands.cards[:, [place for place, rank in enumerate(hands.pack.classes) if rank in PICTURES]].sum(axis=1)
    return pictures


def _premium(terms: Terms, hands: Hands) -> Floats:
    """The highest that is due to each row (G4)."""
    size = hands.cards.sum(axis=1)
    premiums: Floats = np.array([terms.premiums.of_cards(cards) for cards in range(int(size.max()) + 1)])[size]
    for ranks, pays in (("777", terms.premiums.sevens), ("678", terms.premiums.six_seven_eight)):
        if set(ranks) <= set(hands.pack.classes):
            made = (hands.cards == [ranks.count(rank) for rank in hands.pack.classes]).all(axis=1)
            premiums = np.where(made, pays, premiums)
    return premiums
