"""Which seats of gathering tables were taken from which address: nobody shall take them all."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from ledger.service.refusals import Kind, Refused
from ledger.service.table import Table
from ledger.service.table_file import Sitting


@attrs.define
class Takers:
    """At most so many seats for each client at tables that gather. Seats that were taken before the service began are nobody's."""

    most: int
    tables: Mapping[str, Table]
    _taken: list[tuple[str, str, str]] = attrs.field(factory=list, init=False)

    def admit(self, client: str, table: Table, sitting: Sitting) -> None:
        """Count a seat that is about to be taken; Refused where the client has as many as they may."""
        self._taken = [taken for taken in self._taken if self._counts(taken[1], taken[2])]
        if sum(taken[0] == client for taken in self._taken) >= self.most:
            raise Refused(
                Kind.TOO_MANY_SEATS,
                f"From this address {self.most} seats of tables that gather are taken; get up from one, or ask the director for a seat.",
            )
        self._taken.append((client, table.id, sitting.nonce))

    def _counts(self, table: str, nonce: str) -> bool:
        stands = self.tables.get(table)
        return stands is not None and stands.state == "gathering" and any(sitting.nonce == nonce for sitting in stands.file.sittings)
