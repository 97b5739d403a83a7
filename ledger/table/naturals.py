"""Naturals paid once no dealer natural is possible (T3.5)."""

from __future__ import annotations

from ledger.table.state import RoundState


def pay_naturals(table: RoundState) -> None:
    """Every natural is paid at its ratio, before anyone plays."""
    pays = table.rules.natural.pays
    for hand in table.hands:
        if hand.is_natural:
            table.settle(hand, "natural", hand.stake + pays.of(hand.stake))
