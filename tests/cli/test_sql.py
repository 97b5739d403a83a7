"""`shoe sql` and `shoe tables`: one SELECT on a database that the audit wrote, and nothing else."""

from __future__ import annotations

import csv
import io
import json
import re
import signal
import subprocess
import sys
from itertools import islice

import duckdb
import pytest

from audit.asking import asked
from audit.asking.answering import Request, answered
from audit.asking.question import LONGEST, Limits, Question
from audit.errors import QueryRefused

LIMITS = Limits()


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


@pytest.fixture(scope="module")
def ask(database):
    """The answer to a question, without the process of its own that `shoe sql` gives it."""

    def asking(sql: str, form: str = "csv", *parameters: str, limits: Limits = LIMITS) -> str:
        return "".join(f"{line}\n" for line in answered(Request(str(database), Question(sql, parameters), form, limits)))

    return asking


def test_a_table_is_aligned(shoe, database) -> None:
    outcome = shoe("sql", database, "SELECT hand, net FROM payouts ORDER BY net DESC")
    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.out.splitlines() == ["hand    net", "──────  ───", "1         4", "Zoë, 3    0", "2.1      -2"]


def test_csv_can_be_read_back(ask) -> None:
    out = ask("SELECT hand, net FROM payouts ORDER BY net")
    assert list(csv.reader(io.StringIO(out))) == [["hand", "net"], ["2.1", "-2"], ["Zoë, 3", "0"], ["1", "4"]]


def test_json_has_an_object_for_each_row_and_nothing_for_what_it_cannot_say(ask) -> None:
    out = ask("SELECT hand, share, cards, sum(net) OVER () AS total FROM payouts ORDER BY hand", "json")
    assert json.loads(out) == [
        {"hand": "1", "share": 0.5, "cards": ["9C", "2D"], "total": 2},
        {"hand": "2.1", "share": None, "cards": None, "total": 2},
        {"hand": "Zoë, 3", "share": None, "cards": [], "total": 2},
    ]


def test_no_rows_are_an_empty_list(ask) -> None:
    assert json.loads(ask("FROM payouts WHERE net > 99", "json")) == []


def test_every_type_of_the_engine_can_be_told_in_every_form(ask) -> None:
    every = "FROM test_all_types()"
    assert len(list(csv.reader(io.StringIO(ask(every))))) == 4
    rows = json.loads(ask(every, "json"), parse_constant=pytest.fail)
    assert rows[1]["hugeint"] == 2**127 - 1
    assert rows[1]["dec_4_1"] == 999.9
    assert rows[1]["double_array"] == [42.0, None, None, None, None, -42.0]
    assert rows[1]["blob"] == "00000061"
    assert rows[1]["map"] == {"key1": "🦆🦆🦆🦆🦆🦆", "key2": "goose"}
    assert len(ask(every, "table").splitlines()) == len(ask(every, "markdown").splitlines()) == 5


def test_the_first_rows_of_an_answer_beyond_all_memory_come_at_once(database) -> None:
    question = Question("SELECT i FROM range(1000000000000) AS r(i)")
    lines = answered(Request(str(database), question, "csv", LIMITS))
    assert list(islice(lines, 5_001)) == ["i", *map(str, range(5_000))]


def test_a_control_character_never_reaches_the_terminal(ask) -> None:
    for form in ("table", "markdown", "json"):
        assert not re.search("[\x1b\x9b]", ask("SELECT chr(27) || '[31m' || chr(155) AS red", form)), form


REFUSED = {
    "INSERT": "INSERT INTO payouts VALUES ('9', 9, 9, NULL)",
    "CREATE": "CREATE TABLE mine (a INTEGER)",
    "COPY": "COPY payouts TO 'payouts.csv'",
    "ATTACH": "ATTACH 'other.db'",
    "SET": "SET threads = 1",
    "PRAGMA": "PRAGMA database_list",
    "CALL": "CALL enable_logging(storage := 'file', storage_path := 'log')",
    "EXPORT": "EXPORT DATABASE 'here'",
    "DELETE in a SELECT": "WITH gone AS (DELETE FROM payouts RETURNING *) SELECT * FROM gone",
    "two statements": "SELECT 1; SELECT 2",
    "a SELECT and a DROP": "SELECT 1; DROP TABLE payouts",
    "a DROP in a text": "FROM query('DROP TABLE payouts')",
    "nothing": " ",
    "a comment": "-- nothing",
    "a semicolon": ";",
    "a typing error": "SELEC 1",
    "a file by function": "SELECT * FROM read_csv('/etc/hostname')",
    "a file by name": "SELECT * FROM '/etc/hostname'",
    "a Parquet file": "SELECT * FROM read_parquet('/etc/hostname')",
    "a file's text": "SELECT content FROM read_text('/etc/hostname')",
    "a folder": "SELECT * FROM glob('/*')",
    "an extension": "LOAD httpfs",
    "an extension to install": "INSTALL httpfs",
    "a log file": "FROM enable_logging(storage := 'file', storage_path := 'log')",
    "a profile": "FROM enable_profiling(save_location := 'profile.json')",
    "the environment": "SELECT getenv('HOME')",
    "a variable of Python's": "SELECT * FROM database",
    "extensions on the disk": "FROM duckdb_extensions()",
    "a PIVOT without its columns": "PIVOT payouts ON hand USING sum(net)",
}


