"""The records of a ledger and their canonical lines (FORMAT.md §2, §4)."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from ledger.errors import LedgerProblem

FORMAT = 1
HEIGHTS = range(4, 25)
"""What `height` may be: lines a history file, as a power of two."""
LONGEST_LINE = 65_535
PublicKey = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=\Z")]
Signature = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9+/]{85}[AQgw]==\Z")]
"""Base64 of 32 and of 64 bytes, in its one form."""


class Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="record"):
    """What every record has."""

    seq: int
    time: str


class InSession(Record, frozen=True, kw_only=True):
    """What every record of a session has; `prev` is the seq of the session's line before."""

    session: int
    prev: int


class Ledger(Record, frozen=True, kw_only=True, tag="ledger"):
    """Leaf 0."""

    format: int
    height: int
    name: str
    vkey: str


class Open(InSession, frozen=True, kw_only=True, tag="open"):
    """A session begins: its rules and the commitment to its cards."""

    chain: int
    commitment: str
    mode: str
    rules: dict[str, dict[str, Any]]
    rules_hash: str
    table: str


class SeatTaken(InSession, frozen=True, kw_only=True, tag="seat"):
    """A person sits down, with the hash of their entropy."""

    boxes: tuple[int, ...]
    entropy_hash: str
    key: str | None
    name: str
    seat: int
    source: str
    stack: int


class Start(InSession, frozen=True, kw_only=True, tag="start"):
    """The entropies revealed."""

    entropy: tuple[str, ...]


class ShoeEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A shoe of a round: seed null while it goes on."""

    first: int
    index: int
    seed: str | None


class Begin(InSession, frozen=True, kw_only=True, tag="begin"):
    """A live round, signed before its first card is shown."""

    balances: tuple[int, ...]
    banker: int
    log: tuple[str, ...]
    round: int
    shoes: tuple[ShoeEntry, ...]


class RoundPlayed(InSession, frozen=True, kw_only=True, tag="round"):
    """A whole round."""

    after: tuple[int, ...]
    banker: int
    before: tuple[int, ...]
    log: tuple[str, ...]
    round: int
    shoes: tuple[ShoeEntry, ...]


class Void(InSession, frozen=True, kw_only=True, tag="void"):
    """A round broken off, stakes returned."""

    after: tuple[int, ...]
    banker: int
    before: tuple[int, ...]
    log: tuple[str, ...]
    reason: str
    round: int
    shoes: tuple[ShoeEntry, ...]


class SignedAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An answer of a seat with a key, the event in which it stands, how many events it was given upon, and the signature (base64)."""

    answer: str
    event: int
    seat: int
    seen: int
    signature: str


class Signed(InSession, frozen=True, kw_only=True, tag="signed"):
    """Signed answers whose events stand in the session's next round, void or close."""

    answers: tuple[SignedAnswer, ...]
    round: int


class Ruling(InSession, frozen=True, kw_only=True, tag="ruling"):
    """A supervisor's ruling."""

    about: int
    text: str


class EventStanding(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A place in a tournament of several sessions."""

    name: str
    net: int
    place: int
    seat: int
    session: int


class Event(Record, frozen=True, kw_only=True, tag="event"):
    """A tournament and its standings."""

    name: str
    sessions: tuple[int, ...]
    standings: tuple[EventStanding, ...]


class Key(Record, frozen=True, kw_only=True, tag="key"):
    """A new signing key from here on."""

    vkey: str


class Standing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A place in one session."""

    net: int
    place: int
    seat: int


class Close(InSession, frozen=True, kw_only=True, tag="close"):
    """A session ends: s_N, final balances, standings."""

    balances: tuple[int, ...]
    log: tuple[str, ...]
    reason: str
    seed: str
    standings: tuple[Standing, ...]


AnyRecord = Ledger | Open | SeatTaken | Start | Begin | RoundPlayed | Void | Signed | Ruling | Event | Key | Close

_encoder = msgspec.json.Encoder(order="sorted")
_decoder = msgspec.json.Decoder(AnyRecord)


def canonical(value: object) -> bytes:
    """Canonical JSON (RFC 8785; our keys are ASCII, so code point order is its order)."""
    return _encoder.encode(value)


def encode(record: AnyRecord) -> bytes:
    """The record's line without its newline; LedgerProblem if it is too long to be one."""
    line = _encoder.encode(record)
    if len(line) > LONGEST_LINE:
        raise LedgerProblem(f"Record {record.seq} would be {len(line)} bytes long, more than {LONGEST_LINE}; nothing was written.")
    return line


def decode(line: bytes) -> AnyRecord:
    """A record from a line of our own ledger; LedgerProblem if it is not one."""
    try:
        record = _decoder.decode(line)
    except (msgspec.DecodeError, RecursionError) as error:
        raise LedgerProblem(f"A line of the ledger is not a record ({error}); `shoe audit` tells more.") from error
    if _encoder.encode(record) != line:
        raise LedgerProblem(f"Line {record.seq} of the ledger is not in canonical form; `shoe audit` tells more.")
    return record
