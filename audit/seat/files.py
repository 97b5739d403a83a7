"""The files that operator and player exchange (FORMAT §12), and the player's own secret: strict values in canonical form."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from audit.bounded import read_bounded
from audit.errors import SeatFileError
from audit.lines import canonical
from audit.values import hash_fault, name_fault

LONGEST = 1 << 22
"""Bytes of a file that are read: 18 lines of at most 65,535 bytes with their proofs are fewer."""


class Strict(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A JSON object in which every key is required and no other allowed."""


class Proven(Strict, frozen=True, kw_only=True):
    """A line of the log with its inclusion proof (base64, from the leaf's sibling up)."""

    line: str
    proof: Annotated[list[str], Meta(max_length=64)]


class Invitation(Strict, frozen=True, kw_only=True):
    """What the operator gives a player: their name, the `open` line and line 0, both in the signed tree."""

    format: Literal["sealedshoe/invitation/1"]
    checkpoint: str
    name: str
    open: Proven
    zero: Proven


class SeatHash(Strict, frozen=True, kw_only=True):
    """What the player gives then: the hash of their entropy (hex), for the `open` line with this leaf hash (hex).

    `key`: their public key (base64) if they sign their answers.
    """

    format: Literal["sealedshoe/seat-hash/2"] = "sealedshoe/seat-hash/2"
    entropy_hash: str
    key: str | None
    name: str
    open: str


class Seats(Strict, frozen=True, kw_only=True):
    """What the operator gives then: line 0, `open` and every `seat`, in a signed tree that ends with the last of them."""

    format: Literal["sealedshoe/seats/1"]
    checkpoint: str
    lines: Annotated[list[Proven], Meta(min_length=3, max_length=18)]


class Reveal(Strict, frozen=True, kw_only=True):
    """What the player gives at last: their entropy (hex)."""

    format: Literal["sealedshoe/seat-reveal/1"] = "sealedshoe/seat-reveal/1"
    entropy: str
    name: str
    open: str


class Secret(Strict, frozen=True, kw_only=True):
    """What the player keeps to themselves: the entropy, whose it is, for which `open` line, and the checkpoint of the invitation.

    `key`: the private half of the key that they sign with (hex, 32 bytes), if they do.
    """

    format: Literal["sealedshoe/seat-secret/2"] = "sealedshoe/seat-secret/2"
    checkpoint: str
    entropy: str
    key: str | None
    name: str
    open: str

    def __repr__(self) -> str:
        """Without the entropy and the key."""
        return f"Secret(name={self.name!r}, open={self.open!r})"


File = TypeVar("File", Invitation, SeatHash, Seats, Reveal, Secret)
KINDS = {
    Invitation: "invitation",
    SeatHash: "hash of a player's entropy",
    Seats: "file of all seats",
    Reveal: "player's reveal",
    Secret: "player's secret",
}


def read(path: Path, kind: type[File]) -> File:
    """A file of this kind; raises SeatFileError."""
    return decode(read_bounded(path, LONGEST, SeatFileError, f"give the {KINDS[kind]}"), kind, str(path))


def decode(data: bytes, kind: type[File], source: str) -> File:
    """A value of this kind from the bytes of a file; raises SeatFileError, which names the source."""
    refused = f"{source} is not the {KINDS[kind]}"
    if len(data) > LONGEST:
        raise SeatFileError(f"{refused}: it has more than {LONGEST:,} bytes.")
    try:
        value = msgspec.json.decode(data, type=kind)
    except RecursionError:
        raise SeatFileError(f"{refused}: it is nested too deeply.") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise SeatFileError(f"{refused}: {error}.") from None
    if encode(value) != data:
        raise SeatFileError(f"{refused}: it is not in canonical form (keys sorted, no white space, one line; FORMAT §12).")
    hexadecimal = ("entropy", "entropy_hash", "open", *(("key",) if kind is Secret else ()))
    for field in hexadecimal:
        text = getattr(value, field, None)
        if isinstance(text, str) and (fault := hash_fault(text)):
            raise SeatFileError(f"{refused}: its `{field}` {fault}.")
    name = getattr(value, "name", None)
    if isinstance(name, str) and (fault := name_fault(name)):
        raise SeatFileError(f"{refused}: its `name` {fault}.")
    return value


def encode(value: Struct) -> bytes:
    """The bytes of a file."""
    return canonical(value) + b"\n"
