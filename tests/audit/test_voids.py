"""Rounds that were broken off (FORMAT §4, G9): they move nothing, count for nothing, and are told."""

import pytest

ON = {"shoe__reshuffle": "cut-card", "shoe__penetration_left": 20}


def break_off(sitting, events=9, reason="The lights went out."):
    """Play a round, but only so many events of it."""
    balances = list(sitting.balances)
    record = sitting.play()
    whole, log = record["log"], record["log"][:events]
    never = sum(" reshuffle " in event for event in whole) - sum(" reshuffle " in event for event in log)
    shoes = record["shoes"][: len(record["shoes"]) - never]
    sitting.balances, sitting.cards, sitting.shoe = list(balances), [], shoes[-1]["index"]
    shoes[-1]["seed"] = sitting.seeds[sitting.shoe].hex()
    record |= {"record": "void", "reason": reason, "log": log, "after": balances, "shoes": shoes}
    return record


@pytest.fixture
def table(book, rules_with):
    """Begin a session of three."""

    def begin(rounds=3, chain=80, **rules):
        return book.begin(1, rules_with(session__rounds=rounds, **rules), 3, chain)

    return begin


@pytest.fixture
def found(book):
    return lambda: {finding.code for finding in book.audit().findings}


def test_a_void_does_not_count_and_is_told(book, table):
    """G9: the next round has the next number, and the session has as many rounds as its rules say beside it."""
    sitting = table()
    sitting.play()
    break_off(sitting)
    sitting.play()
    sitting.play()
    sitting.close("rounds")
    report = book.audit()
    assert (report.findings, report.not_checked, report.status) == ((), (), 0)
    assert "broken off, all stakes returned: round 2 of session 1 (“The lights went out.”)" in report.notices
    assert report.counts.rounds == 3


@pytest.mark.parametrize("lines", [16, 1 << 14])
@pytest.mark.parametrize(
    "rules", [{}, ON, ON | {"shoe__cut": "stream", "shoe__burn": 2}, {"shoe__reshuffle": "discards", "pack__decks": 1}]
)
@pytest.mark.parametrize("events", [1, 6, 15])
def test_it_may_be_broken_off_anywhere_and_ends_its_shoe(found, table, monkeypatch, rules, events, lines):
    """DESIGN §4: the next round has a new one, whether the unit of lines holds the rounds before or not."""
    monkeypatch.setattr("audit.context.UNIT_LINES", lines)
    sitting = table(rounds=16, **rules)
    for number in range(18):
        break_off(sitting, events) if number in (3, 9) else sitting.play()
    sitting.close("rounds")
    assert found() == set()


def test_a_cut_that_was_still_to_come_is_not_missed(found, table):
    sitting = table(shoe__cut="hand", shoe__burn=1)
    break_off(sitting, 1)
    for _ in range(3):
        sitting.play()
    sitting.close("rounds")
    assert found() == set()


def test_a_session_whose_seeds_ran_out_in_it_closes(found, table):
    """FORMAT §6."""
    sitting = table(chain=2)
    sitting.play()
    break_off(sitting)
    sitting.close("seeds")
    assert found() == set()


def test_a_director_who_breaks_off_and_closes_is_told(found, table):
    sitting = table()
    break_off(sitting)
    sitting.close("stopped")
    assert found() == {"rounds-played"}


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
def test_what_is_wrong_with_it_is_found(found, table, change, code):
    sitting = table()
    sitting.play()
    void = break_off(sitting)
    void["shoes"] = [dict(use) for use in void["shoes"]]
    change(void)
    sitting.play()
    sitting.play()
    sitting.close("rounds")
    assert code in found()


def test_a_void_after_the_close_is_found(found, table):
    sitting = table(rounds=1)
    sitting.play()
    sitting.close("rounds")
    break_off(sitting)
    assert "session-order" in found()


def test_a_void_before_the_start_is_found(book, found, table):
    sitting = table(rounds=1)
    void = break_off(sitting)
    book.records[-1], book.records[-2] = book.records[-2], void
    sitting.play()
    sitting.close("rounds")
    assert "session-order" in found()
