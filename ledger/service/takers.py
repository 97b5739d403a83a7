"""Which seats of gathering tables were taken from which address: nobody shall take them all."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from ledger.service.refusals import Kind, Refused
from ledger.service.table import Table
from ledger.service.table_file import Sitting


@attrs.define
class Takers:
    """At most so many seats for each client at tables that gather. Seats that were taken before the service began are nobody's.

    A seat is known by its table and the name at it, which stay whatever becomes of its token and its number. Whoever sits down comes by
    here, so that nobody is counted for somebody else who took the name later.
    """

    most: int
    tables: Mapping[str, Table]
    _taken: dict[tuple[str, str], str] = attrs.field(factory=dict, init=False)

    def admit(self, client: str | None, table: Table, sitting: Sitting) -> None:
        """Count a seat that is about to be taken; Refused where the client has as many as they may. None is the operator, who may any."""
        self._taken = {(where, name): taker for (where, name), taker in self._taken.items() if self._counts(where, name)}
        if client is None:
            return
        if sum(taker == client for taker in self._taken.values()) >= self.most:
            seats = "A seat of a table that gathers is" if self.most == 1 else f"{self.most} seats of tables that gather are"
            raise Refused(
                Kind.TOO_MANY_SEATS,
                f"{seats} taken from this address, and no more may be at once; ask the director for one, or come again once a table opens.",
            )
        self._taken[table.id, sitting.name] = client

    def _counts(self, table: str, name: str) -> bool:
        stands = self.tables.get(table)
        return stands is not None and stands.state == "gathering" and any(sitting.name == name for sitting in stands.file.sittings)
