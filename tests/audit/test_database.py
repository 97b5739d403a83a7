"""The database of facts: whole or not there, every table and column described, and the questions that it is for."""

import json
import re
from collections import Counter
from typing import Any

import duckdb
import pytest

from audit import audit_ledger
from audit.asking.query import run_sql
from audit.errors import DatabaseError, QueryRefused
from audit.ledger_dir import open_ledger
from audit.passes import Wishes
from audit.published import published
from audit.standings import paid, standings
from tests.support.evenings import record_evening


@pytest.fixture(scope="module")
def played(shared_book, tmp_path_factory):
    """A ledger of two sessions, and its database."""
    book = shared_book()
    for session in (1, 2):
        book.evening(session=session, players=3, rounds=20)
    path = tmp_path_factory.mktemp("facts") / "facts.duckdb"
    book.audit(database=path)
    return book.folder, path


@pytest.fixture
def ask(played):
    """Ask that database."""
    with duckdb.connect(str(played[1]), read_only=True) as con:
        yield lambda question: con.execute(question).fetchall()


def test_every_table_and_column_is_described(ask):
    tables = dict(ask("SELECT table_name, comment FROM duckdb_tables() WHERE schema_name = 'main'"))
    views = dict(ask("SELECT view_name, comment FROM duckdb_views() WHERE NOT internal"))
    assert tables | views == {table.name: table.comment for table in published()}
    columns = ask("SELECT table_name, column_name, comment FROM duckdb_columns() WHERE NOT internal AND schema_name = 'main'")
    assert {(table, column): comment for table, column, comment in columns} == {
        (table.name, column): comment for table in published() for column, comment in table.columns.items()
    }


def test_net_by_player_is_what_the_standings_say(ask, played):
    nets = ask("SELECT session, name, sum(b.net) FROM boxes b JOIN players p USING (session, seat) GROUP BY ALL")
    assert {(session, name): net for session, name, net in nets} == {(row.session, row.name): row.net for row in standings(played[0])}
    assert ask("SELECT session, place, seat, name, stack, balance, net, rounds FROM standings ORDER BY session, place, seat") == [
        (row.session, row.place, row.seat, row.name, row.stack, row.balance, row.net, row.rounds) for row in standings(played[0])
    ]


def test_money_is_conserved(ask):
    assert ask("SELECT (SELECT sum(bank_net) FROM rounds) + (SELECT sum(net) FROM boxes)") == [(0,)]


def test_dealer_bust_rate_by_upcard(ask):
    rates = ask("SELECT up_rank, count(*), avg(bust::INTEGER) FROM dealer WHERE had_to_play GROUP BY ALL ORDER BY up_rank")
    assert sum(count for _, count, _ in rates) <= 40
    assert all(0 <= rate <= 1 for _, _, rate in rates)


def test_average_payout_by_outcome(ask):
    payouts = dict(ask("SELECT outcome, avg(payout) FROM settlements GROUP BY ALL"))
    assert payouts["lose"] == 0
    assert payouts["win"] == 4


def test_insurance_declined(ask):
    offers = ask("SELECT outcome, count(*) FROM insurance GROUP BY ALL")
    assert [outcome for outcome, _ in offers] == ["declined"]


def test_each_card_stands_beside_its_sealed_one(ask):
    assert ask("SELECT count(*) FROM cards WHERE card IS DISTINCT FROM sealed_card") == [(0,)]


def test_findings_are_in_it(book, tmp_path):
    book.evening()
    book.records[-2]["banker"] = 1
    path = tmp_path / "facts.duckdb"
    book.audit(database=path)
    with duckdb.connect(str(path), read_only=True) as con:
        found = con.execute("SELECT code, split_part(clauses, ' ', 1), session, round, step FROM findings").fetchall()
        assert found == [("banker", "T1.1", 1, 5, None)]


def test_it_says_what_the_report_says(book, tmp_path):
    book.evening()
    book.records[-2]["banker"] = 1
    path = tmp_path / "facts.duckdb"
    report = book.audit(database=path)
    with duckdb.connect(str(path), read_only=True) as con:
        assert con.execute("SELECT verdict, ledger, size, root, findings FROM about").fetchall() == [
            ("VIOLATIONS FOUND", report.name, report.size, report.root, 1)
        ]
        assert con.execute("SELECT count(*) FROM checks").fetchall() == [(report.checks,)]
        assert con.execute("SELECT code, findings FROM checks WHERE findings > 0").fetchall() == [("banker", 1)]
        assert con.execute("SELECT remark FROM remarks WHERE kind = 'notice'").fetchall() == [(notice,) for notice in report.notices]
        assert con.execute("SELECT n FROM checked WHERE what IN ('rounds', 'cards')").fetchall() == [
            (report.counts.rounds,),
            (report.counts.cards,),
        ]


