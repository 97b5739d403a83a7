"""Clocks: the only source of time, always given from outside."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Protocol

FORM = "%Y-%m-%dT%H:%M:%SZ"
LAST_START = 9000


class Clock(Protocol):
    """Gives the time as the ledger writes it, `YYYY-MM-DDTHH:MM:SSZ`."""

    def read(self) -> str:
        """The time now."""


class SystemClock:
    """The computer's own clock, in UTC."""

    def read(self) -> str:
        """The time now."""
        return _written(datetime.now(UTC))


class SteppingClock:
    """A clock that starts at a given time and goes on by one second at each reading."""

    def __init__(self, start: str) -> None:
        """`start` as `YYYY-MM-DDTHH:MM:SSZ`, not after the year 9000, so that no session outlasts the calendar; ValueError otherwise."""
        self._next = datetime.strptime(start, FORM)  # noqa: DTZ007 - UTC as FORM says; with a zone it is written at half the speed
        if self._next.strftime(FORM) != start or self._next.year > LAST_START:
            raise ValueError(start)

    def read(self) -> str:
        """The next second."""
        now = self._next
        self._next += timedelta(seconds=1)
        return _written(now)


def _written(time: datetime) -> str:
    """A time in UTC, of a year with four digits, as FORM has it; `strftime` was measured to take four times as long."""
    return f"{time.isoformat()[:19]}Z"
