"""Standings computed by the auditor (FORMAT §4, T7.1), never copied from a `close` or an `event`: by net, equal nets sharing the place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import attrs

from audit.errors import RecordMissingError
from audit.ledger_dir import open_ledger, read_ledger
from audit.lines import EVENT_MARK, decode_line
from audit.records import Close, Event, Open, Round, Seat, Void
from audit.values import folded

_OF_THE_BANK = re.compile(r"s([1-9]\d?) (?:pays (0|[1-9]\d{0,15})|bank)")


@attrs.frozen
class Row:
    """One player of a session; money in the table's smallest unit. In a tournament `place` is the one over all its sessions."""

    session: int
    table: str
    place: int
    seat: int
    name: str
    stack: int
    balance: int
    net: int
    rounds: int


@attrs.frozen
class Tournament:
    """A tournament: its line in the ledger and that line's time, and everybody in its sessions by place, session and seat."""

    name: str
    line: int
    time: str
    rows: tuple[Row, ...]


@attrs.define
class Played:
    """A session as far as it was played: `after` has the balances after its last round by account, `banker` is who banked in it."""

    table: str
    seats: list[Seat] = attrs.Factory(list)
    after: Sequence[int] = ()
    rounds: int = 0
    banker: int = 0


def standings(path: Path, session: int | None = None) -> tuple[Row, ...]:
    """Rank the players of one session, or of every one, by session and place; raises RecordMissingError for a session that is not there."""
    sessions, _ = _read(path)
    if session is not None and session not in sessions:
        raise RecordMissingError(f"The ledger has no session {session}; it has {_which(sessions)}.")
    wanted = sessions if session is None else {session: sessions[session]}
    return tuple(row for number, one in sorted(wanted.items()) for row in ranked(number, one))


def tournament(path: Path, name: str | None = None) -> Tournament:
    """Rank a tournament by name, the last one unless it is given; raises RecordMissingError where there is none."""
    sessions, events = _read(path)
    wanted = [event for event in events if name is None or event.name == name]
    wanted = wanted or [event for event in events if name is not None and folded(event.name) == folded(name)]
    if not wanted:
        which = "; it has " + ", ".join(f"“{known}”" for known in dict.fromkeys(event.name for event in events)) if events else ""
        raise RecordMissingError(f"The ledger has no tournament{f' “{name}”' if name is not None else ''}{which}.")
    return held(wanted[-1], sessions)


def tournaments(path: Path) -> tuple[str, ...]:
    """Names of the tournaments that a ledger ranks, in order; the other lines are not looked at."""
    marked = ((seq, raw) for seq, raw in open_ledger(path).lines() if EVENT_MARK in raw)
    events = (decode_line(raw, seq) for seq, raw in marked)
    return tuple(dict.fromkeys(event.name for event in events if isinstance(event, Event)))


def held(event: Event, sessions: Mapping[int, Played]) -> Tournament:
    """Rank the players of a tournament's sessions as one field; sessions that are not there count for nothing."""
    everyone = [row for number in sorted(set(event.sessions) & sessions.keys()) for row in ranked(number, sessions[number])]
    order = sorted(everyone, key=lambda row: (-row.net, row.session, row.seat))
    rows: list[Row] = []
    for nth, row in enumerate(order, 1):
        rows.append(attrs.evolve(row, place=rows[-1].place if rows and rows[-1].net == row.net else nth))
    return Tournament(event.name, event.seq, event.time, tuple(rows))


def _read(path: Path) -> tuple[dict[int, Played], list[Event]]:
    sessions: dict[int, Played] = {}
    events: list[Event] = []
    for record in read_ledger(path):
        if isinstance(record, Event):
            events.append(record)
        elif isinstance(record, Open):
            sessions.setdefault(record.session, Played(record.table))
        elif isinstance(record, Seat) and record.session in sessions:
            sessions[record.session].seats.append(record)
        elif isinstance(record, (Round, Void)) and record.session in sessions:
            session = sessions[record.session]
            session.after, session.banker = record.after, record.banker
            session.rounds += isinstance(record, Round)
        elif isinstance(record, Close) and record.session in sessions:
            session = sessions[record.session]
            session.after = paid(session.after, session.banker, record.log)
    return sessions, events


def paid(balances: Sequence[int], banker: int, log: Iterable[str]) -> Sequence[int]:
    """Balances after what was paid for the bank before a round that never came (`s3 pays 20` in a close: B1.4)."""
    after = list(balances)
    for event in log:
        found = _OF_THE_BANK.fullmatch(event)
        if found is None:
            continue
        seat, amount = int(found[1]), int(found[2] or 0)
        if max(seat, banker) < len(after):
            after[seat] -= amount
            after[banker] += amount
        banker = banker if found[2] else seat
    return after


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
