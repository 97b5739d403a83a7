"""The files of FORMAT §11 read strictly: every key required, no other, one canonical form; nothing in them is proven by reading them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated, TypeVar

import attrs
import msgspec

from audit.errors import EvidenceError
from audit.lines import canonical
from audit.notes import HASH_BYTES
from audit.records import Number
from audit.values import base64_bytes

BUNDLE = "sealedshoe/bundle/1"
EQUIVOCATION = "sealedshoe/equivocation/1"
TLOG_PROOF = "c2sp.org/tlog-proof@v1"
LONGEST_PROOF = 63
"""Hashes of a proof: a tree has at most 2^53 leaves (C2SP tlog-witness)."""
Hashes = tuple[bytes, ...]
_Kind = TypeVar("_Kind")

_INDEX = re.compile(r"index (0|[1-9][0-9]{0,15})")
_OLD = re.compile(r"old (0|[1-9][0-9]{0,15})")


class _Strict(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """An object with just its keys."""


class HandWanted(_Strict, frozen=True):
    """Which round a bundle is about, and which hand of it (None: all)."""

    hand: str | None
    round: Number
    session: Number


class _Line(_Strict, frozen=True):
    line: str
    proof: list[str]


class _Older(_Strict, frozen=True):
    checkpoint: str
    proof: list[str]


class _Bundle(_Strict, frozen=True):
    checkpoint: str
    extends: _Older | None
    format: str
    hand: HandWanted
    lines: Annotated[list[_Line], msgspec.Meta(min_length=1)]
    rotations: list[_Older]


class _Equivocation(_Strict, frozen=True):
    checkpoints: Annotated[list[str], msgspec.Meta(min_length=2, max_length=2)]
    format: str
    proof: list[str]
    root: str


class _Head(msgspec.Struct, frozen=True):
    format: str


@attrs.frozen
class Older:
    """An older checkpoint's note, and the consistency proof from it."""

    note: bytes
    proof: Hashes


@attrs.frozen
class Bundle:
    """A hand bundle: lines with their inclusion proofs, in order."""

    note: bytes
    extends: Older | None
    wanted: HandWanted
    lines: tuple[tuple[bytes, Hashes], ...]
    rotations: tuple[Older, ...]


@attrs.frozen
class Equivocation:
    """Two notes, and the proof that the second does not extend the first: another root of the first's size, and the way from it."""

    notes: tuple[bytes, bytes]
    proof: Hashes
    root: bytes


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


def read_object(data: bytes) -> Bundle | Equivocation:
    """A bundle or an equivocation proof from its JSON; raises EvidenceError."""
    form = _decoded(data, _Head).format
    if form == BUNDLE:
        return _bundle(_canonical(data, _Bundle))
    if form == EQUIVOCATION:
        return _equivocation(_canonical(data, _Equivocation))
    raise EvidenceError(f'is of the format "{form[:60]}", which this command does not verify: it may be of a later version.')


def _decoded(data: bytes, kind: type[_Kind]) -> _Kind:
    try:
        return msgspec.json.decode(data, type=kind)
    except RecursionError:
        raise EvidenceError("is nested too deeply to be a proof.") from None
    except msgspec.ValidationError as error:
        raise EvidenceError(f"is no proof of the format: {error}.") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise EvidenceError(f"is not JSON, or was cut: {error}.") from None


def _canonical(data: bytes, kind: type[_Kind]) -> _Kind:
    value = _decoded(data, kind)
    if canonical(value) + b"\n" != data:
        raise EvidenceError("is not in canonical form: keys sorted, none twice, no white space, one newline at the end (FORMAT §11).")
    return value


def _bundle(value: _Bundle) -> Bundle:
    lines = tuple((one.line.encode(), hashes(one.proof, f"the proof of its line {nth}")) for nth, one in enumerate(value.lines))
    turns = tuple(_older(one, f"the proof of its rotation {nth}") for nth, one in enumerate(value.rotations))
    extends = _older(value.extends, "the proof from its older checkpoint") if value.extends else None
    return Bundle(value.checkpoint.encode(), extends, value.hand, lines, turns)


def _older(value: _Older, what: str) -> Older:
    return Older(value.checkpoint.encode(), hashes(value.proof, what))


def _equivocation(value: _Equivocation) -> Equivocation:
    first, second = (note.encode() for note in value.checkpoints)
    (root,) = hashes([value.root], "its root")
    return Equivocation((first, second), hashes(value.proof, "its proof"), root)


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