def test_the_rules_of_every_session_are_told(ask):
    told = dict(ask("SELECT parameter, value FROM rules WHERE session = 1"))
    assert (told["pack.decks"], told["natural.pays"], told["banker.soft17"], told["split.hands"]) == ("6", "3:2", "stand", "4")
    assert ask("SELECT count(*) FROM rules WHERE session = 2") == [(len(told),)]


def test_a_rounds_time_is_that_of_its_line(ask):
    times = [time.isoformat(sep=" ") for (time,) in ask("SELECT time FROM rounds WHERE session = 1 ORDER BY round")]
    assert len(times) == len(set(times)) == 20
    assert times == sorted(times)


def test_two_cards_have_the_total_that_they_are_counted_at(ask):
    totals = {
        first + second: (total, soft)
        for first, second, total, soft in ask("SELECT left(first_card, 1), left(second_card, 1), starting_total, starting_soft FROM boxes")
    }
    value = {rank: at + 1 for at, rank in enumerate("A23456789TJQK")}
    for two, told in totals.items():
        hard = sum(min(value[rank], 10) for rank in two)
        assert told == ((hard + 10, True) if "A" in two else (hard, False)), two
    assert any("A" in two for two in totals)


def another_version(path):
    with duckdb.connect(str(path)) as con:
        con.execute("UPDATE about SET format = 1")


def test_a_database_of_another_version_is_not_asked_but_replaced(book, tmp_path):
    book.evening()
    path = tmp_path / "facts.duckdb"
    for remembered in (None, tmp_path / "seen"):
        book.audit(database=path, wishes=Wishes(remember=remembered))
        another_version(path)
        with pytest.raises(QueryRefused, match=r"another version .*make it anew"), run_sql(path, "SELECT * FROM rounds"):
            pass
        book.audit(database=path, wishes=Wishes(remember=remembered))
        with run_sql(path, "SELECT count(*) FROM rounds") as rounds:
            assert list(rounds.rows) == [(5,)]


def test_a_ledger_without_rounds_has_all_tables_with_their_types(ask, book, tmp_path):
    columns = "SELECT table_name, column_name, data_type FROM duckdb_columns() WHERE NOT internal AND schema_name = 'main' ORDER BY ALL"
    path = tmp_path / "facts.duckdb"
    book.audit(database=path)
    with duckdb.connect(str(path), read_only=True) as con:
        assert {name for (name,) in con.execute("SHOW TABLES").fetchall()} == {table.name for table in published()}
        assert con.execute("SELECT count(*) FROM cards").fetchall() == [(0,)]
        assert con.execute(columns).fetchall() == ask(columns)
    assert {kind for _, _, kind in ask(columns)} == {"BIGINT", "INTEGER", "DOUBLE", "VARCHAR", "BOOLEAN", "TIMESTAMP"}


def test_facts_of_many_units_are_all_in_it(book, tmp_path, monkeypatch):
    monkeypatch.setattr("audit.units.UNIT_LINES", 16)
    book.evening(rounds=60)
    path = tmp_path / "facts.duckdb"
    assert book.audit(database=path, jobs=2).status == 0
    with duckdb.connect(str(path), read_only=True) as con:
        assert con.execute("SELECT count(*), count(DISTINCT round) FROM rounds").fetchall() == [(60, 60)]


def test_a_database_that_cannot_be_written_is_one_sentence(book, tmp_path):
    book.evening()
    with pytest.raises(DatabaseError, match="Cannot write"):
        book.audit(database=tmp_path / "nowhere" / "facts.duckdb")


def test_nothing_half_written_stays(book, tmp_path):
    book.evening()
    folder = book.write()
    (folder / "history" / "00000000.jsonl").write_bytes(b"{}\n")
    target = tmp_path / "out"
    target.mkdir()
    with pytest.raises(Exception, match="Line 0"):
        audit_ledger(folder, book.signer.vkey, database=target / "facts.duckdb", jobs=1)
    assert list(target.iterdir()) == []


def test_an_older_database_is_replaced_and_another_file_is_not(book, tmp_path):
    book.evening()
    path = tmp_path / "facts.duckdb"
    book.audit(database=path)
    book.evening(session=2)
    book.audit(database=path)
    with duckdb.connect(str(path), read_only=True) as con:
        assert con.execute("SELECT count(*) FROM sessions").fetchall() == [(2,)]
    path.write_bytes(b"a diary")
    with pytest.raises(DatabaseError, match="another name"):
        book.audit(database=path)
    assert path.read_bytes() == b"a diary"


