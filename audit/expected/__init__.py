"""What was recorded beside what rules and cards foretell: for an analyst, and for anybody who wonders whether the cards were shuffled.

`beside_theory(Path("audit.duckdb"))` gives a group of figures for each rule set, and what all tests together say. Every card is compared
with its sealed shoe by the audit itself; this asks whether the shoes, and what came of them, look like chance.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from audit.asking.query import reading
from audit.expected.figures import Comparison, Edge, Expected, Family, Fit, Group

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

__all__ = ["Comparison", "Edge", "Expected", "Family", "Fit", "Group", "beside_theory", "expected_of"]


def beside_theory(database: Path) -> Expected:
    """Figures of a database that the audit wrote; raises QueryRefused for one that is not ours."""
    with reading(database) as con:
        return expected_of(con)


def expected_of(con: DuckDBPyConnection) -> Expected:
    """The same from an open database."""
    from audit.expected.groups import groups_of
    from audit.expected.told import group

    return Expected(tuple(group(con, rules) for rules in groups_of(con)))
