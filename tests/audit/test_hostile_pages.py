"""What a ledger of an operator who may write anything does to its database, statistics and report: nothing but to be told."""

import pytest

from audit.pages.findings import MOST_CARDS
from audit.pages.house import LONGEST
from audit.pages.report import report_page
from audit.statistics.page import as_text, statistics
from tests.support.markup import Markup

HUGE = 2**53 - 1
SMALL = 150_000
"""Bytes of a page, far below what any of these ledgers could fill it with."""


@pytest.fixture
def told(book, tmp_path):
    """What statistics and report tell of the book as it is then."""

    def telling() -> tuple[str, str]:
        book.audit(database=tmp_path / "facts.duckdb")
        return as_text(statistics(tmp_path / "facts.duckdb"), 100), report_page(tmp_path / "facts.duckdb")

    return telling


def violations(page: str) -> bool:
    return "found" in Markup(page).named("h2")[0].text


def rounds_of(book):
    return [record for record in book.records if record["record"] == "round"]


@pytest.mark.parametrize("field", ["round", "banker", "session"])
def test_a_number_beyond_all_others_is_told(book, told, field) -> None:
    book.evening(rounds=3)
    rounds_of(book)[1][field] = HUGE
    text, page = told()
    assert text.startswith("VIOLATIONS FOUND")
    assert violations(page)
    assert str(HUGE) in page.replace(",", "")


def test_rounds_of_one_number_are_not_drawn_in_each_other(book, told) -> None:
    book.evening(rounds=40)
    for record in rounds_of(book):
        record["round"] = 1
    _, page = told()
    assert violations(page)
    assert Markup(page).classed("card") == []


def test_a_hand_of_thousands_of_cards_is_not_drawn(book, told) -> None:
    book.evening(rounds=2, players=2)
    log = rounds_of(book)[0]["log"]
    log[log.index("D show") : log.index("D show")] = ["1 deal AS"] * 3_000
    _, page = told()
    assert len(page.encode()) < SMALL
    hands = [tag.text.count("♠") for tag in Markup(page).classed("hand")]
    assert hands
    assert max(hands) <= 3 * MOST_CARDS


@pytest.mark.parametrize(
    "event", ["1 " + "<b>&" * 15_000, "<b>&" * 15_000 + " stand", "1 bet " + "9" * 60_000, "D void " + "</li>" * 12_000]
)
def test_a_text_as_long_as_a_line_is_told_by_its_beginning(book, told, event) -> None:
    book.evening(rounds=5, players=2)
    for record in rounds_of(book):
        record["log"] = [*record["log"][:3], event]
    _, page = told()
    assert violations(page)
    assert len(page.encode()) < SMALL
    assert max(len(tag.text) for tag in Markup(page).named("dd", "li")) < LONGEST + 200


def test_one_is_not_told_as_many(book, told) -> None:
    book.evening(rounds=1, players=1)
    text, _ = told()
    assert "session 1, 1 round\n" in text
    book.records[1:] = []
    text, page = told()
    assert text.startswith("CLEAN: club.example/test, 1 line, nothing was found")
    assert "Nothing was found in 1 line:" in page
