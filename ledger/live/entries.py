"""What stands in a live session's journal: its first line, then one entry for each thing that the engine cannot work out itself.

Operator only, and no part of the ledger's format; canonical JSON, so that a damaged line is told from a whole one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar, Final, Literal

import msgspec

from ledger.history.records import PublicKey, Signature, canonical
from ledger.live.request_keys import key_pattern
from ledger.plan import Plan
from ledger.rules.ruleset import from_object, to_object
from ledger.shoe.hashing import labelled_hash
from ledger.table.ask import CHOICE, Ask, split_answer

JOURNAL = 2
"""The version of this form."""
ENGINE = 1
"""Raised whenever the same answers may give another session: a journal is gone on with by the engine that began it."""
How = Literal["void", "stop"]
Hex = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}\Z")]
Request = Annotated[str, msgspec.Meta(pattern=rf"^{key_pattern()}\Z")]
Time = Annotated[str, msgspec.Meta(pattern=r"^[0-9]{4}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]Z\Z")]
VOID: Final = "void"
STOP: Final = "stop"
_QUESTION = b"sealedshoe/1/journal/question"


class Entry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="entry"):
    """One line."""


class Session(Entry, frozen=True, kw_only=True, tag="session"):
    """The first line: all that is needed to sit down again, but for the secret. `answers` are bots by name, `script`, `terminal`."""

    called: ClassVar[str] = "the beginning of a journal"

    answers: tuple[str, ...]
    boxes: tuple[tuple[int, ...] | None, ...] | None
    chain: int
    commitment: Hex
    director: str | None
    engine: int
    journal: int
    ledger: str
    own: tuple[str, ...]
    players: tuple[str, ...]
    rules: dict[str, dict[str, Any]]
    session: int
    table: str | None


class Reading(Entry, frozen=True, kw_only=True, tag="clock"):
    """The time that the session's next line bears."""

    called: ClassVar[str] = "a time"

    time: Time


class Hash(Entry, frozen=True, kw_only=True, tag="hash"):
    """The hash of an entropy that a player gave (hex), and their public key (base64) if they sign their answers.

    There is no hash where none came in time, and the house makes the entropy.
    """

    called: ClassVar[str] = "the hash of an entropy"

    entropy_hash: Hex | None
    key: PublicKey | None = None
    seat: int


class Entropy(Entry, frozen=True, kw_only=True, tag="entropy"):
    """What a player revealed (hex); it stands in `start` next."""

    called: ClassVar[str] = "an entropy"

    entropy: Hex
    seat: int

    def __repr__(self) -> str:
        """Without the entropy."""
        return f"Entropy(seat={self.seat})"


class Round(Entry, frozen=True, kw_only=True, tag="round"):
    """A round that was due goes ahead."""

    called: ClassVar[str] = "the beginning of a round"

    round: int


class Leaves(Entry, frozen=True, kw_only=True, tag="leaves"):
    """Somebody wants to get up before the next round."""

    called: ClassVar[str] = "a wish to leave"

    seat: int


class Answer(Entry, frozen=True, kw_only=True, tag="answer"):
    """An answer that the engine took, or the default of a question that nobody answered, with the hash of the question.

    `request`: the key of the request that gave it, or by which a director waited no longer, so that it counts once; `signature` (base64):
    the player's, if they sign.
    """

    called: ClassVar[str] = "an answer"

    answer: str
    question: Hex
    request: Request | None = None
    signature: Signature | None = None
    timeout: bool


class Broken(Entry, frozen=True, kw_only=True, tag="broken"):
    """The director's decision: the round is void, or the session ends with it (`stop`)."""

    called: ClassVar[str] = "a decision of the director"

    how: How
    words: str


AnyEntry = Session | Reading | Hash | Entropy | Round | Leaves | Answer | Broken
_decoder = msgspec.json.Decoder(AnyEntry)


def read_entry(line: bytes) -> AnyEntry:
    """An entry from its line; ValueError if it is none, or not in canonical form."""
    try:
        entry = _decoder.decode(line)
    except (msgspec.DecodeError, RecursionError) as error:
        raise ValueError(str(error)) from error
    if canonical(entry) != line:
        raise ValueError("it is not in canonical form")
    return entry


def described(plan: Plan, number: int, ledger: str, commitment: bytes) -> Session:
    """A journal's first line."""
    boxes = plan.boxes
    return Session(
        answers=tuple(plan.answers[name] for name in plan.players),
        boxes=None if boxes is None else tuple(boxes.get(name) for name in plan.players),
        chain=plan.chain_length,
        commitment=commitment.hex(),
        director=None if plan.director is None else plan.answers[""],
        engine=ENGINE,
        journal=JOURNAL,
        ledger=ledger,
        own=plan.own,
        players=plan.players,
        rules=to_object(plan.rules),
        session=number,
        table=plan.table,
    )


def plan_of(entry: Session) -> Plan:
    """The plan that a journal's first line describes, without its sources; RuleError or ValueError if there is none."""
    if len(entry.answers) != len(entry.players) or (entry.boxes is not None and len(entry.boxes) != len(entry.players)):
        raise ValueError(f"{len(entry.players)} players are named, and others answer or have boxes")
    boxes = entry.boxes
    answers = dict(zip(entry.players, entry.answers, strict=True))
    return Plan(
        rules=from_object(entry.rules, "The journal"),
        players=entry.players,
        makers={},
        boxes=None if boxes is None else {name: given for name, given in zip(entry.players, boxes, strict=True) if given is not None},
        table=entry.table,
        chain=entry.chain,
        answers=answers | ({"": entry.director} if entry.director else {}),
        own=entry.own,
    )


def question_hash(ask: Ask, key: bytes, said: str, *, timeout: bool) -> str:
    """What an answer was given to, and the answer, in hex; keyed: who may only write to the ledger cannot put another in its place.

    Nor does it tell anything of a question that holds cards which lie face down.
    """
    whole: Mapping[str, object] = msgspec.structs.asdict(msgspec.structs.replace(ask, refused=""))
    return labelled_hash(_QUESTION, key, canonical(whole), said.encode(), b"timeout" if timeout else b"").hex()


def veiled(ask: Ask, answer: str) -> str:
    """An answer as the journal has it: a choice that may name a hidden card by its place among the legal ones, from 0."""
    who, act = split_answer(answer)
    return f"{who} {ask.legal.index(act)}" if _is_veiled(ask) else answer


def unveiled(ask: Ask, answer: str) -> str:
    """The answer that `veiled` was given; ValueError where there is no such choice."""
    who, act = split_answer(answer)
    if not _is_veiled(ask):
        return answer
    if act not in map(str, range(len(ask.legal))):
        raise ValueError(answer)
    return f"{who} {ask.legal[int(act)]}"


def _is_veiled(ask: Ask) -> bool:
    return ask.phase == CHOICE and any(act.startswith("toss ") for act in ask.legal)


def words_of(entries: Sequence[AnyEntry]) -> bytes:
    """Entries as lines."""
    return b"".join(canonical(entry) + b"\n" for entry in entries)
