"""The audit as a whole: honest ledgers are clean, however they are cut up."""

import attrs
import pytest

from audit import as_object, as_text, audit_ledger
from audit.errors import LineError


def test_an_honest_evening_is_clean(book):
    book.evening(players=3, rounds=12)
    report = book.audit()
    assert report.findings == ()
    assert report.status == 0
    assert (report.counts.rounds, report.counts.shoes, report.counts.payouts) == (12, 12, 36)


def test_an_honest_cut_card_session_is_clean(book):
    book.evening(players=3, rounds=30, shoe__reshuffle="cut-card", shoe__penetration_left=40, pack__decks=2)
    report = book.audit()
    assert report.findings == ()
    assert 0 < report.counts.shoes < 30


def test_several_sessions_in_one_ledger_are_clean(book):
    for session in (1, 2, 3):
        book.evening(session=session, players=session, rounds=4)
    assert book.audit().status == 0


@pytest.fixture(scope="module")
def told(shared_book):
    """The report on a ledger in which something is wrong, by the height of its files: three sessions side by side, whose shoes go on."""

    def report(height, jobs=1):
        book = shared_book(height=height)
        rules = book.rules_with(shoe__reshuffle="cut-card", shoe__penetration_left=20, pack__decks=1, session__rounds=40)
        sittings = [book.begin(1, rules, 2), book.begin(2, rules, 3), book.begin(3, book.rules_with(session__rounds=40), 1)]
        for _ in range(40):
            for sitting in sittings:
                sitting.play()
        for sitting in sittings:
            sitting.close("rounds")
        for at in (20, 33, 60, 61, 130):
            book.records[at]["after"][1] += 1
        book.records[50]["prev"] -= 1
        book.records[71]["log"][-1] = "1 win 9"
        return book.audit(jobs=jobs)

    return report


@pytest.fixture(scope="module")
def whole(told):
    """That report where the history is not cut."""
    return told(16)


@pytest.mark.parametrize(("height", "lines", "jobs"), [(4, 16, 1), (4, 64, 2), (5, 16, 2), (16, 16, 3), (16, 64, 1)])
def test_the_result_does_not_depend_on_how_the_history_is_cut_and_who_judges(told, whole, monkeypatch, height, lines, jobs):
    monkeypatch.setattr("audit.units.UNIT_LINES", lines)
    cut = told(height, jobs)
    assert len(whole.findings) > 6
    assert cut.findings == whole.findings
    assert (cut.counts, cut.totals, cut.status, cut.notices) == (whole.counts, whole.totals, whole.status, whole.notices)


def test_the_result_does_not_depend_on_whether_a_plan_is_made_for_a_query(told, whole, monkeypatch):
    assert whole.findings
    for few in (0, 1 << 20):
        monkeypatch.setattr("audit.segment.FEW_BYTES", few)
        monkeypatch.setattr("audit.run.FEW_BYTES", few)
        assert told(16) == whole


def test_what_one_tables_rules_know_does_not_count_at_another_table(book, monkeypatch):
    for session, has_pairs in ((1, False), (2, True)):
        sitting = book.begin(session, book.rules_with(session__rounds=15, natural__pair_of_aces=has_pairs), 1)
        for _ in range(15):
            sitting.play()
        sitting.close("rounds")
    for record in book.records[:18]:
        if record["record"] == "round":
            record["log"] = [event.replace("1 stand", "1 claim aces") for event in record["log"]]
    whole = book.audit()
    monkeypatch.setattr("audit.units.UNIT_LINES", 16)
    cut = book.audit()
    assert {"turn-missing", "event-foreign"} <= {finding.code for finding in whole.findings}
    assert cut.findings == whole.findings


