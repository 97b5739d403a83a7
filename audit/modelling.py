"""The model: what the rules make of the facts of rounds, as tables that the checks ask (SQL files in `audit/model`)."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import attrs

from audit.errors import LimitError
from audit.facts.columns import Columns
from audit.facts.grammar import VERB, VERBS

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_WHEN = re.compile(r"-- when: (.+)")
_ROWS = re.compile(r"-- rows: (.+)")
_VERB = re.compile(r"\bverb\('([a-z ]+)'\)")
_OF_SESSIONS = ("params", "foreign")
_OF_ROUNDS = (
    "wagers",
    "bets",
    "rounds",
    "hands",
    "special",
    "others",
    "living",
    "waiting",
    "discarded",
    "due",
    "original",
    "forfeits",
    "settlement",
    "suspects",
)
_GIVEN = ("params", "rounds")
"""Tables that the model makes of what is given under that name with `_given` behind it."""


@attrs.frozen
class _Sessions:
    """The sessions of which the database has the rules: these as they were given, and which conditions hold for any of them."""

    given: tuple[bytes, ...]
    holding: Mapping[str, bool]


_KNOWN: WeakKeyDictionary[DuckDBPyConnection, _Sessions] = WeakKeyDictionary()
"""The units of a process are of the same sessions more often than not: to read their rules anew takes 12 ms."""


def with_numbers(sql: str) -> str:
    """SQL with the numbers of verbs in place of verb('…'): to bind that macro took 0.25 ms each time it stands there."""
    return _VERB.sub(lambda verb: str(VERB[verb.group(1)]), sql)


@cache
def model(name: str) -> str:
    """The text of a file of the model."""
    return with_numbers(resources.files("audit.model").joinpath(f"{name}.sql").read_text("utf-8"))


def _header(pattern: re.Pattern[str], text: str) -> str:
    found = pattern.search(text)
    return found.group(1) if found else ""


def connect(memory_limit: str | None = None, writable: Path | None = None, *, hurried: bool = False) -> DuckDBPyConnection:
    """Open a database in memory for the checks: one thread, no file within reach but those in the folder `writable`.

    One that is `hurried` runs queries as they are written: over few rows, to find a better plan would take longer than they do.
    """
    import duckdb

    con = duckdb.connect(":memory:", config={"threads": 1})
    try:
        if memory_limit is not None:
            con.execute("SET memory_limit = ?", [memory_limit])
    except duckdb.Error:
        raise LimitError(f'The memory limit "{memory_limit}" is not one: write it as in 2GB or 500MB.') from None
    con.execute("SET temp_directory = ''")
    con.execute("SET allowed_directories = ?", [[] if writable is None else [str(writable.absolute())]])
    con.execute("SET enable_external_access = false")
    con.execute(f"CREATE TYPE verb AS ENUM ({', '.join(repr(name) for name in VERBS)})")  # our own constants
    con.execute(model("names"))
    if hurried:
        con.execute("PRAGMA disable_optimizer")
    return con


@cache
def at_hand(memory_limit: str | None = None, writable: Path | None = None, *, hurried: bool = False) -> DuckDBPyConnection:
    """The one that a process keeps for what comes next, of each limit, folder and hurry: to open one takes 25 ms."""
    return connect(memory_limit, writable, hurried=hurried)


def stake_steps(con: DuckDBPyConnection, params: Columns) -> dict[int, int]:
    """What every stake is a multiple of, by session."""
    take_sessions(con, params, ())
    return dict(con.execute("SELECT session, step FROM steps").fetchall())


def take_sessions(con: DuckDBPyConnection, params: Columns, whens: Collection[str]) -> Mapping[str, bool]:
    """Take in the rules of the sessions; give which of these conditions hold for any of them."""
    given = tuple(column.tobytes() if column.dtype != object else repr(column.tolist()).encode() for column in params.values())
    known = _KNOWN.pop(con, None)
    if known is None or known.given != given:
        con.register("params_given", params)
        try:
            for name in _OF_SESSIONS:
                con.execute(model(name))
        finally:
            con.unregister("params_given")
        known = _Sessions(given, {"": True})
    new = sorted({*whens, *(_header(_WHEN, model(name)) for name in _OF_ROUNDS)} - known.holding.keys())
    known = _Sessions(given, {**known.holding, **_holding(con, new)})
    _KNOWN[con] = known
    return known.holding


def _holding(con: DuckDBPyConnection, conditions: Sequence[str]) -> dict[str, bool]:
    """Whether each condition (our own text) holds for the parameters of any session."""
    if not conditions:
        return {}
    (row,) = con.execute(f"SELECT {', '.join(f'bool_or({when})' for when in conditions)} FROM params").fetchall()  # noqa: S608
    return {when: bool(holds) for when, holds in zip(conditions, row, strict=True)}


def only_some(con: DuckDBPyConnection, whens: Collection[str]) -> frozenset[str]:
    """Those conditions (our own text) that hold for some of the sessions and not for others."""
    asked = sorted(set(whens) - {""})
    if not asked:
        return frozenset()
    (row,) = con.execute(f"SELECT {', '.join(f'bool_and({when})' for when in asked)} FROM params").fetchall()  # noqa: S608
    return frozenset(when for when, holds in zip(asked, row, strict=True) if not holds)


@contextmanager
def registered(
    con: DuckDBPyConnection, tables: Mapping[str, Columns], texts: Sequence[str], copied: Collection[str] = ()
) -> Iterator[None]:
    """Let the database see of the tables what these texts name: to bind a table takes 0.4 ms and 12 µs a column, in each query.

    `copied` are tables of few rows that many queries read, and that are copied into the database once.
    """
    words = frozenset(re.findall(r"\w+", " ".join(texts)))
    named = [name for name in tables if name.removesuffix("_given") in words]
    try:
        for name in named:
            columns = {column: values for column, values in tables[name].items() if column in words}
            con.register(f"{name}_given" if name in copied or name in _GIVEN else name, columns or tables[name])
            if name in copied:
                con.execute(f"CREATE OR REPLACE TEMP TABLE {name} AS SELECT * FROM {name}_given")  # noqa: S608 -- our own names
        yield
    finally:
        for name in named:
            if name in copied:
                con.execute(f"DROP TABLE IF EXISTS {name}")
            con.unregister(f"{name}_given" if name in copied or name in _GIVEN else name)


def texts_of_rounds(holding: Mapping[str, bool], tables: Mapping[str, Columns]) -> list[str]:
    """The files of the model of rounds, but those that no session's parameters ask for, or that are about a table without rows."""
    texts = [model(name) for name in _OF_ROUNDS]
    asked = [text for text in texts if holding[_header(_WHEN, text)]]
    return [text for text in asked if not (table := _header(_ROWS, text)) or len(tables[table]["rnd"])]


@contextmanager
def modelled(con: DuckDBPyConnection, tables: Mapping[str, Columns], readers: Sequence[str]) -> Iterator[None]:
    """Make the model of these rounds for queries of one's own, `readers`; what they name stays registered meanwhile."""
    texts = texts_of_rounds(take_sessions(con, tables["params_given"], ()), tables)
    with registered(con, tables, [*texts, *readers]):
        for text in texts:
            con.execute(text)
        yield
