"""The view of a table: what one asker is told of it, as it goes out in JSON (SERVICE.md, "The view of a table").

Values only; what may stand in them for whom is decided in `ledger.service.sight` and `ledger.service.showing`.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

Role = Literal["public", "seat", "operator"]
State = Literal["gathering", "hashes", "reveals", "playing", "closed"]
SeatNumber = Annotated[int, Meta(description="A seat of the table, counted from 1.", ge=1)]
Account = Annotated[int, Meta(description="An account: a seat's number, or 0 for the house.", ge=0)]
RoundNumber = Annotated[int, Meta(description="A round of the session, counted from 1.", ge=1)]
SessionNumber = Annotated[int, Meta(description="A session of the ledger, counted from 1.", ge=1)]
Seconds = Annotated[int, Meta(description="Whole seconds.", ge=0)]
Money = Annotated[int, Meta(description="Money, in the table's smallest unit; below 0 it is a debt.")]
Hex = Annotated[str, Meta(description="32 bytes in lower-case hexadecimal.", pattern="^[0-9a-f]{64}$")]
Card = Annotated[
    str,
    Meta(description="A card, rank and suit (`TC`: the ten of clubs); `xx` where you may not see it.", pattern="^([A2-9TJQK][CDHS]|xx)$"),
]
Event = Annotated[str, Meta(description="An event of the round (FORMAT.md §8); a card that you may not see is `xx`.")]


class View(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What every part of a view is: no field may be missing, and no other be there."""


class You(View, frozen=True, kw_only=True):
    """Who asks."""

    role: Annotated[Role, Meta(description="What the token says; `public` without one.")]
    seat: Annotated[SeatNumber | None, Meta(description="Your seat, if you have one.")]
    name: Annotated[str | None, Meta(description="Your name, if you have a seat.")]


class SeatView(View, frozen=True, kw_only=True):
    """Somebody at the table."""

    seat: SeatNumber
    name: Annotated[str, Meta(description="The player's name.")]
    boxes: Annotated[
        tuple[int, ...], Meta(description="Their boxes, or in a private game their place; empty for who only bets on others' boxes.")
    ]
    plays: Annotated[str, Meta(description="`person`, or the name of a bot.")]
    balance: Annotated[Money, Meta(description="What they have left now: what they have staked in this round is gone from it.")]
    source: Annotated[
        Literal["own", "house"] | None, Meta(description="Who makes this seat's entropy, the player or the house; null while it is open.")
    ]
    signs: Annotated[bool, Meta(description="Whether they sign their answers with a key of their own.")]
    hash: Annotated[Hex | None, Meta(description="The hash of their own entropy; null until it is given, and where the house makes it.")]
    revealed: Annotated[bool, Meta(description="Whether they have revealed their own entropy.")]
    playing: Annotated[bool, Meta(description="Whether they are still at the table: have neither got up nor dropped out.")]
    leaving: Annotated[bool, Meta(description="Whether they get up before the next round.")]


class RoundView(View, frozen=True, kw_only=True):
    """The round in play."""

    round: RoundNumber
    banker: Annotated[Account, Meta(description="Who banks: a seat, or 0 for the house, and before a private game's first bank is given.")]
    log: Annotated[tuple[Event, ...], Meta(description="The events so far, as you may see them.")]


class LastRound(View, frozen=True, kw_only=True):
    """The last round that is signed: everything in it is open."""

    round: RoundNumber
    void: Annotated[bool, Meta(description="Whether it was broken off; its stakes are returned.")]
    banker: Annotated[Account, Meta(description="Who banked: a seat, or 0 for the house.")]
    log: Annotated[tuple[Event, ...], Meta(description="Its events, as they stand in the ledger.")]
    after: Annotated[tuple[Money, ...], Meta(description="The balances after it, account 0 first.")]


class DueView(View, frozen=True, kw_only=True):
    """A round that is due."""

    round: RoundNumber
    seconds: Annotated[Seconds | None, Meta(description="Until it begins by itself; null where the operator begins it.")]


