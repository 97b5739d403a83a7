"""The peek for a dealer natural (T3.3, B2.4, P2.2)."""

from __future__ import annotations

from ledger.table.state import RoundState


def peek(table: RoundState) -> bool:
    """Where the rules have a peek and the upcard can make a natural, the dealer looks; whether it is one."""
    if table.rules.peek.when != "ten-or-ace" or not table.can_make_a_natural():
        return False
    natural = table.dealer.is_natural
    table.log.append("D peek natural" if natural else "D peek clear")
    return natural
