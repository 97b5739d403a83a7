"""The files of the exchange as the operator writes and reads them (FORMAT.md §12)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Literal, Protocol, TypeVar

import msgspec

from ledger.errors import LedgerProblem
from ledger.history.records import PublicKey, canonical
from ledger.proof.merkle import Part, Roots, inclusion_parts, proof_lines, roots_of
from ledger.proof.notes import Checkpoint, Signer
from ledger.proof.tree import leaf_hash

LONGEST = 1 << 16
"""Bytes of a player's file that are read; a true one has a few hundred."""
_DIGITS = 64


class PlayersFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a player gives: whose it is and for which `open` line (its leaf hash in hex)."""

    name: str
    open: str


class SeatHash(PlayersFile, frozen=True, kw_only=True):
    """The hash of an entropy (hex); with the public key (base64) of a player who signs their answers."""

    format: Literal["sealedshoe/seat-hash/2"]
    entropy_hash: str
    key: PublicKey | None

    @property
    def told(self) -> str:
        """What it gives, in hex."""
        return self.entropy_hash


class Reveal(PlayersFile, frozen=True, kw_only=True):
    """The entropy itself (hex)."""

    format: Literal["sealedshoe/seat-reveal/1"]
    entropy: str

    @property
    def told(self) -> str:
        """What it gives, in hex."""
        return self.entropy

    def __repr__(self) -> str:
        """Without the entropy."""
        return f"Reveal(name={self.name!r})"


Kind = TypeVar("Kind", SeatHash, Reveal)
_WRITES: dict[type[PlayersFile], str] = {SeatHash: "join", Reveal: "reveal"}


def read(data: bytes, kind: type[Kind]) -> Kind:
    """A player's file; ValueError with half a sentence on what is wrong with it, which quotes nothing of it."""
    try:
        value = msgspec.json.decode(data, type=kind)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        raise ValueError(f"is not what `shoe seat {_WRITES[kind]}` writes") from None
    if canonical(value) + b"\n" != data:
        raise ValueError("was written by something else than `shoe seat`, or edited: it is not in its one form")
    if len(value.told) != _DIGITS or any(digit not in "0123456789abcdef" for digit in value.told):
        raise ValueError("does not hold 64 lower-case hexadecimal digits")
    return value


class Log(Protocol):
    """The lines of a ledger, and its tree."""

    def line(self, seq: int, /) -> bytes:
        """A line, without its newline."""

    def roots(self, parts: Iterable[Part], /) -> Roots:
        """Roots of parts of the tree."""


class SignedLines:
    """The first lines of a ledger with the checkpoint over just these, and a proof for each that is asked for."""

    def __init__(self, log: Log, size: int, signer: Signer) -> None:
        self._log, self._size = log, size
        root = log.roots([(0, size)]).of((0, size))
        self.note = signer.sign(Checkpoint(signer.name, size, root).to_text())

    def proven(self, seq: int) -> dict[str, object]:
        """A line with its inclusion proof, as in a bundle."""
        parts = inclusion_parts(seq, self._size)
        return {"line": self._log.line(seq).decode(), "proof": proof_lines(self._log.roots(parts).proof(parts))}


def invitation(signed: SignedLines, opened: int, name: str) -> bytes:
    """What a player of this name is given, of a session whose `open` is this line."""
    return _file(
        {
            "checkpoint": signed.note,
            "format": "sealedshoe/invitation/1",
            "name": name,
            "open": signed.proven(opened),
            "zero": signed.proven(0),
        }
    )


def seats(signed: SignedLines, opened: int, taken: Sequence[int]) -> bytes:
    """What every player is given once all seats, in these lines, are signed."""
    lines = [signed.proven(seq) for seq in (0, opened, *taken)]
    return _file({"checkpoint": signed.note, "format": "sealedshoe/seats/1", "lines": lines})


class FirstLines:
    """The first lines of a ledger that is open for writing, as they lie there; LedgerProblem if there are fewer."""

    def __init__(self, folder: Path, size: int) -> None:
        self._lines: list[bytes] = []
        for path in sorted((folder / "history").glob("*.jsonl")):
            if len(self._lines) < size:
                self._lines += path.read_bytes().split(b"\n")[:-1]
        if len(self._lines) < size:
            raise LedgerProblem(f"{folder} has fewer lines than were signed; restore it from a backup.")
        self._leaves = [leaf_hash(line) for line in self._lines[:size]]

    def line(self, seq: int, /) -> bytes:
        """A line, without its newline."""
        return self._lines[seq]

    def roots(self, parts: Iterable[Part], /) -> Roots:
        """Roots of parts of the tree."""
        return roots_of(self._leaves, parts)


def _file(value: dict[str, object]) -> bytes:
    return canonical(value) + b"\n"