class OwnQuestion(View, frozen=True, kw_only=True):
    """What you are asked about one hand. An answer is the hand, a space, and one of `legal`."""

    hand: Annotated[str, Meta(description="The hand (`2.1`), box with bettor (`2/3`), seat (`s3`), or `D` for the banker's hand.")]
    legal: Annotated[
        tuple[str, ...],
        Meta(description="What may be answered; `bet`, `insure`, `announce`, `bid`, `cut` and `limits` are followed by an amount."),
    ]
    least: Annotated[Money, Meta(description="The least amount.")]
    most: Annotated[Money, Meta(description="The largest amount that the rules and your balance allow.")]
    step: Annotated[int, Meta(description="Every amount is a multiple of it.", ge=1)]
    cards: Annotated[tuple[Card, ...], Meta(description="The cards that the hand has.")]
    total: Annotated[int | None, Meta(description="Their total; null without cards, and where you may not see one.")]
    soft: Annotated[bool | None, Meta(description="Whether an ace counts 11 in it; null as `total` is.")]
    upcard: Annotated[Card | None, Meta(description="The banker's upcard; null while there is none.")]
    default: Annotated[str, Meta(description="What is taken when the time is up.")]
    hash: Annotated[Hex, Meta(description="The question's hash, which an answer names.")]
    basis: Annotated[Hex, Meta(description="Leaf hash of the session's last line when the question was put.")]
    seen: Annotated[int, Meta(description="How many of the round's events the hash is over.", ge=0)]


class QuestionView(View, frozen=True, kw_only=True):
    """What the table waits for."""

    round: RoundNumber
    version: Annotated[int, Meta(description="The table's version when it was put; each answer that is taken puts another one.", ge=0)]
    phase: Annotated[
        str,
        Meta(description="What it is about; of a hand that lies face down others than its owner hear only `offer` or `turn`."),
    ]
    seats: Annotated[tuple[Account, ...], Meta(description="Who may answer, one for each hand; 0 is the director.")]
    hands: Annotated[tuple[str, ...], Meta(description="The hands that it is about; any of them may be answered for.")]
    seconds: Annotated[Seconds | None, Meta(description="Until the default is taken; null where nobody is waited for so.")]
    yours: Annotated[tuple[OwnQuestion, ...] | None, Meta(description="What you may answer; null if it is not for you.")]


class StandingView(View, frozen=True, kw_only=True):
    """A place in the session."""

    place: Annotated[int, Meta(description="From 1; equal results share a place.", ge=1)]
    seat: SeatNumber
    name: Annotated[str, Meta(description="The player's name.")]
    net: Annotated[Money, Meta(description="Final balance less stack.")]


class TableView(View, frozen=True, kw_only=True):
    """A table as one asker may see it."""

    table: Annotated[str, Meta(description="The table's id.")]
    name: Annotated[str, Meta(description="The table's name.")]
    state: Annotated[State, Meta(description="How far it is.")]
    version: Annotated[
        int,
        Meta(
            description="Rises with each change; it is counted from another number each time that the service starts. A closed table keeps "
            "its last, though `next` may come.",
            ge=0,
        ),
    ]
    session: Annotated[SessionNumber | None, Meta(description="Its session in the ledger; null while it gathers.")]
    profile: Annotated[str, Meta(description="The name of its rule set.")]
    rounds: Annotated[int, Meta(description="Rounds in the session.", ge=1)]
    stack: Annotated[Money, Meta(description="What each has at the start.")]
    places: Annotated[int, Meta(description="How many more may sit down.", ge=0)]
    answer_seconds: Annotated[Seconds | None, Meta(description="How long an answer is waited for; null for ever.")]
    pause_seconds: Annotated[Seconds | None, Meta(description="How long each round waits before it begins; null for the operator.")]
    you: You
    seats: tuple[SeatView, ...]
    round: Annotated[RoundView | None, Meta(description="Null between rounds.")]
    last: Annotated[LastRound | None, Meta(description="Null before the first.")]
    due: Annotated[DueView | None, Meta(description="Null unless a round is due.")]
    question: Annotated[QuestionView | None, Meta(description="Null unless an answer is waited for.")]
    standings: Annotated[tuple[StandingView, ...] | None, Meta(description="Null until it is closed.")]
    reason: Annotated[str | None, Meta(description="Why it is closed: `rounds`, `players`, `seeds` or `stopped`; null until then.")]
    next: Annotated[str | None, Meta(description="The id of the table where the same people go on; null unless it was made again.")]
