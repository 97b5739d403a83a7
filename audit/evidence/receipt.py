"""A receipt by itself: its signature, and what it states (FORMAT §10)."""

from __future__ import annotations

from audit.evidence.result import PROVEN, Verified
from audit.notes import VerifierKey

HEADING = b"/receipt"


def is_receipt(data: bytes) -> bool:
    """Whether the first line of a note is a receipt's."""
    return data.partition(b"\n")[0].endswith(HEADING) and b"\n\n" in data


def verify_receipt(note: bytes, key: VerifierKey) -> Verified:
    """Verify a receipt's signature; raises an AuditError where it is none."""
    from audit.receipt_notes import open_receipt

    receipt = open_receipt("It", note, key.name, [key])
    where = f"{receipt.session}/{receipt.round}"
    return Verified(
        kind="receipt",
        title=f"Receipt of {key.name} for seat {receipt.seat} in round {where}",
        verdict="SIGNED: the receipt is the operator's.",
        status=PROVEN,
        proven=(
            f"It is signed by the key given ({key.name}+{key.key_id.hex()}).",
            f"It states that the first {receipt.count} events of round {where} stood, with hidden cards masked, when it was given.",
        ),
        not_proven=("Whether the ledger keeps to it: `shoe audit --receipts DIR` holds the receipts in a folder against it.",),
    )
