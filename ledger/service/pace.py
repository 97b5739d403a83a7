"""How long a table waits: for an answer, or before a round that is due begins by itself."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from math import ceil

import attrs

from ledger.live.questions import Question
from ledger.live.session import LiveSession
from ledger.table.ask import SIDE_STAKES, STAKES
from ledger.table.session import Due

_OPEN = frozenset((STAKES, SIDE_STAKES))


def awaited(session: LiveSession | None) -> tuple[object, ...] | None:
    """What a table waits for, as something that stays equal while it does; None where no time runs.

    An open question for stakes stays the same whoever answers it first: everybody had the same time.
    """
    question = session.question if session else None
    if isinstance(question, Due):
        return ("due", question.round)
    if isinstance(question, Question):
        ask = question.ask
        return (ask.phase, ask.round) if ask.phase in _OPEN else (ask.phase, ask.round, question.number)
    return None


@attrs.define
class Pace:
    """One clock: `wait` starts it when something new is waited for, and `up` is called once its seconds are over."""

    up: Callable[[tuple[object, ...]], object]
    _loop: asyncio.AbstractEventLoop
    _waits: tuple[object, ...] | None = None
    _until: float | None = None
    _timer: asyncio.TimerHandle | None = None

    def wait(self, what: tuple[object, ...] | None, seconds: int | None) -> None:
        """From now on this is waited for, at most so many seconds; None for ever."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if what != self._waits:
            self._waits = what
            self._until = None if what is None or seconds is None else self._loop.time() + seconds
        if what is not None and self._until is not None:
            self._timer = self._loop.call_at(self._until, self.up, what)

    @property
    def seconds(self) -> int | None:
        """Seconds that are left, rounded up; None where no time runs."""
        return None if self._until is None else max(0, ceil(self._until - self._loop.time()))