def test_a_shoe_that_only_a_log_names_is_the_same_however_the_history_is_cut(book, monkeypatch):
    book.evening(players=2, rounds=60, shoe__reshuffle="cut-card", shoe__penetration_left=20, pack__decks=1)
    made = [record for record in book.records if any("D shuffle" in event for event in record.get("log", ()))]
    last = made[-1]["shoes"][-1]["index"]
    made[0]["log"] = [f"D shuffle {last}" if event.startswith("D shuffle") else event for event in made[0]["log"]]
    whole = book.audit()
    monkeypatch.setattr("audit.units.UNIT_LINES", 16)
    assert whole.findings
    assert book.audit().findings == whole.findings


def test_the_text_says_the_verdict_first_and_what_was_not_excluded(book):
    book.evening()
    text = as_text(book.audit())
    assert text.startswith("CLEAN: club.example/test")
    assert "grinding: not excluded for Ann, Bo, Cy (house entropy)" in text
    assert "rollback or a second history: not excluded (no saved checkpoint was given)" in text


def test_the_text_tells_a_finding_with_clause_expected_and_recorded(book):
    book.evening()
    book.records[-2]["after"][1] += 7
    report = book.audit()
    text = as_text(report)
    assert text.startswith("VIOLATIONS FOUND")
    assert "T2.2" in text
    assert "expected" in text
    assert "recorded" in text
    assert as_object(report)["findings"][0]["clauses"] == list(report.findings[0].clauses)


def test_a_session_that_is_still_open_is_a_finding(book):
    book.evening()
    del book.records[-1]
    report = book.audit()
    assert {finding.code for finding in report.findings} == {"session-close"}
    assert report.status == 1


def test_rounds_on_a_shoe_that_is_not_revealed_are_not_yet_verifiable(book):
    book.evening(rounds=2, shoe__reshuffle="cut-card", shoe__penetration_left=0)
    del book.records[-1]
    report = book.audit()
    assert any("not yet verifiable: 2 rounds of session 1" in notice for notice in report.notices)


def test_a_shoe_in_use_at_the_close_is_derived_from_the_last_seed(book):
    sitting = book.evening(rounds=2, shoe__reshuffle="cut-card", shoe__penetration_left=0)
    assert book.audit().counts.cards == sitting.dealt
    book.records[-2]["log"] = [event.replace("1 deal ", "1 deal x")[:9] for event in book.records[-2]["log"]]
    assert book.audit().status == 1


def test_a_rule_that_the_format_does_not_know_is_not_checked_and_never_clean(book):
    book.evening(shoe__burn=-3)
    report = book.audit()
    assert report.findings == ()
    assert report.status == 3
    assert report.not_checked == ("the play of session 1: shoe.burn = -3 is not a value that RULES.md allows",)
    assert report.counts.rounds == 0


def test_a_record_of_an_unknown_kind_is_not_checked_and_never_clean(book):
    book.evening()
    book.add("weather", sky="blue")
    report = book.audit()
    assert report.status == 3
    assert report.not_checked == ("records of the kind `weather` (1)",)


def test_a_clock_that_goes_back_is_a_notice(book):
    book.evening()
    book.records[-1]["time"] = "2025-12-31T23:59:59Z"
    report = book.audit()
    assert report.status == 0
    assert any("the recorder went back" in notice for notice in report.notices)


def test_bytes_beyond_the_checkpoint_are_ignored_with_a_notice(book):
    book.evening()
    folder = book.write()
    with (folder / "history" / "00000000.jsonl").open("ab") as file:
        file.write(b"not signed\n")
    report = audit_ledger(folder, book.signer.vkey, jobs=1)
    assert report.status == 0
    assert any("11 bytes beyond the checkpoint" in notice for notice in report.notices)


def test_counts_add_up(book):
    book.evening(rounds=4)
    counts = book.audit().counts
    assert counts.plus(counts) == attrs.evolve(counts, **{name: 2 * value for name, value in attrs.asdict(counts).items()})


def test_a_unit_has_bytes_enough_with_few_lines(book, monkeypatch):
    whole = book.evening(players=2, rounds=60) and book.audit()
    monkeypatch.setattr("audit.units.UNIT_BYTES", 1)
    assert book.audit() == whole


