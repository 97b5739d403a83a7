"""Between rounds: who drops out and who leaves (T7.1)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ledger.rules.tables import Stakes
from ledger.table.state import Seat


def cannot_stake(stakes: Stakes, seats: Sequence[Seat], playing: Collection[int], balances: Sequence[int]) -> list[int]:
    """The seats still playing that cannot cover the minimum and so drop out, in seat order."""
    return [seat.number for seat in seats if seat.number in playing and balances[seat.number] < stakes.minimum]
