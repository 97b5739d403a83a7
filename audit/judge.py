"""The checks: SQL files with a header, run over registered columns; what they select are findings (DESIGN §6)."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from audit.errors import LimitError
from audit.facts.columns import Columns
from audit.facts.grammar import VERB, VERBS, hand_name
from audit.looks import counted
from audit.report import Finding
from audit.rules import PARAMETERS

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

MOST_TOLD = 1_000
"""Findings of one check that are kept, the first ones; all are counted."""
OVERS = ("rounds", "voids", "lines", "line-links", "session-lines", "round-links", "reveal-links", "ledger")
"""What a check is about: the play of rounds, rounds broken off, single lines, something and the one before it, the ledger as a whole."""
COLUMNS = ("seq", "session", "round", "who", "step", "expected", "recorded", "detail")
_AS_TEXT = "expected::VARCHAR, recorded::VARCHAR, detail"
_HEADER = re.compile(r"-- (code|title|severity|clauses|over|when|begun): (.+)")
_VERB = re.compile(r"\bverb\('([a-z ]+)'\)")
_MODEL_OF_ROUNDS = (
    "wagers",
    "rules",
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
    "foreign",
)


@attrs.frozen
class Check:
    """One SQL file of `audit/checks`; `when` is a condition on the parameters without which it can find nothing.

    `begun`: whether it holds for a round that was broken off, as far as that went.
    """

    code: str
    title: str
    severity: str
    clauses: tuple[str, ...]
    over: str
    when: str
    begun: bool
    sql: str

    def is_over(self, overs: Sequence[str]) -> bool:
        """Whether it is about one of these."""
        return self.over in overs or (self.begun and "voids" in overs)


@attrs.define
class Verdict:
    """Findings by check, the first MOST_TOLD of each, and how many there were."""

    findings: dict[str, list[Finding]] = attrs.Factory(dict)
    totals: dict[str, int] = attrs.Factory(dict)

    def add(self, other: Verdict) -> None:
        """Take in what another part of the ledger gave."""
        for code, found in other.findings.items():
            both = sorted([*self.findings.get(code, []), *found], key=lambda finding: finding.place)
            self.findings[code] = both[:MOST_TOLD]
            self.totals[code] = self.totals.get(code, 0) + other.totals[code]

    def in_order(self) -> list[Finding]:
        """All findings as they stand in the ledger."""
        return sorted((finding for told in self.findings.values() for finding in told), key=lambda finding: finding.place)


@cache
def checks() -> tuple[Check, ...]:
    """Every check, by code."""
    files = (file for file in resources.files("audit.checks").iterdir() if file.name.endswith(".sql"))
    return tuple(sorted((_read(file.read_text("utf-8")) for file in files), key=lambda check: check.code))


def _read(text: str) -> Check:
    head = dict(_HEADER.findall(text))
    return Check(
        head["code"],
        head["title"],
        head["severity"],
        tuple(head["clauses"].split()),
        head["over"],
        head.get("when", ""),
        "begun" in head,
        _with_numbers(text),
    )


def _with_numbers(text: str) -> str:
    """SQL with the numbers of verbs in place of verb('…'): to bind that macro took 0.25 ms each time it stands there."""
    return _VERB.sub(lambda verb: str(VERB[verb.group(1)]), text)


@cache
def model(name: str) -> str:
    """The text of a file of the model."""
    return _with_numbers(resources.files("audit.model").joinpath(f"{name}.sql").read_text("utf-8"))


def connect(memory_limit: str | None = None, writable: Path | None = None) -> DuckDBPyConnection:
    """Open a database in memory for the checks: one thread, no file within reach but those in the folder `writable`."""
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
    return con


def hurried(con: DuckDBPyConnection) -> None:
    """Let queries over a few rows run as they are written: to find a better plan would take longer than they do."""
    con.execute("PRAGMA disable_optimizer")


def stake_steps(con: DuckDBPyConnection, params: Columns) -> dict[int, int]:
    """What every stake is a multiple of, by session."""
    con.register("params_given", params)
    con.execute(model("params"))
    steps = con.execute("SELECT session, step FROM steps").fetchall()
    con.unregister("params_given")
    return dict(steps)


@contextmanager
def modelled(con: DuckDBPyConnection, tables: Mapping[str, Columns], readers: Sequence[str]) -> Iterator[None]:
    """Make the model of these rounds for queries of one's own, `readers`; the tables stay registered meanwhile."""
    for name, columns in tables.items():
        con.register(name, columns)
    try:
        con.execute(model("params"))
        _make(con, _MODEL_OF_ROUNDS, readers)
        yield
    finally:
        for name in tables:
            con.unregister(name)


