"""A hand bundle opened: its signature, its lines' places in the tree, and how its session's lines hang together (FORMAT §3, §4, §11)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

import attrs

from audit.errors import EvidenceError, LineError
from audit.evidence.forms import Bundle, Older
from audit.keys import Keys, Turn, trusted
from audit.lines import decode_line
from audit.notes import Checkpoint, VerifierKey
from audit.proofs import extends, includes
from audit.records import Begin, Key, Ledger, OfSession, Open, Record, Round, Seat, Start, Unknown, Void
from audit.tree import leaf_hash

_SHUFFLE = re.compile(r"D (?:re)?shuffle ([0-9]{1,8})")


@attrs.frozen
class Line:
    """A line of the ledger: its place, its bytes, what it records."""

    seq: int
    raw: bytes
    record: Record


@attrs.frozen
class Opened:
    """A bundle whose lines are proven to be in the signed tree; `turns` are the changes of key on the way from the key given.

    Of its session: `lines` in order, the `round` asked for; the stretch is the lines from `first` up to and with `last`, all of which are
    there; `before` are those just before it, from a round or the start on, all there too; `gaps` lie in front of them.
    """

    name: str
    keys: Keys
    checkpoint: Checkpoint
    turns: Sequence[Turn]
    every: tuple[Line, ...]
    lines: tuple[Line, ...]
    round: Round | Void
    first: int
    last: int
    before: tuple[Line, ...]
    gaps: tuple[tuple[int, int], ...]

    @property
    def opening(self) -> Open:
        """The session's `open` record."""
        return next(line.record for line in self.lines if isinstance(line.record, Open))

    def in_stretch(self, seq: int) -> bool:
        """Whether a line of the session is one of the stretch."""
        return self.first <= seq <= self.last


def open_bundle(bundle: Bundle, given: VerifierKey) -> Opened:
    """Prove what a bundle's lines are; raises an AuditError where anything does not hold."""
    every = _decoded(bundle)
    ledger = every[0].record
    if not isinstance(ledger, Ledger) or every[0].seq:
        raise EvidenceError("does not begin with line 0, which names the ledger.")
    if ledger.format != 1:
        raise EvidenceError(f"is of a ledger of format {ledger.format}; this verifier reads format 1.")
    keys = Keys.of(ledger, ((line.seq, line.record) for line in every))
    if not keys.names(given):
        raise EvidenceError(
            f"is of the ledger {ledger.name}, which has no key such as the one given ({given.name}+{given.key_id.hex()}): use its own."
        )
    turns_given = _turns_given(bundle, every)
    checkpoint, turns = trusted(given, keys, bundle.note, lambda seq: turns_given[seq].note)
    for line, (_, proof) in zip(every, bundle.lines, strict=True):
        if not includes(leaf_hash(line.raw), line.seq, checkpoint.size, proof, checkpoint.root):
            raise EvidenceError(
                f"has a line {line.seq} whose proof does not lead to the signed root: it was changed, or is another ledger's."
            )
    for turn in turns:
        _require_consistent(turns_given[turn.seq].proof, turn.checkpoint, checkpoint, f"the change of key in line {turn.seq}")
    if checkpoint.name != ledger.name:
        raise EvidenceError(f"has a checkpoint of the ledger {checkpoint.name} and lines of {ledger.name}.")
    return _laid_out(bundle, every, (ledger.name, keys, checkpoint, turns))


def _decoded(bundle: Bundle) -> tuple[Line, ...]:
    result: list[Line] = []
    for nth, (raw, _) in enumerate(bundle.lines):
        try:
            record = decode_line(raw, nth)
        except LineError as error:
            raise EvidenceError(f"has a line (number {nth + 1} of the file) that {error.fault}.") from None
        if isinstance(record, Unknown):
            raise EvidenceError(f"has a line of the unknown kind `{record.kind}`, which no bundle has.")
        if result and record.seq <= result[-1].seq:
            raise EvidenceError(f"has line {record.seq} after line {result[-1].seq}: lines stand in order, each once.")
        result.append(Line(record.seq, raw, record))
    return tuple(result)


def _turns_given(bundle: Bundle, every: Sequence[Line]) -> dict[int, Older]:
    changes = [line.seq for line in every if isinstance(line.record, Key)]
    if len(changes) != len(bundle.rotations):
        raise EvidenceError(f"has {len(bundle.rotations)} rotations for {len(changes)} changes of key; there must be as many.")
    return dict(zip(changes, bundle.rotations, strict=True))


def _require_consistent(proof: Sequence[bytes], old: Checkpoint, new: Checkpoint, what: str) -> None:
    if not extends(old.size, old.root, new.size, new.root, proof):
        raise EvidenceError(f"has a consistency proof for {what} that does not lead to the signed root.")


