"""The peek for a dealer natural (T3.3)."""

from __future__ import annotations

from ledger.cards import ACE, RANK_OF, TEN_RANKS
from ledger.table.state import RoundState


def peek(table: RoundState) -> bool:
    """With an ace or ten-value card up the dealer looks at the hole card; whether it is a natural."""
    rank = RANK_OF[table.dealer.cards[0]]
    if rank != ACE and rank not in TEN_RANKS:
        return False
    natural = table.dealer.is_natural
    table.log.append("D peek natural" if natural else "D peek clear")
    return natural
