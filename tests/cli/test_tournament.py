"""`tournament`, and `standings --event`: what they write, tell and refuse."""

from __future__ import annotations

import csv
import json
import os
import signal

import pytest

from ledger.players.bots import RandomBot

CLOCK = "2026-01-01T21:00:00Z"
SPRING = """
name = "Spring Open"
rules = "training"
rounds = 5
bot = "s17"
bots = { Ed = "random" }

[[table]]
name = "Window"
players = ["Di", "Ed"]

[[table]]
name = "Door"
players = ["Flo", "Gil"]

[[table]]
name = "Stove"
players = ["Hana", "Ivo"]
"""


@pytest.fixture
def event(tmp_path):
    """Write a tournament's file."""

    def write(text=SPRING):
        path = tmp_path / "spring.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return write


@pytest.fixture
def tournament(shoe, club):
    """Hold a tournament in the club's ledger, which has one session already."""
    return lambda path, *more: shoe("tournament", club.ledger, path, "--keys", club.keys, "--clock", CLOCK, *more)


def lines(club):
    return [json.loads(line) for line in club.history().splitlines()]


def test_three_tables_are_recorded_ranked_and_audited(shoe, club, event, tournament) -> None:
    outcome = tournament(event())
    assert outcome.status == 0, outcome.err
    assert "Table “Door”, session 3: 5 rounds, all that the rules say." in outcome.out
    assert "“Spring Open” ranks 6 players in line" in outcome.out
    assert lines(club)[-1]["record"] == "event"
    audit = shoe("audit", club.ledger, "--vkey", club.vkey)
    assert audit.status == 0
    assert " 1 tournament\n" in audit.out


def test_a_program_reads_what_came_of_it(club, event, tournament) -> None:
    told = json.loads(tournament(event(), "--format", "json").out)
    (signed,) = (line for line in lines(club) if line["record"] == "event")
    assert (told["line"], told["sessions"], told["standings"]) == (signed["seq"], [2, 3, 4], signed["standings"])
    assert ([table["reason"] for table in told["tables"]], told["missing"]) == (["rounds"] * 3, [])


def test_the_same_seed_file_and_clock_give_the_same_cards(shoe, club, event, tournament) -> None:
    assert tournament(event(), "--seed-file", club.seed).status == 0
    first = [line["log"] for line in lines(club) if line["record"] == "round" and line["session"] > 1]
    keys, again = club.keys.with_name("keys2"), club.ledger.with_name("again")
    shoe("keygen", "club.example/u", "--keys", keys)
    shoe("init", again, "--name", "club.example/u", "--keys", keys)
    players = ("--players", "Ann,Bo,Cy", "--bot", "s17", "--bot", "Cy=random", "--clock", "2026-01-01T20:00:00Z")
    shoe("record", again, "--rules", "training", "--keys", keys, *players)
    assert shoe("tournament", again, event(), "--keys", keys, "--clock", CLOCK, "--seed-file", club.seed).status == 0
    history = (again / "history" / "00000000.jsonl").read_bytes().splitlines()
    assert [line["log"] for line in map(json.loads, history) if line["record"] == "round" and line["session"] > 1] == first


def test_sessions_that_were_recorded_before_are_ranked(shoe, club, event, tournament) -> None:
    outcome = tournament(event('name = "Evening"\nsessions = [1]\n'))
    assert outcome.status == 0, outcome.err
    assert outcome.out.startswith("place  name")
    assert shoe("audit", club.ledger, "--vkey", club.vkey).status == 0


def test_standings_of_a_tournament_are_over_all_its_tables(shoe, club, event, tournament) -> None:
    tournament(event())
    rows = list(csv.DictReader(shoe("standings", club.ledger, "--event", "Spring Open", "--format", "csv").out.splitlines()))
    assert {row["table"] for row in rows} == {"Window", "Door", "Stove"}
    nets = [int(row["net"]) for row in rows]
    assert nets == sorted(nets, reverse=True)
    assert [int(row["place"]) for row in rows] == [1 + sum(other > net for other in nets) for net in nets]
    assert [row["name"] for row in rows] == [row["name"] for row in lines(club)[-1]["standings"]]


def test_the_last_tournament_is_ranked_where_none_is_named(shoe, club, event, tournament) -> None:
    tournament(event())
    tournament(event('name = "Evening"\nsessions = [1]\n'))
    out = shoe("standings", club.ledger, "--event").out
    assert "Ann" in out
    assert "Hana" not in out


def test_standings_of_the_sessions_tell_which_tournaments_there_are(shoe, club, event, tournament) -> None:
    assert shoe("standings", club.ledger).err == ""
    tournament(event())
    outcome = shoe("standings", club.ledger, "--format", "csv")
    assert "Tournaments, ranked with --event NAME: Spring Open" in outcome.err
    assert "Tournaments" not in outcome.out