def test_statistics_count_what_a_log_leaves_out_and_once_what_it_says_twice(book, tmp_path):
    """A doubled hand without an outcome has lost its stake; of two first decisions the first one counts."""
    book.session("1 bet 2, 1 deal 9C, D deal 9S, 1 deal 2D, D hole 8H, 1 double KH, D show".split(", "))
    twice = "1 bet 2, 1 deal TC, D deal 9S, 1 deal 8D, D hole 8H, 1 stand, 1 double 2H, D show, 1 win 4"
    book.session(twice.split(", "), session=2, banker__soft17="draw")
    path = tmp_path / "facts.duckdb"
    assert book.audit(database=path).findings
    with duckdb.connect(str(path), read_only=True) as con:
        doubled = con.execute("SELECT profile, times, staked, payout, net FROM doubles_and_splits").fetchall()
        decided = con.execute("SELECT action, boxes FROM net_by_decision").fetchall()
    assert doubled == [("training", 1, 4, 0, -4), ("training 2", 1, 4, 4, 0)]
    assert decided == [("double", 1), ("stand", 1)]


SEATED = {"P1": (1, 3), "P2": (2,), "P3": (4, 5)}
TABLES: dict[str, tuple[str, dict[str, Any], dict[str, Any]]] = {
    "no hole card, commission": ("enhc", {"double.commission": "1:2", "double.offered": "any", "double.totals": []}, {}),
    "everything classic": ("classic-full", {}, {}),
    "five pictures": ("seventeen-and-four", {}, {}),
    "two hands of two cards": ("club", {}, {}),
    "several bettors": ("permanent-bank", {"table.onlookers": True}, {"players": 3, "onlookers": 2, "boxes": SEATED}),
    "a bank that changes": ("changing-bank", {}, {}),
    "double losses": ("home", {}, {}),
}


@pytest.fixture(scope="module", params=list(TABLES), ids=list(TABLES))
def table(request, tmp_path_factory):
    """A recorded session of random players under a profile, its log, and a way to ask its database."""
    profile, changes, people = TABLES[request.param]
    folder = tmp_path_factory.mktemp("tables")
    changes = {"session.rounds": 25, "session.stack": 5000, **changes}
    ledger = record_evening(folder, profile, changes, **people)
    lines = [json.loads(raw) for _, raw in open_ledger(ledger).lines()]
    assert audit_ledger(ledger, lines[0]["vkey"], database=folder / "facts.duckdb", jobs=1).findings == ()
    rounds = [line for line in lines if line["record"] == "round"]
    with duckdb.connect(str(folder / "facts.duckdb"), read_only=True) as con:
        yield ledger, rounds, lambda question: con.execute(question).fetchall()


def test_every_amount_is_there_for_every_person(table) -> None:
    """What moved on a person's balance, what was paid for the bank too, and what they won as the banker, is what the record says."""
    _, rounds, ask = table
    moved = {(number, seat): amount for number, seat, amount in ask("SELECT round, seat, sum(amount) FROM moves GROUP BY ALL")}
    won = {number: (seat or 0, amount) for number, seat, amount in ask("SELECT round, banker, bank_net FROM rounds")}
    for record in rounds:
        banker, bank_net = won[record["round"]]
        for account, (before, after) in enumerate(zip(record["before"], record["after"], strict=True)):
            amount = moved.get((record["round"], account), 0) + (bank_net if account == banker else 0)
            assert after - before == amount, (record["log"], account)


def test_what_is_staked_and_paid_adds_up_the_same_everywhere(table) -> None:
    _, _, ask = table
    assert ask("SELECT sum(staked), sum(payout), sum(net) FROM wagers WHERE NOT others_box") == ask(
        "SELECT sum(staked), sum(payout), sum(net) FROM boxes"
    )
    assert ask("SELECT sum(staked) FROM wagers") == ask("SELECT sum(staked) FROM rounds")
    assert ask("SELECT (SELECT sum(bank_net) FROM rounds) + (SELECT sum(net) FROM wagers)") == [(0,)]


def verbs(rounds) -> Counter[str]:
    """How often each act stands in the logs, without its numbers and cards."""
    acts = (event.partition(" ")[2].split(" ") for record in rounds for event in record["log"])
    return Counter(" ".join(word for word in act if word.isalpha() and word.islower()) for act in acts)


