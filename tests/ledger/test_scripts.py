"""Scripts of decisions: what plays, and what is refused with the line and the question."""

from __future__ import annotations

import json

import pytest

from ledger import Plan, make_bot, record
from ledger.errors import LedgerError, ScriptError
from ledger.players.script import Script
from tests.support.ledgers import SignedLedger, stacked_racks
from tests.support.stacked import dealing_order, training, with_suits

DEAL = "5 6 / 8 8 | 9 8 | 3 2 4 K"
GOOD = ["1 hit", "1 stand", "2 split", "2.1 stand", "2.2 hit"]


@pytest.fixture
def follow(new_ledger, tmp_path):
    """Records one stacked round by a script of (round, answer) pairs, or of raw text; the ledger and the round's log."""

    def following(answers, *, raw="", **changes):
        ledger: SignedLedger = new_ledger()
        lines = [
            json.dumps({"round": 1, "answer": each} if isinstance(each, str) else {"round": each[0], "answer": each[1]}) for each in answers
        ]
        path = tmp_path / "decisions.jsonl"
        path.write_text(raw or "\n".join(lines))
        script, logs = Script.read(path), []
        before = ledger.history()
        try:
            with stacked_racks(with_suits(dealing_order(DEAL))):
                ledger.record(
                    training({"session__rounds": 1, **changes}),
                    dict.fromkeys(("Ann", "Bo"), lambda _seat, _seed: script),
                    watch=lambda played: logs.append(played.log),
                )
        except LedgerError:
            assert ledger.history() == before, "a script that is refused must leave no trace"
            raise
        return logs[0]

    return following


def test_a_script_plays_for_every_seat_that_follows_it(follow) -> None:
    log = ", ".join(follow(GOOD))
    assert "1 hit 3C, 1 stand, 2 split 8C 8D, 2.1 draw 2C, 2.1 stand, 2.2 draw 4C, 2.2 hit KC, 2.2 bust 0" in log


def test_a_stake_without_a_choice_needs_no_line_and_may_have_one(follow) -> None:
    assert follow(["1 bet 2", "2 bet 2", *GOOD]) == follow(GOOD)


def test_blank_lines_do_not_count(follow) -> None:
    raw = "\n\n".join(json.dumps({"round": 1, "answer": answer}) for answer in GOOD)
    assert follow([], raw=raw) == follow(GOOD)


@pytest.mark.parametrize(
    ("answers", "says"),
    [
        ([], r"ends too early: round 1 asks hand 1 \(total 11\) to hit, stand, double; add a line, or record fewer --rounds"),
        (GOOD[:3], r"ends too early: round 1 asks hand 2.1 \(total 10\)"),
        (["1 split"], r"line 1, round 1: “1 split” is not allowed here: 1 may hit, stand, double; mend the line"),
        (["1 bet 3"], r"line 1, round 1: “1 bet 3” is not allowed here \(a stake is from 2 to 2\): one of 1, 2 may bet 2; mend the line"),
        (["2 stand"], r"line 1 is for “2 stand” in round 1, but round 1 asks hand 1 \(total 11\)"),
        ([(2, "1 stand")], r"line 1 is for “1 stand” in round 2, but round 1 asks hand 1"),
        ([*GOOD, "2.2 stand"], r"line 6 \(“2.2 stand”\) was never asked for; remove it, or record more --rounds"),
        ([*GOOD, (2, "s1 leave")], r"line 6 \(“s1 leave”\) was never asked for"),
        (["1 hit 3C"], r"“1 hit 3C” is not allowed here"),
        ([""], r"line 1 is for “” in round 1"),
    ],
)
def test_a_script_that_does_not_fit_is_refused(follow, answers, says) -> None:
    with pytest.raises(ScriptError, match=says):
        follow(answers)


def test_a_stake_with_a_choice_must_be_in_the_script(follow) -> None:
    with pytest.raises(ScriptError, match="box 1 for its stake of 2 to 10; add a line"):
        follow([], stakes__maximum=10)
    with pytest.raises(ScriptError, match="“1 hit” is not allowed here: one of 1, 2 may bet 2 to 10 in steps of 2"):
        follow(GOOD, stakes__maximum=10)


