"""Where answers come from: bots, scripts, a person at a terminal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, runtime_checkable

from ledger.errors import LedgerError
from ledger.table.ask import Ask


class Interrupted(LedgerError):
    """A person broke the session off; the round in play is recorded as void and the session closed."""


class Voided(LedgerError):
    """The director breaks off the round in play; the session goes on."""


class Source(Protocol):
    """Answers the questions put to one seat."""

    def answer(self, ask: Ask, /) -> str:
        """An answer in the words of the grammar, `who act`; `ask.refused` says why the last one was refused.

        In a live session also `who timeout`, for want of an answer, and `s2 leave`, after which it is asked again.
        """

    def leaves(self, round_number: int, seat: int, /) -> bool:
        """Whether the player gets up before this round."""


class Seen(Protocol):
    """What a player goes by when a hand's turn comes: the hand itself, or the question about it. Cards are numbers as in `ledger.cards`."""

    @property
    def cards(self) -> Sequence[int]:
        """The hand's cards."""

    @property
    def total(self) -> int:
        """Its best total."""

    @property
    def soft(self) -> bool:
        """Whether an ace counts 11 in it."""

    @property
    def from_split(self) -> bool:
        """Whether it came of a split."""


Strategy = Callable[[Seen, int, tuple[str, ...], int], tuple[str, ...]]
"""What a player makes of a turn, best first: of a hand, the banker's upcard, what is legal, and how many stood before.

The first wish that is legal is played; where none is, the hand stands.
"""


@runtime_checkable
class Ordered(Source, Protocol):
    """A source whose answers are known beforehand, so that a batch session need not put the questions to it.

    It stakes the least that it may, plays its turns by `wishes`, and never gets up. `answer` says the same to whoever asks all the same,
    and is asked whatever else arises.
    """

    @property
    def wishes(self) -> Strategy:
        """How it plays a turn."""
