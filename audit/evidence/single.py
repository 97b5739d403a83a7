"""Files that prove one thing: a checkpoint, a consistency file, the proof of a line, an equivocation (FORMAT §3, §11)."""

from __future__ import annotations

import attrs

from audit.errors import EvidenceError
from audit.evidence.c2sp import Consistency, LineProof
from audit.evidence.forms import Equivocation
from audit.evidence.memory import Beside, step_of
from audit.evidence.reader import Reader, shown
from audit.evidence.result import PROVEN, UNPROVEN, WRONG, Verified
from audit.evidence.witnesses import under
from audit.lines import decode_line
from audit.notes import Checkpoint, VerifierKey, open_checkpoint
from audit.proofs import extends, includes
from audit.records import Begin, OfSession, Round, Void
from audit.tree import leaf_hash


def verify_checkpoint(note: bytes, reader: Reader) -> Verified:
    """A checkpoint, alone or beside one that was kept; raises an AuditError where it is none."""
    now = _opened(note, reader.key)
    memory = reader.beside(now, reader.alone)
    return under(reader.policy, note, _of_memory(now, "checkpoint", f"Checkpoint of {now.name}: {now.size} lines", memory, reader.key))


def verify_consistency(file: Consistency, reader: Reader) -> Verified:
    """A consistency file, from the checkpoint that was kept; raises an AuditError where it proves nothing."""
    now = _opened(file.note, reader.key)
    memory = reader.beside(now, reader.alone, step_of(file, now))
    if not memory.asked:
        why = f"That it extends anything: give the checkpoint of {file.old} lines that you kept, with --known-checkpoint."
        memory = Beside(not_proven=why)
    title = f"Consistency of {now.name}: from {file.old} lines to {now.size}"
    return under(reader.policy, file.note, _of_memory(now, "consistency", title, memory, reader.key))


def _opened(note: bytes, key: VerifierKey) -> Checkpoint:
    """A checkpoint of the key's own ledger, whose name it bears (FORMAT §3); raises an AuditError."""
    checkpoint = open_checkpoint(note, key)
    if checkpoint.name != key.name:
        raise EvidenceError(f"has a checkpoint of the ledger {checkpoint.name}, signed by the key of {key.name}: it is no ledger's.")
    return checkpoint


def _of_memory(now: Checkpoint, kind: str, title: str, memory: Beside, key: VerifierKey) -> Verified:
    """What a checkpoint proves, alone or beside one that was kept."""
    signed = f"The checkpoint of {now.size} lines is signed by the key given ({shown(key)})."
    unknown = "What its lines say: a checkpoint pins them down and does not tell them; `shoe audit` checks them."
    status, verdict = PROVEN, "SIGNED: the checkpoint is the ledger's."
    if memory.contradiction:
        status, verdict = WRONG, "TWO HISTORIES: both were signed, and only one of them can be true."
    elif memory.asked and memory.not_proven:
        status, verdict = UNPROVEN, "NOT PROVEN: the signature is right, and what was to be shown is not."
    elif memory.asked:
        verdict = "ONE HISTORY: signed, and of one history with the checkpoint that was kept."
    return Verified(
        kind=kind,
        title=title,
        verdict=verdict,
        status=status,
        proven=tuple(filter(None, (signed, memory.proven))),
        not_proven=tuple(filter(None, (memory.not_proven, unknown))),
        contradictions=tuple(filter(None, (memory.contradiction,))),
    )


def verify_line_proof(file: LineProof, reader: Reader) -> Verified:
    """The proof of one line; raises an AuditError where it proves nothing."""
    now = _opened(file.note, reader.key)
    if file.line is None:
        raise EvidenceError("does not have the line that it is about as its extra data, so there is nothing to prove.")
    if not includes(leaf_hash(file.line), file.index, now.size, file.proof, now.root):
        raise EvidenceError(
            f"does not lead from its line, as line {file.index}, to the signed root: the line was changed, or the proof is another's."
        )
    record = decode_line(file.line, file.index)
    if record.seq != file.index:
        raise EvidenceError(
            f"has a line that says it is line {record.seq}, and is line {file.index} of the tree: the ledger contradicts itself."
        )
    memory = reader.beside(now, reader.alone)
    of = _of_memory(now, "tlog-proof", f"Line {file.index} of {now.name}: {_about(record)}", memory, reader.key)
    inside = f"The line is line {file.index} of the ledger: {_about(record)}."
    told = "Whether what it records is right: a bundle (`shoe prove`) proves that of a round, and `shoe audit` of all."
    verdict = of.verdict if of.status else "RECORDED: the line is in the signed ledger."
    rest = tuple(one for one in of.not_proven if one == memory.not_proven)
    of = attrs.evolve(of, verdict=verdict, proven=(*of.proven, inside), not_proven=(*rest, told))
    return under(reader.policy, file.note, of)


def _about(record: object) -> str:
    """A record in words."""
    kind = getattr(record, "kind", type(record).__name__.lower())
    number = f", round {record.round}" if isinstance(record, Round | Void | Begin) else ""
    where = f" of session {record.session}" if isinstance(record, OfSession) else ""
    return f"a `{kind}` record{where}{number}"


def verify_equivocation(file: Equivocation, reader: Reader) -> Verified:
    """Two checkpoints that no one history can have; raises an AuditError where one could."""
    first, second = (_opened(note, reader.key) for note in file.notes)
    if first.size > second.size:
        raise EvidenceError("has the larger checkpoint first; the smaller one must stand there.")
    if first.root == file.root:
        raise EvidenceError("proves no second history: its root is the one that the first checkpoint has.")
    if not extends(first.size, file.root, second.size, second.root, file.proof):
        raise EvidenceError("proves no second history: its proof does not lead from its root to the second checkpoint.")
    what = f"As the first {first.size} lines of {first.name} two different histories were signed."
    return Verified(
        kind="equivocation",
        title=f"Two histories of {first.name}",
        verdict="TWO HISTORIES: whoever holds the key signed both, and only one of them can be true.",
        status=WRONG,
        proven=(
            f"Both checkpoints, of {first.size} and of {second.size} lines, are signed by the key given ({shown(reader.key)}).",
            f"The second does not extend the first: its first {first.size} lines have another root.",
        ),
        not_proven=("Which of the two was played, and whether the key was stolen.",),
        contradictions=(what,),
    )
