"""Where each clause of the rulebook is found: parameter, engine tests, checks, wrong engines.

`python -m tests.support.coverage > docs/COVERAGE.md` writes the table; a test holds the file against this module, and each clause to
having all four, or a reason.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path

import attrs

from audit.judge import checks
from ledger.rules.ruleset import parameters
from tests.support.coverage_reasons import NO_CHECK, NO_PARAMETER, NOT_SHOWN
from tests.support.wrong.every import ENGINES

ROOT = Path(__file__).parents[2]
_SECTIONS = "GTECBPH"
_ID = re.compile(rf"\b(?:[{_SECTIONS}]\d(?:\.\d)?|G\d\d)\b")
# Sections that are clauses themselves, without any below them, or with something of their own.
_WHOLE = {"H5", "H8", "H9"}

HEAD = """# Where each clause is found

Each clause of [RULEBOOK.md](RULEBOOK.md) with the parameters of a rule set that come from it ([RULES.md](RULES.md)), the tests of the
engine that cite it, the checks that name it in their findings (`audit/checks/`), and what a wrong engine does whose ledger the audit
catches under that clause (`tests/both/test_wrong_engines.py`). In brackets: why there is none, and what stands in for it. Written by
`python -m tests.support.coverage > docs/COVERAGE.md`; a test holds this page against the code.

| clause | parameters | engine tests | checks | an engine is caught that … |
|---|---|---|---|---|
"""


@attrs.frozen
class Found:
    """What is found of one clause."""

    clause: str
    parameters: tuple[str, ...]
    tests: tuple[str, ...]
    checks: tuple[str, ...]
    wrong: tuple[str, ...]

    @property
    def missing(self) -> list[str]:
        """The columns that are empty without a reason."""
        columns = {"parameter": (self.parameters, NO_PARAMETER), "engine test": (self.tests, {}), "check": (self.checks, NO_CHECK)}
        columns["wrong engine"] = (self.wrong, NO_CHECK)
        return [name for name, (found, reasons) in columns.items() if not found and self.clause not in reasons]

    def row(self) -> str:
        """The line of the table."""
        cells = [
            self.clause,
            _cell((f"`{name}`" for name in self.parameters), NO_PARAMETER, self.clause),
            _cell((f"`{name}`" for name in self.tests), {}, self.clause),
            _cell((f"`{name}`" for name in self.checks), NO_CHECK, self.clause),
            _cell(self.wrong, NO_CHECK, self.clause, "; "),
        ]
        return "| " + " | ".join(cells) + " |"


def _cell(found: Iterable[str], reasons: Mapping[str, str], clause: str, between: str = " ") -> str:
    return between.join(found) or (f"({reasons[clause]})" if clause in reasons else "")


def clauses() -> list[str]:
    """Every clause of the rulebook, in its order."""
    text = (ROOT / "docs" / "RULEBOOK.md").read_text(encoding="utf-8")
    named = {clause for clause in _ID.findall(text) if "." in clause or clause[0] == "G"} | _WHOLE
    return sorted(named, key=lambda clause: (_SECTIONS.index(clause[0]), *map(int, clause[1:].split("."))))


def coverage() -> list[Found]:
    """What is found of every clause."""
    by_parameter = {f"{table}.{name}": cited.split() for table, name, _, cited, _ in parameters()}
    by_check = {check.code: check.clauses for check in checks()}
    by_test = {path.stem: _cited(path) for path in sorted((ROOT / "tests" / "ledger").rglob("test_*.py"))}
    return [
        Found(
            clause,
            _naming(clause, by_parameter, _covers),
            _naming(clause, by_test, _covers),
            _naming(clause, by_check, str.__eq__),
            tuple(engine.says for engine in ENGINES if engine.clause == clause),
        )
        for clause in clauses()
    ]


def _naming(clause: str, cited: Mapping[str, Iterable[str]], covers: Callable[[str, str], bool]) -> tuple[str, ...]:
    return tuple(name for name, ids in cited.items() if any(covers(each, clause) for each in ids))


def _covers(cited: str, clause: str) -> bool:
    """Whether a place that cites a clause or a section, `B5`, is about this clause of it, `B5.2`."""
    return clause == cited or clause.startswith(f"{cited}.")


@cache
def _cited(path: Path) -> frozenset[str]:
    """The clauses that the tests of a file cite in their docstrings."""
    functions = (node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.FunctionDef))
    return frozenset(clause for node in functions if node.name.startswith("test_") for clause in _ID.findall(ast.get_docstring(node) or ""))


def page() -> str:
    """docs/COVERAGE.md."""
    rows = "\n".join(found.row() for found in coverage())
    lines = [f"| {clause} | {what} | {instead} |" for clause, what, instead in NOT_SHOWN]
    return "\n".join(
        [
            HEAD + rows,
            "",
            "## What no replay can show",
            "",
            "| clause | what, and why | what stands in for it |",
            "|---|---|---|",
            *lines,
            "",
        ]
    )


if __name__ == "__main__":
    print(page(), end="")
