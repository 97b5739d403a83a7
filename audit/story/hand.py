"""A hand as the teller follows it: its cards, who has how much on it, and what has become of it."""

from __future__ import annotations

import attrs

from audit.story.cards import ACE, PICTURES, Rules, Values

OWNER = 0
"""Who a stake on a hand belongs to where it is its box's own player; another bettor is named by seat."""


@attrs.define
class Stake:
    """One person's stake on a hand: `base` is what doubles, splits and halves are reckoned from, `whole` all that lies there.

    `outcome` is the log's word for what became of it and `payout` what came back, `charged` what it cost beyond itself; `insured` is the
    insurance on it, and `insurance` what came back of that.
    """

    base: int
    whole: int
    settled: bool = False
    redoubled: bool = False
    outcome: str = ""
    payout: int = 0
    charged: int = 0
    insured: int = 0
    insurance: int = 0

    def settle(self, outcome: str, payout: int) -> None:
        """Nothing is left to decide about it."""
        self.settled, self.outcome, self.payout = True, outcome, payout


@attrs.define
class Hand:
    """A hand of a box, or the banker's (`path` D).

    `root` is the first, unsplit hand that it comes from. `down` are the places of cards that lie face down to the others; `face_down`: the
    card of its double does to everyone. `ended`: it was split or plays on as two. `following` are the bettors who match the next action.
    """

    path: str
    values: Values
    root: str = ""
    cards: list[str] = attrs.Factory(list)
    stakes: dict[int, Stake] = attrs.Factory(dict)
    from_split: bool = False
    down: set[int] = attrs.Factory(set)
    face_down: bool = False
    claimed: bool = False
    overstood: bool = False
    busted: bool = False
    surrendered: bool = False
    sits: bool = False
    ended: bool = False
    doubled: int = 0
    following: list[int] = attrs.Factory(list)

    @property
    def total(self) -> int:
        """The total that counts."""
        return self.values.total(self.cards)[0]

    @property
    def bust(self) -> bool:
        """Over 21, whatever an ace may count."""
        return self.total > 21

    @property
    def hidden(self) -> bool:
        """Whether a card of it lies face down to the others."""
        return bool(self.down)

    @property
    def lying_face_down(self) -> tuple[int, ...]:
        """The places of the cards whose faces not everybody sees."""
        return tuple(sorted(self.down | ({len(self.cards) - 1} if self.face_down else set())))

    @property
    def words(self) -> str:
        """Its total in words."""
        return self.values.words(self.cards)

    @property
    def natural(self) -> bool:
        """An ace with a ten-value card on a first, unsplit hand (T3.1)."""
        return self.two_card_21 and not self.from_split

    @property
    def makes(self) -> str:
        """What it is in the deal: a natural, or a total."""
        return "a natural" if self.natural else self.words

    @property
    def two_card_21(self) -> bool:
        """21 with two cards, after a split too."""
        return len(self.cards) == 2 and self.total == 21

    @property
    def pair_of_aces(self) -> bool:
        """Two aces on a first, unsplit hand (C3.6)."""
        return not self.from_split and [card[0] for card in self.cards] == [ACE, ACE]

    @property
    def five_pictures(self) -> bool:
        """Five pictures on an unsplit hand (C4.1)."""
        return not self.from_split and len(self.cards) == 5 and all(card[0] in PICTURES for card in self.cards)

    @property
    def open_stakes(self) -> list[int]:
        """Who still has an unsettled stake on it: the owner first, then others by seat."""
        return sorted(bettor for bettor, stake in self.stakes.items() if not stake.settled)

    def take_away(self, card: str) -> None:
        """Remove the last such card; where it lay face down, what is left does."""
        if card not in self.cards:
            return
        at = len(self.cards) - 1 - self.cards[::-1].index(card)
        del self.cards[at]
        rest = {place - (place > at) for place in self.down if place != at}
        self.down = rest or ({0} if self.down else set())

    def stake(self, bettor: int = OWNER) -> Stake:
        """One person's stake; nothing where they made none, so that any log can be told."""
        return self.stakes.setdefault(bettor, Stake(0, 0))

    def counts_as_natural(self, rules: Rules) -> bool:
        """Whether it is paid as a natural: a first hand's, or after a split where the rules say so (T5.4, G7)."""
        return self.natural or (self.two_card_21 and bool(rules["natural"]["after_split"]))

    def in_play(self) -> bool:
        """Whether it still waits for an outcome."""
        return not self.ended and not self.sits and bool(self.open_stakes)

    def ordinary(self, rules: Rules) -> bool:
        """Whether it is a live ordinary hand, so that the banker's total matters to it (G5)."""
        return self.in_play() and not self.claimed and not self.counts_as_natural(rules)
