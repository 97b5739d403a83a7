"""Receipts that players kept for their answers in live rounds, held against the ledger (FORMAT §10)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

import attrs

from audit.context import Session, Survey
from audit.facts.columns import Columns
from audit.judge import table_of
from audit.keys import Keys
from audit.lines import BEGIN_MARK, ROUND_MARK, VOID_MARK, decode_line
from audit.receipt_notes import Receipt, ReceiptError, open_receipt
from audit.records import Begin, Round, Void
from audit.seeds import labelled_hash
from audit.tree import leaf_hash

LABEL = b"sealedshoe/1/receipt"
HIDDEN = frozenset(("hole", "down", "late", "extra", "toss", "unasked"))
FACE_DOWN = frozenset(("double", "triple"))
_KIND = {"seq": int, "session": int, "round": int, "who": str, "expected": str, "recorded": str, "detail": str}


@attrs.frozen
class Contradiction:
    """A receipt that the ledger contradicts: the line that should say so, and what it says."""

    receipt: Receipt
    seq: int
    who: str
    expected: str
    recorded: str


@attrs.frozen
class Judged:
    """What came of all receipts; `waiting`: those for rounds that are still in play."""

    total: int
    contradictions: tuple[Contradiction, ...]
    waiting: tuple[Receipt, ...]

    def table(self) -> Columns:
        """Table `receipts`: contradictions."""
        return table_of([_row(one) for one in self.contradictions], _KIND)

    def not_yet(self) -> list[str]:
        """Name those that cannot be judged yet."""
        return [f"not yet verifiable: {one.file}, for round {one.round} of session {one.session}, which is in play" for one in self.waiting]

    def notices(self) -> list[str]:
        """How many were held against the ledger, and how many it bears out."""
        good = self.total - len(self.contradictions) - len(self.waiting)
        return [f"receipts: {self.total:,} held against the ledger, which bears out {good:,} of them"] if self.total else []


class Lines(Protocol):
    """Lines of a ledger, or those that a bundle has."""

    def lines(self) -> Iterator[tuple[int, bytes]]:
        """Each line with its `seq`, in order."""


@attrs.define
class _Round:
    """What the ledger has of a round: the `begin` lines, with their leaf hashes and numbers of events, and its answer."""

    begins: list[tuple[int, bytes, int]] = attrs.Factory(list)
    played: tuple[int, Round | Void] | None = None


def judged(notes: Sequence[tuple[str, bytes]], ledger: Lines, found: Survey, keys: Keys) -> Judged:
    """Open all receipts and hold each against the ledger; raises ReceiptError."""
    known = [key for _, key in keys.steps]
    receipts = [open_receipt(file, note, found.ledger.name, known) for file, note in notes]
    held = hold(receipts, ledger, found.sessions, keys)
    contradictions = tuple(one for one in held if isinstance(one, Contradiction))
    return Judged(len(receipts), contradictions, tuple(one for one in held if isinstance(one, Receipt)))


def hold(receipts: Sequence[Receipt], ledger: Lines, sessions: Mapping[int, Session], keys: Keys) -> list[Contradiction | Receipt]:
    """What contradicts opened receipts, and those whose round is still in play; raises ReceiptError for a key not in force."""
    rounds = _rounds(ledger, {(one.session, one.round) for one in receipts}) if receipts else {}
    held = []
    for receipt in receipts:
        mine, session = rounds[receipt.session, receipt.round], sessions.get(receipt.session)
        _require_in_force(receipt, mine, session, keys)
        held.append(_judge(receipt, mine, session))
    return [one for one in held if one is not None]


def _require_in_force(receipt: Receipt, mine: _Round, session: Session | None, keys: Keys) -> None:
    """A receipt is signed by the key in force in its round or by a later one: else whoever stole an older one could accuse with it.

    Where the ledger does not have its `begin`, that may have been at any time of its session; and of no session, at any time at all.
    """
    began = next((seq for seq, leaf, _ in mine.begins if leaf == receipt.begin), session.open_seq if session else -1) + 1
    in_force = keys.steps.index(next(step for step in reversed(keys.steps) if step[0] <= began))
    if not any(key in receipt.signers for _, key in keys.steps[in_force:]):
        raise ReceiptError(
            f"{receipt.file} is signed by a key that was no longer in force when round {receipt.round} of session {receipt.session} "
            "was played: whoever has that key now may have made it, and it proves nothing against the operator."
        )


def _rounds(ledger: Lines, wanted: set[tuple[int, int]]) -> Mapping[tuple[int, int], _Round]:
    """What the ledger has of these rounds, by session and round."""
    result = {place: _Round() for place in wanted}
    marks = {f'"session":{session},'.encode() for session, _ in wanted}
    for seq, raw in ledger.lines():
        if not any(mark in raw for mark in (BEGIN_MARK, ROUND_MARK, VOID_MARK)) or not any(mark in raw for mark in marks):
            continue
        record = decode_line(raw, seq)
        if not isinstance(record, (Begin, Round, Void)) or (record.session, record.round) not in result:
            continue
        mine = result[record.session, record.round]
        if isinstance(record, Begin):
            mine.begins.append((seq, leaf_hash(raw), len(record.log)))
        elif mine.played is None:
            mine.played = seq, record
    return result


def _judge(receipt: Receipt, mine: _Round, session: Session | None) -> Contradiction | Receipt | None:
    """A contradiction; the receipt itself where its round is still in play; None where the ledger bears it out."""
    seat = f"s{receipt.seat}"
    begun = next(((seq, events) for seq, leaf, events in mine.begins if leaf == receipt.begin), None)
    at = mine.played[0] if mine.played else mine.begins[-1][0] if mine.begins else session.open_seq if session else 0
    if session is None or not any(one.seat == receipt.seat for one in session.seats):
        return Contradiction(receipt, at, seat, f"seat {receipt.seat} in session {receipt.session}", "no such seat, or no such session")
    if begun is None:
        recorded = "another begin" if mine.begins else "no such begin: the round was left out, or this copy of the ledger is older"
        return Contradiction(receipt, at, seat, f"a begin with the leaf hash {receipt.begin.hex()}", recorded)
    if mine.played is None:
        # Rulings are signed when they are made: such a one may follow the `begin` while the round is in play.
        is_last = session.last_seq == begun[0] or session.rulings.get(session.last_seq) == receipt.round
        is_open = session.close is None and is_last
        return receipt if is_open else Contradiction(receipt, begun[0], seat, "the round that was begun", "none")
    seq, record = mine.played
    told, who = record.log[: receipt.count], _hand(receipt, record, session) or seat
    if not begun[1] <= receipt.count <= len(record.log):
        return Contradiction(
            receipt, seq, who, f"{receipt.count} events", f"{len(record.log)} events, {begun[1]} of them before its first card"
        )
    face_down = bool((session.params or {}).get("double_face_down", False))
    if labelled_hash(LABEL, *(masked(event, face_down=face_down).encode() for event in told)) != receipt.digest:
        return Contradiction(receipt, seq, who, f"other first {receipt.count} events", f"up to “{told[-1] if told else ''}”")
    return None


def masked(event: str, *, face_down: bool) -> str:
    """An event as those who do not see its card know it; `face_down`: whether doubles lie so."""
    words = event.split(" ")
    at = 3 if words[1:2] == ["timeout"] and len(words) > 2 else 2
    verb = words[at - 1 : at]
    hides = verb and (verb[0] in HIDDEN or (face_down and verb[0] in FACE_DOWN))
    return " ".join([*words[:at], *["xx"] * len(words[at:])]) if hides else event


def _hand(receipt: Receipt, record: Round | Void, session: Session) -> str:
    """The hand of this seat that the last of the receipt's events about one was about; nothing where none was."""
    boxes = set(boxes_of(session, receipt.seat, record.banker))
    names = [event.partition(" ")[0].partition("/")[0] for event in record.log[: receipt.count]]
    return next((name for name in reversed(names) if name.partition(".")[0] in boxes), "")


def boxes_of(session: Session, seat: int, banker: int) -> Iterator[str]:
    """Boxes that a seat plays (FORMAT §8): as seated where the house banks, counted from the banker's left in a private game."""
    placed = {one.seat: one.boxes for one in session.seats if one.boxes}
    if (session.params or {}).get("bank_holder") != "player":
        yield from map(str, placed.get(seat, ()))
    elif seat in placed and banker in placed:
        yield str((placed[seat][0] - placed[banker][0]) % max(boxes[0] for boxes in placed.values()))


def _row(one: Contradiction) -> dict[str, object]:
    receipt = one.receipt
    detail = f"The receipt {receipt.file}, signed for seat {receipt.seat} after {receipt.count} events, says otherwise."
    about = {"seq": one.seq, "session": receipt.session, "round": receipt.round, "who": one.who}
    return about | {"expected": one.expected, "recorded": one.recorded, "detail": detail}
