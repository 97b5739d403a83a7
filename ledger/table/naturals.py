"""Naturals paid once no dealer natural is possible (T3.5)."""

from __future__ import annotations

from ledger.table.hand import Hand
from ledger.table.state import RoundState


def pay_naturals(table: RoundState) -> None:
    """Every natural is paid at its ratio, before anyone plays."""
    for hand in table.hands:
        if hand.is_natural:
            table.settle(hand, "natural", natural_payout(table, hand))


def natural_payout(table: RoundState, hand: Hand) -> int:
    """A natural's stake and what it wins."""
    return hand.stake + table.rules.natural.pays.of(hand.stake)
