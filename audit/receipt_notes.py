"""Receipts that players kept, read strictly, with who signed them (FORMAT §10)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

import attrs

from audit.bounded import read_bounded
from audit.errors import AuditError, NoteError, SignatureError
from audit.notes import HASH_BYTES, VerifierKey, signature_of, split_note, verify
from audit.values import base64_bytes

HEADING = "/receipt"
LINES = 6
LONGEST = 1 << 16
_PLACE = re.compile(r"([1-9][0-9]{0,15})/([1-9][0-9]{0,15})")
_SEAT = re.compile(r"[1-9][0-9]?")
_COUNT = re.compile(r"0|[1-9][0-9]{0,15}")


class ReceiptError(AuditError):
    """A file among the receipts is none of this ledger."""


@attrs.frozen
class Receipt:
    """The first `count` events of a round as signed, its `begin` (leaf hash), the digest of those events; by which keys."""

    file: str
    session: int
    round: int
    seat: int
    begin: bytes
    count: int
    digest: bytes
    signers: tuple[VerifierKey, ...] = ()


def read_receipts(folder: Path) -> list[tuple[str, bytes]]:
    """Every `*.receipt` below a folder with its name there, in order; raises ReceiptError."""
    if not folder.is_dir():
        raise ReceiptError(f"There is no folder {folder}: give the one that holds the receipts.")
    files = sorted(path for path in folder.rglob("*.receipt") if path.is_file())
    if not files:
        raise ReceiptError(f"There is no receipt below {folder}: their names end in .receipt.")
    advice = "give a folder of receipts that can be read"
    return [(str(path.relative_to(folder)), read_bounded(path, LONGEST, ReceiptError, advice)) for path in files]


def open_receipt(file: str, note: bytes, ledger: str, keys: Iterable[VerifierKey]) -> Receipt:
    """Read a receipt strictly and verify its signature by one of the ledger's keys; raises ReceiptError, which names the file."""
    if len(note) > LONGEST:
        raise ReceiptError(f"{file} is far too long to be a receipt.")
    try:
        text, signatures = split_note(note)
        receipt = _parsed(file, text, ledger)
        signers = _verified(file, text, signatures, list(keys))
    except (NoteError, SignatureError) as error:
        raise ReceiptError(f"{file} is no receipt that can be trusted: {str(error).replace('The checkpoint', 'it', 1)}") from error
    return attrs.evolve(receipt, signers=signers)


def _parsed(file: str, text: str, ledger: str) -> Receipt:
    lines = text.removesuffix("\n").split("\n")
    if len(lines) != LINES or not lines[0].endswith(HEADING):
        raise ReceiptError(f"{file} is no receipt: it is not six lines of which the first ends in {HEADING}.")
    if lines[0] != ledger + HEADING:
        raise ReceiptError(f"{file} is a receipt of the ledger {lines[0].removesuffix(HEADING)} and not of {ledger}.")
    place, seat, count = _PLACE.fullmatch(lines[1]), _SEAT.fullmatch(lines[2]), _COUNT.fullmatch(lines[4])
    begin, digest = base64_bytes(lines[3]), base64_bytes(lines[5])
    faults = {
        "session and round are not written as in 3/17": place is None,
        "its seat is not a number from 1": seat is None,
        "the hash of its begin is not the base64 of 32 bytes": begin is None or len(begin) != HASH_BYTES,
        "its number of events is not a decimal number without leading zeros": count is None,
        "its digest is not the base64 of 32 bytes": digest is None or len(digest) != HASH_BYTES,
    }
    wrong = next((fault for fault, is_so in faults.items() if is_so), None)
    if wrong or place is None or begin is None or digest is None:
        raise ReceiptError(f"{file} is a damaged receipt: {wrong}.")
    return Receipt(file, int(place[1]), int(place[2]), int(lines[2]), begin, int(lines[4]), digest)


def _verified(file: str, text: str, signatures: Sequence[str], keys: Sequence[VerifierKey]) -> tuple[VerifierKey, ...]:
    signed = []
    for line in signatures:
        name, key_id, signature = signature_of(line)
        for key in keys:
            if (name, key_id) == (key.name, key.key_id):
                verify(key, signature, text.encode())
                signed.append(key)
    if not signed:
        raise ReceiptError(f"{file} is not signed by any key of this ledger: it proves nothing against its operator.")
    return tuple(signed)
