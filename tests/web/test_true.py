"""True bundles: every profile's rounds verify, so do those of live sessions, after a change of key, and beside an older checkpoint."""

from __future__ import annotations

import json

import pytest

from ledger import hand_bundle, rotate
from tests.support.bundles import as_bytes
from tests.support.page import said_of


@pytest.fixture(scope="module")
def answers(book):
    """What the page says of every round of the ledger."""
    rounds = book.rounds()
    said = said_of((as_bytes(book.bundle(*one)), book.signer.vkey) for one in rounds)
    return dict(zip(rounds, said, strict=True))


def test_every_round_of_every_profile_is_sealed(answers) -> None:
    assert {session for session, _ in answers} == set(range(1, 11))
    assert {one: said.refused for one, said in answers.items() if said.refused} == {}


def test_what_was_compared_is_told(answers, book) -> None:
    told = answers[1, 2].told
    (record,) = (one for one in map(json.loads, book.lines) if one["record"] == "round" and (one["session"], one["round"]) == (1, 2))
    assert [step["event"] for step in told["story"]["steps"]] == record["log"]
    assert "Each live round goes on from the log that was signed before its first card." in told["proven"]
    assert any("the house made the entropy of Player 2." in one for one in told["notProven"])


def test_who_signed_an_answer_stands_at_its_step(answers, book) -> None:
    told, records = answers[1, 2].told, [json.loads(line) for line in book.lines]
    signed = [one for one in records if one["record"] == "signed" and (one["session"], one["round"]) == (1, 2)]
    events = {answer["event"]: f"Player {answer['seat']}" for one in signed for answer in one["answers"]}
    assert {at: step["signer"] for at, step in enumerate(told["story"]["steps"]) if step["signer"]} == events
    assert {"Player 1", "Player 3"} == set(events.values())
    assert any("That Player 2 decided what is written" in one for one in told["notProven"])


def test_without_a_key_the_bundles_own_is_taken_and_named(book) -> None:
    (said,) = said_of([(as_bytes(book.bundle(1, 1)), "")])
    assert (said.refused, said.told["key"]) == ("", book.signer.vkey)


def test_after_a_change_of_key_the_old_one_still_leads_to_the_new(book, tmp_path) -> None:
    ledger = book.ledger.copied(tmp_path)
    kept = tmp_path / "kept.note"
    kept.write_bytes((ledger.path / "checkpoint").read_bytes())
    old, new = ledger.vkey, rotate(ledger.path, ledger.keys, ledger.clock).vkey
    bundle = json.loads(hand_bundle(ledger.path, 1, 1, known=kept))
    (rotation,) = bundle["rotations"]
    unsigned = rotation["checkpoint"].splitlines(keepends=True)
    wrong = [
        bundle | {"rotations": []},
        bundle | {"rotations": [rotation | {"checkpoint": "".join(unsigned[:-1])}]},
        bundle | {"checkpoint": bundle["extends"]["checkpoint"]},
        bundle | {"extends": {"checkpoint": bundle["checkpoint"], "proof": bundle["extends"]["proof"]}},
        bundle | {"extends": bundle["extends"] | {"proof": []}},
    ]
    said = said_of([(as_bytes(bundle), old), (as_bytes(bundle), new), *((as_bytes(one), old) for one in wrong)])
    assert [one.refused for one in said[:2]] == ["", ""]
    assert any("extends the older checkpoint" in one for one in said[0].told["proven"])
    assert "" not in [one.refused for one in said[2:]]


def test_files_that_are_anything_else_are_refused_at_once(book) -> None:
    deep, wide = b'{"checkpoint":' + b"[" * 200_000, b'{"checkpoint":"' + b"a" * 3_000_000 + b'"}\n'
    proto = b'{"__proto__":{"format":"sealedshoe/bundle/1"}}\n'
    huge = b'{"checkpoint":' + b"9" * 1_000_000 + b"}\n"
    others = [b"", b"{}\n", b"null\n", b"\xff\xfe{}", b"PK\x03\x04", deep + b"}\n", wide, proto, huge, b'{"a":"\\ud800"}\n', b"{" * 1000]
    said = said_of((other, book.signer.vkey) for other in others)
    for one in said:
        assert one.refused.endswith("."), one
        assert len(one.refused) < 200
        assert one.seconds < 3
