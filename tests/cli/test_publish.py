"""`shoe publish`, and the commands that read what it wrote."""

from __future__ import annotations

import json

import pytest


@pytest.fixture
def public(shoe, shared_club, tmp_path):
    """The club's ledger, published."""
    assert shoe("publish", shared_club.ledger, tmp_path / "public").status == 0
    return tmp_path / "public"


def test_it_says_what_was_published(shoe, shared_club, tmp_path) -> None:
    first = shoe("publish", shared_club.ledger, tmp_path / "public")
    assert (first.status, first.err) == (0, "")
    assert "club.example/t: " in first.out
    assert first.out.endswith("; 3 files written, 0 removed.\n")
    again = json.loads(shoe("publish", shared_club.ledger, tmp_path / "public", "--format", "json").out)
    assert again == {"name": "club.example/t", "size": shared_club.history().count(b"\n"), "written": 0, "removed": 0}


def test_what_was_published_is_audited_and_told_like_the_ledger(shoe, shared_club, public) -> None:
    for words in (["audit", "--vkey", shared_club.vkey], ["explain", "1/2"], ["standings"]):
        command, *more = words
        mine, its = shoe(command, public, *more), shoe(command, shared_club.ledger, *more)
        assert (mine.status, mine.out.replace(str(public), "")) == (0, its.out), command


def test_it_refuses_in_one_sentence(shoe, shared_club, tmp_path) -> None:
    (tmp_path / "letters.txt").touch()
    refused = shoe("publish", shared_club.ledger, tmp_path)
    assert (refused.status, refused.out, refused.err.count("\n")) == (2, "", 1)
    assert "letters.txt" in refused.err


def test_a_tree_that_is_not_whole_cannot_be_verified(shoe, shared_club, public) -> None:
    (tile,) = (public / "tile" / "0").rglob("[0-9]*[0-9]")
    tile.write_bytes(tile.read_bytes()[:-1])
    refused = shoe("audit", public, "--vkey", shared_club.vkey)
    assert (refused.status, refused.out, refused.err.count("\n")) == (3, "", 1)
    assert "fetch the tree again" in refused.err


def test_a_disk_that_fails_is_told(shoe, shared_club, tmp_path, without_rights) -> None:
    with without_rights():
        refused = shoe("publish", shared_club.ledger, tmp_path / "nobody")
    assert (refused.status, refused.err.count("\n")) == (2, 1)
    assert "Permission denied" in refused.err
