"""Which sessions were played under the same rules of play, from the rule sets that the database tells."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

from audit.rules import DOMAINS, not_understood, parameters

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


@attrs.frozen
class Rules:
    """Rules of play, what the database calls them, and the sessions under them; `params` as `audit.rules.parameters` gives them."""

    profile: str
    sessions: tuple[int, ...]
    params: dict[str, int | str | bool]


def groups_of(con: DuckDBPyConnection) -> list[Rules]:
    """Rule sets of a database in the order of their first session; those that this version does not understand are left out."""
    told: dict[int, dict[str, dict[str, Any]]] = {}
    for session, parameter, value in con.execute("SELECT session, parameter, value FROM rules ORDER BY ALL").fetchall():
        table, _, name = parameter.partition(".")
        told.setdefault(session, {}).setdefault(table, {})[name] = _read(table, name, value)
    alike: dict[str, list[int]] = {}
    for session, profile in con.execute("SELECT session, profile FROM sessions ORDER BY session").fetchall():
        alike.setdefault(profile, []).append(session)
    firsts = {profile: told.get(sessions[0], {}) for profile, sessions in alike.items()}
    return [Rules(profile, tuple(alike[profile]), parameters(rules)) for profile, rules in firsts.items() if not not_understood(rules)]


def _read(table: str, name: str, value: str) -> Any:
    """A value as a rule set has it; one that is none stays text, and is not understood."""
    domain = DOMAINS.get(table, {}).get(name)
    if domain is None or domain.is_ratio:
        return value
    if (table, name) == ("double", "totals"):
        return [int(total) for total in value.split() if total.isdecimal()]
    if domain.kind is list:
        return value.split()
    if domain.kind is bool:
        return {"true": True, "false": False}.get(value, value)
    return int(value) if domain.kind is int and value.isdecimal() else value
