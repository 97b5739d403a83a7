"""Scripts that ask for what the rules do not have: refused in one sentence, before anything is written."""

from __future__ import annotations

import json

import pytest

from tests.cli.conftest import CLOCK

# By what is wrong: the rule set in TOML, the players, the lines of the script by round, what the refusal says.
REFUSED = {
    "a script for another profile": ('base = "training"', "Ann", [(1, "1 redouble")], "“1 redouble” is not allowed here: 1 may hit, stand"),
    "a script of the home game at the club": ('base = "club"', "Ann,Bo", [(1, "1 bet 2"), (1, "2 bet 2"), (1, "D raise")], "asks hand"),
    "an incident under rules without any": ('base = "training"', "Ann", [(1, "1 missed")], "“1 missed”"),
    "an incident where none can be": (
        'base = "changing-bank"\n[bank]\nfirst = "lot"',
        "Ann,Bo",
        [(1, "1 unasked")],
        "“1 unasked”",
    ),
    "an incident that there is not": (
        'base = "permanent-bank"\n[stakes]\nsitting_out = false',
        "Ann",
        [(1, "1 bet 10"), (1, "1 stolen")],
        "“1 stolen”",
    ),
    "a bettor over the box's limit": (
        'base = "training"\n[table]\nbettors_per_box = 2\n[stakes]\nmaximum = 6',
        "Ann,Bo",
        [(1, "1 bet 4"), (1, "2 bet 4"), (1, "2/1 bet 4")],
        "is not allowed here (a stake is from 2 to 2): 2/1 may bet 2, pass",
    ),
    "a second stake of one bettor": (
        'base = "training"\n[table]\nbettors_per_box = 3\n[stakes]\nmaximum = 9',
        "Ann,Bo",
        [(1, "1 bet 2"), (1, "2 bet 2"), (1, "2/1 bet 2"), (1, "2/1 bet 2")],
        "“2/1 bet 2”",
    ),
    "an auction where the rules have none": (
        'base = "changing-bank"\n[bank]\nauction = false\nfirst = "lot"',
        "Ann,Bo",
        [(1, "D auction")],
        "“D auction”",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_script_that_the_rules_have_no_use_for_is_refused(shoe, club, tmp_path, name) -> None:
    """One sentence on stderr, exit status 2, and not a byte more in the ledger."""
    rules, players, lines, says = REFUSED[name]
    (tmp_path / "own.toml").write_text(rules + "\n", encoding="utf-8")
    script = tmp_path / "decisions.jsonl"
    script.write_text("".join(json.dumps({"round": number, "answer": answer}) + "\n" for number, answer in lines), encoding="utf-8")
    before = club.history()
    options = ("--rules", tmp_path / "own.toml", "--players", players, "--script", script, "--seed-file", club.seed, "--clock", CLOCK)
    outcome = shoe("record", club.ledger, "--keys", club.keys, *options, "--rounds", 1, "--stack", 1000)
    assert (outcome.status, outcome.out) == (2, "")
    assert says in outcome.err
    assert outcome.err.count("\n") == 1
    assert "Traceback" not in outcome.err
    assert club.history() == before
