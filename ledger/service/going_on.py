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
        """A new table for those who sat at this one, which is closed, and tells them where they go on."""
        return await self._hall.gathered(await self._table.whole(self._again(order, request)))

    async def _again(self, order: Again, request: str | None) -> Table:
        before, hall = self._table, self._hall
        async with before.turn():
            table = hall.ordered_by(request, again_hash(before.id, order))
            if table is None:
                self._check()
                table = hall.make(ordered_again(before.file, order, hall.next_number, request))
            if before.file.next != table.id:
                before.keep(next=table.id)
            return table

    def _check(self) -> None:
        """Refused unless this table is closed, and so is whatever came after it."""
        before = self._table
        if before.state != "closed":
            raise Refused(Kind.WRONG_STATE, f"Table {before.id} is not closed; it can be made again once it is.")
        after = self._hall.tables.get(before.file.next or "")
        if after is not None and after.state != "closed":
            raise Refused(Kind.WRONG_STATE, f"Table {before.id} was made again as table {after.id}, which is not closed yet.")

    def seat(self, seat: int) -> NextSeat:
        """Where somebody goes on; Refused where they do not, or their seat was given to somebody with a token of their own."""
        before = self._table
        if before.file.next is None:
            raise Refused(Kind.WRONG_STATE, f"Table {before.id} was not made again; wait for the director.")
        after, mine = self._hall.table(before.file.next), kept_of(before.file.sittings[seat - 1].nonce)
        for number, sitting in enumerate(after.file.sittings, 1):
            if sitting.is_person and sitting.request == mine:
                return NextSeat(table=after.id, seat=number, token=after.token(sitting))
        raise Refused(Kind.NO_PLACE, f"Your seat is not among those of table {after.id} any more; ask the director for a link.")
