"""From one table to the next: the same people at a new one, without new links."""

from __future__ import annotations

import attrs

from ledger.service.hall import Hall
from ledger.service.ordering import again_hash, ordered_again
from ledger.service.orders import Again
from ledger.service.refusals import Kind, Refused
from ledger.service.table import Table
from ledger.service.table_file import kept_of
from ledger.service.told import Gathered, NextSeat


@attrs.frozen
class GoingOn:
    """What comes after one table."""

    _hall: Hall
    _table: Table

    async def again(self, order: Again, request: str | None) -> Gathered:
        """A new table for those who sat at this one, which is closed and tells them from then on where they go on."""
        before, hall = self._table, self._hall
        table = hall.ordered_by(request, again_hash(before.id, order))
        if table is None:
            self._check()
            table = hall.make(ordered_again(before.file, order, hall.next_number, request))
        return await hall.gathered(table)

    def _check(self) -> None:
        """Refused unless this table is closed, and so is whatever came after it."""
        table = self._table.id
        if self._table.state != "closed":
            raise Refused(Kind.WRONG_STATE, f"Table {table} is not closed; it can be made again once it is.")
        after = self._hall.next_of(table)
        if after is not None and self._hall.table(after).state != "closed":
            raise Refused(Kind.WRONG_STATE, f"Table {table} was made again as table {after}, which is not closed yet.")

    def seat(self, seat: int) -> NextSeat:
        """Where somebody goes on; Refused where they do not, or their seat was given to somebody with a token of their own."""
        table = self._table.id
        number = self._hall.next_of(table)
        if number is None:
            raise Refused(Kind.WRONG_STATE, f"Table {table} was not made again; wait for the director.")
        after, mine = self._hall.table(number), kept_of(self._table.file.sittings[seat - 1].nonce)
        for nth, sitting in enumerate(after.file.sittings, 1):
            if sitting.is_person and sitting.request == mine:
                return NextSeat(table=after.id, seat=nth, token=after.token(sitting))
        raise Refused(Kind.NO_PLACE, f"Your seat is not among those of table {number} any more; ask the director for a link.")
