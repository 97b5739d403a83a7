"""Tournaments as the ledger's `event` records give them: which sessions each counts, and how it ranks them (FORMAT §4)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from audit.context import Session, Survey
from audit.facts.tables import Tables
from audit.judge import table_of
from audit.records import Event
from audit.values import folded

SPARE = 16
"""Standings with less than half of the players, and this many fewer, are wrong without being ranked: the work stays that of reading."""


def events(found: Survey) -> list[tuple[int, Event]]:
    """Every tournament with its line, in order."""
    return [(seq, record) for seq, record in found.records if isinstance(record, Event)]


def counted(record: Event, found: Survey) -> list[Session]:
    """The sessions of a tournament that the ledger has, each once, rising."""
    return [found.sessions[number] for number in sorted(set(record.sessions)) if number in found.sessions]


def is_short(record: Event, found: Survey) -> bool:
    """Whether the standings leave out most of the players."""
    return sum(len(session.seats) for session in counted(record, found)) > 2 * len(record.standings) + SPARE


def tournament_tables(found: Survey) -> Tables:
    """Tables `tournaments`, `tournament_sessions` and `tournament_ranks`, with `line` for the tournament and `nth` from 1 in its lists."""
    every = events(found)
    rows = [_tournament(line, record, found) for line, record in every]
    ranks = [
        {"line": line, "nth": nth, "name": row.name, "net": row.net, "place": row.place, "seat": row.seat, "session": row.session}
        for line, record in every
        for nth, row in enumerate(record.standings, 1)
    ]
    lists = [record.sessions for _, record in every]
    return {
        "tournaments": table_of(rows, {"line": int, "name": str, "folded": str, "players": int, "short": bool}),
        "tournament_sessions": {
            "line": np.repeat(np.array([line for line, _ in every], dtype=np.int64), [len(one) for one in lists]),
            "nth": _joined([np.arange(1, len(one) + 1) for one in lists]),
            "session": _joined([np.array(one, dtype=np.int64) for one in lists]),
        },
        "tournament_ranks": table_of(ranks, {"line": int, "nth": int, "name": str, "net": int, "place": int, "seat": int, "session": int}),
    }


def _tournament(line: int, record: Event, found: Survey) -> dict[str, object]:
    players = sum(len(session.seats) for session in counted(record, found))
    short = is_short(record, found)
    return {"line": line, "name": record.name, "folded": folded(record.name), "players": players, "short": short}


def _joined(parts: Sequence[np.ndarray]) -> np.ndarray:
    return np.concatenate([np.zeros(0, dtype=np.int64), *parts])
