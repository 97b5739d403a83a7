"""The deal: one card to each box and the banker, twice (T2.3, G1, G11)."""

from __future__ import annotations

from ledger.table.state import RoundState


def deal(table: RoundState) -> None:
    """Two passes clockwise from the banker's left; the banker's first card up, the second down."""
    for verb in ("deal", "hole"):
        for hand in table.hands:
            table.deal_to(hand, "deal")
        table.deal_to(table.dealer, verb)