def test_a_tournament_that_is_not_there_is_refused(shoe, club) -> None:
    for arguments in (("--event",), ("--event", "Autumn Open"), ("1", "--event")):
        outcome = shoe("standings", club.ledger, *arguments)
        assert (outcome.status, outcome.out) == (2, "")
        assert one_sentence(outcome.err)


def test_a_round_tells_in_which_tournament_it_counts(shoe, club, event, tournament) -> None:
    tournament(event())
    assert "The session counts in the tournament “Spring Open”" in shoe("explain", club.ledger, "3/1").out
    assert "tournament" not in shoe("explain", club.ledger, "1/1").out


BAD = {
    "an unknown key": SPRING.replace("rounds", "round"),
    "a person at two tables": SPRING.replace("Hana", "di"),
    "a person of a session before": "sessions = [1]\n" + SPRING.replace("Hana", "ann"),
    "too many at a table": SPRING.replace('"Hana", ', '"A", "B", "C", "D", "E", "F", '),
    "an unknown bot": SPRING.replace("s17", "s18"),
    "a table's name in two lines": SPRING.replace("Stove", "a\\nb"),
    "a session that is not there": 'name = "Open"\nsessions = [7]\n',
    "a script that is not there": SPRING + 'script = "none.jsonl"\n',
    "no tournament at all": "",
}


@pytest.mark.parametrize("text", BAD.values(), ids=BAD)
def test_it_refuses_in_one_sentence_and_writes_nothing(club, event, tournament, text) -> None:
    before, note = club.history(), (club.ledger / "checkpoint").read_bytes()
    outcome = tournament(event(text))
    assert (outcome.status, outcome.out) == (2, "")
    assert one_sentence(outcome.err)
    assert (club.history(), (club.ledger / "checkpoint").read_bytes()) == (before, note)


def test_a_bad_script_at_the_last_table_leaves_no_trace_of_the_others(club, event, tournament, tmp_path) -> None:
    (tmp_path / "stove.jsonl").write_text('{"round": 1, "answer": "1 fly"}\n', encoding="utf-8")
    before = club.history()
    outcome = tournament(event(SPRING + 'script = "stove.jsonl"\n'))
    assert outcome.status == 2
    assert one_sentence(outcome.err)
    assert "Table “Stove”" in outcome.err
    assert "without --seed-file each try deals other cards" in outcome.err
    assert club.history() == before


def test_a_file_that_is_not_there_is_refused(tournament, tmp_path) -> None:
    outcome = tournament(tmp_path / "none.toml")
    assert outcome.status == 2
    assert one_sentence(outcome.err)


def test_a_command_given_twice_does_not_play_twice(club, event, tournament) -> None:
    tournament(event())
    before = club.history()
    outcome = tournament(event())
    assert outcome.status == 2
    assert "give this one another name" in outcome.err
    assert club.history() == before


@pytest.fixture
def interrupted(monkeypatch):
    """Somebody presses Ctrl-C while the bots at the second table are asked in its second round."""
    rounds: list[int] = []
    answer = RandomBot.answer

    def interrupt(bot, ask):
        if not rounds or ask.round != rounds[-1]:
            rounds.append(ask.round)
            if rounds.count(2) == 2 and ask.round == 2:
                os.kill(os.getpid(), signal.SIGINT)
        return answer(bot, ask)

    monkeypatch.setattr(RandomBot, "answer", interrupt)


@pytest.mark.usefixtures("club", "interrupted")
def test_ctrl_c_signs_the_tables_that_are_done_and_says_how_to_go_on(shoe, club, event, tournament) -> None:
    outcome = tournament(event(SPRING.replace("s17", "random")))
    assert outcome.status == 130
    assert "“Spring Open” was broken off, and no ranking is signed" in outcome.err
    assert "Missing: Table “Stove”" in outcome.err
    assert "write sessions = [2, 3] into" in outcome.err
    assert "Session 3 was closed before its last round" in outcome.err
    closes = [(line["session"], line["reason"]) for line in lines(club) if line["record"] == "close"]
    assert closes[1:] == [(2, "rounds"), (3, "stopped")]
    going_on = SPRING.replace('bots = { Ed = "random" }', "sessions = [2, 3]")
    tables = going_on.split("[[table]]")
    outcome = tournament(event("[[table]]".join([tables[0], tables[3]])))
    assert outcome.status == 0, outcome.err
    assert lines(club)[-1]["sessions"] == [2, 3, 4]
    assert set(json.loads(shoe("audit", club.ledger, "--vkey", club.vkey, "--format", "json").out)["totals"]) == {"rounds-played"}


def one_sentence(text: str) -> bool:
    """Whether a message is one line that ends like a sentence and is no traceback."""
    return text.startswith("shoe: ") and text.count("\n") == 1 and text.endswith(".\n") and "Traceback" not in text
