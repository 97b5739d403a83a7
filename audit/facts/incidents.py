"""Errors of dealing and the players' choices (B5, H8): what they were, and the log as it reads without them.

A card that is taken, kept or dealt late is a card of the deal or a hit; one that is refused or tossed came to nothing; `both` makes two
hands of a box, each a first hand of its own, as a split would. So all other facts, and the checks of them, need not know of errors.
"""

from __future__ import annotations

import attrs
import numpy as np

from audit.facts.columns import Array, Columns
from audit.facts.events import HAND_SHIFT, RANK_PLAY, RANK_SHIFT, Events
from audit.facts.grammar import BANKER, NO_CARD, VERB

OF_ERRORS = ("missed", "late", "exposed", "take", "refuse", "extra", "toss", "both", "unasked", "keep", "ruling")
BESIDE = 64
"""Places for hands in a pass of the deal, and as many after it for what makes up for it."""
IN_PLAY = 2
"""Where an error stands that is not in one of the deal's two passes, 0 and 1."""


@attrs.define
class Error:
    """An error with the choice made, or a choice that answers none (`error` 0); verbs are numbers, 0 for none, events −1 for none.

    `nth`: the pass of the deal, or IN_PLAY; `card`: that came by error, `before`: that an extra one was dealt after, `tossed`: that went;
    `follows`: whether another error of the same hand stands just before it.
    """

    event: int
    nth: int
    error: int
    choice: int = 0
    choice_event: int = -1
    card: int = NO_CARD
    before: int = NO_CARD
    tossed: int = NO_CARD
    follows: bool = False


class Reading:
    """Events as they are read anew, and the errors met on the way.

    They have further columns: root (a hand that `both` made), side (1 for the second of the two), slot (a sort key within the deal, −1
    elsewhere), taken (an exposed card of the deal that was taken).
    """

    def __init__(self, event: Columns) -> None:
        self.raw = event
        size = len(event["verb"])
        self.event: Columns = event | {name: event[name].copy() for name in ("verb", "card", "second", "place", "once")}
        self.event |= {name: np.zeros(size, dtype=bool) for name in ("root", "taken")}
        self.event |= {"side": np.zeros(size, dtype=np.uint8), "slot": np.full(size, -1, dtype=np.int32)}
        self.errors: list[Error] = []

    def becomes(self, event: int, verb: str, card: int = NO_CARD) -> None:
        """Let an event be another one."""
        self.event["verb"][event], self.event["card"][event] = VERB[verb], card

    def in_play(self, event: int) -> None:
        """Let an event stand anywhere among those of its hand in play."""
        self.event["place"][event] = (RANK_PLAY << RANK_SHIFT) + (int(self.raw["hand"][event]) << HAND_SHIFT)
        self.event["once"][event] = 0

    def in_deal(self, event: int, nth: int, place: int, first: int) -> None:
        """Let an event stand in a pass, at a hand's place, `first` before what has a higher number there."""
        self.event["slot"][event] = ((nth * 2 * BESIDE + place) << 5) + first
        self.event["once"][event] = 1


def table(errors: list[Error]) -> Columns:
    """Columns of errors, as their fields."""
    names = [field.name for field in attrs.fields(Error)]
    return {name: np.array([getattr(error, name) for error in errors], dtype=np.int64) for name in names}


def without_errors(event: Events, first_down: Array) -> tuple[Events, Columns]:
    """Give (events as without errors, errors); by round, whether the first pass is dealt face down."""
    rows = event.rows(*OF_ERRORS)
    rows = rows[(event["hand"][rows] != BANKER) | (event["verb"][rows] == VERB["ruling"])]  # else a banker keeps the bank
    if not len(rows):
        return event, table([])
    from audit.facts.mending import Mending

    reading = Reading(event)
    for rnd in np.unique(event["rnd"][rows]).tolist():
        begin, end = np.searchsorted(event["rnd"], [rnd, rnd + 1]).tolist()
        Mending(reading, down=bool(first_down[rnd])).read(begin, end)
    return Events(reading.event), table(reading.errors)
