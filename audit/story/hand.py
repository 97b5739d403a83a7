"""A hand as the teller follows it: its cards, who has how much on it, and what has become of it."""

from __future__ import annotations

import attrs

from audit.story.cards import ACE, PICTURES, Rules, Values

OWNER = 0
"""Who a stake on a hand belongs to where it is its box's own player; another bettor is named by seat."""


@attrs.define
class Stake:
    """One person's stake on a hand: `base` is what doubles, splits and halves are reckoned from, `whole` all that lies there."""

    base: int
    whole: int
    settled: bool = False
    redoubled: bool = False


@attrs.define
class Hand:
    """A hand of a box, or the banker's (`path` D).

    `root` is the first, unsplit hand that it comes from. `hidden`: a card of it lies face down to the others; `face_down`: the card of
    its double does to everyone. `ended`: it was split or plays on as two. `following` are the bettors who match the next action.
    """

    path: str
    values: Values
    root: str = ""
    cards: list[str] = attrs.Factory(list)
    stakes: dict[int, Stake] = attrs.Factory(dict)
    from_split: bool = False
    hidden: bool = False
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
