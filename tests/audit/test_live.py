"""Live sessions (FORMAT §4): each round was begun and signed before its first card, and defaults are taken for want of an answer."""

import re

import duckdb
import pytest

from audit.errors import RecordMissingError
from audit.explain import as_text as as_story
from audit.explain import explain
from audit.report_text import as_text
from audit.standings import standings

ON = {"shoe__reshuffle": "cut-card", "shoe__penetration_left": 20}


@pytest.fixture
def live(book):
    """A live session of three that is played to its end; its lines by kind."""

    def played(rounds=4, **rules):
        book.evening(rounds=rounds, mode="live", **rules)
        return [record for record in book.records if record["record"] == "begin"]

    return played


@pytest.fixture
def found(book):
    return lambda: {finding.code for finding in book.audit().findings}


def renumbered(book):
    """Lines as they would stand had the operator never written others."""
    last: dict[int, int] = {}
    for seq, record in enumerate(book.records):
        record["seq"] = seq
        if "session" in record:
            record["prev"] = 0 if record["record"] == "open" else last.get(record["session"], 0)
            last[record["session"]] = seq


@pytest.mark.parametrize("rules", [{}, ON, ON | {"shoe__cut": "stream", "shoe__burn": 2}, {"shoe__burn": 1, "shoe__burn_shown": True}])
def test_it_is_checked_as_a_batch_session_is(book, live, rules):
    live(rounds=9, **rules)
    report = book.audit()
    assert (report.findings, report.not_checked, report.status) == ((), (), 0)
    assert (report.counts.rounds, report.counts.payouts) == (9, 27)


def test_what_is_wrong_with_its_rounds_is_found(book, live, found):
    live()
    log = next(record for record in book.records if record["record"] == "round")["log"]
    at = next(at for at, event in enumerate(log) if event.startswith("1 deal "))
    log[at] = "1 deal 2C" if log[at] != "1 deal 2C" else "1 deal 3C"
    assert "card" in found()


@pytest.mark.parametrize("lines", [16, 1 << 14])
def test_units_of_lines_do_not_matter(book, live, found, monkeypatch, lines):
    monkeypatch.setattr("audit.units.UNIT_LINES", lines)
    live(rounds=20, **ON)
    assert found() == set()
    book.records[20]["round"] += 1
    assert "begin-round" in found()


CHANGES = {
    "another bet": (lambda begin, _: begin["log"].__setitem__(1, "1 bet 3"), "begin-log"),
    "an event left out": (lambda begin, _: begin["log"].pop(), "begin-log"),
    "a card told": (lambda begin, told: begin["log"].append(told["log"][len(begin["log"])]), "begin-log"),
    "a seed told": (lambda begin, told: begin["shoes"][0].update(seed=told["shoes"][0]["seed"]), "begin-shoes"),
    "another position": (lambda begin, _: begin["shoes"][0].update(first=1), "begin-shoes"),
    "no shoe": (lambda begin, _: begin["shoes"].clear(), "begin-shoes"),
    "other balances": (lambda begin, _: begin["balances"].__setitem__(1, 7), "begin-balances"),
    "another banker": (lambda begin, _: begin.update(banker=1), "begin-balances"),
    "another round": (lambda begin, _: begin.update(round=9), "begin-round"),
}


def test_a_begin_that_says_something_else_than_its_round_is_found(book):
    for session, (change, _) in enumerate(CHANGES.values(), 1):
        book.evening(session=session, players=2, rounds=2, mode="live")
        change(*book.records[-3:-1])
    codes: dict[str, set[str]] = {name: set() for name in CHANGES}
    for finding in book.audit().findings:
        codes[list(CHANGES)[(finding.session or 0) - 1]].add(finding.code)
    assert codes == {name: {code} for name, (_, code) in CHANGES.items()}


def test_a_begin_that_was_left_out_is_found(book, live, found):
    book.records.remove(live()[2])
    renumbered(book)
    assert found() == {"begin-missing"}


def test_a_round_that_was_left_out_after_its_begin_is_found(book, live, found):
    begin = live()[3]
    del book.records[begin["seq"] + 1]
    renumbered(book)
    assert {"begin-answered", "rounds-played"} <= found()


def test_a_begin_in_a_batch_session_is_found(book, live, found):
    live()
    book.evening(session=2, rounds=1)
    strange = {**book.records[6], "session": 2}
    book.records.insert(-2, strange)
    renumbered(book)
    assert found() == {"begin-foreign"}


def test_a_begin_outside_a_session_that_is_open_is_found(book, live, found):
    begin = live()[0]
    book.records.remove(begin)
    book.records.insert(2, begin)
    renumbered(book)
    assert {"session-order", "begin-missing"} & found()


