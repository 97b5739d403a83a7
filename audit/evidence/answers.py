"""Receipts that a player kept for answers, beside the round of a bundle (FORMAT §10, §11)."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from audit.context import Survey
from audit.errors import EvidenceError
from audit.evidence.opening import Opened
from audit.receipt_notes import Receipt, open_receipt
from audit.receipts import Contradiction, Lines, hold


@attrs.frozen
class Borne:
    """What came of receipts, in sentences."""

    proven: tuple[str, ...] = ()
    contradictions: tuple[str, ...] = ()


def borne_out(notes: Sequence[tuple[str, bytes]], opened: Opened, lines: Lines, found: Survey) -> Borne:
    """Hold receipts against the round asked for; raises EvidenceError for one of another round, ReceiptError for what is no receipt."""
    round_, session = opened.round.round, opened.round.session
    receipts = [open_receipt(file, note, opened.name, [key for _, key in opened.keys.steps]) for file, note in notes]
    for receipt in receipts:
        if (receipt.session, receipt.round) != (session, round_):
            raise EvidenceError(
                f"is of round {session}/{round_}, and the receipt {receipt.file} of round {receipt.session}/{receipt.round}: "
                "give the receipts of this round."
            )
    held = hold(receipts, lines, found.sessions, opened.keys)
    wrong = {one.receipt.file: one for one in held if isinstance(one, Contradiction)}
    good = [f"The round begins with the {one.count} events of the receipt {one.file}." for one in receipts if one.file not in wrong]
    return Borne(tuple(good), tuple(map(_said, wrong.values())))


def _said(one: Contradiction) -> str:
    receipt: Receipt = one.receipt
    return (
        f"the receipt {receipt.file}, signed for seat {receipt.seat} after {receipt.count} events, says otherwise: "
        f"it has {one.expected}, line {one.seq} has {one.recorded}"
    )
