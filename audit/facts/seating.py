"""Who plays which box (FORMAT §8): as seated where the house banks, counted from the banker's left in a private game."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from audit.context import Session
from audit.facts.columns import Array
from audit.facts.money import ACCOUNTS
from audit.facts.stakes import BOXES

NEVER = 1 << 60


def seating(sessions: Sequence[Session], nth: Array, banker: Array, seq: Array) -> tuple[Array, Array]:
    """Give (owner's seat by cell, 0 for nobody; whether each account's seat is gone before its round's stakes, of shape (rounds, 17)).

    Who is gone has left or dropped out.

    `sessions`: each once; by round, `nth` of them it is played in, its `banker` (account) and its line.
    """
    seats = np.zeros((len(sessions), BOXES), dtype=np.uint8)
    for row, session in enumerate(sessions):
        for seat in reversed([one for one in session.seats if one.seat < ACCOUNTS and not _turns(session)]):
            for box in seat.boxes:
                seats[row, min(box, BOXES - 1)] = seat.seat
    owner, gone = seats.take(nth, axis=0), np.zeros((len(nth), ACCOUNTS), dtype=bool)
    for number, session in enumerate(sessions):
        leavers = [(seat, line) for seat, line in session.gone.items() if seat < ACCOUNTS]
        rows = np.flatnonzero(nth == number) if leavers or _turns(session) else nth[:0]
        if _turns(session):
            _round_the_table(owner, session, rows, banker[rows])
        for leaver, line in leavers:
            gone[rows, leaver] = line <= seq[rows]
    return np.tile(owner, 2).ravel(), gone


def _turns(session: Session) -> bool:
    """Whether boxes are counted from the banker on, who changes."""
    return (session.params or {}).get("bank_holder") == "player"


def _round_the_table(owner: Array, session: Session, rows: Array, banker: Array) -> None:
    """The box of place p is (p − the banker's place) mod the number of places; the banker has none."""
    place = np.zeros(ACCOUNTS, dtype=np.int64)
    for seat in session.seats:
        if seat.boxes and seat.seat < ACCOUNTS:
            place[seat.seat] = min(seat.boxes[0], BOXES - 1)
    places = max(1, int(place.max()))
    for seat in reversed(session.seats):
        if seat.seat < ACCOUNTS and place[seat.seat]:
            owner[rows, (place[seat.seat] - place[banker]) % places] = seat.seat
    owner[rows, 0] = 0
