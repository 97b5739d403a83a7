"""Sessions in bulk: one in each of several ledgers, on several processes; what one meets does not touch the others."""

from __future__ import annotations

from multiprocessing import active_children
from pathlib import Path

import attrs
import pytest

from audit import audit_ledger
from ledger import KeyFolder, Plan, SteppingClock
from ledger.bulk import Bulk, Outcome, failed, record_in_bulk
from ledger.errors import NameRefused, SessionRefused
from tests.support.stacked import training

NAME, PASSPHRASE = "club.example/bulk", "a long passphrase"


def bulk_at(folder: Path, ledgers: int = 3, rounds: int = 4) -> Bulk:
    plan = Plan(training({"session.rounds": rounds, "session.stack": 10**6}), ("Ann", "Bo"), {}, answers={"Ann": "random", "Bo": "s17"})
    return Bulk(folder, NAME, ledgers, plan, SteppingClock("2026-01-01T20:00:00Z"), secret=bytes(32))


def history(outcome: Outcome) -> list[bytes]:
    return [line for file in sorted((outcome.ledger / "history").iterdir()) for line in file.read_bytes().splitlines()]


def is_clean(outcome: Outcome) -> bool:
    return audit_ledger(outcome.ledger, (outcome.keys / "verifier.vkey").read_text().strip(), jobs=1).status == 0


def test_each_ledger_has_a_key_and_a_session_of_its_own(tmp_path) -> None:
    outcomes = record_in_bulk(bulk_at(tmp_path), jobs=2)
    assert [(outcome.recorded.session, outcome.recorded.rounds) for outcome in outcomes if outcome.recorded] == [(1, 4)] * 3
    assert len({(outcome.keys / "verifier.vkey").read_text() for outcome in outcomes}) == 3
    assert len({history(outcome)[1] for outcome in outcomes}) == 3, "the secret of each is its own"
    assert is_clean(outcomes[0])


def test_any_number_of_processes_records_the_same(tmp_path) -> None:
    """But for the keys, which are never the same: the first line names them, and the card stream takes in no more than the session's."""
    one, two = (record_in_bulk(bulk_at(tmp_path / str(jobs), ledgers=2), jobs) for jobs in (1, 2))
    assert [history(outcome)[1:] for outcome in one] == [history(outcome)[1:] for outcome in two]


def test_recording_again_adds_a_session_to_each_and_makes_those_that_are_new(tmp_path) -> None:
    record_in_bulk(bulk_at(tmp_path, ledgers=1), jobs=1)
    outcomes = record_in_bulk(attrs.evolve(bulk_at(tmp_path, ledgers=2), secret=b"\x01" * 32), jobs=2)
    assert [outcome.recorded.session for outcome in outcomes if outcome.recorded] == [2, 1]


def test_what_goes_wrong_in_one_leaves_the_others_alone(tmp_path) -> None:
    (tmp_path / "ledgers" / "2").mkdir(parents=True)
    (tmp_path / "ledgers" / "2" / "something").touch()
    outcomes = record_in_bulk(bulk_at(tmp_path), jobs=2)
    assert [outcome.number for outcome in failed(outcomes)] == [2]
    assert "is not an empty folder" in outcomes[1].error
    assert [outcome.recorded is not None for outcome in outcomes] == [True, False, True]


def test_a_process_that_dies_is_told_and_takes_no_other_with_it(tmp_path) -> None:
    bulk, killed = bulk_at(tmp_path, ledgers=2, rounds=100_000), list[int]()

    def kill_the_first(_rounds: int) -> None:
        if not killed and (bulk.ledger(1) / "checkpoint").exists() and (bulk.ledger(2) / "checkpoint").exists():
            active_children()[0].kill()
            killed.append(1)

    outcomes = record_in_bulk(bulk, jobs=2, watch=kill_the_first, stop=lambda: bool(killed))
    dead, alive = sorted(outcomes, key=lambda outcome: outcome.recorded is not None)
    assert "ended before it was done (status -9); `shoe fsck" in dead.error
    assert alive.recorded is not None
    assert (alive.recorded.reason, alive.error) == ("stopped", "")


def test_stopping_closes_what_is_in_play_and_begins_no_other(tmp_path) -> None:
    bulk = bulk_at(tmp_path, ledgers=2, rounds=100_000)
    outcomes = record_in_bulk(bulk, jobs=1, stop=(tmp_path / "ledgers" / "1" / "checkpoint").exists)
    first, second = outcomes
    assert first.recorded is not None
    assert first.recorded.reason == "stopped"
    assert (second.recorded, second.error, second.ledger.exists()) == (None, "", False)
    assert b'"record":"close"' in history(first)[-1]


def test_it_is_watched_by_the_rounds_that_are_signed(tmp_path) -> None:
    seen: list[int] = []
    record_in_bulk(bulk_at(tmp_path, ledgers=2), jobs=2, watch=seen.append)
    assert seen[-1] <= 8
    assert seen == sorted(seen)


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"name": "no spaces here"}, NameRefused),
        ({"plan": Plan(training({}), ("Ann",), {}, answers={"Ann": "script"})}, SessionRefused),
        ({"plan": Plan(training({}), ("Ann",), {}, answers={"Ann": "nobody"})}, SessionRefused),
    ],
    ids=["name", "script", "bot"],
)
def test_what_can_be_checked_is_checked_before_anything_is_written(tmp_path, changes, error) -> None:
    with pytest.raises(error):
        record_in_bulk(attrs.evolve(bulk_at(tmp_path), **changes), jobs=2)
    assert list(tmp_path.iterdir()) == []


def test_sealed_keys_are_opened_with_the_passphrase(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr("ledger.history.vault.COST", 10)
    bulk = bulk_at(tmp_path, ledgers=1)
    KeyFolder(bulk.keys(1)).create(f"{NAME}/1", PASSPHRASE)
    assert "sealed with a passphrase" in record_in_bulk(bulk, jobs=1)[0].error
    assert record_in_bulk(attrs.evolve(bulk, passphrase=PASSPHRASE), jobs=1)[0].recorded is not None
