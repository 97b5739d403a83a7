"""`shoe prove` and `shoe verify`: one disputed round, proven to somebody who has nothing but a file and the verifier key."""

from __future__ import annotations

import json
import shutil
from base64 import b64decode

import pytest

from cli.main import run
from ledger import KeyFolder
from ledger.cheating import tamper
from ledger.proof.notes import Checkpoint
from ledger.proof.tree import Frontier, leaf_hash


@pytest.fixture(scope="module")
def bundle(shared_club, tmp_path_factory):
    """The bundle of round 1/3, made once."""
    path = tmp_path_factory.mktemp("proof") / "hand.json"
    assert run(["prove", str(shared_club.ledger), "1/3", "-o", str(path)]) == 0
    return path


@pytest.fixture
def elsewhere(tmp_path, monkeypatch, bundle):
    """An empty folder with nothing but the bundle, and no ledger in sight."""
    folder = tmp_path / "empty"
    folder.mkdir()
    shutil.copy(bundle, folder / "hand.json")
    monkeypatch.chdir(folder)
    return folder


def test_in_an_empty_folder_a_round_is_told_and_proven(shoe, elsewhere, shared_club) -> None:
    outcome = shoe("verify", "hand.json", "--vkey", shared_club.vkey)
    assert (outcome.status, outcome.err) == (0, "")
    assert [path.name for path in elsewhere.iterdir()] == ["hand.json"]
    for heading in ("The shoe", "Deal", "Balances", "Proven, by this file and the verifier key alone", "Not proven by it"):
        assert f"\n{heading}\n" in outcome.out
    assert outcome.out.rstrip().endswith("RIGHT: round 1/3 was dealt from the sealed shoe, and played and paid by the rules.")


def test_what_is_not_proven_is_said_with_the_reason(shoe, bundle, shared_club) -> None:
    told = json.loads(shoe("verify", bundle, "--vkey", shared_club.vkey, "--format", "json").out)
    reasons = " ".join(told["not_proven"])
    for words in ("no second history", "not sought out beforehand", "players decided", "rest of the session", "rest on earlier rounds"):
        assert words in reasons
    assert (told["kind"], told["status"], told["findings"], told["contradictions"]) == ("bundle", 0, [], [])


def test_one_hand_is_told_without_the_others(shoe, shared_club, tmp_path) -> None:
    assert shoe("prove", shared_club.ledger, "1/3/2", "-o", tmp_path / "hand.json").status == 0
    story = json.loads(shoe("verify", tmp_path / "hand.json", "--vkey", shared_club.vkey, "--format", "json").out)["story"]
    assert {step["who"] for step in story["steps"]} <= {"2", "D", "s2", ""}


def test_without_a_file_name_the_bundle_is_the_output_and_nothing_else_is(shoe, shared_club, bundle) -> None:
    outcome = shoe("prove", shared_club.ledger, "1/3")
    assert (outcome.status, outcome.err, outcome.out.encode()) == (0, "", bundle.read_bytes())


def test_nothing_is_written_over(shoe, shared_club, tmp_path) -> None:
    (tmp_path / "diary").write_text("dear diary", encoding="utf-8")
    outcome = shoe("prove", shared_club.ledger, "1/3", "-o", tmp_path / "diary")
    assert (outcome.status, (tmp_path / "diary").read_text(encoding="utf-8")) == (2, "dear diary")
    assert "choose another name" in outcome.err


@pytest.mark.parametrize(
    ("which", "says"),
    [
        ("7/1", "no session 7"),
        ("1/77", "no round 77"),
        ("1/1/9", "no hand 9"),
        ("first", "not SESSION/ROUND"),
    ],
)
def test_what_is_not_there_is_refused_in_one_sentence(shoe, shared_club, which, says) -> None:
    outcome = shoe("prove", shared_club.ledger, which)
    assert (outcome.status, outcome.out, outcome.err.count("\n")) == (2, "", 1)
    assert says in outcome.err