@contextmanager
def judging(
    con: DuckDBPyConnection,
    overs: Sequence[str],
    tables: Mapping[str, Columns],
    *,
    only: Collection[str] | None = None,
    copied: Collection[str] = (),
) -> Iterator[Verdict]:
    """Run the checks of these kinds over the tables, which stay registered meanwhile; raises LimitError.

    `only` those codes; `copied` are tables of few rows that many checks read, and that are copied into the database once: to look at
    numpy's columns anew for each check would take longer.
    """
    import duckdb

    for name, columns in tables.items():
        con.register(f"{name}_given" if name in copied else name, columns)
    try:
        for name in copied:
            con.execute(f"CREATE OR REPLACE TEMP TABLE {name} AS SELECT * FROM {name}_given")  # noqa: S608 -- our own names
        wanted = [check for check in checks() if check.is_over(overs) and (only is None or check.code in only)]
        con.execute(model("params"))
        holding = _holding(con, [check.when for check in wanted])
        wanted = [check for check in wanted if holding[check.when]]
        if "rounds" in overs or "voids" in overs:
            _make(con, _MODEL_OF_ROUNDS, [check.sql for check in wanted])
        verdict = Verdict()
        totals = counted(con, wanted)
        for check in wanted:
            if totals[check.code]:
                _run(con, check, totals[check.code], verdict)
        yield verdict
    except duckdb.OutOfMemoryException:
        raise LimitError("The memory limit is too small for this ledger: allow more, 500MB a process always suffices.") from None
    finally:
        for name in copied:
            con.execute(f"DROP TABLE IF EXISTS {name}")
        for name in tables:
            con.unregister(f"{name}_given" if name in copied else name)


def _make(con: DuckDBPyConnection, names: Sequence[str], readers: Sequence[str]) -> None:
    """Make the tables of these model files, but those that no session's parameters ask for; `readers` will read them."""
    texts = [model(name) for name in names]
    whens = [dict(_HEADER.findall(text)).get("when", "") for text in texts]
    holding = _holding(con, whens)
    texts = [text for text, when in zip(texts, whens, strict=True) if holding[when]]
    asked = _named((*texts, *readers))
    con.execute(f"CREATE OR REPLACE TEMP TABLE asked AS SELECT session, chain, {', '.join(asked)} FROM params")  # noqa: S608 -- our own names
    for text in texts:
        con.execute(text)


@cache
def _named(texts: tuple[str, ...]) -> tuple[str, ...]:
    """Parameters that these texts name: a table of all of them for each round would cost more than many checks."""
    words = set(re.findall(r"[a-z0-9_]+", " ".join(texts)))
    return tuple(name for name in PARAMETERS if name in words)


def _holding(con: DuckDBPyConnection, whens: Sequence[str]) -> dict[str, bool]:
    """Whether each condition (our own text) holds for the parameters of any session; no condition always does."""
    conditions = sorted({when for when in whens if when})
    wanted = ", ".join(f"bool_or({when})" for when in conditions)
    row = con.execute(f"SELECT {wanted} FROM params").fetchone() if conditions else ()  # noqa: S608 -- from our own files
    return {"": True} | {when: bool(holds) for when, holds in zip(conditions, row or (), strict=True)}


def _run(con: DuckDBPyConnection, check: Check, total: int, verdict: Verdict) -> None:
    """Keep the first findings of a check, of which it has `total`, without ever holding more than are kept."""
    if total <= MOST_TOLD:
        rows = con.execute(check.sql).fetchall()
    else:
        every = con.sql(check.sql)
        who = "who" if every.types[COLUMNS.index("who")] == "VARCHAR" else "hand_name(who)"
        rows = every.order(f"seq, step IS NULL, step, {who}, {_AS_TEXT}").limit(MOST_TOLD).fetchall()
    verdict.findings[check.code] = sorted((_finding(check, row) for row in rows), key=lambda finding: finding.place)
    verdict.totals[check.code] = total


def _finding(check: Check, row: Sequence[Any]) -> Finding:
    seq, session, number, who, step, expected, recorded, detail = row
    return Finding(
        code=check.code,
        title=check.title,
        severity=check.severity,
        clauses=check.clauses,
        session=session or None,
        round=number or None,
        who=hand_name(who) if isinstance(who, int) and who else str(who or ""),
        step=None if step is None else int(step),
        expected=str(expected),
        recorded=str(recorded),
        detail=str(detail),
        seq=int(seq),
    )


def table_of(rows: Sequence[Mapping[str, Any]], kinds: Mapping[str, type]) -> Columns:
    """Make columns of rows; `kinds` names each with its type (int, bool or str)."""
    kind = {int: np.int64, bool: np.bool_, str: np.object_}
    return {name: np.array([row[name] for row in rows], dtype=kind[wanted]) for name, wanted in kinds.items()}