@pytest.mark.parametrize(
    "raw",
    [
        "hit",
        "{}",
        "[]",
        '{"round": "1", "answer": "1 hit"}',
        '{"round": true, "answer": "1 hit"}',
        '{"round": 1, "answer": 5}',
        '{"round": 1, "answer": "1 hit", "why": "luck"}',
        '{"round": 1, "answer": "1 hit"',
        "[" * 100_000,
    ],
    ids=lambda raw: raw[:40],
)
def test_a_line_that_is_no_decision_is_refused_by_its_number(follow, raw) -> None:
    with pytest.raises(ScriptError, match=r"line 2 is not a decision \(.*\); write"):
        follow([], raw='{"round": 1, "answer": "1 hit"}\n' + raw)


def test_a_missing_script_is_refused(tmp_path) -> None:
    with pytest.raises(ScriptError, match=r"cannot be read \(No such file or directory\); give a readable JSON Lines file"):
        Script.read(tmp_path / "none.jsonl")


def test_a_script_that_is_no_text_is_refused(tmp_path) -> None:
    (tmp_path / "x").write_bytes(b"\xff\xfe")
    with pytest.raises(ScriptError, match="is not UTF-8 text"):
        Script.read(tmp_path / "x")


def test_a_script_lets_players_leave_before_a_round(new_ledger, tmp_path) -> None:
    """FORMAT §8: `s1 leave` for the round that it leaves before."""
    ledger: SignedLedger = new_ledger()
    path = tmp_path / "decisions.jsonl"
    path.write_text(
        "\n".join(
            json.dumps({"round": each, "answer": answer})
            for each, answer in ((1, "1 stand"), (1, "2 stand"), (2, "s1 leave"), (2, "2 stand"))
        )
    )
    script, logs = Script.read(path), []
    with stacked_racks(with_suits(dealing_order("K 7 / K 8 | 9 9") + dealing_order("K 8 | 9 9"))):
        ledger.record(
            training({"session__rounds": 2}),
            dict.fromkeys(("Ann", "Bo"), lambda _seat, _seed: script),
            watch=lambda played: logs.append(played.log),
        )
    assert logs[1][:3] == ("s1 leave", "D shuffle 2", "2 bet 2")


def test_a_script_does_not_stake_for_a_bot(new_ledger, tmp_path) -> None:
    """The open question for stakes is answered by each for their own boxes."""
    ledger = new_ledger()
    rules = training({"stakes.maximum": 10, "session.rounds": 1})
    (tmp_path / "ann.jsonl").write_text('{"round": 1, "answer": "2 bet 10"}\n')
    script = Script.read(tmp_path / "ann.jsonl")
    makers = {"Ann": lambda _seat, _seed: script, "Bo": lambda _seat, seed: make_bot("s17", rules, seed)}
    with pytest.raises(ScriptError, match=r"line 1, round 1: “2 bet 10” is not allowed here \(that box is somebody else's\)"):
        record(ledger.path, ledger.keys, Plan(rules, ("Ann", "Bo"), makers), ledger.clock)


def test_sitting_out_is_a_choice_even_where_the_stake_is_none(follow) -> None:
    """G9: a line for it is followed; without one the box bets."""
    log = follow(["1 sit", "2 stand"], stakes__sitting_out=True)
    assert log[1:3] == ("1 sit", "2 bet 2")


def test_a_ruling_is_a_line_of_the_directors(new_ledger, tmp_path) -> None:
    """P1.1 B5.5: incidents and rulings are answers too, where a script directs the table."""
    ledger: SignedLedger = new_ledger()
    path, logs = tmp_path / "decisions.jsonl", []
    answers = ("1 unasked", "1 keep", "D ruling The card was on the table", "1 stand")
    path.write_text("\n".join(json.dumps({"round": 1, "answer": answer}) for answer in answers))
    script = Script.read(path)
    follows = lambda _seat, _seed: script  # noqa: E731 -- one script for all
    with stacked_racks(with_suits(dealing_order("5 6 | 9 8 | 7"))):
        rules = training({"session__rounds": 1, "table__irregularities": "B5", "table__rulings": True})
        ledger.record(rules, {"Ann": follows}, director=follows, watch=lambda played: logs.append(played.log))
    ruling = next(json.loads(line) for line in ledger.history().splitlines() if b'"ruling"' in line and b'"record":"ruling"' in line)
    assert (ruling["about"], ruling["text"]) == (1, "The card was on the table")
    at = logs[0].index("1 unasked 7C")
    assert logs[0][at : at + 4] == ("1 unasked 7C", "1 keep", "D ruling 1", "1 stand")
    last = json.loads(ledger.history().splitlines()[-2])
    assert f"D ruling {ruling['seq']}" in last["log"]
