"""The figures of one rule set: what its banker makes, naturals, insurance, the house edge, and its shoes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from audit.expected.asking import row
from audit.expected.banker import banker_families
from audit.expected.boxes import edge_of, insurance_family, naturals_family
from audit.expected.figures import Group
from audit.expected.groups import Rules
from audit.expected.shoes import shoe_family
from audit.theory import foretold

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_ROUNDS = "SELECT count(*) FROM rounds WHERE session IN (SELECT unnest($sessions))"


def group(con: DuckDBPyConnection, rules: Rules) -> Group:
    """Everything that can be said of sessions under the same rules."""
    told, given = foretold(rules.params), {"sessions": list(rules.sessions)}
    (rounds,) = row(con, _ROUNDS, given)
    families = (
        *banker_families(con, told, given),
        naturals_family(con, told, given),
        *insurance_family(con, told, rules, given),
        shoe_family(con, rules),
    )
    return Group(rules.profile, rules.sessions, rounds, families, edge_of(con, told, given))
