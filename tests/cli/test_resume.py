"""`shoe resume`, and live sessions at a terminal, by bots and by script."""

from __future__ import annotations

import json
import re

import pytest

LIVE = ("--rules", "training", "--rounds", 4)


def records(club, session=2):
    lines = [json.loads(line) for line in club.history().splitlines()]
    return [line for line in lines if line.get("session") == session]


def record(shoe, club, *options, typed=""):
    return shoe("record", club.ledger, "--keys", club.keys, "--clock", "2026-01-02T20:00:00Z", *LIVE, *options, typed=typed)


def resume(shoe, club, *options, typed=""):
    return shoe("resume", club.ledger, "--keys", club.keys, "--clock", "2026-01-02T21:00:00Z", *options, typed=typed)


def test_bots_play_at_a_live_table(shoe, club) -> None:
    outcome = record(shoe, club, "--live", "--players", "Di,Ed", "--bot", "s17")
    assert outcome.status == 0, outcome.err
    assert "4 rounds, all that the rules say" in outcome.out
    kinds = [line["record"] for line in records(club)]
    assert kinds == ["open", "seat", "seat", "start", *["begin", "round"] * 4, "close"]


@pytest.fixture
def left(shoe, club):
    """A session that Di left at her first question."""
    outcome = record(shoe, club, "--interactive", "--players", "Di", "--seed-file", club.seed.with_name("other.txt"))
    assert outcome.status == 130, outcome.err
    return outcome


@pytest.fixture(autouse=True)
def other_seed(club):
    club.seed.with_name("other.txt").write_text("0" * 62 + "2f", encoding="ascii")


def test_whoever_leaves_the_terminal_leaves_the_session_open_and_is_told_how_to_go_on(shoe, club, left) -> None:
    assert f"Session 2 is left open as it stands: go on with `shoe resume {club.ledger} 2 --keys {club.keys}`" in left.err
    assert records(club)[-1]["record"] == "begin"
    again = resume(shoe, club)
    assert again.status == 130
    assert "Session 2 goes on: round" in again.err
    assert records(club)[-1]["record"] == "begin"


@pytest.mark.usefixtures("left")
def test_it_goes_on_to_its_end(shoe, club) -> None:
    outcome = resume(shoe, club, "--format", "json", typed="timeout\n" * 12)
    assert outcome.status == 0, outcome.err
    assert json.loads(outcome.out)["rounds"] == 4
    assert any(" timeout " in event for line in records(club) for event in line.get("log", ()))


@pytest.mark.usefixtures("left")
def test_the_director_breaks_a_round_off_at_the_terminal(shoe, club) -> None:
    typed = "void\nvoid  The lights   went out\n" + "timeout\n" * 12
    outcome = resume(shoe, club, 2, typed=typed)
    assert outcome.status == 0, outcome.err
    assert "Type void and the reason" in outcome.err
    assert [line["reason"] for line in records(club) if line["record"] == "void"] == ["The lights went out"]


@pytest.mark.usefixtures("left")
def test_the_director_breaks_the_round_off_from_outside(shoe, club) -> None:
    outcome = resume(shoe, club, "--void", "Nobody came back", typed="timeout\n" * 12)
    assert outcome.status == 0, outcome.err
    void = next(line for line in records(club) if line["record"] == "void")
    assert (void["reason"], void["after"]) == ("Nobody came back", void["before"])


@pytest.mark.usefixtures("left")
def test_the_director_closes_the_session_from_outside(shoe, club) -> None:
    outcome = resume(shoe, club, "--stop")
    assert outcome.status == 0, outcome.err
    assert "then it was broken off" in outcome.out
    assert [line["record"] for line in records(club)][-2:] == ["void", "close"]
    assert resume(shoe, club).status == 2


@pytest.mark.usefixtures("left")
def test_a_question_that_is_open_takes_its_default(shoe, club) -> None:
    outcome = resume(shoe, club, "--timeout", typed="quit\nquit\n")
    assert outcome.status == 0, outcome.err
    assert "No answer: stand, by default.\n" in outcome.err
    assert any(" timeout " in event for event in records(club)[4]["log"])


@pytest.mark.usefixtures("left")
def test_quitting_closes_the_session(shoe, club) -> None:
    outcome = resume(shoe, club, typed="quit\nquit\n")
    assert outcome.status == 0, outcome.err
    assert outcome.err.count(": quit\n") == 2, "what is typed elsewhere than at a terminal is shown beside its question"
    assert records(club)[-1]["reason"] == "stopped"


@pytest.mark.usefixtures("left")
def test_a_lost_journal_is_told_and_the_session_closed(shoe, club) -> None:
    (club.ledger / "journal" / "2.jsonl").unlink()
    outcome = resume(shoe, club)
    assert outcome.status == 2
    assert "is missing" in outcome.err
    closing = f"`shoe resume {club.ledger} 2 --keys {club.keys} --stop`"
    assert closing in outcome.err, "as it can be typed"
    assert closing in shoe("fsck", club.ledger, "--keys", club.keys).out
    assert resume(shoe, club, "--stop").status == 0
    assert records(club)[-2]["reason"] == "The journal of the session is lost"


@pytest.mark.usefixtures("left")
def test_a_damaged_journal_could_not_be_verified(shoe, club) -> None:
    path = club.ledger / "journal" / "2.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"round":1', b'"round":7'))
    outcome = resume(shoe, club)
    assert outcome.status == 3
    assert f"{path}, line" in outcome.err


def test_a_live_script_that_ends_too_early_is_mended_and_gone_on_with(shoe, club, tmp_path) -> None:
    script = tmp_path / "script.jsonl"
    script.write_text("", encoding="utf-8")
    seed = club.seed.with_name("other.txt")
    first = record(shoe, club, "--live", "--players", "Di,Ed", "--bot", "Ed=s17", "--script", script, "--seed-file", seed)
    assert first.status == 2
    assert "ends too early" in first.err
    assert "mend the script, and go on with `shoe resume" in first.err
    assert "follows a script" in resume(shoe, club).err
    assert resume(shoe, club, "--stop", "--script", script).status == 0


def test_receipts_are_given_at_live_tables_only(shoe, club, tmp_path) -> None:
    refused = record(shoe, club, "--players", "Di", "--bot", "s17", "--receipts", tmp_path / "receipts")
    assert refused.status == 2
    assert "--live" in refused.err
    given = record(shoe, club, "--interactive", "--players", "Di", "--receipts", tmp_path / "receipts", typed="s\nn\n" * 12)
    assert given.status in {0, 130}
    assert list((tmp_path / "receipts" / "seat-1").iterdir())


def test_it_says_who_banks(shoe, club) -> None:
    outcome = shoe(
        "record",
        club.ledger,
        "--rules",
        "changing-bank",
        "--players",
        "Di,Ed,Flo",
        "--interactive",
        "--keys",
        club.keys,
        typed="\nquit\nquit\n",
    )
    assert outcome.status == 0, outcome.err
    assert re.search(r"Round 1: (Di|Ed|Flo) banks.\n", outcome.err)


@pytest.mark.usefixtures("left")
def test_default_and_decision_exclude_each_other(shoe, club) -> None:
    assert resume(shoe, club, "--timeout", "--stop").status == 2
