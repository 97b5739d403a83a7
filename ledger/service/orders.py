"""What people send to the service, as it stands in the bodies of requests: decoded strictly, judged by the tables."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

Name = Annotated[str, Meta(min_length=1, max_length=64, description="a name (FORMAT.md §2)")]
Words = Annotated[str, Meta(min_length=1, max_length=1_000, description="a text (FORMAT.md §2)")]
Seconds = Annotated[int, Meta(ge=0, le=86_400)]
Box = Annotated[int, Meta(ge=1, le=14)]
# The length too: in Python `$` stands before a last newline as well.
Digest = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", max_length=64)]
Signature = Annotated[str, Meta(pattern="^[A-Za-z0-9+/]{86}==$", max_length=88)]


class Order(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The root of what people send: no field may be missing, and none may be unknown."""


class NewPlayer(Order, frozen=True, kw_only=True):
    """Somebody who sits from the start; `boxes` null for one each in order, `plays` a person or a bot's name."""

    name: Name
    boxes: Annotated[list[Box], Meta(max_length=14)] | None
    plays: Annotated[str, Meta(min_length=1, max_length=32, description="`person`, or a bot's name")]


class NewTable(Order, frozen=True, kw_only=True):
    """A table that shall gather; what is null is as the rules have it, or never comes by itself."""

    name: Name | None
    rules: Annotated[str, Meta(pattern="^[a-z0-9-]+$", max_length=32)] | dict[str, Any]
    rounds: Annotated[int, Meta(ge=1, le=1_000_000)] | None
    stack: Annotated[int, Meta(ge=1, le=1_000_000_000_000)] | None
    players: Annotated[list[NewPlayer], Meta(max_length=16)]
    places: Annotated[int, Meta(ge=0, le=16)]
    director: bool
    answer_seconds: Annotated[int, Meta(ge=1, le=86_400)] | None
    pause_seconds: Seconds | None


class Again(Order, frozen=True, kw_only=True):
    """A closed table that shall gather again: who does not sit down there any more."""

    without: Annotated[list[Name], Meta(max_length=16)]


class SeatWanted(Order, frozen=True, kw_only=True):
    """Somebody who takes a free seat."""

    name: Name


class SeatNamed(Order, frozen=True, kw_only=True):
    """Somebody who sits at the table."""

    name: Name


class Absent(Order, frozen=True, kw_only=True):
    """Somebody who does not answer the question that the director saw last; `version` is that of the question."""

    name: Name
    version: Annotated[int, Meta(ge=0, le=9_007_199_254_740_991)]


class AnswerGiven(Order, frozen=True, kw_only=True):
    """An answer to a question, told by its hash, and the seat's signature over both, if the seat signs (FORMAT.md §15)."""

    answer: Annotated[str, Meta(min_length=1, max_length=200)]
    question: Digest
    signature: Signature | None


class Because(Order, frozen=True, kw_only=True):
    """Why a round is broken off, or a session closed."""

    reason: Words


class NewTournament(Order, frozen=True, kw_only=True):
    """Closed sessions that shall be ranked together under a name."""

    name: Name
    sessions: Annotated[tuple[Annotated[int, Meta(ge=1, le=9_999_999)], ...], Meta(min_length=1, max_length=1_000)]
