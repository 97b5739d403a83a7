"""The table of clauses: what it cites exists, and a rule set's own sections come first."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from audit.story.clauses import SITUATIONS, cited

ROOT = Path(__file__).parents[2]
RULEBOOK = (ROOT / "docs" / "RULEBOOK.md").read_text(encoding="utf-8")


def test_every_clause_of_the_table_stands_in_the_rulebook() -> None:
    cited_clauses = {clause for clauses in SITUATIONS.values() for clause in clauses.values()}
    missing = [clause for clause in cited_clauses if not re.search(rf"\b{clause}\b", RULEBOOK)]
    assert missing == []


def test_every_clause_is_of_the_section_that_it_stands_for() -> None:
    """But where a section says of itself that it plays as another does."""
    borrowed = {("H", "B5"), ("P", "B5")}
    for situation, clauses in SITUATIONS.items():
        for section, clause in clauses.items():
            assert clause[0] == section or (section, clause[:2]) in borrowed, situation


def test_every_situation_is_told_somewhere() -> None:
    """A situation that no teller names would be a clause that nobody is ever told."""
    source = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "audit").rglob("story/*.py") if path.name != "clauses.py")
    source += (ROOT / "audit" / "explain.py").read_text(encoding="utf-8")
    unused = [situation for situation in SITUATIONS if f'"{situation}"' not in source and not situation.startswith("deal ")]
    assert unused == []


@pytest.mark.parametrize(
    ("situation", "sections", "clause"),
    [
        ("natural pays", "EG", "E2.2"),
        ("natural pays", "CG", "C2.2"),
        ("natural pays", "BG", "B6.1"),
        ("natural pays", "TG", "T3.5"),
        ("double", "PBG", "B4.1"),
        ("triple", "TG", "C3.3"),
        ("surrender", "TG", "G7"),
        ("turn", "EG", "G10"),
        ("cards run out", "HG", "G6"),
    ],
)
def test_a_rule_sets_own_section_speaks_first(situation, sections, clause) -> None:
    assert cited(situation, sections) == clause


def test_a_situation_without_an_entry_is_a_mistake() -> None:
    with pytest.raises(KeyError):
        cited("rain", "TG")
