"""A hand in play and the arithmetic of totals (T2.1, T3.1, T5.1)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ledger.cards import IS_ACE, IS_PICTURE, RANK_OF

FIVE_PICTURES = 5


class Bettor(msgspec.Struct, eq=False, gc=False):
    """Somebody's stake on a hand: its owner's, or that of another person who bets on it (P1.4, B8.1).

    `path` is the hand's as the log names it for this person; `original_stake` what doubles, splits and halves are reckoned from.
    """

    path: str
    seat: int
    stake: int
    original_stake: int


class Hand(msgspec.Struct, eq=False, gc=False):
    """One hand: where it stands, who has staked on it, what it holds.

    `path` names it in the log; `root` is the first hand that it was split from; `bettors` are those whose stakes are not settled
    yet, the owner first. `points` counts every soft ace as 1; `total` is the best, the largest not over 21 if there is one, and `soft`
    says whether an ace counts 11 in it: both are asked for three times as often as a card falls. `settled` means that all its outcomes
    are in the log.
    """

    path: str
    seat: int
    bettors: list[Bettor] = msgspec.field(default_factory=list)
    root: str = ""
    cards: list[int] = msgspec.field(default_factory=list)
    points: int = 0
    aces: int = 0
    total: int = 0
    soft: bool = False
    from_split: bool = False
    from_aces: bool = False
    hidden: bool = False
    face_down: bool = False
    claimed: bool = False
    overstood: bool = False
    busted: bool = False
    settled: bool = False

    def take(self, card: int, values: Sequence[int], soft_aces: Sequence[bool] = IS_ACE) -> None:
        """Add a card; `soft_aces` says which cards may count ten more."""
        self.cards.append(card)
        points = self.points = self.points + values[card]
        if soft_aces[card]:
            self.aces += 1
        # As `add_up` does, whose call for each card was measured a fiftieth of a round.
        soft = self.soft = self.aces > 0 and points <= 11
        self.total = points + 10 if soft else points

    def give_back(self, card: int, values: Sequence[int], soft_aces: Sequence[bool] = IS_ACE) -> None:
        """Take a card away again (B5): of two alike the later one, so that a first card stays the first."""
        del self.cards[-1 - self.cards[::-1].index(card)]
        self.points -= values[card]
        if soft_aces[card]:
            self.aces -= 1
        self.add_up()

    def add_up(self) -> None:
        """Set `total` and `soft` from the points and the aces among them."""
        points = self.points
        soft = self.soft = self.aces > 0 and points <= 11
        self.total = points + 10 if soft else points

    @property
    def is_natural(self) -> bool:
        """A two-card 21 on a first, unsplit hand."""
        return self.total == 21 and len(self.cards) == 2 and not self.from_split

    @property
    def is_pair_of_aces(self) -> bool:
        """Two aces on a first, unsplit hand (C3.6)."""
        return len(self.cards) == 2 and not self.from_split and IS_ACE[self.cards[0]] and IS_ACE[self.cards[1]]

    @property
    def has_five_pictures(self) -> bool:
        """Five pictures on an unsplit hand (C4.1)."""
        return len(self.cards) == FIVE_PICTURES and not self.from_split and all(IS_PICTURE[card] for card in self.cards)

    @property
    def stake(self) -> int:
        """What the owner has staked on it."""
        return self.bettors[0].stake

    @property
    def original_stake(self) -> int:
        """The owner's stake before doubling."""
        return self.bettors[0].original_stake

    @property
    def others(self) -> list[Bettor]:
        """Other people who have staked on it, while its owner plays."""
        return self.bettors[1:]


def is_pair(first: int, second: int, pairs: str, values: Sequence[int]) -> bool:
    """Whether two cards make a pair under `split.pairs` (T5.1, C3.1, B4.2)."""
    if pairs == "off":
        return False
    if RANK_OF[first] == RANK_OF[second]:
        return True
    if pairs == "value":
        return values[first] == values[second]
    return pairs == "rank-or-picture" and IS_PICTURE[first] and IS_PICTURE[second]
