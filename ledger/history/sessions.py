"""What the writer needs to know of the sessions already in a ledger."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path

import attrs

from ledger.history.records import AnyRecord, Close, Event, InSession, Open, SeatTaken, decode
from ledger.names import folded

_TOLD = re.compile(rb'"(?:commitment|seed)":"([0-9a-f]{64})"')
_OPEN = b'"record":"open"'
_CLOSE = b'"record":"close"'
_SESSION = re.compile(rb'"session":(\d+),')

Recorded = tuple[InSession, bytes]
"""A session's record with its line."""


def sessions_so_far(folder: Path, size: int | None = None) -> int:
    """How many sessions a ledger holds, in its first `size` lines where that is given.

    A record's kind is a key of ours and a string of ours; no name or text can hold a bare quotation mark in JSON.
    """
    if size is None:
        return sum(data.count(_OPEN) for data in _history(folder))
    return sum(_OPEN in line for line in _lines(folder, size))


def sessions_left_open(folder: Path, size: int) -> dict[int, list[Recorded]]:
    """The lines of every session that is not closed, by its number, among the ledger's first `size` lines.

    One that is no live session was cut off with the command that recorded it.
    """
    left: set[int] = set()
    for line in _lines(folder, size):
        if _OPEN in line:
            left.add(_session_of(line))
        elif _CLOSE in line:
            left.discard(_session_of(line))
    return lines_of(folder, size, left)


def lines_of(folder: Path, size: int, wanted: Collection[int]) -> dict[int, list[Recorded]]:
    """The lines of some sessions, by number, rising, among the ledger's first `size` lines."""
    sessions: dict[int, list[Recorded]] = {number: [] for number in sorted(wanted)}
    for line in _lines(folder, size) if sessions else ():
        if _session_of(line) in sessions and isinstance(record := decode(line), InSession):
            sessions[record.session].append((record, line))
    return sessions


def is_live(lines: Sequence[Recorded]) -> bool:
    """Whether a session with these lines is live; one without lines, whose opening was broken off, is."""
    return not lines or (isinstance(opened := lines[0][0], Open) and opened.mode == "live")


def _session_of(line: bytes) -> int:
    """The number of the session to which a line belongs, 0 for none."""
    found = _SESSION.search(line)
    return int(found[1]) if found else 0


def seeds_told(folder: Path) -> set[bytes]:
    """Every commitment and every revealed seed of a ledger, in hex; no other session's chain may meet them (FORMAT.md §6)."""
    return {seed for data in _history(folder) for seed in _TOLD.findall(data)}


@attrs.define
class PastSession:
    """Who sat in a session that the ledger has, and its end if it is closed."""

    seats: list[SeatTaken] = attrs.Factory(list)
    close: Close | None = None


def past_sessions(folder: Path) -> Mapping[int, PastSession]:
    """Every session of a ledger by its number; LedgerProblem for a line that is no record."""
    sessions: dict[int, PastSession] = {}
    for record in _records(folder, "seat", "close"):
        if isinstance(record, SeatTaken):
            sessions.setdefault(record.session, PastSession()).seats.append(record)
        elif isinstance(record, Close):
            sessions.setdefault(record.session, PastSession()).close = record
    return sessions


def tournaments_ranked(folder: Path) -> dict[str, Event]:
    """The tournaments that a ledger ranks, by their folded names."""
    return {folded(record.name): record for record in _records(folder, "event") if isinstance(record, Event)}


def _records(folder: Path, *kinds: str) -> Iterator[AnyRecord]:
    """The records of these kinds; the other lines are passed over undecoded."""
    marks = re.compile(rb'"record":"(?:' + "|".join(kinds).encode() + rb')"')
    for data in _history(folder):
        for found in marks.finditer(data):
            yield decode(data[data.rfind(b"\n", 0, found.start()) + 1 : data.index(b"\n", found.end())])


def _lines(folder: Path, size: int) -> Iterator[bytes]:
    return islice((line for data in _history(folder) for line in data.split(b"\n")[:-1]), size)


def _history(folder: Path) -> Iterator[bytes]:
    return (path.read_bytes() for path in sorted((folder / "history").glob("*.jsonl")))
