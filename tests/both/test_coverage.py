"""Every clause of the rulebook has a parameter, engine tests, checks and wrong engines, or a reason; docs/COVERAGE.md shows them."""

from __future__ import annotations

from tests.support.coverage import ROOT, clauses, coverage, page
from tests.support.coverage_reasons import NO_CHECK, NO_PARAMETER, NOT_SHOWN


def test_nothing_is_missing() -> None:
    missing = {found.clause: found.missing for found in coverage() if found.missing}
    assert missing == {}


def test_a_reason_is_given_only_where_something_is_missing() -> None:
    for found in coverage():
        assert not (found.parameters and found.clause in NO_PARAMETER), found
        assert not (found.checks and found.clause in NO_CHECK), found
        assert not (found.wrong and found.clause in NO_CHECK), found


def test_reasons_are_about_clauses() -> None:
    known = {*clauses(), "B5"}
    assert {*NO_PARAMETER, *NO_CHECK, *(clause for named, *_ in NOT_SHOWN for clause in named.split())} <= known
    assert len(clauses()) == 128


def test_the_page_is_made_from_the_code() -> None:
    """`python -m tests.support.coverage > docs/COVERAGE.md` changes nothing."""
    assert (ROOT / "docs" / "COVERAGE.md").read_text(encoding="utf-8") == page()