@pytest.mark.parametrize("mode", ["batch", "live"])
def test_a_session_that_is_still_played_cannot_be_verified_yet(book, rules_with, mode):
    """ADR 8: an unclosed batch session is a finding, a live one is not over."""
    sitting = book.begin(1, rules_with(session__rounds=4), 3, mode=mode)
    sitting.play()
    sitting.play()
    if mode == "live":
        book.records.pop()
    report = book.audit()
    if mode == "batch":
        assert {finding.code for finding in report.findings} == {"session-close"}
        return
    assert (report.status, report.findings) == (3, ())
    line = len(book.records) - 1
    assert f"not yet verifiable: round 2 of session 1, begun in line {line}, is in play" in report.notices
    assert "not yet verifiable: session 1 is not closed yet" in report.notices


def test_answers_that_nobody_gave_are_counted_by_player(book, live):
    live(rounds=6)
    for record in book.records:
        if record["record"] == "round":
            record["log"] = [re.sub(r"^([13]) (stand|decline insurance)$", r"\1 timeout \2", event) for event in record["log"]]
    report = book.audit()
    assert (report.findings, report.status) == ((), 0)
    text = as_text(report)
    told = next(notice for notice in report.notices if "answered by default" in notice)
    stood = sum(event in ("1 timeout stand", "1 timeout decline insurance") for record in book.records for event in record.get("log", ()))
    assert f"Ann (session 1) {stood}" in told
    assert "Bo" not in told
    assert "not excluded: that they did answer" in text


def test_a_default_in_a_batch_session_is_found(book, found):
    book.evening(rounds=2)
    log = book.records[-2]["log"]
    at = next(at for at, event in enumerate(log) if event.endswith(" stand"))
    log[at] = log[at].replace(" stand", " timeout stand")
    assert found() == {"event-foreign"}


def test_an_act_that_is_no_default_is_found(many_codes_live):
    right = many_codes_live({
        "stand": "1 bet 2, 1 deal 9C, D deal 9S, 1 deal 5D, D hole 8H, 1 timeout stand, D show, 1 lose 0",
        "lowest stake": "1 timeout bet 2, 1 deal 9C, D deal 9S, 1 deal 9D, D hole 8H, 1 stand, D show, 1 win 4",
        "insurance": "1 bet 2, 1 deal 9C, D deal AS, 1 deal 9D, D hole 8H, 1 timeout decline insurance, D peek clear, 1 stand, D show, 1 lose 0",
    })  # fmt: skip
    assert right == {name: set() for name in right}
    wrong = many_codes_live({
        "hit": "1 bet 2, 1 deal 9C, D deal 9S, 1 deal 5D, D hole 8H, 1 timeout hit 3C, 1 stand, D show, 1 push 2",
        "double": "1 bet 2, 1 deal 9C, D deal 9S, 1 deal 2D, D hole 8H, 1 timeout double KH, D show, 1 win 8",
        "insure": "1 bet 2, 1 deal 9C, D deal AS, 1 deal 9D, D hole 8H, 1 timeout insure 1, D peek clear, 1 insurance 0, 1 stand, D show, 1 lose 0",
    })  # fmt: skip
    assert wrong == {name: {"timeout"} for name in wrong}


@pytest.fixture
def many_codes_live(new_book, rules_with):
    """Codes found in live sessions of one hand-written log each, by name."""

    def found(logs, **rules):
        book = new_book()
        for session, log in enumerate(logs.values(), 1):
            sitting = book.begin(session, rules_with(session__rounds=1, **rules), 1, mode="live")
            sitting.write(log.split(", "))
            sitting.close("rounds")
        result: dict[str, set[str]] = {name: set() for name in logs}
        for finding in book.audit().findings:
            result[list(logs)[finding.session - 1]].add(finding.code)
        return {name: codes - {"card"} for name, codes in result.items()}

    return found


def test_a_live_round_is_told_with_its_begin(book, live):
    begin = live()[1]
    log = book.records[begin["seq"] + 1]["log"]
    at = next(at for at, event in enumerate(log) if event.endswith(" stand"))
    log[at] = log[at].replace(" stand", " timeout stand")
    text = as_story(explain(book.write(), 1, 2))
    assert f"A live session: the round was signed before its first card, in line {begin['seq']}" in text
    assert "No answer came: this is the default." in " ".join(text.split())
    book.records.remove(begin)
    renumbered(book)
    assert "no line shows that this round was signed before its first card" in as_story(explain(book.write(), 1, 2))


def test_a_round_in_play_is_not_told_yet(book, rules_with):
    sitting = book.begin(1, rules_with(session__rounds=4), 3, mode="live")
    sitting.play()
    book.records.pop()
    with pytest.raises(RecordMissingError, match="begun in line 6, and nothing that follows says what came of it"):
        explain(book.write(), 1, 1)


def test_standings_and_the_database_hold_live_sessions_too(book, tmp_path):
    sitting = book.evening(rounds=3, mode="live")
    facts = tmp_path / "facts.duckdb"
    assert book.audit(database=facts).status == 0
    assert sorted((row.seat, row.balance, row.rounds) for row in standings(book.folder)) == [(n, sitting.balances[n], 3) for n in (1, 2, 3)]
    with duckdb.connect(str(facts), read_only=True) as con:
        assert con.execute("SELECT mode, rounds, checked FROM sessions").fetchall() == [("live", 3, True)]
        assert con.execute("SELECT count(*) FROM settlements").fetchone() == (9,)
