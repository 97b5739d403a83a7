"""Standings computed by the auditor (FORMAT §4, T7.1), never copied from a `close`: ranked by net, equal nets sharing the place."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import attrs

from audit.errors import RecordMissingError
from audit.ledger_dir import read_ledger
from audit.records import Open, Round, Seat, Void


@attrs.frozen
class Row:
    """One player of a session; money in the table's smallest unit."""

    session: int
    table: str
    place: int
    seat: int
    name: str
    stack: int
    balance: int
    net: int
    rounds: int


@attrs.define
class Played:
    """A session as far as it was played: `after` has the balances after its last round by account."""

    table: str
    seats: list[Seat] = attrs.Factory(list)
    after: Sequence[int] = ()
    rounds: int = 0


def standings(path: Path, session: int | None = None) -> tuple[Row, ...]:
    """Rank the players of one session, or of every one, by session and place; raises RecordMissingError for a session that is not there."""
    sessions = _read(path)
    if session is not None and session not in sessions:
        raise RecordMissingError(f"The ledger has no session {session}; it has {_which(sessions)}.")
    wanted = sessions if session is None else {session: sessions[session]}
    return tuple(row for number, one in sorted(wanted.items()) for row in ranked(number, one))


def _read(path: Path) -> dict[int, Played]:
    sessions: dict[int, Played] = {}
    for record in read_ledger(path):
        if isinstance(record, Open):
            sessions.setdefault(record.session, Played(record.table))
        elif isinstance(record, Seat) and record.session in sessions:
            sessions[record.session].seats.append(record)
        elif isinstance(record, (Round, Void)) and record.session in sessions:
            sessions[record.session].after = record.after
            sessions[record.session].rounds += isinstance(record, Round)
    return sessions


def _which(sessions: dict[int, Played]) -> str:
    return f"sessions {min(sessions)} to {max(sessions)}" if sessions else "none"


def ranked(number: int, session: Played) -> list[Row]:
    """Rank the players of a session."""
    balances = {seat.seat: session.after[seat.seat] if seat.seat < len(session.after) else seat.stack for seat in session.seats}
    nets = {seat.seat: balances[seat.seat] - seat.stack for seat in session.seats}
    order = sorted(session.seats, key=lambda seat: (-nets[seat.seat], seat.seat))
    return [
        Row(
            session=number,
            table=session.table,
            place=1 + sum(net > nets[seat.seat] for net in nets.values()),
            seat=seat.seat,
            name=seat.name,
            stack=seat.stack,
            balance=balances[seat.seat],
            net=nets[seat.seat],
            rounds=session.rounds,
        )
        for seat in order
    ]
