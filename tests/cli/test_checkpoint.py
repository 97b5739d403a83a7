"""`shoe checkpoint`, and what is held against a checkpoint that somebody kept: rollback, a round dealt anew, two histories."""

from __future__ import annotations

import errno
import json
import os
import shutil

import pytest

from ledger import KeyFolder
from ledger.cheating.history import History


def record(shoe, club, *more: object) -> None:
    outcome = shoe(
        "record", club.ledger, "--rules", "training", "--rounds", 2, "--players", "Di,Ed", "--bot", "stand", "--keys", club.keys, *more
    )
    assert outcome.status == 0, outcome.err


@pytest.fixture
def kept(shoe, club, tmp_path):
    """The checkpoint as a player kept it, before another session was recorded."""
    path = tmp_path / "kept"
    assert shoe("checkpoint", club.ledger, "-o", path).status == 0
    record(shoe, club)
    return path


def test_the_note_is_printed_with_the_advice_to_keep_it(shoe, shared_club) -> None:
    outcome = shoe("checkpoint", shared_club.ledger)
    assert outcome.out == (shared_club.ledger / "checkpoint").read_text(encoding="utf-8")
    assert "Keep it away from the ledger" in outcome.err


def test_a_kept_checkpoint_is_never_written_over(shoe, shared_club, tmp_path) -> None:
    (tmp_path / "kept").write_text("the only copy", encoding="utf-8")
    assert shoe("checkpoint", shared_club.ledger, "-o", tmp_path / "kept").status == 2
    assert (tmp_path / "kept").read_text(encoding="utf-8") == "the only copy"


def test_a_full_disk_leaves_no_half_of_one(shoe, shared_club, tmp_path, monkeypatch) -> None:
    def full(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    outcome = shoe("checkpoint", shared_club.ledger, "-o", tmp_path / "kept")
    assert outcome.status == 2
    assert "No space left" in outcome.err
    assert not (tmp_path / "kept").exists()


def test_a_ledger_that_goes_on_extends_what_was_kept_and_proves_it(shoe, club, kept, tmp_path) -> None:
    proof, hand = tmp_path / "consistency", tmp_path / "hand.json"
    assert shoe("checkpoint", club.ledger, "--extends", kept, "-o", proof).status == 0
    known = ("--vkey", club.vkey, "--known-checkpoint", kept)
    outcome = shoe("verify", proof, *known)
    assert (outcome.status, "none of those lines was changed" in outcome.out) == (0, True)
    assert shoe("verify", club.ledger / "checkpoint", *known).status == 3
    assert shoe("verify", club.ledger / "checkpoint", *known, "--consistency", proof).status == 0
    assert shoe("verify", proof, "--vkey", club.vkey).status == 3
    assert shoe("prove", club.ledger, "2/1", "--known-checkpoint", kept, "-o", hand).status == 0
    outcome = shoe("verify", hand, *known)
    assert (outcome.status, "none of those lines was changed" in outcome.out) == (0, True)


def test_a_bundle_without_the_proof_is_not_fully_verified_against_what_was_kept(shoe, club, kept, tmp_path) -> None:
    assert shoe("prove", club.ledger, "2/1", "-o", tmp_path / "hand.json").status == 0
    outcome = shoe("verify", tmp_path / "hand.json", "--vkey", club.vkey, "--known-checkpoint", kept)
    assert outcome.status == 3
    assert "NOT FULLY VERIFIED: round 2/1 is right by itself" in outcome.out
    assert "did not answer in time" not in outcome.out, "nobody was late"
    wrong = shoe("verify", tmp_path / "hand.json", "--vkey", club.vkey, "--known-checkpoint", club.keys / "verifier.vkey")
    assert wrong.status == 3
    assert f"cannot be held against what was kept: {club.keys / 'verifier.vkey'}: " in wrong.err


def test_yesterdays_backup_is_clean_and_caught_by_what_was_kept(shoe, club, tmp_path) -> None:
    """Ledger and keys restored together: nothing in them remembers."""
    backup, kept = tmp_path / "backup", tmp_path / "kept"
    shutil.copytree(club.ledger, backup)
    record(shoe, club)
    assert shoe("checkpoint", club.ledger, "-o", kept).status == 0
    assert shoe("audit", backup, "--vkey", club.vkey).status == 0
    outcome = shoe("audit", backup, "--vkey", club.vkey, "--known-checkpoint", kept)
    assert outcome.status == 1
    assert "[rollback; " in outcome.out
    refused = shoe("prove", backup, "1/1", "--known-checkpoint", kept)
    assert (refused.status, "rolled back, or is an old copy" in refused.err) == (2, True)


def test_a_ledger_rewritten_behind_what_was_kept_gives_the_proof_of_two_histories(shoe, club, kept, tmp_path) -> None:
    proof = tmp_path / "two.json"
    clean = shoe("audit", club.ledger, "--vkey", club.vkey, "--known-checkpoint", kept, "--equivocation", proof)
    assert (clean.status, proof.exists()) == (0, False)
    assert "was not written" in clean.err
    history = History.read(club.ledger)
    history.lines[1]["table"] = "Another table"
    history.write(club.ledger, KeyFolder(club.keys).signer())
    outcome = shoe("audit", club.ledger, "--vkey", club.vkey, "--known-checkpoint", kept, "--equivocation", proof)
    assert outcome.status == 1
    assert "[second-history; " in outcome.out
    told = shoe("verify", proof, "--vkey", club.vkey, "--format", "json")
    assert (told.status, json.loads(told.out)["kind"]) == (1, "equivocation")
    refused = shoe("checkpoint", club.ledger, "--extends", kept)
    assert (refused.status, "does not extend" in refused.err) == (2, True)


def test_an_equivocation_is_not_written_over_what_is_there(shoe, shared_club, tmp_path) -> None:
    (tmp_path / "two.json").write_text("{}", encoding="utf-8")
    assert shoe("audit", shared_club.ledger, "--vkey", shared_club.vkey, "--equivocation", tmp_path / "two.json").status == 2
