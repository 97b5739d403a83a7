"""What the service answers beside the view of a table: tables in short, tokens, receipts, rankings."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from ledger.service.views import RoundNumber, SeatNumber, SessionNumber, StandingView, State, TableView, View

Token = Annotated[str, Meta(description="A token, told this once.", pattern="^[A-Za-z0-9_-]{43}$")]


class TableShort(View, frozen=True, kw_only=True):
    """A table in a list."""

    table: Annotated[str, Meta(description="The table's id.")]
    name: Annotated[str, Meta(description="The table's name.")]
    state: Annotated[State, Meta(description="How far it is.")]
    session: Annotated[SessionNumber | None, Meta(description="Its session in the ledger; null while it gathers.")]
    profile: Annotated[str, Meta(description="The name of its rule set.")]
    taken: Annotated[int, Meta(description="Seats that are taken.", ge=0)]
    places: Annotated[int, Meta(description="How many more may sit down.", ge=0)]
    round: Annotated[RoundNumber | None, Meta(description="The round in play or, between rounds, the last; null before the first.")]


class NextSeat(View, frozen=True, kw_only=True):
    """Where somebody goes on who sat at a table that was made again."""

    table: Annotated[str, Meta(description="The table's id.")]
    seat: SeatNumber
    token: Token


class Present(View, frozen=True, kw_only=True):
    """Who is there: of those who play for themselves, whoever has the table's events open."""

    names: Annotated[tuple[str, ...], Meta(description="The names of these players, in the order of their seats.")]


class RulesLine(View, frozen=True, kw_only=True):
    """One statement of the rules."""

    text: Annotated[str, Meta(description="The statement, in English.")]
    clauses: Annotated[
        tuple[str, ...], Meta(description="The rulebook's clauses that make it; none where it says what the rulebook leaves open.")
    ]


class RulesPart(View, frozen=True, kw_only=True):
    """What the rules say about one thing."""

    title: Annotated[str, Meta(description="What it is about.")]
    lines: tuple[RulesLine, ...]


class TableRules(View, frozen=True, kw_only=True):
    """The rules of a table, as the engine goes by them and as a person would explain them."""

    title: Annotated[str, Meta(description="One line for people.")]
    rules: Annotated[
        dict[str, dict[str, Any]], Meta(description="The whole rule set, as it stands in the session's `open` line (FORMAT.md §5).")
    ]
    parts: Annotated[tuple[RulesPart, ...], Meta(description="The same told, in the order in which things happen.")]


class SeatToken(View, frozen=True, kw_only=True):
    """A seat that was taken."""

    seat: SeatNumber
    token: Token


class NameToken(View, frozen=True, kw_only=True):
    """The token of somebody whom the operator named."""

    name: Annotated[str, Meta(description="The player's name.")]
    token: Token


class Gathered(View, frozen=True, kw_only=True):
    """A new table, and the tokens of the people who sit at it from the start."""

    table: TableView
    tokens: tuple[NameToken, ...]


class AnswerTaken(View, frozen=True, kw_only=True):
    """An answer that counts and is durable."""

    receipt: Annotated[str | None, Meta(description="The receipt for it, a signed note (FORMAT.md §10); null where none is given yet.")]
    table: TableView


class Ranked(View, frozen=True, kw_only=True):
    """A ranking over sessions, signed as an `event` record."""

    name: Annotated[str, Meta(description="The tournament's name.")]
    sessions: Annotated[tuple[SessionNumber, ...], Meta(description="The sessions that it is over.")]
    standings: Annotated[tuple[StandingView, ...], Meta(description="The places, the first first.")]
