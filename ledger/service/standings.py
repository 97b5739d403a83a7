"""How closed sessions and tournaments ended, as it stands in the ledger (FORMAT.md §4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta

from ledger.history.records import AnyRecord, Close, Event, Open, SeatTaken
from ledger.service.views import Money, SeatNumber, SessionNumber, StandingView, View

Line = Annotated[int, Meta(description="The line of the log in which it is signed, counted from 0.", ge=0)]


class SessionStandings(View, frozen=True, kw_only=True):
    """How a session ended."""

    session: SessionNumber
    table: Annotated[str, Meta(description="The table's name.")]
    profile: Annotated[str, Meta(description="The name of its rule set.")]
    reason: Annotated[str, Meta(description="Why it was closed: `rounds`, `players`, `seeds` or `stopped`.")]
    rounds: Annotated[int, Meta(description="How many rounds it has, void ones counted.", ge=0)]
    line: Line
    standings: tuple[StandingView, ...]


class EventPlace(View, frozen=True, kw_only=True):
    """A place in a tournament."""

    place: Annotated[int, Meta(description="From 1; equal results share a place.", ge=1)]
    session: SessionNumber
    seat: SeatNumber
    name: Annotated[str, Meta(description="The player's name.")]
    net: Annotated[Money, Meta(description="Final balance less stack.")]


class TournamentStandings(View, frozen=True, kw_only=True):
    """How a tournament ended."""

    name: Annotated[str, Meta(description="The tournament's name.")]
    sessions: Annotated[tuple[SessionNumber, ...], Meta(description="The sessions that it ranks.")]
    line: Line
    standings: tuple[EventPlace, ...]


class Standings(View, frozen=True, kw_only=True):
    """Closed sessions and tournaments, those signed last first."""

    sessions: tuple[SessionStandings, ...]
    tournaments: tuple[TournamentStandings, ...]


def session_standings(records: Sequence[AnyRecord], rounds: int) -> SessionStandings:
    """From a session's `open`, `seat` and `close` records, and the number of its rounds."""
    (opened,) = [record for record in records if isinstance(record, Open)]
    (closed,) = [record for record in records if isinstance(record, Close)]
    names = {record.seat: record.name for record in records if isinstance(record, SeatTaken)}
    return SessionStandings(
        session=closed.session,
        table=opened.table,
        profile=opened.rules["profile"]["name"],
        reason=closed.reason,
        rounds=rounds,
        line=closed.seq,
        standings=tuple([StandingView(place=one.place, seat=one.seat, name=names[one.seat], net=one.net) for one in closed.standings]),
    )


def tournament_standings(event: Event) -> TournamentStandings:
    """From an `event` record."""
    places = [EventPlace(place=one.place, session=one.session, seat=one.seat, name=one.name, net=one.net) for one in event.standings]
    return TournamentStandings(name=event.name, sessions=event.sessions, line=event.seq, standings=tuple(places))
