"""Rule sets as the database tells them: their parameters as people write them, and a name for each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain, count
from typing import Any

from audit.rules import Rules

_NOT_OF_PLAY = ("profile.", "session.", "table.", "stakes.minimum", "stakes.maximum", "stakes.unit", "stakes.table_", "stakes.announced")
"""Parameters on which no card and no outcome depends."""


def written(rules: Rules) -> Iterator[tuple[str, str]]:
    """Every parameter, such as banker.soft17, with its value as a rule set has it, without quotation marks."""
    for table, inner in sorted(rules.items()):
        for name, value in sorted(inner.items()):
            yield f"{table}.{name}", _written(value)


def called(rules: Mapping[int, Rules]) -> dict[int, str]:
    """What each session's rule set is called: its profile's name; a second one of that name, but of other rules of play, has 2 behind it.

    `rules` by session, in their order. Statistics by name must not put different games together.
    """
    names: dict[tuple[Any, ...], str] = {}
    result = {}
    for session, one in rules.items():
        name = str(one.get("profile", {}).get("name", ""))
        key = (name, *(told for told in written(one) if not told[0].startswith(_NOT_OF_PLAY)))
        if key not in names:
            names[key] = next(label for label in chain([name], (f"{name} {n}" for n in count(2))) if label not in names.values())
        result[session] = names[key]
    return result


def _written(value: Any) -> str:
    if isinstance(value, list):
        return " ".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)
