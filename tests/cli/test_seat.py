"""`shoe seat`: what a player types, reads and gives, on a machine of their own."""

from __future__ import annotations

import json
import os
import re
import signal
import threading
from base64 import b64decode

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from ledger.history.records import canonical
from ledger.sheet import seed_chain
from ledger.shoe.chain import default_chain_length
from ledger.shoe.hashing import frame
from tests.support.operators import Operator


@pytest.fixture
def table(tmp_path):
    """An operator who has opened a session and given Ann her invitation."""
    operator = Operator()
    operator.open()
    (tmp_path / "Ann.invitation.json").write_bytes(canonical(operator.invitation("Ann")) + b"\n")
    (tmp_path / "club.vkey").write_text(f"{operator.signer.vkey}\n", encoding="utf-8")
    return operator


@pytest.fixture
def seat(shoe, tmp_path):
    """Runs a command of Ann's, beside her files."""
    given = ("--vkey", tmp_path / "club.vkey", "--secret", tmp_path / "ann.secret")
    return lambda what, file, *more: shoe("seat", what, tmp_path / file, *given, *more)


def test_joining_says_what_one_sits_down_to_and_gives_the_hash(seat, table, tmp_path) -> None:
    outcome = seat("join", "Ann.invitation.json", "-o", tmp_path / "Ann.hash.json")
    assert (outcome.status, outcome.out) == (0, "")
    assert "rules       training: Training table" in outcome.err
    assert json.loads(table.lines[1])["rules_hash"] in outcome.err
    assert outcome.err.splitlines()[-1] == (
        f"If this is what was agreed, give the operator {tmp_path / 'Ann.hash.json'}. Keep {tmp_path / 'ann.secret'} to yourself."
    )
    assert set(json.loads((tmp_path / "Ann.hash.json").read_text())) == {"entropy_hash", "format", "key", "name", "open"}
    # Without -o the same file is what stands on stdout.
    assert seat("join", "Ann.invitation.json").out == (tmp_path / "Ann.hash.json").read_text()


def test_revealing_keeps_the_checkpoint_and_tells_the_entropy_once_all_is_proven(seat, table, tmp_path) -> None:
    hashed = json.loads(seat("join", "Ann.invitation.json").out)["entropy_hash"]
    table.seat(1, "Ann", hashed)
    (tmp_path / "seats.json").write_bytes(canonical(table.seats([1, 2])) + b"\n")
    outcome = seat("reveal", "seats.json", "-k", tmp_path / "kept", "-o", tmp_path / "Ann.reveal.json")
    assert (outcome.status, outcome.out) == (0, "")
    assert (tmp_path / "kept").read_text() == table.note()
    secret = json.loads((tmp_path / "ann.secret").read_text())["entropy"]
    assert json.loads((tmp_path / "Ann.reveal.json").read_text())["entropy"] == secret
    assert secret not in outcome.err
    assert outcome.err.startswith("seat 1      Ann, with 100, box 1, own entropy\n")
    assert f"shoe audit LEDGER --vkey VKEY --known-checkpoint {tmp_path / 'kept'}" in outcome.err
    again = seat("reveal", "seats.json", "-k", tmp_path / "kept")
    assert (again.status, again.out) == (2, ""), "nothing is told before it is known where to keep the checkpoint"
    assert "kept is there already, and is not written over" in again.err


def test_what_proves_too_little_tells_nothing_and_exits_with_3(seat, table, tmp_path) -> None:
    hashed = json.loads(seat("join", "Ann.invitation.json").out)["entropy_hash"]
    table.seat(1, "Ann", hashed)
    table.start("00" * 32)
    (tmp_path / "seats.json").write_bytes(canonical(table.seats([1, 2])) + b"\n")
    outcome = seat("reveal", "seats.json", "-k", tmp_path / "kept", "-o", tmp_path / "Ann.reveal.json")
    assert (outcome.status, outcome.out) == (3, "")
    assert "more was signed after the seats, perhaps a start: do not reveal" in outcome.err.replace("; do", ": do")
    assert outcome.err.count("\n") == 1
    assert not (tmp_path / "kept").exists()
    assert not (tmp_path / "Ann.reveal.json").exists()


@pytest.mark.parametrize(
    ("what", "file", "status", "says"),
    [
        ("join", "none.json", 3, "none.json cannot be read .*; give the invitation"),
        ("join", "club.vkey", 3, "is not the invitation"),
        ("reveal", "Ann.invitation.json", 2, "The secret .* cannot be read .* give the file that `shoe seat join` wrote"),
    ],
)
@pytest.mark.usefixtures("table")
def test_other_files_are_refused_in_one_sentence(seat, what, file, status, says) -> None:
    outcome = seat(what, file)
    assert (outcome.status, outcome.out, outcome.err.count("\n")) == (status, "", 1)
    assert re.search(says, outcome.err)


