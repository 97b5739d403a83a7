"""What a database was made from, and what the audit came to: the first thing that everything made of it says."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from audit.statistics.summary import many

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

VERDICTS = {"CLEAN": "nothing was found", "NOT FULLY VERIFIED": "nothing was found in what could be verified"}


@attrs.frozen
class About:
    """The ledger that a database was made from, what its audit came to, and the program that audited."""

    ledger: str
    size: int
    root: str
    verdict: str
    findings: int
    auditor: str

    @property
    def sentence(self) -> str:
        """It in a line."""
        found = VERDICTS.get(self.verdict) or many(self.findings, "finding")
        return f"{self.verdict}: {self.ledger}, {many(self.size, 'line')}, {found}"


def about(con: DuckDBPyConnection) -> About:
    """What a database says of itself."""
    row = con.execute("SELECT ledger, size, root, verdict, findings, auditor FROM about").fetchall()[0]
    return About(*row)