def test_who_is_a_person_is_told_without_a_hand(book):
    book.evening(players=2, rounds=2)
    next(record for record in book.records if record.get("round") == 2)["log"].append("s2 out")
    text = as_text(book.audit())
    assert "1/2/0" not in text


def test_what_a_stranger_wrote_does_not_reach_the_terminal(book):
    escape = "\x1b[2J\nCLEAN: all is well"
    book.evening(rounds=2, profile__title=escape, pack__ace=escape)
    book.evening(session=2, rounds=2)
    book.records[-2]["log"].append(escape)
    book.records[-1]["log"] = [escape]
    book.add(escape)
    lines = as_text(book.audit()).splitlines()
    assert all(line.isprintable() for line in lines)
    assert not any(line.startswith("CLEAN") for line in lines)


def stray_shuffle(rounds):
    for at in (9, 25):  # the last ones of their units
        rounds[at]["log"].append("D shuffle 30")


def older_shoe(rounds):
    rounds[33]["shoes"][0]["index"] = rounds[5]["shoes"][0]["index"]


def stray_reshuffle(rounds):
    for at in (9, 25):
        rounds[at]["log"].insert(2, "D reshuffle 31")


def another_seed(rounds):
    for at in (10, 26):  # the first ones of their units
        rounds[at]["shoes"][0]["seed"] = "ab" * 32


@pytest.mark.parametrize("change", [stray_shuffle, older_shoe, stray_reshuffle, another_seed])
def test_what_a_strangers_log_says_of_shoes_counts_alike_however_the_history_is_cut(book, monkeypatch, change):
    """A shoe that was cut goes on over several units, and a log names another one that nobody deals from."""
    book.evening(players=3, rounds=40, shoe__reshuffle="cut-card", shoe__penetration_left=20, shoe__cut="stream", pack__decks=2)
    change([record for record in book.records if record["record"] == "round"])
    whole = book.audit()
    monkeypatch.setattr("audit.units.UNIT_LINES", 16)
    assert whole.findings
    assert book.audit().findings == whole.findings


@pytest.mark.parametrize("rules", [{}, {"shoe__reshuffle": "cut-card", "shoe__penetration_left": 20}])
def test_a_round_beyond_its_sessions_close_is_judged_like_any_other(book, monkeypatch, rules):
    """Wherever its own unit is: a close in the middle hides nothing that comes after it."""
    book.evening(players=2, rounds=50, **rules)
    book.records[45]["after"][1] += 1
    book.records.insert(20, book.records.pop())
    for seq, record in enumerate(book.records):
        record["seq"] = seq
    whole = book.audit()
    monkeypatch.setattr("audit.units.UNIT_LINES", 16)
    cut = book.audit()
    assert "balance-after" in {finding.code for finding in whole.findings}
    assert (cut.findings, cut.counts) == (whole.findings, whole.counts)


@pytest.mark.parametrize("number", [b'"index":1,', b'"session":1,'])
def test_a_number_without_end_is_refused_in_one_sentence(book, number):
    """In a session whose shoes go on pass 0 looks at every line."""
    book.evening(players=2, rounds=5, shoe__reshuffle="cut-card")
    lines = book.lines()
    lines[8] = lines[8].replace(number, number[:-1] + b"0" * 5000 + b",", 1)
    with pytest.raises(LineError, match=r"^Line 8 "):
        audit_ledger(book.write(lines), book.signer.vkey, jobs=1)


@pytest.mark.parametrize(("lines", "begun"), [(16, [2]), (1 << 15, [])])
def test_processes_are_made_ready_only_where_there_is_something_to_share(book, monkeypatch, lines, begun):
    ready: list[int | None] = []
    monkeypatch.setattr("audit.passes.prepare", ready.append)
    monkeypatch.setattr("audit.units.UNIT_LINES", lines)
    book.evening(players=2, rounds=30)
    assert book.audit(jobs=2).status == 0
    assert ready == begun
