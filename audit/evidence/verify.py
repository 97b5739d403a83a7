"""`verify`: one file, a verifier key, and nothing else; offline (FORMAT §10, §11)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from audit.bounded import read_bounded
from audit.errors import AuditError, EvidenceError, NoteError, SignatureError
from audit.evidence.c2sp import TLOG_PROOF, read_consistency, read_tlog_proof
from audit.evidence.forms import Bundle, read_object
from audit.evidence.memory import Step
from audit.evidence.reader import Reader
from audit.evidence.receipt import is_receipt, verify_receipt
from audit.evidence.result import Verified
from audit.evidence.single import verify_checkpoint, verify_consistency, verify_equivocation, verify_line_proof
from audit.evidence.witnesses import under
from audit.kept import read_file
from audit.notes import parse_vkey
from audit.policy import policy_for

Result = TypeVar("Result")
LONGEST = 1 << 26
"""Bytes of a file: those of the longest bundle (FORMAT §11)."""


def verify(
    path: Path,
    vkey: str,
    *,
    known: Path | None = None,
    consistency: Path | None = None,
    policy: Path | None = None,
    receipts: Sequence[Path] = (),
) -> Verified:
    """Verify a file of any kind that its content shows it to be; raises an AuditError where it proves nothing.

    `known`: the file of a checkpoint that somebody kept, to be held against it; `consistency`: a consistency file between the two;
    `policy`: the file that says which witnesses must have cosigned its checkpoint; `receipts`: files of those that a bundle's round must
    bear out.
    """
    key = parse_vkey(vkey.strip())
    given = (str(known), read_file(known)) if known else None
    between = (str(consistency), _named(consistency, read_consistency)) if consistency else None
    asked = policy_for(policy, key) if policy else None
    kept = tuple((str(receipt), _read(receipt)) for receipt in receipts)
    return _named(path, lambda data: _verify(path, data, Reader(key, given, between, asked, kept)))


def _read(path: Path) -> bytes:
    data = read_bounded(path, LONGEST, EvidenceError, "give the file that you were given")
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
    if reader.receipts and not data.startswith(b"{"):
        raise EvidenceError("is no hand bundle: only such a one can be held against receipts.")
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
        return verify_checkpoint(data, reader)
    raise EvidenceError("is neither a bundle, a proof, a checkpoint nor a receipt: give the file as you were given it.")


def _of_proof(path: Path, data: bytes, reader: Reader) -> Verified:
    """Verify a file that has a proof and, as a part of it, a checkpoint."""
    if data.startswith(b"old "):
        return verify_consistency(read_consistency(data), reader)
    if not data.startswith(b"{"):
        return verify_line_proof(read_tlog_proof(data), reader)
    value = read_object(data)
    if isinstance(value, Bundle):
        return _bundle(path, value, reader)
    if reader.receipts:
        raise EvidenceError("is no hand bundle: only such a one can be held against receipts.")
    return verify_equivocation(value, reader)


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
    return under(reader.policy, bundle.note, bundle_verified(path, bundle, opened, memory, reader.receipts))