def test_who_signs_gives_a_key_and_then_signatures_over_questions_and_answers(seat, table, shoe, tmp_path) -> None:
    """FORMAT §15: its private half stays in the secret, which is the player's alone."""
    given = json.loads(seat("join", "Ann.invitation.json", "--sign").out)
    assert seat("join", "Ann.invitation.json", "--sign").out == canonical(given).decode() + "\n"
    table.seat(1, "Ann", given["entropy_hash"], key=given["key"])
    (tmp_path / "seats.json").write_bytes(canonical(table.seats([1, 2])) + b"\n")
    assert seat("reveal", "seats.json").status == 0
    assert (tmp_path / "ann.secret").stat().st_mode & 0o777 == 0o600
    question = bytes(range(32))
    outcome = shoe("seat", "answer", question.hex(), "1 hit", "--secret", tmp_path / "ann.secret")
    assert (outcome.status, outcome.err) == (0, "")
    key = Ed25519PublicKey.from_public_bytes(b64decode(given["key"]))
    key.verify(b64decode(outcome.out), frame(b"sealedshoe/1/answer", question, b"1 hit"))


@pytest.mark.usefixtures("table")
def test_a_secret_without_a_key_signs_nothing_and_is_given_none(seat, shoe, tmp_path) -> None:
    assert json.loads(seat("join", "Ann.invitation.json").out)["key"] is None
    again = seat("join", "Ann.invitation.json", "--sign")
    assert (again.status, again.out) == (2, "")
    assert "was made without --sign; do so again, or give another file." in again.err
    outcome = shoe("seat", "answer", "00" * 32, "1 hit", "--secret", tmp_path / "ann.secret")
    assert (outcome.status, outcome.out) == (2, "")
    assert "has no key to sign with; `shoe seat join --sign` makes one" in outcome.err


@pytest.mark.parametrize(
    ("question", "said", "says"), [("00", "1 hit", "question's hash is not 64"), ("00" * 32, "hit", "one such as “1 hit”")]
)
@pytest.mark.usefixtures("table")
def test_what_is_no_question_or_no_answer_is_not_signed(seat, shoe, tmp_path, question, said, says) -> None:
    seat("join", "Ann.invitation.json", "--sign")
    outcome = shoe("seat", "answer", question, said, "--secret", tmp_path / "ann.secret")
    assert (outcome.status, outcome.out, outcome.err.count("\n")) == (3, "", 1)
    assert says in outcome.err


OWN = ("--rules", "training", "--players", "Ann,Bo", "--bot", "s17", "--rounds", 1, "--own", "Ann")


@pytest.fixture
def record(shoe, club):
    """Records a session at which Ann is to give her own entropy."""
    return lambda *more: shoe("record", club.ledger, "--keys", club.keys, *OWN, *more)


def test_the_operator_goes_on_without_who_does_not_come_in_time(record, club, shoe, tmp_path) -> None:
    outcome = record("--exchange", tmp_path / "x", "--wait", "0")
    assert outcome.status == 0, outcome.err
    assert f"Give Ann the invitation {tmp_path / 'x' / 'Ann.invitation.json'}." in outcome.err
    assert "No hash has come from Ann, who sits with the house's entropy; every audit will say so." in outcome.err
    given = ("--vkey", club.vkey, "--secret", tmp_path / "ann.secret")
    assert shoe("seat", "join", tmp_path / "x" / "Ann.invitation.json", *given).status == 0


def test_ctrl_c_leaves_the_session_open_with_nothing_told(record, club, shoe, tmp_path) -> None:
    threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
    outcome = record("--exchange", tmp_path / "x")
    assert outcome.status == 130
    assert outcome.err.endswith("shoe: Session 2 was left open, waiting for hashes of its players; go on with `shoe resume`.\n")
    secret = (club.keys / "sessions" / "2.secret").read_text().strip()
    journal = (club.ledger / "journal" / "2.jsonl").read_text()
    chain = [seed.hex() for seed in seed_chain(bytes.fromhex(secret), default_chain_length(1)).seeds]
    assert chain[0] in journal
    assert [told for told in (secret, *chain[1:]) if told in journal + club.history().decode() + outcome.err] == []
    refused = shoe("resume", club.ledger, "--keys", club.keys)
    assert refused.status == 2
    assert "give the folder where they lie with --exchange DIR, and with --wait 0 if nobody is to be waited for." in refused.err
    assert shoe("resume", club.ledger, "--keys", club.keys, "--exchange", tmp_path / "x", "--wait", "0").status == 0


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ((), "Ann is to give their own entropy; say with --exchange DIR where their files come and go."),
        (("--wait", "3"), "--wait says how long players' files are waited for: add --exchange DIR"),
        (("--own", "Di", "--exchange", "x"), "“Di” is to give their own entropy and is not one of --players; change --own."),
        (("--exchange", "x", "--wait", "-1"), "Invalid value for '--wait'"),
    ],
)
def test_an_exchange_that_cannot_be_is_refused_and_leaves_no_trace(record, club, more, says) -> None:
    before = club.history()
    outcome = record(*more)
    assert (outcome.status, outcome.out, outcome.err.count("\n")) == (2, "", 1)
    assert says in outcome.err
    assert club.history() == before
    assert not (club.keys / "sessions" / "2.secret").exists()
