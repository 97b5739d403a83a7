"""`shoe stats`: the usual questions on one page."""

from __future__ import annotations

import json
import os
import signal
from threading import Timer

import duckdb
import pytest

from audit import audit_ledger
from tests.support.evenings import record_evening


@pytest.fixture(scope="module")
def database(tmp_path_factory):
    """Two players of the training table who play at random, a natural or two among thirty rounds."""
    folder = tmp_path_factory.mktemp("evening")
    ledger = record_evening(folder, "training", {"session.rounds": 30}, players=2)
    path = folder / "facts.duckdb"
    audit_ledger(ledger, (folder / "keys" / "verifier.vkey").read_text().strip(), database=path, jobs=1)
    return path


def table(out: str, title: str) -> list[list[str]]:
    """The rows under a title, cell by cell; cells are apart by two spaces or more."""
    lines = out.splitlines()
    rows = lines[lines.index(title) + 1 :]
    return [[cell.strip() for cell in line.split("  ") if cell.strip()] for line in rows[: rows.index("")]]


def test_the_verdict_comes_first_and_then_who_won_and_lost(shoe, database) -> None:
    outcome = shoe("stats", database)
    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.out.splitlines()[0].startswith("CLEAN: told.example/t, ")
    labels, _, first, second = table(outcome.out, "Players")
    assert labels == ["name", "sessions", "rounds", "wagers", "staked", "net", "return", "95% interval"]
    with duckdb.connect(str(database), read_only=True) as con:
        nets = dict(con.execute("SELECT name, net FROM net_by_player").fetchall())
    assert {row[0]: int(row[5].replace("−", "-").replace(",", "")) for row in (first, second)} == nets
    assert first[7].count("%") == 2


def test_one_rule_set_is_not_named_in_every_row_and_several_are(shoe, database, tmp_path) -> None:
    assert table(shoe("stats", database).out, "By first decision")[0][0] == "decision"
    both = tmp_path / "both.duckdb"
    both.write_bytes(database.read_bytes())
    with duckdb.connect(str(both)) as con:
        con.execute("INSERT INTO sessions SELECT * REPLACE (2 AS session, 'club' AS profile) FROM sessions")
    assert table(shoe("stats", both).out, "By first decision")[0][:2] == ["profile", "decision"]


def test_what_is_foretold_stands_beside_what_was_recorded(shoe, database) -> None:
    out = shoe("stats", database).out
    assert "What rules and cards foretell, beside what was recorded" in out
    assert "training: session 1, 30 rounds" in out
    assert "best play would lose 0.40%." in " ".join(out.split())


def test_a_program_gets_numbers_and_the_question_behind_each_table(shoe, database) -> None:
    told = json.loads(shoe("stats", database, "--format", "json").out)
    assert told["about"]["verdict"] == "CLEAN"
    players = next(one for one in told["tables"] if one["title"] == "Players")
    assert {"name", "net", "return_rate", "return_low"} <= players["rows"][0].keys()
    answer = json.loads(shoe("sql", database, players["question"], "--format", "json").out)
    assert players["rows"] == answer
    (group,) = told["expected"]
    (boxes,) = [family for family in group["families"] if family["title"] == "Naturals of the boxes"]
    assert boxes["comparisons"][0]["n"] == 60
    assert boxes["comparisons"][0]["expected"] == pytest.approx(192 / 4043)
    assert "tests were made" in told["together"] or told["together"].startswith(("Too little", "One test"))


def test_rows_beyond_the_first_are_counted_and_the_question_for_them_told(shoe, database, tmp_path) -> None:
    crowd = tmp_path / "crowd.duckdb"
    crowd.write_bytes(database.read_bytes())
    with duckdb.connect(str(crowd)) as con:
        con.execute("UPDATE rounds SET time = time + INTERVAL (round) HOUR")
    assert "  … and 10 more: SELECT strftime(hour, " in shoe("stats", crowd).out


def test_a_ledger_without_rounds_has_nothing_to_tell(shoe, database, tmp_path) -> None:
    empty = tmp_path / "empty.duckdb"
    empty.write_bytes(database.read_bytes())
    with duckdb.connect(str(empty)) as con:
        for name in (
            "rounds",
            "sessions",
            "rules",
            "players",
            "packed.boxes",
            "packed.dealer",
            "packed.decisions",
            "packed.hands",
            "packed.settlements",
        ):
            con.execute(f"DELETE FROM {name}")  # noqa: S608
    outcome = shoe("stats", empty)
    assert outcome.status == 0
    assert outcome.out.splitlines()[-1] == "No round was recorded yet."


def test_a_database_that_lacks_a_table_is_told_to_be_made_anew(shoe, database, tmp_path) -> None:
    damaged = tmp_path / "damaged.duckdb"
    damaged.write_bytes(database.read_bytes())
    with duckdb.connect(str(damaged)) as con:
        con.execute("DROP VIEW net_by_player")
    outcome = shoe("stats", damaged)
    assert outcome.status == 2
    assert outcome.err.count("\n") == 1
    assert "is not whole (Table with name net_by_player does not exist); make it anew" in outcome.err


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_file_that_is_no_database_of_ours_is_refused(shoe, tmp_path, form) -> None:
    diary = tmp_path / "diary.duckdb"
    diary.write_text("Dear diary")
    outcome = shoe("stats", diary, "--format", form)
    assert outcome.status == 2
    assert outcome.err.count("\n") == 1
    assert "cannot be opened as a database" in outcome.err


def test_ctrl_c_while_a_question_is_answered_stops_it_as_anywhere(shoe, database, tmp_path) -> None:
    endless = tmp_path / "endless.duckdb"
    endless.write_bytes(database.read_bytes())
    with duckdb.connect(str(endless)) as con:
        con.execute(
            "CREATE OR REPLACE VIEW edges AS SELECT 'x' AS profile, 0 AS rounds, 0 AS boxes, 0 AS stake, 0 AS net, 0 AS edge, 0 AS edge_low,"
            " 0 AS edge_high FROM range(10000000) a, range(10000000) b WHERE a.range + b.range < 0"
        )
    Timer(1, os.kill, (os.getpid(), signal.SIGINT)).start()
    outcome = shoe("stats", endless)
    assert (outcome.status, outcome.out, outcome.err.strip()) == (130, "", "shoe: stopped before it was done.")
