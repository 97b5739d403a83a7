"""What the rules leave to somebody's discretion is counted and told (DESIGN §4)."""

from collections import Counter

import pytest

from audit.discretion import told
from tests.support.private_games import deal

ON = {"shoe__reshuffle": "cut-card", "shoe__penetration_left": 20, "shoe__voluntary": True}


@pytest.fixture
def notice(book):
    """The notice about it, empty where there is none."""

    def found():
        report = book.audit()
        assert report.findings == ()
        return next((line for line in report.notices if line.startswith("discretionary")), "")

    return found


def test_nothing_is_told_where_the_rules_leave_nothing_open(book, notice):
    book.evening(rounds=3, shoe__cut="stream")
    assert notice() == ""


def test_cuts_by_hand_are_counted(book, notice):
    book.evening(rounds=3, shoe__cut="hand")
    assert notice() == "discretionary: 3 cuts by hand; whether they were agreed upon nothing here can show"


def test_reshuffles_at_will_are_counted_and_others_are_not(book, rules_with, notice):
    sitting = book.begin(1, rules_with(session__rounds=30, **ON), 3)
    for number in range(30):
        sitting.play(anew=number == 4)
    sitting.close("rounds")
    assert notice().startswith("discretionary: 1 reshuffle at will;")


def test_changed_limits_are_counted(book, rules_with):
    sitting = book.begin(1, rules_with(session__rounds=2, stakes__limits_by="banker", stakes__maximum=10), 1)
    for number, limits in enumerate(("D limits 2 8", "D limits 2 6"), 1):
        log = [limits, f"D shuffle {number}", *deal([1])]
        sitting.write(log, [{"first": 0, "index": number, "seed": sitting.seeds[number].hex()}])
    sitting.close("rounds")
    assert any(line.startswith("discretionary: 2 changes of limits;") for line in book.audit().notices)


def test_decisions_of_a_free_banker_are_counted(book):
    log = [*deal([1], [("9C", "8D")]), "1 push 2"][:-2]
    stands = [*log[: log.index("D show") + 1], "D stand", "1 push 2"]
    book.session(stands, banker__play="free")
    assert any(line.startswith("discretionary: 1 decision of a free banker;") for line in book.audit().notices)


def test_all_units_are_counted_together(book, monkeypatch, notice):
    monkeypatch.setattr("audit.units.UNIT_LINES", 16)
    book.evening(rounds=40, shoe__cut="hand", session__stack=1000)
    assert notice().startswith("discretionary: 40 cuts by hand;")


def test_many_are_written_with_thousands():
    assert told([Counter({"cut by hand": 1200}), Counter({"cut by hand": 34})])[0].startswith("discretionary: 1,234 cuts by hand;")


def test_what_a_strangers_log_says_at_a_table_that_leaves_nothing_open_is_not_counted(book, rules_with):
    """Or it would depend on which sessions are judged together."""
    for number, play in enumerate(("free", "forced"), 1):
        sitting = book.begin(number, rules_with(session__rounds=1, banker__play=play), 1)
        sitting.write(
            ["1 bet 2", "1 deal 9C", "D deal 9D", "1 deal 8C", "D hole 5D", "1 stand", "D show", "D hit 7C", "D stand", "1 lose 0"]
        )
        sitting.close("rounds")
    assert "discretionary: 2 decisions of a free banker; whether they were agreed upon nothing here can show" in book.audit().notices
