"""`shoe explain`: one round told, what it says where the record is wrong, and what it refuses."""

from __future__ import annotations

import json

import pytest

from ledger.cheating import tamper


def test_a_round_is_told_from_the_shoe_to_the_balances(shoe, shared_club) -> None:
    outcome = shoe("explain", shared_club.ledger, "1/1")
    assert (outcome.status, outcome.err) == (0, "")
    for heading in ("The shoe", "Stakes", "Deal", "Turns", "The dealer", "Settlement", "Balances"):
        assert f"\n{heading}\n" in outcome.out


def test_every_event_of_the_log_is_told_in_order(shoe, shared_club) -> None:
    log = next(json.loads(line)["log"] for line in shared_club.history().splitlines() if b'"round":2,' in line)
    steps = json.loads(shoe("explain", shared_club.ledger, "1/2", "--format", "json").out)["steps"]
    assert [step["event"] for step in steps if step["event"]] == log


def test_every_card_has_its_place_in_the_sealed_shoe(shoe, shared_club) -> None:
    steps = json.loads(shoe("explain", shared_club.ledger, "1/3", "--format", "json").out)["steps"]
    positions = [step["position"] for step in steps if step["position"] is not None]
    assert positions == list(range(len(positions)))
    assert {step["shoe"] for step in steps if step["position"] is not None} == {3}


def test_one_hand_leaves_out_the_others(shoe, shared_club) -> None:
    steps = json.loads(shoe("explain", shared_club.ledger, "1/1/2", "--format", "json").out)["steps"]
    assert {step["who"] for step in steps} <= {"2", "D", "s2"}


BAD = {
    "a session that is not there": "7/1",
    "a round that is not there": "1/77",
    "a hand that is not there": "1/1/9",
    "no id": "first",
    "a round 0": "1/0",
    "half an id": "1/",
}


@pytest.mark.parametrize("which", BAD.values(), ids=BAD.keys())
def test_what_is_not_there_is_refused_in_one_sentence(shoe, shared_club, which) -> None:
    outcome = shoe("explain", shared_club.ledger, which)
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.startswith("shoe: ")
    assert outcome.err.count("\n") == 1


def test_a_ledger_that_is_not_there_cannot_be_told(shoe, tmp_path) -> None:
    outcome = shoe("explain", tmp_path / "none", "1/1")
    assert outcome.status == 3
    assert outcome.err.count("\n") == 1


def test_a_tampered_round_is_told_with_what_is_wrong_and_what_the_audit_found(shoe, club) -> None:
    change = tamper(club.ledger, club.keys, "payout", 1)
    number = change.where.split("round ")[1].split(",")[0]
    outcome = shoe("explain", club.ledger, f"1/{number}", "--vkey", club.vkey)
    assert outcome.status == 1
    assert f"!! the rules give {change.before.split(' ', 1)[1]}" in outcome.out
    assert f"expected {change.before.split(' ', 1)[1]}, recorded {change.after.split(' ', 1)[1]}" in outcome.out
