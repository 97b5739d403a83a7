"""What a live session waits for."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto

import attrs

from ledger.live.seating import HashesDue, RevealsDue
from ledger.table.ask import Ask
from ledger.table.session import Due


@attrs.frozen
class Question:
    """An answer: `number` counts those that the session has taken, so that none is taken twice."""

    number: int
    ask: Ask


class Paused(Enum):
    """A round's `begin`, or its line, was written: what follows waits until somebody says that it is durable."""

    PAUSED = auto()


PAUSED = Paused.PAUSED
Standing = Question | Due | HashesDue | RevealsDue | Paused | None
"""None once the session is closed."""


def stands(standing: Standing, players: Sequence[str]) -> str:
    """Where a session stands, in words that anybody may read: what somebody is asked may tell what only they know (G8)."""
    if isinstance(standing, Due):
        return f"round {standing.round} is due"
    if standing is None:
        return "it is closed"
    if isinstance(standing, Paused):
        return "a line that was just written is not durable yet"
    if isinstance(standing, (HashesDue, RevealsDue)):
        what = "hashes of the entropies" if isinstance(standing, HashesDue) else "the entropies"
        return f"it waits for {what} of {', '.join(players[seat - 1] for seat in standing.seats)}"
    ask = standing.ask
    who = players[ask.seat - 1] if ask.seat else "the table"
    return f"round {ask.round}, {who} is asked"
