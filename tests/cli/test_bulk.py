"""`shoe bulk`: several ledgers in one go."""

from __future__ import annotations

import json

RECORD = ("--name", "club.example/bulk", "--rules", "training", "--players", "Ann,Bo", "--bot", "s17", "--rounds", "3")


def test_it_says_what_came_of_each_ledger(shoe, tmp_path) -> None:
    (tmp_path / "ledgers" / "2").mkdir(parents=True)
    (tmp_path / "ledgers" / "2" / "something").touch()
    done = shoe("bulk", tmp_path, "--ledgers", 2, "--jobs", 2, *RECORD)
    assert done.status == 2
    assert done.out == "Ledger 1, session 1: 3 rounds, all that the rules say. The ledger has 9 lines and is signed.\n"
    assert "shoe: ledger 2: " in done.err
    assert "is not an empty folder" in done.err
    assert f"Next: shoe audit {tmp_path}/ledgers/1 --vkey {tmp_path}/keys/1/verifier.vkey.\n" in done.err


def test_nothing_is_to_be_audited_where_nothing_was_recorded(shoe, tmp_path) -> None:
    (tmp_path / "ledgers" / "1").mkdir(parents=True)
    (tmp_path / "ledgers" / "1" / "something").touch()
    done = shoe("bulk", tmp_path, "--ledgers", 1, *RECORD)
    assert (done.status, done.out) == (2, "")
    assert "Next:" not in done.err


def test_another_name_than_the_one_that_a_ledger_has_is_refused_before_anything_is_recorded(shoe, tmp_path) -> None:
    assert shoe("bulk", tmp_path, "--ledgers", 1, *RECORD).status == 0
    done = shoe("bulk", tmp_path, "--ledgers", 2, "--name", "club.example/other", *RECORD[2:])
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert "ledgers/1 is the ledger club.example/bulk/1, not club.example/other/1;" in done.err
    assert not (tmp_path / "ledgers" / "2").exists()


def test_a_program_reads_it_as_json(shoe, tmp_path) -> None:
    done = shoe("bulk", tmp_path, "--ledgers", 1, *RECORD, "--format", "json")
    (told,) = json.loads(done.out)
    assert (done.status, told["error"], told["recorded"]["rounds"]) == (0, None, 3)
    assert told["ledger"] == str(tmp_path / "ledgers" / "1")
