"""Answers that players signed, held against the log in which they stand (FORMAT §15)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

import attrs

from audit.answers import Answer, Company, answers
from audit.context import Session
from audit.facts.columns import Columns
from audit.judge import table_of
from audit.receipts import LABEL, boxes_of, masked
from audit.records import Record, Signed, SignedAnswer, Unknown
from audit.seeds import LABEL_ANSWER, LABEL_QUESTION, frame, labelled_hash
from audit.values import base64_bytes

MOST = 256
"""Answers in a record."""
START, BEGIN, SIGNED, ROUND, CLOSE = "start", "begin", "signed", "round", "close"


class Line(NamedTuple):
    """A line of a session in which somebody signs; `leaf` is its leaf hash, `kind` of a void that of a round.

    `again`: it is there once more, for those that are built upon it.
    """

    seq: int
    session: int
    kind: str
    prev: int
    leaf: bytes
    round: int = 0
    banker: int = 0
    log: tuple[str, ...] = ()
    answers: tuple[SignedAnswer, ...] = ()
    again: bool = False


class Fault(NamedTuple):
    """What is wrong with a signature, or that it `is_missing`, at an event (`step`, −1 for none)."""

    seq: int
    session: int
    round: int
    who: str
    step: int
    expected: str
    recorded: str
    detail: str
    is_missing: bool


_MISSING = "This player signs every answer, and this one is not signed."
_UNUSED = "Only answers of live sessions are signed."
_KEYLESS = "In this session nobody signs, so that nothing shows whose signatures these are."
_KIND = {"seq": int, "session": int, "round": int, "who": str, "step": int} | dict.fromkeys(("expected", "recorded", "detail"), str)


def fault_table(faults: Iterable[Fault]) -> Columns:
    """Table `signatures`: what is wrong with them."""
    return table_of([fault._asdict() for fault in faults], _KIND | {"is_missing": bool})


def found(lines: Sequence[Line], session: Session) -> Iterator[Fault]:
    """What is wrong in a session's lines; the first of them is built upon, and not judged itself."""
    basis: Line | None = None
    begin: Line | None = None
    signed: list[Line] = []
    number = 0
    for line in lines:
        if line.kind == BEGIN:
            begin = line
        elif line.kind == SIGNED:
            signed.append(line)
        else:
            if basis is not None and not line.again and line.kind != START:
                about = line if line.kind == ROUND else line._replace(round=number + 1, banker=basis.banker)
                yield from _Judging(session, basis, begin, signed, about).faults()
            basis, begin, signed, number = line, None, [], line.round


@attrs.frozen
class _Judging:
    """A line with a log, the signatures before it, and what it is built upon."""

    session: Session
    basis: Line
    begin: Line | None
    signed: Sequence[Line]
    line: Line

    def faults(self) -> Iterator[Fault]:
        """What is wrong."""
        company = self._company()
        if company is None:
            return
        due = {answer.at: answer for answer in answers(self.line.log, company) if answer.seat in self.session.keys}
        yield from self._out_of_place()
        told = set[int]()
        last = -1
        for line in self.signed:
            for given in line.answers:
                yield from self._signature(line, given, due.get(given.event), is_next=given.event > last)
                last = max(last, given.event)
                told.add(given.event)
        for answer in due.values():
            if answer.is_due and answer.at not in told:
                yield self._fault(self.line.seq, answer.at, f"a signature of {self._name(answer.seat)}", "none", _MISSING, is_missing=True)

    def _company(self) -> Company | None:
        params = self.session.params
        if params is None:
            return None
        owners = {box: seat.seat for seat in self.session.seats for box in boxes_of(self.session, seat.seat, self.line.banker)}
        return Company(owners, self.basis.banker if params["bank_holder"] == "player" else None, params)

    def _out_of_place(self) -> Iterator[Fault]:
        """Records stand directly before the one that has the log, all but the last of them full, and are about its round."""
        for line, after in pairwise([*self.signed, self.line]):
            if after.prev != line.seq:
                yield self._fault(line.seq, -1, "directly before the round", "elsewhere", "Signed answers stand in front of their round.")
            if line.round != self.line.round:
                yield self._fault(line.seq, -1, f"round {self.line.round}", f"round {line.round}", "They are in another round's place.")
            if after is not self.line and len(line.answers) != MOST:
                yield self._fault(line.seq, -1, f"{MOST} answers", str(len(line.answers)), "Another record follows one that is not full.")

    def _signature(self, line: Line, given: SignedAnswer, due: Answer | None, *, is_next: bool) -> Iterator[Fault]:
        name, step = self._name(given.seat), given.event
        event = self.line.log[step] if step < len(self.line.log) else "no event"
        if not is_next:
            yield self._fault(line.seq, step, "each event once, in order", f"event {step} out of order", "Events are named in order.")
        elif due is None or due.seat != given.seat:
            yield self._fault(line.seq, step, f"an answer of {name}", event, f"No answer that {name} signs stands there.")
        elif given.answer != due.said:
            yield self._fault(line.seq, step, given.answer, event, f"{name} signed another answer than the one in the log.")
        elif given.seen != due.seen:
            told = f"answered upon {due.seen} events", f"upon {given.seen}"
            yield self._fault(line.seq, step, *told, "The question was put when other events stood in the log.")
        elif not self._is_good(given, self.session.keys[given.seat]):
            told = f"a signature of {name} over “{given.answer}”", "another"
            yield self._fault(line.seq, step, *told, f"What is said to be signed by {name} is not, upon the log as it stands.")

    def _is_good(self, given: SignedAnswer, key: bytes) -> bool:
        """Whether the signature is the seat's over question and answer."""
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

        params = self.session.params or {}
        events = [masked(event, face_down=bool(params["double_face_down"])).encode() for event in self.line.log[: given.seen]]
        begin = self.begin if self.begin is not None and given.event >= len(self.begin.log) else self.basis
        who = given.answer.partition(" ")[0].encode()
        question = labelled_hash(LABEL_QUESTION, begin.leaf, who, labelled_hash(LABEL, *events))
        try:
            signature = base64_bytes(given.signature) or b""
            Ed25519PublicKey.from_public_bytes(key).verify(signature, frame(LABEL_ANSWER, question, given.answer.encode()))
        except (InvalidSignature, ValueError):
            return False
        return True

    def _name(self, seat: int) -> str:
        return next((one.name for one in self.session.seats if one.seat == seat), f"seat {seat}")

    def _fault(self, seq: int, step: int, expected: str, recorded: str, detail: str, *, is_missing: bool = False) -> Fault:
        event = self.line.log[step] if 0 <= step < len(self.line.log) else ""
        who = event.partition(" ")[0]
        return Fault(seq, self.line.session, self.line.round, who, step, expected, recorded, detail, is_missing)


def unused(sessions: Mapping[int, Session], records: Iterable[tuple[int, Record | Unknown]]) -> Iterator[Fault]:
    """Keys in sessions in which nobody is asked before the next card, and signed answers in those in which nobody has a key."""
    for number, batch in sorted(sessions.items()):
        for seat in batch.seats if not batch.live else ():
            if seat.key is not None:
                yield Fault(seat.seq, number, 0, f"s{seat.seat}", -1, "no key in a batch session", seat.key, _UNUSED, is_missing=False)
    for seq, record in records:
        session = sessions.get(record.session) if isinstance(record, Signed) else None
        if isinstance(record, Signed) and session is not None and not (session.live and session.keys):
            told = "no signed answers where nobody has a key", str(len(record.answers))
            yield Fault(seq, record.session, record.round, "", -1, *told, _KEYLESS, is_missing=False)
