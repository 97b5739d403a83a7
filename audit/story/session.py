"""The records that a round's story needs: its session's, and the tournaments that count it.

The session's other rounds are told apart by their bytes and not decoded.
"""

from __future__ import annotations

from typing import TypeVar

import attrs

from audit.errors import RecordMissingError
from audit.ledger_dir import LedgerDir
from audit.lines import EVENT_MARK, ROUND_MARK, decode_line
from audit.notes import checkpoint_of
from audit.records import Event, Open, Record, Round, Unknown, Void
from audit.tree import leaf_hash

R = TypeVar("R")


@attrs.frozen
class SessionRecords:
    """The records of a session that one round's story needs, with the leaf that every shoe is bound to."""

    ledger: str
    records: list[Record | Unknown]
    open_leaf: bytes

    def all(self, kind: type[R]) -> list[R]:
        """Those of one kind, in order."""
        return [record for record in self.records if isinstance(record, kind)]

    def rounds(self) -> list[Round | Void]:
        """The rounds that were decoded, those that count first."""
        return [*self.all(Round), *self.all(Void)]


def _tournament(raw: bytes, seq: int, session: int) -> list[Record | Unknown]:
    """A tournament that counts the session; nothing if it does not."""
    record = decode_line(raw, seq)
    return [record] if isinstance(record, Event) and session in record.sessions else []


def records_of(ledger: LedgerDir, session: int, round_: int) -> SessionRecords:
    """The session's records but for the rounds that do not matter here; RecordMissingError if there is no such session."""
    mark, wanted = f'"session":{session},'.encode(), f'"round":{round_},'.encode()
    records: list[Record | Unknown] = []
    open_leaf, shoes = b"", set[bytes]()
    for seq, raw in ledger.lines():
        if EVENT_MARK in raw:
            records += _tournament(raw, seq, session)
        if mark not in raw:
            continue
        is_round = ROUND_MARK in raw
        if is_round and wanted not in raw and not any(shoe in raw for shoe in shoes):
            continue
        record = decode_line(raw, seq)
        records.append(record)
        if isinstance(record, Open):
            open_leaf = leaf_hash(raw)
        if isinstance(record, Round | Void) and record.round == round_:
            # The seed of a shoe that goes on is revealed in a later line.
            shoes = {f'"index":{use.index},'.encode() for use in record.shoes if use.seed is None}
    if not open_leaf:
        raise RecordMissingError(f"The ledger holds no session {session}; `shoe standings {ledger.path}` lists its sessions.")
    return SessionRecords(checkpoint_of(ledger.note).name, records, open_leaf)
