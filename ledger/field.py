"""The field of a tournament: everybody in its sessions, and how they are ranked (T7.1, FORMAT.md §4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import attrs

from ledger.errors import EventError, LedgerProblem
from ledger.history.records import Event, EventStanding, encode
from ledger.history.sessions import past_sessions
from ledger.names import folded
from ledger.plan import Plan
from ledger.recording import Recorded

# The longest that a line can hold: how long it may get must be known before the first table plays.
_LONGEST_NET = -(2**53 - 1)
_LONGEST_TIME = "2000-01-01T00:00:00Z"


@attrs.frozen
class Player:
    """Somebody in the field, with the net result of their session, in the table's smallest unit."""

    session: int
    seat: int
    name: str
    net: int


def players_before(folder: Path, sessions: Iterable[int]) -> list[Player]:
    """The players of sessions that the ledger has; EventError for one that it has not, or that is not closed."""
    past = past_sessions(folder) if sessions else {}
    players = []
    for number in sessions:
        if number not in past:
            raise EventError(f"The ledger has no session {number} to be ranked; `shoe standings {folder}` lists those that it has.")
        close = past[number].close
        if close is None:
            raise EventError(f"Session {number} was never closed, so that it cannot be ranked; leave it out of the tournament's sessions.")
        players += [Player(number, seat.seat, seat.name, close.balances[seat.seat] - seat.stack) for seat in past[number].seats]
    return players


def players_to_come(tables: Sequence[Plan], first: int) -> list[Player]:
    """The players of tables that are still to be played, as sessions from `first` on."""
    return [
        Player(session, seat, name, _LONGEST_NET) for session, plan in enumerate(tables, first) for seat, name in enumerate(plan.players, 1)
    ]


def players_of(plan: Plan, played: Recorded) -> list[Player]:
    """The players of a table that was recorded."""
    return [Player(played.session, seat.number, seat.name, played.balances[seat.number] - seat.stack) for seat in plan.seats()]


def ranked(players: Iterable[Player]) -> tuple[EventStanding, ...]:
    """Everybody by net, the highest first, then by session and seat; equal nets share the place: 1, 1, 3."""
    order = sorted(players, key=lambda player: (-player.net, player.session, player.seat))
    standings: list[EventStanding] = []
    for nth, player in enumerate(order, 1):
        shares = bool(standings) and standings[-1].net == player.net
        place = standings[-1].place if shares else nth
        standings.append(EventStanding(name=player.name, net=player.net, place=place, seat=player.seat, session=player.session))
    return tuple(standings)


def check_field(known: Mapping[str, Event], name: str, players: Sequence[Player], sessions: tuple[int, ...], size: int) -> None:
    """EventError if the ledger ranks a tournament of this name, if two players cannot be told apart, or if they do not fit in a line.

    `known`: the tournaments that it ranks, by their folded names; `size`: lines of the ledger before the tournament.
    """
    if (before := known.get(folded(name))) is not None:
        raise EventError(f"Line {before.seq} of the ledger ranks the tournament “{before.name}” already; give this one another name.")
    seen: dict[str, Player] = {}
    for player in players:
        other = seen.setdefault(folded(player.name), player)
        if other is not player:
            raise EventError(
                f"“{other.name}” (session {other.session}) and “{player.name}” (session {player.session}) cannot be told apart; "
                "a person plays in one session of a tournament, and two people need different names."
            )
    try:
        encode(Event(seq=size + 2**32, time=_LONGEST_TIME, name=name, sessions=sessions, standings=ranked(players)))
    except LedgerProblem as error:
        raise EventError(
            f"The standings of {len(players)} players may not fit in one line of the ledger; make several tournaments of them."
        ) from error
