"""Clocks: the only source of time, always given from outside."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Protocol

FORM = "%Y-%m-%dT%H:%M:%SZ"
LAST_START = 9000
_SECONDS_AT = len("2026-01-01T00:00:")
_MINUTE = 60


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
        begin = datetime.strptime(start, FORM)  # noqa: DTZ007 - UTC as FORM says
        if begin.strftime(FORM) != start or begin.year > LAST_START:
            raise ValueError(start)
        self._minute, self._second = begin.replace(second=0), begin.second
        self._text = _written(begin)[:_SECONDS_AT]

    def read(self) -> str:
        """The next second: a minute is written once."""
        second = self._second
        if second == _MINUTE:
            self._minute += timedelta(minutes=1)
            self._text, second = _written(self._minute)[:_SECONDS_AT], 0
        self._second = second + 1
        return f"{self._text}{second:02}Z"


def _written(time: datetime) -> str:
    """A time in UTC, of a year with four digits, as FORM has it; `strftime` was measured to take four times as long."""
    return f"{time.isoformat()[:19]}Z"
