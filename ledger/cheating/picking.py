"""Choosing what to change, by seed, and pointing at it in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

import attrs

from ledger.cards import CARD_NAMES
from ledger.cheating.history import Change, History, Line
from ledger.cheating.true_cards import next_card
from ledger.errors import LedgerProblem
from ledger.shoe.hashing import Stream, u64

T = TypeVar("T")


@attrs.define
class Cheat:
    """One kind of change at work on one history."""

    kind: str
    history: History
    _stream: Stream

    @classmethod
    def at_work(cls, kind: str, history: History, seed: int) -> Cheat:
        """The choices that `seed` makes for this kind."""
        return cls(kind, history, Stream(b"sealedshoe/1/cheat", kind.encode(), u64(seed)))

    def one_of(self, options: Sequence[T]) -> T:
        """One of the options; LedgerProblem if there is none."""
        if not options:
            raise LedgerProblem(f"This ledger holds nothing that a change of the kind “{self.kind}” could touch; try another kind.")
        return options[self._stream.below(len(options))]

    def number(self, low: int, high: int) -> int:
        """A number from low to high."""
        return low + self._stream.below(high - low + 1)

    def card_after(self, record: Line) -> str:
        """A card too many for a round: the one that its shoe holds next, where that can be told."""
        return next_card(self.history, record) or self.one_of(CARD_NAMES)

    def event(self, wanted: Callable[[str], bool], *kinds: str) -> tuple[Line, int]:
        """One event of a log for which `wanted` says yes: its record and its index."""
        return self.one_of(
            [(record, at) for record in self.history.of(*(kinds or ("round",))) for at, event in enumerate(record["log"]) if wanted(event)]
        )

    def rewrite(self, record: Line, at: int, event: str | None, what: str) -> Change:
        """Put other words in place of an event, or nothing; the money moves as the log then says."""
        log = list(record["log"])
        log[at : at + 1] = [] if event is None else [event]
        return self.put(record, at, log, what, record["log"][at], event or "(nothing)")

    def put(self, record: Line, at: int, log: list[str], what: str, before: str, after: str) -> Change:
        """Give a round another log, and move the money as it says."""
        self.history.put(record, log)
        return Change(self.kind, what, place_of(record, at), before, after)

    def field(self, record: Line, key: str, value: object, what: str) -> Change:
        """Put another value in place of a record's."""
        before = record[key]
        record[key] = value
        return Change(self.kind, what, place_of(record), f"{key} {before}", f"{key} {value}")


def place_of(record: Line, at: int | None = None) -> str:
    """Where a record stands, in words."""
    if record["record"] in ("round", "void"):
        event = "" if at is None else f", event {at + 1}"
        return f"session {record['session']}, round {record['round']}{event}"
    session = f" of session {record['session']}" if "session" in record else ""
    return f"the {record['record']} line{session}"


def verb(event: str) -> str:
    """An event's verb."""
    return event.split(" ")[1]