def require_extends(older: Older, old: Checkpoint, new: Checkpoint) -> None:
    """Require the proof from a bundle's own older checkpoint; raises EvidenceError."""
    _require_consistent(older.proof, old, new, f"its older checkpoint of {old.size} lines")


def _laid_out(bundle: Bundle, every: Sequence[Line], about: tuple[str, Keys, Checkpoint, Sequence[Turn]]) -> Opened:
    """See how the session's lines hang together; raises EvidenceError where the round cannot be judged by them."""
    wanted = bundle.wanted
    for line in every[1:]:
        if not isinstance(line.record, Key) and not (isinstance(line.record, OfSession) and line.record.session == wanted.session):
            raise EvidenceError(f"has line {line.seq}, which is neither of session {wanted.session} nor a change of key.")
    lines = tuple(line for line in every if isinstance(line.record, OfSession))
    _require_order(lines)
    start = _require_beginning(lines, wanted.session)
    played = [(line, line.record) for line in lines if isinstance(line.record, Round | Void) and line.record.round == wanted.round]
    if len(played) != 1:
        raise EvidenceError(f"has {len(played)} lines that tell round {wanted.session}/{wanted.round}, and must have one.")
    asked, record = played[0]
    at, to = lines.index(_taken_up(lines, asked, record)), lines.index(asked)
    _require_chained(lines[at : to + 1])
    while to + 1 < len(lines) and _follows(lines[to], lines[to + 1]):
        to += 1
    gaps = tuple(
        (one.seq, other.seq) for one, other in zip(lines[start:at], lines[start + 1 : at + 1], strict=True) if not _follows(one, other)
    )
    before = _before(lines, at)
    return Opened(*about, tuple(every), lines, record, lines[at].seq, lines[to].seq, before, gaps)


def _follows(one: Line, other: Line) -> bool:
    """Whether no line of the session stands between these two."""
    return isinstance(other.record, OfSession) and other.record.prev == one.seq


def _require_order(lines: Sequence[Line]) -> None:
    """No line may say that the one before it stands further back than one that is here (FORMAT §4)."""
    for one, other in pairwise(lines):
        if isinstance(other.record, OfSession) and not one.seq <= other.record.prev < other.seq:
            said = f"has line {other.seq}, which names line {other.record.prev} as the session's line before it"
            raise EvidenceError(f"{said}, and that is line {one.seq} or a later one.")


def _require_chained(lines: Sequence[Line]) -> None:
    for one, other in pairwise(lines):
        if not _follows(one, other):
            raise EvidenceError(
                f"lacks lines of the session between lines {one.seq} and {other.seq}: `prev` does not lead from one to the other."
            )


def _require_beginning(lines: Sequence[Line], session: int) -> int:
    """Place of the session's `start`, once all that stands before it is there."""
    start = next((at for at, line in enumerate(lines) if isinstance(line.record, Start)), -1)
    if start < 0 or not isinstance(lines[0].record, Open) or lines[0].record.prev != 0:
        raise EvidenceError(f"lacks the `open` or the `start` of session {session}.")
    odd = next((line for line in lines[1:start] if not isinstance(line.record, Seat)), None)
    if odd is not None or any(isinstance(line.record, Open | Seat | Start) for line in lines[start + 1 :]):
        raise EvidenceError(f"has a session {session} that does not begin with its opening, its seats and its start, each once.")
    _require_chained(lines[: start + 1])
    return start


def _taken_up(lines: Sequence[Line], asked: Line, record: Round | Void) -> Line:
    """The line in which the first shoe of the round asked for was taken up."""
    taken: dict[int, Line] = {}
    for line in lines:
        if line.seq > asked.seq:
            break
        for index in shuffled(line.record.log) if isinstance(line.record, Begin | Round | Void) else ():
            taken.setdefault(index, line)
    missing = [use.index for use in record.shoes if use.index not in taken]
    if missing:
        raise EvidenceError(f"lacks the line in which shoe {missing[0]}, from which the round is dealt, was shuffled.")
    return min((taken[use.index] for use in record.shoes), key=lambda line: line.seq, default=asked)


def shuffled(log: Sequence[str]) -> set[int]:
    """Shoes that were shuffled in a log."""
    return {int(found[1]) for event in log if (found := _SHUFFLE.fullmatch(event))}


def _before(lines: Sequence[Line], at: int) -> tuple[Line, ...]:
    """Lines just before the stretch, back to the last round, or to the start; raises EvidenceError where one is missing.

    Whoever left them out could hide that the round's `begin` says otherwise, that a seed was passed over, or that balances were altered.
    """
    begin = next(place for place in range(at - 1, -1, -1) if isinstance(lines[place].record, Round | Start))
    _require_chained(lines[begin : at + 1])
    return tuple(lines[begin:at])
