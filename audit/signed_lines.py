"""Lines of sessions in which somebody signs, as far as signatures are concerned, from units and from bundles (FORMAT §15).

What a unit has whole is judged there; lines at its edges are judged with those of its neighbours.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from audit.context import Session
from audit.facts.rounds import Rounds
from audit.records import Begin, Close, OfSession, Record, Round, Signed, Start, Unknown, Void
from audit.signatures import BEGIN, CLOSE, ROUND, SIGNED, START, Fault, Line, found
from audit.text import Text
from audit.tree import leaf_hash


def signing(sessions: Mapping[int, Session]) -> set[int]:
    """Live sessions in which somebody signs."""
    return {number for number, session in sessions.items() if session.live and session.keys}


def lines_of_unit(lines: Text, first: int, others: Iterable[tuple[int, Record | Unknown]], rounds: Rounds, wanted: set[int]) -> list[Line]:
    """Lines of these sessions, from a unit's text whose first line is `first`, its records and its rounds."""
    result: list[Line | None] = []
    for seq, record in others:
        if isinstance(record, OfSession) and record.session in wanted:
            result.append(line_of(record, seq, lines[seq - first]))
    ends = np.cumsum(rounds.lengths)
    for at in np.flatnonzero(np.isin(rounds.columns["session"], list(wanted))).tolist():
        played, seq = rounds.records[at], rounds.seq[at]
        log = tuple([rounds.texts[code] for code in rounds.codes[ends[at] - rounds.lengths[at] : ends[at]].tolist()])
        result.append(Line(seq, played.session, ROUND, played.prev, leaf_hash(lines[seq - first]), played.round, played.banker, log))
    return [line for line in result if line is not None]


def line_of(record: OfSession, seq: int, raw: bytes) -> Line | None:
    """A line as far as signatures are concerned; None where they are not."""
    where = seq, record.session
    if isinstance(record, Start):
        return Line(*where, START, record.prev, leaf_hash(raw))
    if isinstance(record, Begin | Round | Void):
        kind = BEGIN if isinstance(record, Begin) else ROUND
        return Line(*where, kind, record.prev, leaf_hash(raw), record.round, record.banker, tuple(record.log))
    if isinstance(record, Signed):
        return Line(*where, SIGNED, record.prev, b"", record.round, answers=tuple(record.answers))
    return Line(*where, CLOSE, record.prev, b"", log=tuple(record.log)) if isinstance(record, Close) else None


def judged(lines: Iterable[Line], sessions: Mapping[int, Session]) -> tuple[list[Fault], list[Line]]:
    """What is wrong in those lines that stand between two upon which something is built, and all the others: those at the edges."""
    faults: list[Fault] = []
    edges: list[Line] = []
    for number, mine in _by_session(lines).items():
        built = [at for at, line in enumerate(mine) if line.kind in (START, ROUND)]
        if not built:
            edges += mine
            continue
        faults += found(mine[built[0] : built[-1] + 1], sessions[number])
        edges += [*mine[: built[0] + 1], mine[built[-1]]._replace(again=True), *mine[built[-1] + 1 :]]
    return faults, edges


def across(edges: Iterable[Line], sessions: Mapping[int, Session]) -> list[Fault]:
    """What is wrong in lines at the edges of units."""
    return [fault for number, mine in _by_session(edges).items() for fault in found(mine, sessions[number])]


def _by_session(lines: Iterable[Line]) -> dict[int, list[Line]]:
    result: dict[int, list[Line]] = {}
    for line in sorted(lines, key=lambda line: (line.seq, line.again)):
        result.setdefault(line.session, []).append(line)
    return result
