"""A player holds a bundle and the receipts of that round: `shoe verify --receipt` (FORMAT §10, §11)."""

import json

import pytest

from audit.errors import AuditError
from audit.evidence.verify import verify
from cli.main import run
from ledger import KeyFolder, hand_bundle
from tests.support.ledgers import NAME

CLOCK = ("--clock", "2026-01-01T20:00:00Z")


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    """A folder with the ledger, keys and receipts of a live session in which Ann follows a script."""
    folder = tmp_path_factory.mktemp("table")
    script = folder / "ann.jsonl"
    script.write_text(json.dumps({"round": 1, "answer": "1 stand"}) + "\n")
    keys, seed = folder / "keys", folder / "seed"
    seed.write_text("0" * 62 + "0b" + "\n")
    assert run(["keygen", NAME, "--keys", str(keys)]) == 0
    assert run(["init", str(folder / "ledger"), "--name", NAME, "--keys", str(keys)]) == 0
    asked = ["record", str(folder / "ledger"), "--keys", str(keys), "--rules", "training", "--players", "Ann,Bo", "--bot", "Bo=stand"]
    assert (
        run(
            [
                *asked,
                "--rounds",
                "1",
                "--live",
                "--script",
                str(script),
                "--receipts",
                str(folder / "kept"),
                "--seed-file",
                str(seed),
                *CLOCK,
            ]
        )
        == 0
    )
    return folder


@pytest.fixture
def hand(table, tmp_path):
    file = tmp_path / "hand.json"
    file.write_bytes(hand_bundle(table / "ledger", 1, 1))
    return file


def kept(table):
    return sorted((table / "kept").rglob("*.receipt"))


def vkey(table):
    return (table / "keys" / "verifier.vkey").read_text()


def test_a_round_that_bears_its_receipts_out_says_so(table, hand) -> None:
    result = verify(hand, vkey(table), receipts=kept(table))
    assert result.status == 0
    assert len([line for line in result.proven if "of the receipt" in line]) == len(kept(table)) > 0


def test_a_receipt_that_says_otherwise_makes_it_wrong(table, hand, tmp_path) -> None:
    """The operator signed another log for the player than what the ledger has."""
    text = kept(table)[-1].read_text().partition("\n\n")[0].split("\n")
    text[-1] = "A" * 43 + "="
    other = tmp_path / "other.receipt"
    other.write_text(KeyFolder(table / "keys").signer().sign("\n".join(text) + "\n"))
    result = verify(hand, vkey(table), receipts=[other])
    assert result.status == 1
    assert result.verdict.startswith("WRONG: one contradiction")
    assert "other.receipt, signed for seat 1" in result.contradictions[0]


def test_a_receipt_of_another_round_is_refused(table, hand, tmp_path) -> None:
    text = kept(table)[-1].read_text().partition("\n\n")[0].replace("1/1", "1/2", 1)
    other = tmp_path / "other.receipt"
    other.write_text(KeyFolder(table / "keys").signer().sign(f"{text}\n"))
    with pytest.raises(AuditError, match=r"of round 1/1, and the receipt .* of round 1/2: give the receipts of this round"):
        verify(hand, vkey(table), receipts=[other])


def test_what_is_no_receipt_is_named(table, hand) -> None:
    with pytest.raises(AuditError, match=r"verifier\.vkey is no receipt"):
        verify(hand, vkey(table), receipts=[table / "keys" / "verifier.vkey"])


def test_only_a_bundle_is_held_against_receipts(table) -> None:
    with pytest.raises(AuditError, match="is no hand bundle"):
        verify(table / "ledger" / "checkpoint", vkey(table), receipts=kept(table))