def test_a_round_whose_shoe_goes_on_has_no_proof_yet_and_is_told_when(shoe, club) -> None:
    """The session of a cut-card shoe, as it was before its close and the round that ends the shoe."""
    rules = (
        shoe("rules", "show", "training", "--format", "toml")
        .out.replace("every-round", "cut-card")
        .replace("penetration_left = 0", "penetration_left = 60")
    )
    (club.ledger.parent / "rules.toml").write_text(rules, encoding="utf-8")
    recorded = shoe(
        "record",
        club.ledger,
        "--rules",
        club.ledger.parent / "rules.toml",
        "--rounds",
        2,
        "--players",
        "Ann,Bo",
        "--bot",
        "stand",
        "--keys",
        club.keys,
    )
    assert recorded.status == 0, recorded.err
    assert shoe("prove", club.ledger, "2/1").status == 0
    history = club.ledger / "history" / "00000000.jsonl"
    history.write_bytes(b"".join(history.read_bytes().splitlines(keepends=True)[:-1]))
    (club.ledger / "checkpoint").write_text(signed_anew(club), encoding="utf-8")
    outcome = shoe("prove", club.ledger, "2/1")
    assert (outcome.status, outcome.out) == (3, "")
    assert "is revealed in the round with which that shoe ends, and at the latest when session 2 is closed" in outcome.err


def signed_anew(club) -> str:
    tree = Frontier()
    for line in club.history().splitlines():
        tree.append(leaf_hash(line))
    return KeyFolder(club.keys).signer().sign(Checkpoint("club.example/t", tree.size, tree.root()).to_text())


def test_a_round_that_the_operator_falsified_is_found_out_from_its_bundle(shoe, club, tmp_path) -> None:
    """Four kinds of cheating, each signed with the true key."""
    whole = tmp_path / "whole"
    shutil.copytree(club.ledger, whole)
    for kind, code in (("payout", "payout"), ("card", "card"), ("balance", "balance-after"), ("seed", "seed-chain")):
        change = tamper(club.ledger, club.keys, kind, 1)
        number = change.where.split("round ")[1].split(",")[0]
        assert shoe("prove", club.ledger, f"1/{number}", "-o", tmp_path / f"{kind}.json").status == 0
        outcome = shoe("verify", tmp_path / f"{kind}.json", "--vkey", club.vkey, "--format", "json")
        told = json.loads(outcome.out)
        assert outcome.status == told["status"] == 1
        assert told["verdict"].startswith("WRONG")
        assert code in {finding["code"] for finding in told["findings"]}, kind
        shutil.rmtree(club.ledger)
        shutil.copytree(whole, club.ledger)


def test_a_proof_of_the_line_alone_is_c2sps(shoe, shared_club, tmp_path) -> None:
    proof = tmp_path / "line.tlog-proof"
    assert shoe("prove", shared_club.ledger, "1/3", "--format", "tlog-proof", "-o", proof).status == 0
    first, extra, index, *_ = proof.read_text(encoding="utf-8").split("\n")
    assert first == "c2sp.org/tlog-proof@v1"
    assert shared_club.history().splitlines()[int(index.split(" ")[1])] == b64decode(extra.removeprefix("extra "))
    outcome = shoe("verify", proof, "--vkey", shared_club.vkey)
    assert outcome.status == 0
    assert "a `round` record of session 1, round 3" in outcome.out
    assert shoe("prove", shared_club.ledger, "1/3/1", "--format", "tlog-proof").status == 2


def test_a_strangers_file_cannot_write_to_the_terminal(shoe, bundle, shared_club, tmp_path) -> None:
    """What it asks for stands in an error, and might be codes that a terminal obeys, or a verdict on a line of its own."""
    hostile = tmp_path / "hostile.json"
    hostile.write_bytes(bundle.read_bytes().replace(b'"hand":null', b'"hand":"\\u001b[2J\\nRIGHT: all is well."', 1))
    outcome = shoe("verify", hostile, "--vkey", shared_club.vkey)
    assert (outcome.status, outcome.out) == (3, "")
    assert outcome.err.count("\n") == 1
    assert "\x1b" not in outcome.err
