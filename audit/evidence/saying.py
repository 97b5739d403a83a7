"""What a bundle proves and what it cannot, in sentences, with the round told (FORMAT §11)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import attrs

from audit.errors import EvidenceError, RecordMissingError
from audit.evidence.answers import borne_out
from audit.evidence.forms import Bundle
from audit.evidence.judging import Judged, judge, surveyed
from audit.evidence.memory import Beside
from audit.evidence.opening import Opened
from audit.evidence.result import PROVEN, UNPROVEN, WRONG, Verified
from audit.explain import tell
from audit.records import Round, Seat, Start, Void


@attrs.frozen
class BundleLines:
    """The lines of a bundle, to be told from."""

    path: Path
    note: bytes
    opened: Opened

    def lines(self) -> Iterator[tuple[int, bytes]]:
        """Each line with its `seq`."""
        return ((line.seq, line.raw) for line in self.opened.every)


def bundle_verified(path: Path, bundle: Bundle, opened: Opened, memory: Beside, receipts: Sequence[tuple[str, bytes]] = ()) -> Verified:
    """Judge a bundle's round, hold receipts against it, tell it, and say what that proves."""
    wanted, lines, found = bundle.wanted, BundleLines(path, bundle.note, opened), surveyed(opened)
    judged = judge(opened, found)
    borne = borne_out(receipts, opened, lines, found)
    try:
        story = tell(lines, wanted.session, wanted.round, wanted.hand)
    except RecordMissingError as error:
        raise EvidenceError(f"asks for what its lines do not have: {error}") from None
    warnings = () if judged.findings else tuple(dict.fromkeys(story.warnings))
    contradictions = tuple(filter(None, (memory.contradiction, *borne.contradictions, *warnings)))
    status, verdict = _verdict(f"{wanted.session}/{wanted.round}", judged, contradictions, memory, is_gapped=bool(opened.gaps))
    return Verified(
        kind="bundle",
        title=f"Round {wanted.session}/{wanted.round} of {opened.name}" + (f", hand {wanted.hand}" if wanted.hand else ""),
        verdict=verdict,
        status=status,
        proven=(*_proven(opened, judged, memory), *borne.proven),
        not_proven=tuple(_not_proven(opened, judged, memory)),
        findings=judged.findings,
        contradictions=contradictions,
        story=story,
    )


def _verdict(name: str, judged: Judged, contradictions: tuple[str, ...], memory: Beside, *, is_gapped: bool) -> tuple[int, str]:
    count = len(judged.findings) + len(contradictions)
    if count:
        what = "one contradiction" if count == 1 else f"{count} contradictions"
        text = f"WRONG: {what} of the rules, the seal or what was signed before, in lines that the ledger's key has signed."
        doubt = " Lines of the session are left out here that may bear on it: `shoe audit` of the whole ledger decides."
        return WRONG, text + (doubt if is_gapped else "")
    if memory.asked and memory.not_proven:
        return UNPROVEN, f"NOT FULLY VERIFIED: round {name} is right by itself, and what you kept could not be held against it."
    return PROVEN, f"RIGHT: round {name} was dealt from the sealed shoe, and played and paid by the rules."


def _proven(opened: Opened, judged: Judged, memory: Beside) -> Iterator[str]:
    codes = {finding.code for finding in judged.findings}
    yield _signed(opened)
    yield f"All {len(opened.every)} lines in this file are in the tree that it signs, each at its place."
    yield from filter(None, (memory.proven,))
    if not codes & {"seed-chain", "shoe-end", "shoe-beyond"} and opened.round.shoes:
        yield f"{_shoes(opened)} to the commitment in line {_line_of_open(opened)}, which was written before the players' entropy."
    if "entropy" not in codes:
        yield "The entropy of every player is what they had committed to, and it enters every shoe."
    if judged.cards and not codes & {"card", "shoe-list", "shoe-sequence", "reshuffle"}:
        yield f"All {judged.cards} cards of the round are those that the sealed shoe deals, each at its place."
    if not judged.findings:
        others = len(judged.rounds) - 1
        more = f"; so are {others} other rounds of the shoe" if others > 1 else "; so is one other round of the shoe" if others else ""
        yield f"Stakes, decisions, the banker's draws and every payment are what the rules allow and owe ({judged.checks} checks){more}."
    if (names := _signing(opened)) and not codes & {"signature", "unsigned"}:
        yield f"What {', '.join(names)} answered is what they signed, but for defaults: no other answer could stand in its place."
    if "balance-before" not in codes:
        yield _balances(opened)


def _signing(opened: Opened) -> list[str]:
    """Players who sign their answers."""
    return [line.record.name for line in opened.lines if isinstance(line.record, Seat) and line.record.key is not None]


def _signed(opened: Opened) -> str:
    size = opened.checkpoint.size
    if not opened.turns:
        return f"The checkpoint of {size} lines is signed by the key given, which is in force there."
    lines = ", ".join(str(turn.seq) for turn in opened.turns)
    way = f"to which the one given leads by the changes of key in lines {lines}"
    return f"The checkpoint of {size} lines is signed by the key in force, {way}."


def _shoes(opened: Opened) -> str:
    numbers = [str(use.index) for use in opened.round.shoes]
    return f"The seed of shoe {numbers[0]} leads" if len(numbers) == 1 else f"The seeds of shoes {', '.join(numbers)} lead"


def _line_of_open(opened: Opened) -> int:
    return opened.lines[0].seq


def _balances(opened: Opened) -> str:
    first = _first_round(opened)
    if isinstance(opened.before[0].record, Start):
        return f"The balances with which round {first} began follow from the stacks on, line by line."
    return f"Everybody began round {first} with what the round before it had left them."


def _first_round(opened: Opened) -> int:
    """Number of the stretch's first round."""
    return next(line.record.round for line in opened.lines if opened.in_stretch(line.seq) and isinstance(line.record, Round | Void))


def _not_proven(opened: Opened, judged: Judged, memory: Beside) -> Iterator[str]:
    if isinstance(before := opened.before[0].record, Round):
        yield f"The balances with which round {before.round} began: they rest on earlier rounds, which are not here."
    if opened.gaps:
        where = ", ".join(f"{one} and {other}" for one, other in opened.gaps[:3]) + (" …" if len(opened.gaps) > 3 else "")
        yield f"That nothing in the session's lines between {where} changed who was at the table: those are not here."
    if judged.between is False:
        yield "That the bank passed, and limits changed, when the rules say: that rests on rounds which are not here."
    yield from filter(None, (memory.not_proven,))
    house = [line.record.name for line in opened.lines if isinstance(line.record, Seat) and line.record.source == "house"]
    if house:
        yield f"That the cards were not sought out beforehand: the house made the entropy of {', '.join(house)}."
    if any(" timeout " in event for line in opened.lines if isinstance(line.record, Round | Void) for event in line.record.log):
        yield "That whoever did not answer in time did not: the log says so, and their receipts would say otherwise."
    who = "Hold their receipts against it, with --receipt." if opened.opening.mode == "live" else "Who was there remembers."
    others = [line.record.name for line in opened.lines if isinstance(line.record, Seat) and line.record.key is None]
    if others:
        whom = ", ".join(others) if _signing(opened) else "the players"
        yield f"That {whom} decided what is written: a possible decision looks like any other. {who}"
    yield "Anything about the rest of the session and of the ledger: `shoe audit` checks them whole."
