"""A receipt by itself: its signature, and what it states (FORMAT §10)."""

from __future__ import annotations

import re

from audit.errors import EvidenceError
from audit.evidence.forms import hashes
from audit.evidence.result import PROVEN, Verified
from audit.notes import VerifierKey, open_note

SUFFIX = "/receipt"
LINES = 6
_NUMBER = r"[1-9][0-9]{0,6}"


def is_receipt(data: bytes) -> bool:
    """Whether the first line of a note is a receipt's."""
    return data.partition(b"\n")[0].endswith(SUFFIX.encode()) and b"\n\n" in data


def verify_receipt(note: bytes, key: VerifierKey) -> Verified:
    """Verify a receipt's signature; raises an AuditError where it is none."""
    lines = open_note(note, key).split("\n")
    if len(lines) != LINES + 1:
        raise EvidenceError(f"is a receipt of {len(lines) - 1} lines; one has {LINES}.")
    name, where, seat, begin, count, digest = lines[:LINES]
    if name != key.name + SUFFIX:
        raise EvidenceError(f"is a receipt headed {name} and signed by a key of {key.name}.")
    if not re.fullmatch(f"{_NUMBER}/{_NUMBER}", where):
        raise EvidenceError("is a receipt whose second line is not a session and a round, such as 3/17.")
    if not re.fullmatch(r"[1-9][0-9]?", seat):
        raise EvidenceError("is a receipt whose third line is not a seat.")
    if not re.fullmatch(r"0|[1-9][0-9]{0,6}", count):
        raise EvidenceError("is a receipt whose fifth line is not a number of events.")
    hashes([begin], "the `begin` of the receipt")
    hashes([digest], "the events of the receipt")
    return Verified(
        kind="receipt",
        title=f"Receipt of {key.name} for seat {seat} in round {where}",
        verdict="SIGNED: the receipt is the operator's.",
        status=PROVEN,
        proven=(
            f"It is signed by the key given ({key.name}+{key.key_id.hex()}).",
            f"It states that the first {count} events of round {where} stood, with hidden cards masked, when it was given.",
        ),
        not_proven=("Whether the ledger keeps to it: `shoe audit --receipts DIR` holds the receipts in a folder against it.",),
    )
