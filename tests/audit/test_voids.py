"""Rounds that were broken off (FORMAT §4, G9): they move nothing, count for nothing, and are told."""

import duckdb
import pytest

from audit import as_object
from tests.support.packing import packed

ON = {"shoe__reshuffle": "cut-card", "shoe__penetration_left": 20}


def break_off(sitting, events=9, reason="The lights went out."):
    """Play a round, but only so many events of it."""
    balances = list(sitting.balances)
    record = sitting.play()
    sitting.came_to = [after - before for after, before in zip(record["after"], record["before"], strict=True)]
    whole, log = record["log"], record["log"][:events]
    never = sum(" reshuffle " in event for event in whole) - sum(" reshuffle " in event for event in log)
    shoes = record["shoes"][: len(record["shoes"]) - never]
    sitting.balances, sitting.cards, sitting.shoe = list(balances), [], shoes[-1]["index"]
    shoes[-1]["seed"] = sitting.seeds[sitting.shoe].hex()
    record |= {"record": "void", "reason": reason, "log": log, "after": balances, "shoes": shoes}
    return record


def table(book, rounds=3, chain=80, **rules):
    """Begin a session of three."""
    return book.begin(1, book.rules_with(session__rounds=rounds, **rules), 3, chain)


def test_a_void_does_not_count_and_is_told(book):
    """G9: the next round has the next number, and the session has as many rounds as its rules say beside it."""
    sitting = table(book)
    sitting.play()
    break_off(sitting)
    sitting.play()
    sitting.play()
    sitting.close("rounds")
    report = book.audit()
    assert (report.findings, report.not_checked, report.status) == ((), (), 0)
    assert "broken off, all stakes returned: round 2 of session 1 (“The lights went out.”)" in report.notices
    assert report.counts.rounds == 3


@pytest.mark.parametrize("lines", [64, 1 << 14])
@pytest.mark.parametrize(
    "rules", [{}, ON, ON | {"shoe__cut": "stream", "shoe__burn": 2}, {"shoe__reshuffle": "discards", "pack__decks": 1}]
)
@pytest.mark.parametrize("events", [1, 6, 15])
@packed
def test_it_may_be_broken_off_anywhere_and_ends_its_shoe(book, rules, events, lines):  # noqa: ARG001 - the length of a unit of lines, for `packed`
    """DESIGN §4: the next round has a new one, whether the unit of lines holds the rounds before or not."""
    sitting = table(book, rounds=16, **rules)
    for number in range(18):
        break_off(sitting, events) if number in (3, 9) else sitting.play()
    sitting.close("rounds")
    assert (yield) == set()


@packed
def test_a_cut_that_was_still_to_come_is_not_missed(book):
    sitting = table(book, shoe__cut="hand", shoe__burn=1)
    break_off(sitting, 1)
    for _ in range(3):
        sitting.play()
    sitting.close("rounds")
    assert (yield) == set()


@packed
def test_a_session_whose_seeds_ran_out_in_it_closes(book):
    """FORMAT §6."""
    sitting = table(book, chain=2)
    sitting.play()
    break_off(sitting)
    sitting.close("seeds")
    assert (yield) == set()


@packed
def test_a_director_who_breaks_off_and_closes_is_told(book):
    sitting = table(book)
    break_off(sitting)
    sitting.close("stopped")
    assert (yield) == {"rounds-played"}


@pytest.mark.parametrize(("change", "code"), [
    (lambda void: void["after"].__setitem__(1, 7), "void"),
    (lambda void: void["shoes"][0].update(seed=None), "shoe-end"),
    (lambda void: void["shoes"][0].update(index=3), "shoe-list"),
    (lambda void: void.update(round=3), "round-number"),
    (lambda void: void.update(before=[0, 99, 101, 100]), "balance-before"),
    (lambda void: void.update(banker=2), "banker"),
    (lambda void: void["log"].__setitem__(4, "1 deal " + ("2C" if void["log"][4] != "1 deal 2C" else "3C")), "card"),
    (lambda void: void["log"].__setitem__(1, "1 bet 3"), "stake-amount"),
    (lambda void: void["log"].__setitem__(1, "1 bid 3"), "event-unknown"),
    (lambda void: void["log"].__setitem__(1, "1 sit"), "event-foreign"),
    (lambda void: void["log"].insert(1, void["log"].pop(6)), "event-order"),
    (lambda void: void["log"].__setitem__(0, "D shuffle 3"), "shoe-sequence"),
])  # fmt: skip
@packed
def test_what_is_wrong_with_it_is_found(book, change, code):
    sitting = table(book)
    sitting.play()
    void = break_off(sitting)
    void["shoes"] = [dict(use) for use in void["shoes"]]
    change(void)
    sitting.play()
    sitting.play()
    sitting.close("rounds")
    assert code in (yield)


@packed
def test_a_void_after_the_close_is_found(book):
    sitting = table(book, rounds=1)
    sitting.play()
    sitting.close("rounds")
    break_off(sitting)
    assert "session-order" in (yield)


@packed
def test_a_void_before_the_start_is_found(book):
    sitting = table(book, rounds=1)
    void = break_off(sitting)
    book.records[-1], book.records[-2] = book.records[-2], void
    sitting.play()
    sitting.close("rounds")
    assert "session-order" in (yield)


def test_a_void_is_told_with_its_price(book, tmp_path):
    """FORMAT §4: the price of a void, in text, for programs and in the database."""
    sitting, worth = table(book), []
    for events in (9, 14):
        break_off(sitting, events)
        worth.append(sitting.came_to)
    for _ in range(3):
        sitting.play()
    sitting.close("rounds")
    report = book.audit(database=tmp_path / "facts.duckdb")
    assert (report.findings, report.status) == ((), 0)
    assert [list(price.amounts or ()) for price in report.voids] == worth
    names = dict(enumerate(("the house", "Ann", "Bo", "Cy")))
    moved = ", ".join(f"{names[seat]} {worth[0][seat]:+}" for seat in (1, 2, 3, 0) if worth[0][seat]).replace("-", "−")
    assert f"price of that, round 1 of session 1: {moved}" in report.notices
    assert any("price of all 2 of session 1 together" in notice for notice in report.notices)
    assert list(as_object(report)["voids"][0]["amounts"]) == worth[0]
    with duckdb.connect(str(tmp_path / "facts.duckdb"), read_only=True) as con:
        told = con.execute(
            "SELECT coalesce(name, 'the house'), price FROM void_prices WHERE round = 1 ORDER BY seat NULLS FIRST"
        ).fetchall()
        assert told == [(names[seat], worth[0][seat]) for seat in range(4)]
        assert con.execute("SELECT round, reason, events, priced FROM voids ORDER BY seq").fetchall() == [
            (1, "The lights went out.", 9, True),
            (2, "The lights went out.", 14, True),
        ]


def test_a_void_without_complete_stakes_has_no_price(book):
    sitting = table(book)
    break_off(sitting, 2)
    void = break_off(sitting, 12)
    void["log"][-1] = "1 nods"
    for _ in range(3):
        sitting.play()
    sitting.close("rounds")
    report = book.audit()
    assert [(price.amounts, price.why) for price in report.voids] == [
        (None, "its stakes were not complete"),
        (None, "its log breaks the rules"),
    ]
    assert "price of that, round 1 of session 1: none, since its stakes were not complete" in report.notices