@pytest.mark.parametrize("question", REFUSED.values(), ids=REFUSED.keys())
def test_anything_but_one_select_is_refused_in_one_sentence(ask, database, question, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    before = database.read_bytes()
    with pytest.raises(QueryRefused, match=r"^[^\n]+[.?]$"):
        ask(question)
    assert database.read_bytes() == before
    assert list(tmp_path.iterdir()) == []


def test_an_unknown_column_table_or_function_names_the_nearest(ask) -> None:
    for question, nearest in (("SELECT nett FROM payouts", "net"), ("FROM payout", "payouts"), ("SELECT summ(net) FROM payouts", "sum")):
        with pytest.raises(QueryRefused, match=f'did you mean "{nearest}"'):
            ask(question)


def test_an_error_of_syntax_says_where_it_stands(ask) -> None:
    with pytest.raises(QueryRefused, match=r'near "e", line 2, column 7\.$'):
        ask("SELECT 'ö',\n'ö' n e f FROM payouts")


def test_an_error_in_the_middle_of_an_answer_is_told_too(shoe, database) -> None:
    outcome = shoe("sql", database, "SELECT CAST(hand AS INTEGER) AS n FROM payouts", "--format", "json")
    assert outcome.status == 2
    assert outcome.err.startswith("shoe: DuckDB cannot answer that: Could not convert")
    assert outcome.err.count("\n") == 1


VALUES = {
    "7": "INTEGER",
    "-12345678901234567890": "HUGEINT",
    "1.50": "DECIMAL(3,2)",
    "true": "BOOLEAN",
    "null": '"NULL"',
    "007": "VARCHAR",
    "1e5": "VARCHAR",
    "'7'": "VARCHAR",
    "'; DROP TABLE payouts; --": "VARCHAR",
    "": "VARCHAR",
    "9" * 60: "VARCHAR",
}


@pytest.mark.parametrize(("value", "type_"), VALUES.items())
def test_the_value_of_a_parameter_has_the_type_that_it_looks_like(ask, value, type_) -> None:
    (row,) = json.loads(ask("SELECT $v AS v, typeof($V) AS type", "json", f"v={value}"))
    assert row["type"] == type_
    if type_ == "VARCHAR":
        assert row["v"] == (value[1:-1] if value == "'7'" else value)


def test_a_parameter_that_is_missing_or_unknown_or_none_is_told(ask) -> None:
    for question, parameters, told in (
        ("SELECT $a + $b", ("a=1",), "asks for \\$b; give the value with --param b=VALUE"),
        ("SELECT $a", ("a=1", "c=1"), "no \\$c in the question, which has \\$a"),
        ("SELECT 1", ("c=1",), "no \\$c in the question, which has no parameter"),
        ("SELECT $a", ("a=1", "a=2"), "a is given twice"),
        ("SELECT $a", ("a",), "“a” is no parameter"),
    ):
        with pytest.raises(QueryRefused, match=told):
            ask(question, "csv", *parameters)


def test_a_question_is_read_from_a_file_with_comments_and_from_standard_input(shoe, database, tmp_path) -> None:
    file, text = tmp_path / "question.sql", "-- Who gained how much?\nSELECT hand FROM payouts WHERE net > $least; -- that's all\n"
    file.write_text(text, encoding="utf-8-sig")
    ways = [(file, ""), ("-", text)]
    told = [shoe("sql", database, "--file", way, "--param", "least=1", "--format", "csv", typed=typed) for way, typed in ways]
    assert [outcome.out for outcome in told] == ["hand\n1\n"] * 2


def test_a_file_that_holds_no_question_is_refused(shoe, database, tmp_path) -> None:
    file, long = tmp_path / "question.sql", tmp_path / "long.sql"
    file.write_bytes(b"SELECT '\xff'")
    long.write_bytes(b" " * (LONGEST + 1))
    for arguments, told in (
        (("--file", file), "is not text in UTF-8 (byte 8)"),
        (("--file", long), "is longer than a question may be"),
        (("--file", tmp_path / "none.sql"), "cannot be read"),
        (("--file", tmp_path), "cannot be read"),
        ((file,), f"is a file; to ask the question in it, give --file {file}"),
        (("SELECT 1", "--file", file), "Give one question"),
        ((), "Give one question"),
    ):
        outcome = shoe("sql", database, *arguments)
        assert (outcome.status, outcome.out, outcome.err.count("\n")) == (2, "", 1)
        assert told in outcome.err


ENDLESS = {
    "a recursion": "WITH RECURSIVE r(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM r) SELECT max(i) FROM r",
    "a recursion that gives rows": "WITH RECURSIVE r(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM r) SELECT i FROM r",
    "a cross join": "SELECT count(*) FROM range(1000000) a, range(1000000) b, range(1000000) c WHERE a.range + b.range < c.range",
}


@pytest.mark.parametrize("question", ENDLESS.values(), ids=ENDLESS.keys())
def test_a_question_that_never_ends_is_stopped(ask, question) -> None:
    with pytest.raises(
        QueryRefused, match=r"^The question was stopped after 0\.1 seconds; ask for less, or allow more with --time-limit\.$"
    ):
        ask(question, limits=Limits(seconds=0.1))


def test_a_function_that_does_not_hear_is_ended_with_its_process(shoe, database, monkeypatch) -> None:
    monkeypatch.setattr("audit.asking.asked.GRACE", 0.1)
    outcome = shoe("sql", database, "SELECT sleep_ms(60000)", "--time-limit", 1)
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err == "shoe: The question was stopped after 1 second; ask for less, or allow more with --time-limit.\n"


def test_a_question_that_needs_more_memory_than_it_may_take_is_stopped_and_leaves_nothing(ask, tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    with pytest.raises(
        QueryRefused, match=r"^The question needs more memory than 50MB; ask for less, or allow more with --memory-limit\.$"
    ):
        ask("SELECT count(DISTINCT hash(i)) FROM range(10000000) r(i)", limits=Limits(memory="50MB"))
    assert list(tmp_path.iterdir()) == []


def test_memory_that_the_engine_does_not_count_is_bounded_too(shoe, database) -> None:
    outcome = shoe("sql", database, "SELECT len(range(2000000000))", "--memory-limit", "100MB")
    assert outcome.err == "shoe: The question needs more memory than 100MB; ask for less, or allow more with --memory-limit.\n"
    assert outcome.status == 2


@pytest.mark.parametrize(("size", "number"), [("2GB", 2 * 10**9), ("1.5 GiB", 3 * 2**29), ("500mb", 500 * 10**6), ("9KiB", 9 * 2**10)])
def test_a_size_means_what_it_says(size, number) -> None:
    assert Limits(memory=size).bytes == number


def test_a_question_that_breaks_the_engine_off_is_told(shoe, database, monkeypatch) -> None:
    started = asked._process

    def breaking(*ends) -> subprocess.Popen[bytes]:
        process = started(*ends)
        process.send_signal(signal.SIGSEGV)
        return process

    monkeypatch.setattr(asked, "_process", breaking)
    outcome = shoe("sql", database, "SELECT 1")
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err == "shoe: The question broke the database engine off (signal 11); ask for less at once.\n"


def test_what_lies_where_the_question_is_asked_is_not_run(shoe, database, tmp_path, monkeypatch) -> None:
    (tmp_path / "duckdb.py").write_text("raise SystemExit(5)", encoding="ascii")
    monkeypatch.chdir(tmp_path)
    assert shoe("sql", database, "SELECT 1 AS one", "--format", "csv").out == "one\n1\n"


def test_ctrl_c_ends_the_question_and_its_process(database) -> None:
    question = "WITH RECURSIVE r(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM r) SELECT i FROM r"
    command = [sys.executable, "-m", "cli.main", "sql", str(database), question, "--format", "csv"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as shoe:
        assert shoe.stdout
        assert shoe.stderr
        assert shoe.stdout.readline() == "i\n"
        shoe.send_signal(signal.SIGINT)
        assert shoe.stdout.read().count("\n") > 0
        assert shoe.stderr.read() == "\nshoe: stopped before it was done.\n"
    assert shoe.returncode == 130


def test_whoever_has_read_enough_may_close_the_pipe(database) -> None:
    command = [sys.executable, "-m", "cli.main", "sql", str(database), "SELECT i FROM range(100000000) AS r(i)", "--format", "csv"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as shoe:
        assert shoe.stdout
        assert shoe.stderr
        assert shoe.stdout.readline() == "i\n"
        shoe.stdout.close()
        assert shoe.stderr.read() == ""
    assert shoe.returncode == 141


def test_what_is_no_database_of_ours_is_refused(shoe, tmp_path) -> None:
    text, foreign, empty = tmp_path / "notes.txt", tmp_path / "foreign.duckdb", tmp_path / "empty.duckdb"
    empty.touch()
    text.write_text("not a database\n" * 1000, encoding="utf-8")
    with duckdb.connect(str(foreign)) as connection:
        connection.execute("CREATE TABLE payouts (net BIGINT)")
    for path in (text, foreign, empty, tmp_path / "none.duckdb", tmp_path):
        outcome = shoe("tables", path)
        assert (outcome.status, outcome.out) == (2, ""), path
        assert outcome.err.startswith("shoe: ")
        assert outcome.err.count("\n") == 1
    assert "is not a database that `shoe audit --db` wrote" in shoe("sql", foreign, "SELECT 1").err


def test_an_unfinished_database_is_refused(shoe, tmp_path) -> None:
    path = tmp_path / "unfinished.duckdb"
    with duckdb.connect(str(path)) as connection:
        connection.execute("CREATE TABLE about (format INTEGER, auditor VARCHAR, ledger VARCHAR, size BIGINT, root VARCHAR)")
    assert "not finished" in shoe("sql", path, "SELECT 1").err


def test_tables_are_listed_with_what_they_are_about_and_how_to_see_their_columns(shoe, database) -> None:
    outcome = shoe("tables", database)
    assert outcome.status == 0
    assert re.search(r"^payouts  +What each hand was paid$", outcome.out, re.MULTILINE)
    assert [line.split()[0] for line in outcome.out.splitlines()] == sorted(["about", "payouts", "winners"])
    assert outcome.err == f"Columns: shoe tables {database} TABLE...\n"


def test_tables_that_are_named_are_told_with_rows_columns_and_comments(shoe, database) -> None:
    outcome = shoe("tables", database, "payouts", "winners")
    assert outcome.status == 0
    assert "payouts  (3 rows)\n  What each hand was paid\n    hand   VARCHAR\n    net    BIGINT     payout less stake\n" in outcome.out
    assert "winners  (a view)" in outcome.out


def test_tables_are_listed_for_programs(shoe, database) -> None:
    tables = {table["name"]: table for table in json.loads(shoe("tables", database, "--format", "json").out)}
    assert tables["payouts"]["rows"] == 3
    assert [column["name"] for column in tables["payouts"]["columns"]] == ["hand", "net", "share", "cards"]


def test_a_table_may_be_told_alone_and_an_unknown_one_names_the_nearest(shoe, database) -> None:
    assert [line for line in shoe("tables", database, "winners").out.splitlines() if not line.startswith(" ")] == ["winners  (a view)"]
    outcome = shoe("tables", database, "winers")
    assert (outcome.status, outcome.out) == (2, "")
    assert "There is no table “winers”" in outcome.err
    assert outcome.err.endswith("did you mean winners?\n")


def test_tables_are_told_as_markdown(shoe, database) -> None:
    lines = shoe("tables", database, "payouts", "--format", "markdown").out.splitlines()
    assert lines[:5] == ["## payouts (3 rows)", "", "What each hand was paid", "", "| column | type        | meaning           |"]
    assert "| net    | BIGINT      | payout less stake |" in lines


def test_comments_are_folded_to_the_terminal_and_hang_beside_their_columns(shoe, database, monkeypatch, tmp_path) -> None:
    path = tmp_path / "wide.duckdb"
    path.write_bytes(database.read_bytes())
    with duckdb.connect(str(path)) as connection:
        connection.execute(f"COMMENT ON COLUMN payouts.net IS '{'what was paid less what was staked ' * 3}'")
        connection.execute(f"CREATE TABLE wide ({'w' * 40} DECIMAL(18,3)); COMMENT ON COLUMN wide.{'w' * 40} IS 'its comment goes below'")
    monkeypatch.setenv("COLUMNS", "60")
    lines = shoe("tables", path, "payouts", "wide").out.splitlines()
    assert max(map(len, lines)) <= 60
    at = next(index for index, line in enumerate(lines) if line.startswith("    net "))
    column = lines[at].index("what was")
    assert all(line[:column].isspace() and not line[column].isspace() for line in lines[at + 1 : at + 3])
    assert lines[lines.index(f"    {'w' * 40}  DECIMAL(18,3)") + 1] == "      its comment goes below"
