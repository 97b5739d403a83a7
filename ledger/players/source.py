"""Where answers come from: bots, scripts, a person at a terminal."""

from __future__ import annotations

from typing import Protocol

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
