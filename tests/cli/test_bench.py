"""`shoe bench`: figures, and the cost of profiles beside the training table."""

from __future__ import annotations

import json

from cli.figures import as_text


def test_profiles_are_compared_with_the_training_table(shoe) -> None:
    outcome = shoe("bench", "--rounds", 100, "--repeats", 2, "--profile", "club", "--format", "json")
    training, club = json.loads(outcome.out)
    assert outcome.status == 0
    assert (training["profile"], training["recording_to_training"], training["audit_to_training"]) == ("training", 1.0, 1.0)
    assert (club["profile"], club["rounds"]) == ("club", 100)
    assert club["events_a_round"] > 20
    assert club["recording_us_an_event"] > 0


def test_a_profile_that_is_none_is_refused_by_name(shoe) -> None:
    outcome = shoe("bench", "--profile", "clubb")
    assert (outcome.status, outcome.out) == (2, "")
    assert "club" in outcome.err
    assert outcome.err.count("\n") == 1


def test_every_part_is_measured_and_told_as_ratios(shoe) -> None:
    outcome = shoe("bench", "--rounds", 100, "--repeats", 1, "--jobs", 1, "--format", "json")
    assert outcome.status == 0
    figures = json.loads(outcome.out)
    assert figures["audit"]["audit_to_bare_read"] > 0
    (ledger,) = figures["growth"]["ledgers"]
    # Start-up varies by more than a hundred rounds take.
    assert (ledger["microseconds_a_round"], ledger["to_smallest"], figures["incremental"]["beyond_start_up_to_full"]) == (None, None, None)
    assert figures["growth"]["ledgers"][0]["peak_pss_bytes"] > 10_000_000
    assert set(figures) >= {"incremental", "database", "hand", "recording", "machine"}


def test_enough_rounds_tell_how_the_cost_grows(shoe, monkeypatch) -> None:
    monkeypatch.setattr("cli.measuring.TELLING", 100)
    outcome = shoe("bench", "--rounds", 100, "--repeats", 1, "--jobs", 1, "--only", "growth", "--format", "json")
    (ledger,) = json.loads(outcome.out)["growth"]["ledgers"]
    assert ledger["to_smallest"] == 1.0
    assert ledger["microseconds_a_round"] is not None


def test_a_person_is_told_what_too_few_rounds_do_not_tell() -> None:
    text = as_text({"growth": {"ledgers": [{"rounds": 1_000, "to_smallest": None}]}})
    assert text == "growth ledgers: rounds 1,000, to_smallest (too few rounds to tell; from 2,000 on)"


def test_parts_and_profiles_are_not_measured_in_one(shoe) -> None:
    outcome = shoe("bench", "--only", "audit", "--profile", "club")
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.count("\n") == 1
    assert "give one of them" in outcome.err


def test_a_part_that_is_none_is_refused_by_name(shoe) -> None:
    outcome = shoe("bench", "--only", "audits")
    assert (outcome.status, outcome.out) == (2, "")
    assert "“audits” is not one of audit, growth, incremental, database, hand" in outcome.err
