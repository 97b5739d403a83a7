"""The records that a round's story needs: its session's, and the tournaments that count it.

Of the session's other rounds those are decoded that changed the company, the one just before, and those that reveal a seed; they are told
apart by their bytes.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Protocol, TypeVar

import attrs

from audit.errors import RecordMissingError
from audit.lines import EVENT_MARK, ROUND_MARK, decode_line
from audit.notes import checkpoint_of
from audit.records import Event, OfSession, Open, Record, Round, Unknown, Void
from audit.tree import leaf_hash

R = TypeVar("R")

MARKS = (b' leave"', b' out"', b' bank"', b" limits ")
"""One of them stands in the bytes of every round that changed who is at the table, who banks, or the limits."""


class Readable(Protocol):
    """Lines of a ledger: all that a checkpoint covers, or those that a bundle has."""

    @property
    def path(self) -> Path:
        """Where they come from."""

    @property
    def note(self) -> bytes:
        """The checkpoint."""

    def lines(self) -> Iterator[tuple[int, bytes]]:
        """Each line with its `seq`, in order."""


@attrs.frozen
class SessionRecords:
    """The records of a session that one round's story needs, with the leaf that every shoe is bound to; `lines` are theirs, by `seq`."""

    ledger: str
    records: list[Record | Unknown]
    open_leaf: bytes
    lines: dict[int, bytes] = attrs.Factory(dict)

    def all(self, kind: type[R]) -> list[R]:
        """Those of one kind, in order."""
        return [record for record in self.records if isinstance(record, kind)]

    def of_session(self) -> list[OfSession]:
        """Those that are the session's own."""
        return [record for record in self.records if isinstance(record, OfSession)]

    def rounds(self) -> list[Round | Void]:
        """The rounds that were decoded, those that count first."""
        return [*self.all(Round), *self.all(Void)]


def _tournament(raw: bytes, seq: int, session: int) -> list[Record | Unknown]:
    """A tournament that counts the session; nothing if it does not."""
    record = decode_line(raw, seq)
    return [record] if isinstance(record, Event) and session in record.sessions else []


def records_of(ledger: Readable, session: int, round_: int) -> SessionRecords:
    """The session's records but for the rounds that do not matter here; RecordMissingError if there is no such session."""
    mark, wanted = f'"session":{session},'.encode(), f'"round":{round_},'.encode()
    records: list[Record | Unknown] = []
    open_leaf, later, before = b"", set[bytes](), (0, b"")
    lines: dict[int, bytes] = {}
    is_past = False
    for seq, raw in ledger.lines():
        if EVENT_MARK in raw:
            records += _tournament(raw, seq, session)
        if mark not in raw:
            continue
        if ROUND_MARK in raw and not any(each in raw for each in ((wanted, *later) if is_past else (wanted, *MARKS))):
            before = before if is_past else (seq, raw)
            continue
        record = decode_line(raw, seq)
        if isinstance(record, Open):
            open_leaf = leaf_hash(raw)
        if isinstance(record, Round | Void) and record.round == round_:
            if before[1]:
                records.append(decode_line(before[1], before[0]))
                lines[before[0]] = before[1]
            later, is_past = _revealed_later(record), True
        records.append(record)
        lines[seq] = raw
        before = (0, b"") if isinstance(record, Round | Void) else before
    if not open_leaf:
        raise RecordMissingError(f"The ledger holds no session {session}; `shoe standings {ledger.path}` lists its sessions.")
    return SessionRecords(checkpoint_of(ledger.note).name, records, open_leaf, lines)


def _revealed_later(record: Round | Void) -> set[bytes]:
    """Marks of later rounds that may reveal the seed of a shoe that goes on, or of the one whose stream a lot was drawn from."""
    indices = {use.index for use in record.shoes if use.seed is None}
    if any(" lot " in event for event in record.log):
        indices.add(max((use.index for use in record.shoes), default=0) + 1)
    return {f'"index":{index},'.encode() for index in indices}


def beginning_of(ledger: Readable, session: int, index: int) -> Round | Void | None:
    """The round in which a shoe was shuffled."""
    mark, events = f'"session":{session},'.encode(), tuple(f'"D {verb} {index}"'.encode() for verb in ("shuffle", "reshuffle"))
    for seq, raw in ledger.lines():
        if mark in raw and any(event in raw for event in events):
            record = decode_line(raw, seq)
            if isinstance(record, Round | Void):
                return record
    return None
