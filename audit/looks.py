"""A first look: how many rows each check selects, counted together where checks look at the same rows.

Nearly all checks find nothing, and to bind a query takes 1 to 8 ms however few its rows are, much of that for the texts that it would tell:
0.14 s for the 50 checks of `training`. So a check's texts are bound only where it finds something, and all that look at the same rows look
at once; that takes half the time.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING

import attrs

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from audit.judge import Check

_TOKEN = re.compile(r"'(?:[^']|'')*'|--[^\n]*|[()]|\w+")
_SHAPING = frozenset({"DISTINCT", "GROUP", "HAVING", "QUALIFY", "ORDER", "LIMIT"})
"""What makes the rows of a SELECT others than those that its WHERE lets through."""
_OPENING, _CLOSING = ("(", "CASE"), (")", "END")
_NAMING = {" JOIN texts t USING (code)": "t", " JOIN rounds r USING (rnd)": "r", " JOIN params p USING (session)": "p"}
"""Tables that tell which round a row is of, its rules, and an event's text; their aliases."""
_NAMED = re.compile(r"\w+ (\w+)\b")
_OF_TABLE = re.compile(r"\b([a-z_]\w*)\.")


@attrs.frozen
class Look:
    """What stands between two UNION ALL of a check: rows that it looks at, with what defines them, and by what it selects some of them.

    `first` is what the condition asks of the first table of the source alone, empty if nothing: it is tried before that is joined.
    """

    given: str
    source: str
    condition: str
    first: str


@cache
def looks(sql: str) -> tuple[Look, ...]:
    """The parts of a check."""
    sql = _TOKEN.sub(lambda token: "" if token.group().startswith("--") else token.group(), sql).strip()
    words = list(_outer_words(sql))
    starts = [at for word, at in words if word == "SELECT"]
    ends = [*(at for word, at in words if word == "UNION"), len(sql)]
    given = sql[: starts[0]]
    return tuple(_look(given, sql[start:end]) for start, end in zip(starts, ends, strict=True))


def _look(given: str, part: str) -> Look:
    """One part, a SELECT; `given` stands before all parts."""
    words = list(_outer_words(part))
    if _SHAPING & {word for word, _ in words}:
        return Look(given, f"({part})", "true", "")
    start = next(at for word, at in words if word == "FROM") + len("FROM")
    end = next((at for word, at in words if word == "WHERE"), len(part))
    source, condition = part[start:end].strip(), part[end + len("WHERE") :].strip() or "true"
    named = _NAMED.match(source)
    alone = [one for one in _conjuncts(condition) if named and set(_OF_TABLE.findall(one)) == {named.group(1)}]
    return Look(given, source, condition, " AND ".join(alone))


def _conjuncts(condition: str) -> list[str]:
    """What a condition joins by AND; itself if it has another form."""
    words = list(_outer_words(condition))
    if {"OR", "BETWEEN"} & {word for word, _ in words}:
        return [f"({condition})"]
    ends = [at for word, at in words if word == "AND"]
    starts = [0, *(at + len("AND") for at in ends)]
    return [condition[start:end].strip() for start, end in zip(starts, [*ends, len(condition)], strict=True)]


def _outer_words(sql: str) -> Iterator[tuple[str, int]]:
    """Words outside of all parentheses, CASEs and texts, each with its place."""
    depth = 0
    for token in _TOKEN.finditer(sql):
        word = token.group()
        depth += (word in _OPENING) - (word in _CLOSING)
        if depth == 0:
            yield word, token.start()


def counted(con: DuckDBPyConnection, checks: Iterable[Check]) -> dict[str, int]:
    """How many rows each of the checks selects, by code."""
    totals = {check.code: 0 for check in checks}
    asked: dict[tuple[str, str, bool], list[tuple[str, Look]]] = {}
    for check in checks:
        for look in looks(check.sql):
            asked.setdefault((look.given, look.source, bool(look.first)), []).append((check.code, look))
    for together in asked.values():
        (row,) = con.execute(_counting([look for _, look in together])).fetchall()
        for (code, _), count in zip(together, row, strict=True):
            totals[code] += count
    return totals


def _counting(together: list[Look]) -> str:
    """Text of the query that counts what each of the looks at the same rows selects (our own text)."""
    given, source = together[0].given, _needed(together[0].source, [look.condition for look in together])
    if len(together) == 1:
        return f"{given}SELECT count(*) FROM {source} WHERE {together[0].condition}"  # noqa: S608
    counts = ", ".join(f"count(*) FILTER (WHERE {look.condition})" for look in together)
    first = " OR ".join(dict.fromkeys(f"({look.first})" for look in together if look.first)) or "true"
    return f"{given}SELECT {counts} FROM {source} WHERE {first}"  # noqa: S608


def _needed(source: str, conditions: list[str]) -> str:
    """A source without the tables that are joined last and of which no condition asks anything: each row has just one of them."""
    for joined, alias in reversed(_NAMING.items()):
        if source.endswith(joined) and not any(re.search(rf"\b{alias}\.", text) for text in (source, *conditions)):
            source = source.removesuffix(joined)
    return source
