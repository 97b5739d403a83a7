"""The records of a ledger (FORMAT §4) as strict values: every key required, no other allowed, no value of another type.

Fields stand in the format's order; `record` is the tag. What types cannot say (the form of a hash, a name) `lines.decode_line` checks.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from audit.values import MAX_INTEGER

Int = Annotated[int, Meta(ge=-MAX_INTEGER, le=MAX_INTEGER)]
Count = Annotated[int, Meta(ge=0, le=MAX_INTEGER)]
Number = Annotated[int, Meta(ge=1, le=MAX_INTEGER)]
Stack = Annotated[int, Meta(ge=1, le=10**12)]
RuleValue = bool | Int | str | list[Int | str]
Rules = dict[str, dict[str, RuleValue]]


class Strict(Struct, forbid_unknown_fields=True, frozen=True, tag_field="record", gc=False):
    """What every record has: its leaf index and its time in UTC."""

    seq: Count
    time: str


class Ledger(Strict, tag="ledger", frozen=True):
    """Leaf 0: the ledger's name, verifier key and the number of lines a file (2 to the power `height`)."""

    format: Int
    height: Annotated[int, Meta(ge=4, le=24)]
    name: str
    vkey: str


class OfSession(Strict, frozen=True):
    """A record of a session; `prev` is the `seq` of the session's record before, 0 in `open`."""

    session: Number
    prev: Count


class Open(OfSession, tag="open", frozen=True):
    """A session begins: the rule set, and the commitment to every shoe (s_0, hex)."""

    chain: Annotated[int, Meta(ge=1, le=2**24)]
    commitment: str
    mode: Literal["batch", "live"]
    rules: Rules
    rules_hash: str
    table: str


class Seat(OfSession, tag="seat", frozen=True):
    """A player sits down, with the hash of their entropy; `stack` is money."""

    boxes: Annotated[list[Annotated[int, Meta(ge=1, le=16)]], Meta(max_length=16)]
    entropy_hash: str
    key: str | None
    name: str
    seat: Annotated[int, Meta(ge=1, le=16)]
    source: Literal["own", "house"]
    stack: Stack


class Start(OfSession, tag="start", frozen=True):
    """The entropies are revealed, in seat order (hex)."""

    entropy: Annotated[list[str], Meta(max_length=16)]


class ShoeUse(Struct, forbid_unknown_fields=True, frozen=True, gc=False):
    """A shoe that a round dealt from: the position of the first card, the index in the chain, the seed once it has ended (hex)."""

    first: Count
    index: Number
    seed: str | None


class Begin(OfSession, tag="begin", frozen=True):
    """A live round begins."""

    balances: list[Int]
    banker: Count
    log: list[str]
    round: Number
    shoes: list[ShoeUse]


class Round(OfSession, tag="round", frozen=True):
    """A round that was played: balances by account before and after, and every event in order."""

    after: list[Int]
    banker: Count
    before: list[Int]
    log: list[str]
    round: Number
    shoes: list[ShoeUse]


class Void(OfSession, tag="void", frozen=True):
    """A round broken off."""

    after: list[Int]
    banker: Count
    before: list[Int]
    log: list[str]
    reason: str
    round: Number
    shoes: list[ShoeUse]


class SignedAnswer(Struct, forbid_unknown_fields=True, frozen=True, gc=False):
    """An answer that a seat signed (base64), the event in which it stands, and how many events it was given upon."""

    answer: str
    event: Count
    seat: Annotated[int, Meta(ge=1, le=16)]
    seen: Count
    signature: str


class Signed(OfSession, tag="signed", frozen=True):
    """Signed answers in the log of the record that follows."""

    answers: Annotated[list[SignedAnswer], Meta(min_length=1, max_length=256)]
    round: Number


class Ruling(OfSession, tag="ruling", frozen=True):
    """A supervisor's ruling about a round, 0 for none."""

    about: Count
    text: str


class EventStanding(Struct, forbid_unknown_fields=True, frozen=True):
    """One line of a tournament's standings."""

    name: str
    net: Int
    place: Number
    seat: Number
    session: Number


class Event(Strict, tag="event", frozen=True):
    """A tournament: its sessions and its standings."""

    name: str
    sessions: list[Number]
    standings: list[EventStanding]


class Key(Strict, tag="key", frozen=True):
    """The verifier key that signs from here on."""

    vkey: str


class Standing(Struct, forbid_unknown_fields=True, frozen=True):
    """One line of a session's standings; `net` is money won, negative when lost."""

    net: Int
    place: Number
    seat: Number


class Close(OfSession, tag="close", frozen=True):
    """A session ends: the last seed (hex), final balances by account, standings."""

    balances: list[Int]
    log: list[str]
    reason: Literal["rounds", "players", "seeds", "stopped"]
    seed: str
    standings: list[Standing]


class Unknown(msgspec.Struct, frozen=True):
    """A record of a kind that this verifier does not know: it is not checked, and the audit says so."""

    kind: str
    seq: int


Record = Ledger | Open | Seat | Start | Begin | Round | Void | Signed | Ruling | Event | Key | Close
KINDS = ("ledger", "open", "seat", "start", "begin", "round", "void", "signed", "ruling", "event", "key", "close")
