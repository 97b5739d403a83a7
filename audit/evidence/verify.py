"""`verify`: one file, a verifier key, and nothing else; offline (FORMAT §10, §11)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import attrs

from audit.errors import AuditError, EvidenceError, NoteError, SignatureError
from audit.evidence.forms import TLOG_PROOF, Bundle, Consistency, Equivocation, LineProof, read_consistency, read_object, read_tlog_proof
from audit.evidence.memory import Beside, Step, beside, step_of
from audit.evidence.receipt import is_receipt, verify_receipt
from audit.evidence.result import PROVEN, UNPROVEN, WRONG, Verified
from audit.evidence.witnesses import under
from audit.kept import open_known, read_file
from audit.keys import Keys
from audit.lines import decode_line
from audit.notes import Checkpoint, VerifierKey, open_checkpoint, parse_vkey
from audit.policy import Policy, policy_for
from audit.proofs import extends, includes
from audit.records import Begin, OfSession, Round, Void
from audit.tree import leaf_hash

Result = TypeVar("Result")
LONGEST = 1 << 26
"""Bytes of a file: those of the longest bundle (FORMAT §11)."""


@attrs.frozen
class Reader:
    """What the reader holds: a verifier key; perhaps a checkpoint that was kept, and a consistency file, with their names; a policy."""

    key: VerifierKey
    known: tuple[str, bytes] | None = None
    consistency: tuple[str, Consistency] | None = None
    policy: Policy | None = None

    def kept(self, keys: Keys) -> Checkpoint | None:
        """The checkpoint that was kept; raises NoteError or SignatureError that names its file."""
        return open_known(*self.known, keys, self.key).checkpoint if self.known else None

    def steps(self, keys: Keys) -> list[Step]:
        """The proof in the consistency file."""
        if self.consistency is None:
            return []
        name, file = self.consistency
        return [step_of(file, open_known(name, file.note, keys, self.key).checkpoint)]

    def beside(self, now: Checkpoint, keys: Keys, *more: Step) -> Beside:
        """Hold a proven checkpoint against the one that was kept."""
        return beside(now, self.kept(keys), [*more, *self.steps(keys)])

    @property
    def alone(self) -> Keys:
        """The key given as the only one, where a file names no others."""
        return Keys(((0, self.key),))


def verify(path: Path, vkey: str, *, known: Path | None = None, consistency: Path | None = None, policy: Path | None = None) -> Verified:
    """Verify a file of any kind that its content shows it to be; raises an AuditError where it proves nothing.

    `known`: the file of a checkpoint that somebody kept, to be held against it; `consistency`: a consistency file between the two;
    `policy`: the file that says which witnesses must have cosigned its checkpoint.
    """
    key = parse_vkey(vkey.strip())
    given = (str(known), read_file(known)) if known else None
    between = (str(consistency), _named(consistency, read_consistency)) if consistency else None
    asked = policy_for(policy, key) if policy else None
    return _named(path, lambda data: _verify(path, data, Reader(key, given, between, asked)))


def _read(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            data = file.read(LONGEST + 1)
    except OSError as error:
        raise EvidenceError(f"{path} cannot be read ({error.strerror}): give the file that you were given.") from None
    if len(data) > LONGEST:
        raise EvidenceError(f"{path} is longer than {LONGEST} bytes, and nothing that proves a round is.")
    return data


def _named(path: Path, how: Callable[[bytes], Result]) -> Result:
    """Do something with a file's bytes; an error then names the file."""
    data = _read(path)
    try:
        return how(data)
    except EvidenceError as error:
        raise EvidenceError(f"{path} {error}") from error
    except AuditError as error:
        raise EvidenceError(f"{path}: {error}") from error


def _verify(path: Path, data: bytes, reader: Reader) -> Verified:
    """Recognise a file by its content, and verify it as what it is."""
    if data.startswith((b"{", f"{TLOG_PROOF}\n".encode(), b"old ")):
        try:
            return _of_proof(path, data, reader)
        except (NoteError, SignatureError) as error:
            raise EvidenceError(f"is a proof for a checkpoint that proves nothing: {error}") from error
    if not data.strip():
        raise EvidenceError("is empty.")
    if is_receipt(data):
        if reader.policy is not None:
            raise EvidenceError("is a receipt, which no witness cosigns: leave out the policy.")
        return verify_receipt(data, reader.key)
    if b"\n\n" in data:
        return _checkpoint(data, reader)
    raise EvidenceError("is neither a bundle, a proof, a checkpoint nor a receipt: give the file as you were given it.")


def _of_proof(path: Path, data: bytes, reader: Reader) -> Verified:
    """Verify a file that has a proof and, as a part of it, a checkpoint."""
    if data.startswith(b"old "):
        return _consistency(read_consistency(data), reader)
    if not data.startswith(b"{"):
        return _line_proof(read_tlog_proof(data), reader)
    value = read_object(data)
    return _bundle(path, value, reader) if isinstance(value, Bundle) else _equivocation(value, reader)


def _bundle(path: Path, bundle: Bundle, reader: Reader) -> Verified:
    from audit.evidence.opening import open_bundle, require_extends
    from audit.evidence.saying import bundle_verified

    opened = open_bundle(bundle, reader.key)
    steps = []
    if bundle.extends:
        older = opened.keys.open(bundle.extends.note)
        require_extends(bundle.extends, older, opened.checkpoint)
        steps.append(Step(older, opened.checkpoint, bundle.extends.proof))
    memory = reader.beside(opened.checkpoint, opened.keys, *steps)
    return under(reader.policy, bundle.note, bundle_verified(path, bundle, opened, memory))


def _checkpoint(note: bytes, reader: Reader) -> Verified:
    now = open_checkpoint(note, reader.key)
    memory = reader.beside(now, reader.alone)
    return under(reader.policy, note, _of_memory(now, "checkpoint", f"Checkpoint of {now.name}: {now.size} lines", memory, reader.key))


def _consistency(file: Consistency, reader: Reader) -> Verified:
    now = open_checkpoint(file.note, reader.key)
    memory = reader.beside(now, reader.alone, step_of(file, now))
    if not memory.asked:
        why = f"That it extends anything: give the checkpoint of {file.old} lines that you kept, with --known-checkpoint."
        memory = Beside(not_proven=why)
    title = f"Consistency of {now.name}: from {file.old} lines to {now.size}"
    return under(reader.policy, file.note, _of_memory(now, "consistency", title, memory, reader.key))


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


def _line_proof(file: LineProof, reader: Reader) -> Verified:
    now = open_checkpoint(file.note, reader.key)
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


def _equivocation(file: Equivocation, reader: Reader) -> Verified:
    first, second = (open_checkpoint(note, reader.key) for note in file.notes)
    if first.name != second.name:
        raise EvidenceError(f"has checkpoints of two ledgers ({first.name} and {second.name}), which need not agree.")
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


def shown(key: VerifierKey) -> str:
    """A key by its name and its id."""
    return f"{key.name}+{key.key_id.hex()}"
