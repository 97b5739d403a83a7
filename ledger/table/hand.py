"""A hand in play and the arithmetic of totals (T2.1, T3.1, T5.1)."""

from __future__ import annotations

import attrs

from ledger.cards import IS_ACE, RANK_OF, TEN_RANKS

_JACK_RANK = 10


@attrs.define(eq=False)
class Hand:
    """One hand: where it stands, what is staked on it, what it holds.

    `points` counts every ace as 1; `settled` means that its outcome is in the log.
    """

    path: str
    seat: int
    stake: int = 0
    original_stake: int = 0
    cards: list[int] = attrs.Factory(list)
    points: int = 0
    aces: int = 0
    from_split: bool = False
    from_aces: bool = False
    settled: bool = False

    def take(self, card: int, values: tuple[int, ...]) -> None:
        """Add a card."""
        self.cards.append(card)
        self.points += values[card]
        if IS_ACE[card]:
            self.aces += 1

    @property
    def soft(self) -> bool:
        """Whether an ace counts 11."""
        return self.aces > 0 and self.points <= 11

    @property
    def total(self) -> int:
        """The best total: the largest not over 21, if there is one."""
        points = self.points
        return points + 10 if self.aces and points <= 11 else points

    @property
    def is_natural(self) -> bool:
        """A two-card 21 on a first, unsplit hand."""
        return len(self.cards) == 2 and not self.from_split and self.total == 21


def is_pair(first: int, second: int, pairs: str) -> bool:
    """Whether two cards make a pair under `split.pairs` (T5.1, C3.1, B4.2)."""
    one, other = RANK_OF[first], RANK_OF[second]
    if pairs == "off":
        return False
    if one == other:
        return True
    if pairs == "value":
        return one in TEN_RANKS and other in TEN_RANKS
    return pairs == "rank-or-picture" and one >= _JACK_RANK and other >= _JACK_RANK
