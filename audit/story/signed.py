"""Which steps of a round its players signed, and where a signature is missing or wrong (FORMAT §15)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from audit.context import survey_of
from audit.records import Round, Seat, Signed, Void
from audit.signatures import Fault, found
from audit.signed_lines import line_of
from audit.story.session import SessionRecords
from audit.story.step import Step
from audit.story.told import objections


def with_signatures(steps: Sequence[Step], records: SessionRecords, played: Round | Void) -> Iterator[Step]:
    """The steps, those of signed answers with whose signature they bear."""
    names = {seat.seat: seat.name for seat in records.all(Seat) if seat.key is not None}
    if not names:
        yield from steps
        return
    given = {answer.event: answer for signed in records.all(Signed) if signed.round == played.round for answer in signed.answers}
    faults = {fault.step: fault for fault in _faults(records, played)}
    places = _places(steps, played.log)
    for step, at in zip(steps, places, strict=True):
        if at in faults:
            yield attrs.evolve(step, warning=objections(step.warning, _in_words(faults[at])))
        elif at in given:
            yield attrs.evolve(step, text=f"{step.text} Signed by {names.get(given[at].seat, 'nobody')}.")
        else:
            yield step


def _faults(records: SessionRecords, played: Round | Void) -> list[Fault]:
    lines = [line_of(record, record.seq, records.lines[record.seq]) for record in records.of_session()]
    mine = sorted([line for line in lines if line is not None and line.seq <= played.seq])
    at = max((at for at, line in enumerate(mine) if line.seq < played.seq and line.kind in ("start", "round")), default=0)
    session = survey_of(sorted(records.lines.items())).sessions[played.session]
    return list(found(mine[at:], session))


def _places(steps: Sequence[Step], log: Sequence[str]) -> list[int]:
    """The place in the log of each step's event, −1 for one without: equal events are told in their order."""
    left: dict[str, list[int]] = {}
    for at, event in enumerate(log):
        left.setdefault(event, []).append(at)
    return [left[step.event].pop(0) if left.get(step.event) else -1 for step in steps]


def _in_words(fault: Fault) -> str:
    return f"expected {fault.expected}, recorded {fault.recorded}: {fault.detail[:1].lower()}{fault.detail[1:-1]}"
