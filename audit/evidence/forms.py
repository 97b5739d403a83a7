"""Bundles and equivocations read strictly: every key required, no other, one canonical form (FORMAT §11); reading proves nothing."""

from __future__ import annotations

from typing import Annotated, TypeVar

import attrs
import msgspec

from audit.errors import EvidenceError
from audit.evidence.c2sp import Hashes, hashes
from audit.lines import canonical
from audit.records import Number

BUNDLE = "sealedshoe/bundle/1"
EQUIVOCATION = "sealedshoe/equivocation/1"
MOST_LINES = 1 << 19
"""More lines than the longest bundle has room for."""
_Kind = TypeVar("_Kind")


class _Strict(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """An object with just its keys."""


class HandWanted(_Strict, frozen=True):
    """Which round a bundle is about, and which hand of it (None: all)."""

    hand: Annotated[str, msgspec.Meta(max_length=64)] | None
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
    lines: Annotated[list[_Line], msgspec.Meta(min_length=1, max_length=MOST_LINES)]
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
