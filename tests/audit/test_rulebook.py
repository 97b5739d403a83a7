"""The rulebook's clauses as a reader of a page finds them."""

from __future__ import annotations

from audit.rulebook import clause_texts
from audit.story.clauses import SITUATIONS


def test_every_clause_that_a_story_can_cite_has_its_words() -> None:
    cited = {clause for clauses in SITUATIONS.values() for clause in clauses.values()}
    assert cited - set(clause_texts()) == set()
    assert [clause for clause, text in clause_texts().items() if len(text) < 8 or not text.endswith(".")] == []


def test_clauses_that_share_a_line_are_apart() -> None:
    texts = clause_texts()
    assert texts["T1.2"] == "No surrender, no side bets."
    assert texts["T1.1"].endswith("one box each.")
    assert texts["H8"].startswith("Irregularities as B5.1, B5.3, B5.5, B5.6;")
    assert "**" not in "".join(texts.values())


def test_a_clause_of_several_lines_is_whole() -> None:
    assert clause_texts()["G8"].endswith("or wrongly stood on (B5.6).")
