"""Which lines each session has: their numbers, four bytes each, and which of them are rounds."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Sequence

import attrs

from ledger.proof.choosing import makes_changes

_RECORD, _SESSION = b'"record":"', b'"session":'
_PLAYED = (b"round", b"void")


def _numbers() -> array[int]:
    return array("I")


@attrs.define
class SessionLines:
    """A session's lines, rising: `lines` by seq; `rounds`, each round or void by its place among them; `changes`, see `makes_changes`."""

    lines: array[int] = attrs.field(factory=_numbers)
    rounds: array[int] = attrs.field(factory=_numbers)
    changes: array[int] = attrs.field(factory=_numbers)

    def below(self, size: int) -> int:
        """How many of the lines are among the ledger's first `size`."""
        return bisect_left(self.lines, size)


@attrs.define
class Sessions:
    """The sessions of the lines taken in so far, by number, and those that are closed, in order; changes of key and tournaments by seq."""

    by_number: dict[int, SessionLines] = attrs.Factory(dict)
    keys: array[int] = attrs.field(factory=_numbers)
    events: array[int] = attrs.field(factory=_numbers)
    closed: array[int] = attrs.field(factory=_numbers)

    def take(self, first: int, lines: Sequence[bytes]) -> None:
        """Further lines, the first of which has this seq."""
        for seq, line in enumerate(lines, first):
            kind = kind_of(line)
            if number := _session_of(line):
                self._take(number, seq, line, kind)
            elif kind == b"key":
                self.keys.append(seq)
            elif kind == b"event":
                self.events.append(seq)

    def _take(self, number: int, seq: int, line: bytes, kind: bytes) -> None:
        session = self.by_number.get(number)
        if session is None:
            session = self.by_number[number] = SessionLines()
        if kind in _PLAYED:
            session.rounds.append(len(session.lines))
            if makes_changes(line):
                session.changes.append(seq)
        elif kind == b"close":
            self.closed.append(number)
        session.lines.append(seq)


def kind_of(line: bytes) -> bytes:
    """A record's kind: no name or text can hold a bare quotation mark in JSON."""
    kind = line.index(_RECORD) + len(_RECORD)
    return line[kind : line.index(b'"', kind)]


def _session_of(line: bytes) -> int:
    """The number of a record's session, 0 for none: before it a rule set's may stand; a tournament's have no comma after them."""
    found = line.rfind(_SESSION)
    number = line[found + len(_SESSION) : line.find(b",", found)] if found >= 0 else b""
    return int(number) if number.isdigit() else 0
