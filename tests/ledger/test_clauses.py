"""Every clause of the rulebook is named by a test of the engine."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
RULEBOOK = TESTS.parents[1] / "docs" / "RULEBOOK.md"
CLAUSE = re.compile(r"\b[GTECBPH]\d+(?:\.\d)?\b")
# Not clauses: groups of them, and the field's name for a dealer who hits soft 17.
NO_CLAUSES = {"B4", "H2", "H6", "H17"}
HOW_MANY = {"G": 11, "T": 23, "E": 15, "C": 19, "B": 28, "P": 11, "H": 23}


def named() -> set[str]:
    """Every clause that a test's docstring names."""
    names: set[str] = set()
    for path in TESTS.glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                names |= set(CLAUSE.findall(ast.get_docstring(node) or ""))
    return names


@pytest.mark.parametrize("section", HOW_MANY)
def test_every_clause_has_its_test(section) -> None:
    clauses = {clause for clause in CLAUSE.findall(RULEBOOK.read_text()) if clause[0] == section} - NO_CLAUSES
    assert len(clauses) == HOW_MANY[section]
    assert sorted(clauses - named()) == []
