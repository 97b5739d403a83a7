"""The check files: whole headers, clauses that exist, SQL that DuckDB accepts."""

import re
from importlib import resources
from pathlib import Path

import pytest

from audit.judge import OVERS, checks
from audit.looks import looks

ROOT = Path(__file__).parents[2]
CLAUSE = re.compile(r"\b([GTECBPH]\d+(?:\.\d+)?)\b")
FILES = sorted(file.name for file in resources.files("audit.checks").iterdir() if file.name.endswith(".sql"))


def test_every_file_is_a_check_under_its_own_name():
    assert sorted(f"{check.code}.sql" for check in checks()) == FILES


@pytest.mark.parametrize("check", checks(), ids=lambda check: check.code)
def test_a_header_is_whole(check):
    assert check.sql.startswith(f"-- code: {check.code}\n-- title: {check.title}\n-- severity: {check.severity}\n-- clauses: ")
    assert check.severity in {"error", "notice"}
    assert check.over in OVERS
    assert check.title[0].isupper()
    assert check.clauses


@pytest.mark.parametrize("check", [check for check in checks() if check.rows], ids=lambda check: check.code)
def test_it_takes_all_that_it_finds_from_the_table_without_which_it_is_passed_over(check):
    for part in looks(check.sql):
        assert re.search(rf"(?<!LEFT )(?<!FULL )(?<!ANTI )\b(FROM|JOIN) {check.rows}\b", f"{part.given} FROM {part.source}")


@pytest.mark.parametrize("check", checks(), ids=lambda check: check.code)
def test_its_clauses_exist(check):
    rulebook = set(CLAUSE.findall((ROOT / "docs" / "RULEBOOK.md").read_text("utf-8")))
    sections = set(re.findall(r"^## (\d+)\.", (ROOT / "docs" / "FORMAT.md").read_text("utf-8"), re.MULTILINE))
    for clause in check.clauses:
        assert clause in rulebook or clause.removeprefix("FORMAT-") in sections, clause


def test_every_clause_of_the_training_table_has_a_check():
    text = (ROOT / "docs" / "RULEBOOK.md").read_text("utf-8").partition("## T ")[2].partition("## E ")[0]
    defined = set(re.findall(r"\b(T\d\.\d)\b", text)) - {"T8.1", "T8.2"}
    cited = {clause for check in checks() for clause in check.clauses}
    assert defined <= cited, "T8 are examples"
