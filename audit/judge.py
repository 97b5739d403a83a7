"""The checks: SQL files with a header, run over registered columns; what they select are findings (DESIGN §6)."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from audit.errors import LimitError
from audit.facts.columns import Columns
from audit.facts.grammar import hand_name
from audit.looks import counted
from audit.modelling import only_some, registered, take_sessions, texts_of_rounds, with_numbers
from audit.report import Finding

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

MOST_TOLD = 1_000
"""Findings of one check that are kept, the first ones; all are counted."""
OVERS = ("rounds", "voids", "lines", "line-links", "session-lines", "round-links", "reveal-links", "ledger")
"""What a check is about: the play of rounds, rounds broken off, single lines, something and the one before it, the ledger as a whole."""
COLUMNS = ("seq", "session", "round", "who", "step", "expected", "recorded", "detail")
_AS_TEXT = "expected::VARCHAR, recorded::VARCHAR, detail"
_HEADER = re.compile(r"-- (code|title|severity|clauses|over|when|rows|begun): (.+)")


@attrs.frozen
class Check:
    """One SQL file of `audit/checks`; `when` is a condition on the parameters without which it can find nothing, `rows` a table.

    `begun`: whether it holds for a round that was broken off, as far as that went.
    """

    code: str
    title: str
    severity: str
    clauses: tuple[str, ...]
    over: str
    when: str
    rows: str
    begun: bool
    sql: str

    def is_over(self, overs: Sequence[str]) -> bool:
        """Whether it is about one of these."""
        return self.over in overs or (self.begun and "voids" in overs)

    def where_it_holds(self) -> Check:
        """The check for a unit in which other sessions, which it is not about, stand beside those whose parameters ask for it."""
        held = f"SELECT session FROM params WHERE {self.when}"  # noqa: S608 -- our own text
        return attrs.evolve(self, sql=f"SELECT * FROM (\n{self.sql}\n) WHERE session IN ({held})")  # noqa: S608


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
        head.get("rows", ""),
        "begun" in head,
        with_numbers(text),
    )


@contextmanager
def judging(
    con: DuckDBPyConnection,
    overs: Sequence[str],
    tables: Mapping[str, Columns],
    *,
    only: Collection[str] | None = None,
    copied: Collection[str] = (),
    readers: Sequence[str] = (),
) -> Iterator[Verdict]:
    """Run the checks of these kinds over the tables; raises LimitError.

    `only` those codes; `copied` are tables of few rows that are copied into the database once; `readers` are queries for which the tables
    stay registered meanwhile.
    """
    import duckdb

    wanted = [check for check in checks() if check.is_over(overs) and (only is None or check.code in only)]
    wanted = [check for check in wanted if not check.rows or len(next(iter(tables[check.rows].values())))]
    try:
        holding = take_sessions(con, tables["params_given"], {check.when for check in wanted})
        wanted = [check for check in wanted if holding[check.when]]
        partly = only_some(con, {check.when for check in wanted})
        wanted = [check.where_it_holds() if check.when in partly else check for check in wanted]
        model = texts_of_rounds(holding, tables) if "rounds" in overs or "voids" in overs else []
        with registered(con, tables, [*(check.sql for check in wanted), *model, *readers], copied):
            for text in model:
                con.execute(text)
            yield _verdict(con, wanted)
    except duckdb.OutOfMemoryException:
        raise LimitError("The memory limit is too small for this ledger: allow more, 500MB a process always suffices.") from None


def _verdict(con: DuckDBPyConnection, wanted: Sequence[Check]) -> Verdict:
    """What these checks find."""
    verdict = Verdict()
    totals = counted(con, wanted)
    for check in wanted:
        if totals[check.code]:
            _run(con, check, totals[check.code], verdict)
    return verdict


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
