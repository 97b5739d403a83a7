"""What checks may ask about the sessions beside their rounds: rule sets, seats, rulings."""

from __future__ import annotations

from collections.abc import Mapping

from audit.context import Session
from audit.facts.columns import Columns
from audit.facts.tables import Tables
from audit.judge import table_of
from audit.rules import PARAMETERS


def given(sessions: Mapping[int, Session]) -> Tables:
    """What every check may ask about the sessions."""
    return {"params_given": params_of(sessions), "seated": seated(sessions), "rulings": rulings(sessions)}


def params_of(sessions: Mapping[int, Session]) -> Columns:
    """Length of the chain, whether bank or limits change, whether it is live, and parameters of the sessions whose rules are understood."""
    rows = [
        {"session": number, "chain": session.opened.chain, "changes": session.changes, "live": session.live, **session.params}
        for number, session in sorted(sessions.items())
        if session.params is not None
    ]
    return table_of(rows, {"session": int, "chain": int, "changes": bool, "live": bool, **PARAMETERS})


def seated(sessions: Mapping[int, Session]) -> Columns:
    """Seats of the sessions, how many boxes they have, and the line with which each left (−1 if it did not)."""
    rows = [
        {"session": number, "seat": seat.seat, "boxes": len(seat.boxes), "left_seq": session.leaves.get(seat.seat, -1)}
        for number, session in sorted(sessions.items())
        for seat in session.seats
    ]
    return table_of(rows, {"session": int, "seat": int, "boxes": int, "left_seq": int})


def rulings(sessions: Mapping[int, Session]) -> Columns:
    """Supervisors' rulings: session, seq, about (a round, 0 for none)."""
    rows = [
        {"session": number, "seq": seq, "about": about}
        for number, session in sorted(sessions.items())
        for seq, about in session.rulings.items()
    ]
    return table_of(rows, {"session": int, "seq": int, "about": int})
