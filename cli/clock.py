"""`--clock`: the computer's own time, or one that starts where asked, so that a session can be made again byte for byte."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from ledger.clock import Clock

F = TypeVar("F", bound=Callable[..., Any])


def clock_option(function: F) -> F:
    """--clock TIME."""
    text = "A clock that starts at this time (2026-01-31T20:00:00Z) and goes on by one second a reading, instead of the computer's."
    return click.option("--clock", metavar="TIME", help=text)(function)


def clock_at(start: str | None) -> Clock:
    """The clock to record by."""
    from ledger.clock import SteppingClock, SystemClock

    if start is None:
        return SystemClock()
    try:
        return SteppingClock(start)
    except ValueError as error:
        raise click.BadParameter(f"“{start}” is no time like 2026-01-31T20:00:00Z, up to the year 9000", param_hint="'--clock'") from error
