"""What may stand next between two rounds."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator
from typing import NamedTuple

PASSES, DRAWN, ASKED, AUCTION, WILL, LIMITS, LEAVING = "passes", "drawn", "asked", "auction", "will", "limits", "leaving"
CLOSING = "closing"
"""What a question is about."""


class Due(NamedTuple):
    """The event that is due: one of `events`, or one that `fits`; none at all where it `may` also be left out."""

    about: str
    told: str
    events: tuple[str, ...] = ()
    fits: Callable[[str], bool] | None = None
    may: bool = False

    def takes(self, event: str) -> bool:
        """Whether an event is a right answer."""
        return event in self.events or (self.fits is not None and self.fits(event))


Asking = Generator[Due, str | None, str]
"""Asks for one event after another, is given what was recorded (None where it may be and was left out), and gives what comes of it."""

ROUND, PLAYERS, SEEDS = "round", "players", "seeds"
"""What comes of a phase: a further round, or the end of the session for one of these reasons."""
_TWO = re.compile(r"(?:D|[1-9][0-9]?) limits (0|[1-9][0-9]{0,12}) (0|[1-9][0-9]{0,12})")
_GOING = re.compile(r"s([1-9][0-9]?) (leave|out)")
_BID = re.compile(r"s[1-9][0-9]? (?:bid|pays|lot) (0|[1-9][0-9]{0,12})")


def one(about: str, *events: str, may: bool = False) -> Due:
    """One of these events is due."""
    return Due(about, " or ".join(events), events, may=may)


def two_numbers(event: str) -> tuple[int, int] | None:
    """Read the numbers of `limits`."""
    found = _TWO.fullmatch(event)
    return (int(found[1]), int(found[2])) if found else None


def number(event: str) -> int:
    """Read the number of a bid, −1 where there is none."""
    found = _BID.fullmatch(event)
    return int(found[1]) if found else -1


def going(event: str, *acts: str) -> int:
    """Read who leaves or drops out, as far as it is one of these acts; 0 where nobody does."""
    found = _GOING.fullmatch(event)
    return int(found[1]) if found and found[2] in acts else 0
