"""Every clause of the training table, and of the general part as far as it concerns it, is named by a test."""

from __future__ import annotations

import ast
import re
from pathlib import Path

TESTS = Path(__file__).parent
RULEBOOK = TESTS.parents[1] / "docs" / "RULEBOOK.md"
# G4, G9: premiums and banks, which come with later rules.
GENERAL = {"G1", "G2", "G3", "G5", "G6", "G7", "G8", "G10", "G11"}


def test_every_clause_has_its_test() -> None:
    clauses = set(re.findall(r"\bT\d\.\d\b", RULEBOOK.read_text().partition("## E ·")[0])) | GENERAL
    named: set[str] = set()
    for path in TESTS.glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                named |= set(re.findall(r"\b[TG]\d+(?:\.\d)?\b", ast.get_docstring(node) or ""))
    assert len(clauses) == 23 + len(GENERAL)
    assert sorted(clauses - named) == []
