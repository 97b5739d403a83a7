"""The hand of a session that shows most of the rules at work: what a newcomer should be told first."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from audit.errors import RecordMissingError
from audit.ledger_dir import read_ledger
from audit.records import Round

WORTH = {"split": 6, "triple": 6, "premium": 6, "both": 6, "pictures": 6, "double": 4, "insure": 4, "claim": 4, "suited": 4, "overstood": 4}
WORTH |= {"natural": 3, "even": 3, "redouble": 3, "surrender": 2, "follow": 2, "insurance": 2, "draw": 1, "hit": 1, "win": 1}


def eventful_hand(path: Path, session: int) -> tuple[int, str]:
    """Round and box of the most eventful hand of a session; the earliest among equals."""
    best, found = 0, None
    for record in read_ledger(path):
        if isinstance(record, Round) and record.session == session:
            for box, worth in _worths(record.log).items():
                if worth > best:
                    best, found = worth, (record.round, box)
    if found is None:
        raise RecordMissingError(f"Session {session} has no round with a hand in it; `shoe standings` lists the sessions.")
    return found


def _worths(log: Iterable[str]) -> dict[str, int]:
    """What the events of each box come to."""
    worths: dict[str, int] = {}
    for event in log:
        who, _, act = event.partition(" ")
        if who[0].isdecimal():
            box = who.partition("/")[0].partition(".")[0]
            worths[box] = worths.get(box, 0) + WORTH.get(act.partition(" ")[0], 0)
    return worths
