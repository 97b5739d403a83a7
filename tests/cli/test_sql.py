"""`shoe sql` and `shoe tables`: one SELECT on a database that the audit wrote, and nothing else."""

from __future__ import annotations

import csv
import io
import json

import duckdb
import pytest


@pytest.fixture(scope="module")
def database(tmp_path_factory):
    """A small database with the marker that the audit leaves."""
    path = tmp_path_factory.mktemp("db") / "audit.duckdb"
    with duckdb.connect(str(path)) as connection:
        connection.execute("CREATE TABLE about (format INTEGER, auditor VARCHAR, ledger VARCHAR, size BIGINT, root VARCHAR)")
        connection.execute("INSERT INTO about VALUES (2, 'sealedshoe 0.1.0', 'club.example/t', 20, 'ab')")
        connection.execute("CREATE TABLE payouts (hand VARCHAR, net BIGINT, share DOUBLE, cards VARCHAR[])")
        connection.execute("COMMENT ON TABLE payouts IS 'What each hand was paid'")
        connection.execute("COMMENT ON COLUMN payouts.net IS 'payout less stake'")
        connection.execute("INSERT INTO payouts VALUES ('1', 4, 0.5, ['9C', '2D']), ('2.1', -2, NULL, NULL), ('Zoë, 3', 0, 'inf', [])")
        connection.execute("CREATE VIEW winners AS SELECT * FROM payouts WHERE net > 0")
    return path


def test_a_table_is_aligned(shoe, database) -> None:
    outcome = shoe("sql", database, "SELECT hand, net FROM payouts ORDER BY net DESC")
    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.out.splitlines() == ["hand    net", "──────  ───", "1         4", "Zoë, 3    0", "2.1      -2"]


def test_csv_can_be_read_back(shoe, database) -> None:
    out = shoe("sql", database, "SELECT hand, net FROM payouts ORDER BY net", "--format", "csv").out
    assert list(csv.reader(io.StringIO(out))) == [["hand", "net"], ["2.1", "-2"], ["Zoë, 3", "0"], ["1", "4"]]


def test_json_has_an_object_for_each_row_and_nothing_for_what_it_cannot_say(shoe, database) -> None:
    out = shoe("sql", database, "SELECT hand, share, cards, sum(net) OVER () AS total FROM payouts ORDER BY hand", "--format", "json").out
    assert json.loads(out) == [
        {"hand": "1", "share": 0.5, "cards": ["9C", "2D"], "total": 2},
        {"hand": "2.1", "share": None, "cards": None, "total": 2},
        {"hand": "Zoë, 3", "share": None, "cards": [], "total": 2},
    ]


def test_no_rows_are_an_empty_list(shoe, database) -> None:
    assert json.loads(shoe("sql", database, "FROM payouts WHERE net > 99", "--format", "json").out) == []


def test_many_rows_are_streamed(shoe, database) -> None:
    out = shoe("sql", database, "SELECT i FROM range(5000) AS r(i)", "--format", "csv").out
    assert out.splitlines() == ["i", *map(str, range(5000))]


def test_a_control_character_never_reaches_the_terminal(shoe, database) -> None:
    assert "\x1b" not in shoe("sql", database, "SELECT chr(27) || '[31m' AS red").out


REFUSED = {
    "INSERT": "INSERT INTO payouts VALUES ('9', 9, 9, NULL)",
    "CREATE": "CREATE TABLE mine (a INTEGER)",
    "COPY": "COPY payouts TO 'payouts.csv'",
    "ATTACH": "ATTACH 'other.db'",
    "SET": "SET threads = 1",
    "PRAGMA": "PRAGMA database_list",
    "DELETE in a SELECT": "WITH gone AS (DELETE FROM payouts RETURNING *) SELECT * FROM gone",
    "two statements": "SELECT 1; SELECT 2",
    "a SELECT and a DROP": "SELECT 1; DROP TABLE payouts",
    "nothing": " ",
    "a comment": "-- nothing",
    "a typing error": "SELEC 1",
    "a file by function": "SELECT * FROM read_csv('/etc/hostname')",
    "a file by name": "SELECT * FROM '/etc/hostname'",
    "a file's text": "SELECT content FROM read_text('/etc/hostname')",
    "a folder": "SELECT * FROM glob('/*')",
    "an extension": "LOAD httpfs",
}


@pytest.mark.parametrize("question", REFUSED.values(), ids=REFUSED.keys())
def test_anything_but_one_select_is_refused_in_one_sentence(shoe, database, question) -> None:
    before = database.read_bytes()
    outcome = shoe("sql", database, question)
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.startswith("shoe: ")
    assert outcome.err.count("\n") == 1
    assert database.read_bytes() == before


def test_an_unknown_column_names_the_nearest(shoe, database) -> None:
    outcome = shoe("sql", database, "SELECT nett FROM payouts")
    assert outcome.status == 2
    assert 'did you mean "net"' in outcome.err


def test_an_unknown_table_names_the_nearest(shoe, database) -> None:
    assert 'did you mean "payouts"' in shoe("sql", database, "SELECT * FROM payout").err


def test_an_error_in_the_middle_of_an_answer_is_told_too(shoe, database) -> None:
    outcome = shoe("sql", database, "SELECT CAST(hand AS INTEGER) AS n FROM payouts", "--format", "json")
    assert outcome.status == 2
    assert outcome.err.count("\n") == 1


def test_what_is_no_database_of_ours_is_refused(shoe, tmp_path) -> None:
    text, foreign = tmp_path / "notes.txt", tmp_path / "foreign.duckdb"
    text.write_text("not a database\n" * 1000, encoding="utf-8")
    with duckdb.connect(str(foreign)) as connection:
        connection.execute("CREATE TABLE payouts (net BIGINT)")
    for path in (text, foreign, tmp_path / "none.duckdb", tmp_path):
        for command in (("sql", path, "SELECT 1"), ("tables", path)):
            outcome = shoe(*command)
            assert (outcome.status, outcome.out) == (2, ""), path
            assert outcome.err.startswith("shoe: ")
            assert outcome.err.count("\n") == 1


def test_an_unfinished_database_is_refused(shoe, tmp_path) -> None:
    path = tmp_path / "unfinished.duckdb"
    with duckdb.connect(str(path)) as connection:
        connection.execute("CREATE TABLE about (format INTEGER, auditor VARCHAR, ledger VARCHAR, size BIGINT, root VARCHAR)")
    assert "not finished" in shoe("sql", path, "SELECT 1").err


def test_tables_are_listed_with_rows_columns_and_comments(shoe, database) -> None:
    outcome = shoe("tables", database)
    assert outcome.status == 0
    assert "payouts  (3 rows)  What each hand was paid" in outcome.out
    assert "payout less stake" in outcome.out
    assert "winners  (a view)" in outcome.out


def test_tables_are_listed_for_programs(shoe, database) -> None:
    tables = {table["name"]: table for table in json.loads(shoe("tables", database, "--format", "json").out)}
    assert tables["payouts"]["rows"] == 3
    assert [column["name"] for column in tables["payouts"]["columns"]] == ["hand", "net", "share", "cards"]
