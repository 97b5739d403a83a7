"""Text files of the C2SP family read strictly: a tlog-proof, and a consistency file as a witness gets it (FORMAT §11)."""

from __future__ import annotations

import re
from collections.abc import Sequence

import attrs

from audit.errors import EvidenceError
from audit.notes import HASH_BYTES
from audit.values import base64_bytes

TLOG_PROOF = "c2sp.org/tlog-proof@v1"
LONGEST_PROOF = 63
"""Hashes of a proof: a tree has at most 2^53 leaves (C2SP tlog-witness)."""
Hashes = tuple[bytes, ...]

_INDEX = re.compile(r"index (0|[1-9][0-9]{0,15})")
_OLD = re.compile(r"old (0|[1-9][0-9]{0,15})")


@attrs.frozen
class LineProof:
    """A C2SP tlog-proof: `line` is its extra data, None where it has none."""

    line: bytes | None
    index: int
    proof: Hashes
    note: bytes


@attrs.frozen
class Consistency:
    """A consistency proof from a tree of `old` lines to a checkpoint."""

    old: int
    proof: Hashes
    note: bytes


def read_tlog_proof(data: bytes) -> LineProof:
    """A `.tlog-proof`; raises EvidenceError."""
    head, note = _parted(data)
    lines = head.split("\n")[1:]
    extra = None
    if lines and lines[0].startswith("extra "):
        extra = base64_bytes(lines.pop(0).removeprefix("extra "))
        if extra is None:
            raise EvidenceError("has extra data that is not base64, or not in the one form that base64 has.")
    found = _INDEX.fullmatch(lines[0]) if lines else None
    if found is None:
        raise EvidenceError("does not say `index` and a decimal number without leading zeros where it must.")
    return LineProof(extra, int(found[1]), hashes(lines[1:], "the proof of its line"), note)


def read_consistency(data: bytes) -> Consistency:
    """A consistency file; raises EvidenceError."""
    head, note = _parted(data)
    lines = head.split("\n")
    found = _OLD.fullmatch(lines[0])
    if found is None:
        raise EvidenceError("does not begin with `old` and a decimal number without leading zeros.")
    return Consistency(int(found[1]), hashes(lines[1:], "its consistency proof"), note)


def _parted(data: bytes) -> tuple[str, bytes]:
    """What stands before the first empty line, and the checkpoint after it."""
    head, gap, note = data.partition(b"\n\n")
    if not gap:
        raise EvidenceError("has no empty line between its proof and its checkpoint: it was cut.")
    try:
        return head.decode("ascii"), note
    except UnicodeDecodeError:
        raise EvidenceError("holds bytes in its proof that are not ASCII.") from None


def hashes(texts: Sequence[str], what: str) -> Hashes:
    """Hashes of a proof from base64; raises EvidenceError."""
    if len(texts) > LONGEST_PROOF:
        raise EvidenceError(f"has {len(texts)} hashes in {what}; no tree is so high, {LONGEST_PROOF} are the most.")
    result = []
    for nth, text in enumerate(texts):
        raw = base64_bytes(text)
        if raw is None:
            raise EvidenceError(f"has a hash in {what} (number {nth + 1}) that is not base64 in its one form (RFC 4648 §4, padded).")
        if len(raw) != HASH_BYTES:
            raise EvidenceError(f"has a hash of {len(raw)} bytes in {what} (number {nth + 1}); hashes have {HASH_BYTES}.")
        result.append(raw)
    return tuple(result)