def test_every_offer_stands_there_with_its_answer(table) -> None:
    _, rounds, ask = table
    found, told = verbs(rounds), Counter[tuple[str, bool]]()
    for offer, taken, count in ask("SELECT offer, taken, count(*) FROM offers GROUP BY ALL"):
        told[offer, taken] = count
    for offer, yes, no in (
        ("insurance", "insure", "decline insurance"),
        ("even money", "even", "decline even"),
        ("aces", "claim aces", "decline aces"),
        ("raise", "raise", "decline raise"),
        ("redouble", "redouble", "decline redouble"),
        ("follow", "follow", "stay"),
        ("bank", "accept bank", "decline bank"),
    ):
        assert (told[offer, True], told[offer, False]) == (found[yes], found[no]), offer


def test_every_error_of_dealing_stands_there_with_the_choice_made(table) -> None:
    _, rounds, ask = table
    found = verbs(rounds)
    for incident, count in ask("SELECT incident, count(*) FROM incidents WHERE incident <> 'keep' GROUP BY ALL"):
        assert found[incident] == count, incident
    errors = ("missed", "late", "extra", "toss", "both", "exposed", "take", "refuse", "unasked", "overstood", "ruling")
    assert ask("SELECT count(*) FROM incidents WHERE incident <> 'keep'") == [(sum(found[error] for error in errors),)]


def test_everybody_with_a_stake_has_an_outcome(table) -> None:
    """The owner and other bettors each their own, premiums by their kind."""
    _, rounds, ask = table
    lines = verbs(rounds)
    outcomes = ("bust", "lose", "push", "win", "natural", "suited", "aces", "pictures", "even", "surrender", "premium", "premium cards")
    recorded = sum(lines[outcome] for outcome in outcomes)
    assert ask("SELECT count(outcome) FROM settlements") == [(recorded,)]
    wrong = "outcome IS DISTINCT FROM due_outcome OR payout IS DISTINCT FROM due_payout OR stake IS NULL"
    assert ask(f"SELECT * FROM settlements WHERE {wrong}") == []  # noqa: S608 -- our own words
    assert ask("SELECT count(*) FROM settlements WHERE others_box AND seat IS NULL") == [(0,)]
    assert ask(
        "SELECT count(*) FROM settlements WHERE outcome LIKE 'premium%' AND NOT regexp_full_match(outcome, 'premium (777|678|[0-9]+cards)')"
    ) == [(0,)]


def test_the_banker_of_a_round_is_told(table) -> None:
    _, rounds, ask = table
    assert ask("SELECT round, coalesce(banker, 0) FROM dealer ORDER BY round") == [(record["round"], record["banker"]) for record in rounds]
    chosen = sum(event == "D stand" or event.startswith("D hit ") for record in rounds for event in record["log"])
    assert ask("SELECT count(*) FROM decisions WHERE hand = 'D'") == [(chosen,)]


def test_of_what_happens_about_the_bank_only_a_lot_drawn_by_cards_has_a_card(table) -> None:
    _, rounds, ask = table
    drawn = [found[1] for record in rounds for event in record["log"] if (found := re.fullmatch(r"s\d+ lot (\w[CDHS])", event))]
    assert ask("SELECT card FROM bank WHERE card IS NOT NULL ORDER BY round, step") == [(card,) for card in drawn]


def test_what_is_paid_for_the_bank_in_a_close_is_in_the_standings() -> None:
    """B1.4: an auction before a round that never came."""
    assert paid((0, 10, 50), 1, ["D auction", "s2 bid 20", "s2 pays 20", "s2 bank", "s1 out"]) == [0, 30, 30]
    assert paid((0, 10, 50), 1, ["s1 leave", "s2 out"]) == [0, 10, 50]


def test_two_hands_of_two_first_cards_are_no_split_hands(table) -> None:
    """B5.2: what `both` makes is a first hand; what a split makes of it is not."""
    _, rounds, ask = table
    halves = {
        (record["round"], f"{event.partition(' ')[0]}.{side}")
        for record in rounds
        for event in record["log"]
        if event.endswith(" both")
        for side in (1, 2)
    }
    told = {(number, hand): split for number, hand, split in ask("SELECT round, hand, split_hand FROM hands WHERE hand LIKE '%.%'")}
    assert all(told[half] is False for half in halves if half in told)
    assert all(split for hand, split in told.items() if hand not in halves)


@pytest.mark.parametrize("is_there", [False, True])
def test_ctrl_c_leaves_the_database_that_was_there_and_no_other_file(book, tmp_path, monkeypatch, is_there):
    monkeypatch.setattr("audit.units.UNIT_LINES", 16)
    book.evening(rounds=30)
    database = tmp_path / "facts.duckdb"
    if is_there:
        book.audit(database=database)
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir() if file.is_file()}

    def interrupt(done, size):
        if done >= size // 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        book.audit(database=database, jobs=2, wishes=Wishes(progress=interrupt))
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir() if file.is_file()} == before
    assert not list(tmp_path.glob(".facts-*"))
