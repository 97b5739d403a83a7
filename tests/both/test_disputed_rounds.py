"""Rounds of tables whose banks, limits and shoes go on, proven by a bundle and verified from it alone: all are right, none is accused."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from audit.evidence.verify import verify
from cli.main import run
from ledger.proof.bundle import hand_bundle
from tests.support.evenings import record_evening


@pytest.fixture(scope="module", params=[1, 304, 322])
def live_table(tmp_path_factory, request):
    """A folder with the ledger and the keys of a live session whose banker is drawn from a shoe of its own before the first round.

    In the last two a later bank is drawn as well: the shoe that was in use ends between two rounds.
    """
    folder = tmp_path_factory.mktemp("live")
    (folder / "seed").write_text(f"{request.param:064x}\n")
    ledger, keys = str(folder / "ledger"), str(folder / "keys")
    for command in (
        ("keygen", "club.example/live", "--keys", keys),
        ("init", ledger, "--name", "club.example/live", "--keys", keys),
        (
            "record",
            ledger,
            "--keys",
            keys,
            "--rules",
            "changing-bank",
            "--rounds",
            "3",
            "--live",
            "--players",
            "Ann,Bo,Cy",
            "--bot",
            "random",
            "--seed-file",
            str(folder / "seed"),
            "--clock",
            "2026-01-31T20:00:00Z",
        ),
    ):
        assert run(command) == 0
    return folder


def played(ledger: Path) -> Iterator[dict[str, object]]:
    """Rounds and voids of a ledger's only session."""
    for file in sorted((ledger / "history").iterdir()):
        for line in file.read_bytes().splitlines():
            record = json.loads(line)
            if record["record"] in ("round", "void"):
                yield record


@pytest.mark.parametrize(
    ("profile", "patience"),
    [("changing-bank", 60), ("classic-full", 0), ("club", 60), ("home", 0), ("permanent-bank", 60), ("permanent-bank", 0)],
)
def test_a_late_round_is_proven(profile, patience, tmp_path) -> None:
    """The last round but one: banks, limits, shoes and who is there come from earlier lines. With some patience the last is a void."""
    ledger = record_evening(tmp_path, profile, {"session.rounds": 9}, players=4, secret=7, patience=patience)
    rounds = list(played(ledger))
    for record in rounds[-1:] if patience else rounds[-2:-1]:
        (tmp_path / "hand.json").write_bytes(hand_bundle(ledger, 1, int(str(record["round"]))))
        result = verify(tmp_path / "hand.json", (tmp_path / "keys" / "verifier.vkey").read_text())
        assert result.status == 0, [*result.findings, *result.contradictions]
        assert result.story is not None


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_live_round_is_proven_with_its_begin_wherever_its_shoe_was_taken_up(live_table, tmp_path, number) -> None:
    """The playing shoe is shuffled after the bank's draw: in the first round's own line, and not in its begin.

    What a begin tells of a shoe that ends with it, the round after it tells again.
    """
    (tmp_path / "hand.json").write_bytes(hand_bundle(live_table / "ledger", 1, number))
    result = verify(tmp_path / "hand.json", (live_table / "keys" / "verifier.vkey").read_text())
    assert result.status == 0, [*result.findings, *result.contradictions]
    assert result.story is not None
    assert any("signed before its first card" in line for line in result.story.heading)
