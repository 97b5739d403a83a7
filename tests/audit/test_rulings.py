"""A supervisor's rulings (P1.1): each is about a round, stands before it, and is named where the error was."""

import pytest

from tests.support.packing import packed

RULES = {"table__irregularities": "B5", "table__rulings": True}
MISSED = ["1 bet 2", "2 bet 2", "1 missed", "2 deal 9C", "D deal 9S", "1 late TC", "D ruling 5", "1 deal 9D", "2 deal 9H", "D hole 8H",
    "1 stand", "2 stand", "D show", "1 win 4", "2 win 4"]  # fmt: skip


LOOKED_AT = {"ruling", "ruling-about", "session-order", "event-foreign", "line-prev"}


def ruled(book, log, *abouts, rules=RULES):
    """A session of one round, with these rulings' records before it; their lines are counted from the book's first."""
    sitting = book.begin(1, book.rules_with(session__rounds=1, **rules), 2)
    for about in abouts:
        book.add("ruling", 1, about=about, text="The card stands.")
    told = [event.rpartition(" ") for event in log]
    sitting.write([f"{ruling} {book.lines_before + int(line)}" if ruling == "D ruling" else f"{ruling} {line}" for ruling, _, line in told])
    sitting.close("rounds")


def changed(event, *events):
    at = MISSED.index(event)
    return [*MISSED[:at], *events, *MISSED[at + 1 :]]


@packed
def test_a_ruling_directly_after_the_choice_passes(book):
    found = yield ruled(book, MISSED, 1)
    assert found & LOOKED_AT == set()
    assert book.records[5]["record"] == "ruling"


@pytest.mark.parametrize(("log", "abouts"), [
    (changed("D ruling 5"), [1]),
    (changed("D ruling 5", "D ruling 4"), [1]),
    (changed("D ruling 5", "D ruling 6"), [1]),
    (changed("D ruling 5", "D ruling 5", "D ruling 5"), [1]),
    ([*MISSED, "D ruling 5"], [1]),
    ([*changed("D ruling 5"), "D ruling 5"], [1]),
    (MISSED, [0]),
    (MISSED, []),
    (MISSED, [1, 1]),
])  # fmt: skip
@packed
def test_one_that_is_missing_or_another_or_elsewhere_is_found(book, log, abouts):
    assert "ruling" in (yield ruled(book, log, *abouts))


@packed
def test_a_ruling_about_no_round_stands_for_itself(book):
    found = yield ruled(book, changed("D ruling 5"), 0)
    assert found & LOOKED_AT == set()


@packed
def test_a_ruling_about_a_round_that_never_was_is_found(book):
    found = yield ruled(book, changed("D ruling 5"), 2)
    assert found & LOOKED_AT == {"ruling-about"}


@packed
def test_a_ruling_after_its_round_need_not_be_named(book):
    sitting = book.begin(1, book.rules_with(session__rounds=1, table__rulings=True), 2)
    sitting.play()
    book.add("ruling", 1, about=1, text="Bo keeps the stake.")
    sitting.close("rounds")
    assert (yield) == set()


@packed
def test_no_table_without_a_supervisor_has_rulings(book):
    assert {"ruling-about", "event-foreign"} <= (yield ruled(book, MISSED, 1, rules={"table__irregularities": "B5"}))


@packed
def test_no_ruling_stands_outside_its_session(book):
    sitting = book.begin(1, book.rules_with(session__rounds=1, table__rulings=True), 2)
    sitting.play()
    sitting.close("rounds")
    book.add("ruling", 1, about=1, text="Too late.")
    assert (yield) == {"session-order"}
