"""Lines that a signed checkpoint covers, one by one: the signature first, then each line and its proof (FORMAT §3, §11)."""

from __future__ import annotations

import re
from typing import TypeVar

import attrs

from audit.errors import LineError, NoteError, SeatFileError, SignatureError
from audit.lines import decode_line
from audit.notes import Checkpoint, VerifierKey, open_checkpoint
from audit.proofs import includes
from audit.records import Ledger, Open, Seat
from audit.seat.files import Proven
from audit.tree import leaf_hash
from audit.values import base64_bytes

Kind = TypeVar("Kind", Ledger, Open, Seat)
FORMAT_VERSION = 1


@attrs.frozen
class Signed:
    """A checkpoint whose signature was verified with the key that the player holds."""

    source: str
    checkpoint: Checkpoint

    @classmethod
    def of(cls, source: str, note: str, key: VerifierKey) -> Signed:
        """Verify; raises SeatFileError, which says what is wrong with the checkpoint, or that it is of another ledger than the key."""
        try:
            checkpoint = open_checkpoint(note.encode(), key)
        except (NoteError, SignatureError) as error:
            raise SeatFileError(f"{source} has a checkpoint that proves nothing to you. {error}") from error
        if checkpoint.name != key.name:
            raise SeatFileError(f"{source} is of the ledger {checkpoint.name} and not of {key.name}, whose key was given.")
        return cls(source, checkpoint)

    def line(self, proven: Proven, kind: type[Kind], what: str) -> Kind:
        """The record of a line that the checkpoint covers; raises SeatFileError."""
        raw = proven.line.encode()
        try:
            record = decode_line(raw, _seq(raw))
        except LineError as error:
            raise SeatFileError(f"{self.source}: {error}") from error
        if not isinstance(record, kind):
            raise SeatFileError(f"{self.source} has another line in place of {what}: do not go on.")
        seq = record.seq
        proof = [base64_bytes(node) for node in proven.proof]
        if any(node is None or len(node) != 32 for node in proof):
            raise SeatFileError(f"{self.source}: the proof of line {seq} has something else than hashes of 32 bytes in base64.")
        nodes = [node for node in proof if node is not None]
        if not includes(leaf_hash(raw), seq, self.checkpoint.size, nodes, self.checkpoint.root):
            raise SeatFileError(
                f"{self.source}: line {seq}, {what}, is not proven to stand in the log of {self.checkpoint.size} lines that was signed: "
                "do not go on, and keep the file."
            )
        return record

    def ledger(self, proven: Proven) -> Ledger:
        """Line 0, which must be the ledger's own; raises SeatFileError."""
        first = self.line(proven, Ledger, "the ledger's first line")
        if first.seq != 0 or first.name != self.checkpoint.name or first.format != FORMAT_VERSION:
            raise SeatFileError(f"{self.source}: its first line is not that of the ledger {self.checkpoint.name} in a format known here.")
        return first


def _seq(raw: bytes) -> int:
    """The place that a line claims, for messages about it; 0 where it claims none."""
    found = re.search(rb'"seq":([0-9]{1,16})[,}]', raw)
    return int(found[1]) if found else 0
