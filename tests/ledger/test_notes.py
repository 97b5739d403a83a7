"""Keys and notes as the operator's folder holds them (FORMAT §3), and the clock that starts where asked (§2)."""

from __future__ import annotations

import pytest

from ledger.clock import SteppingClock
from ledger.errors import KeyProblem
from ledger.proof.notes import Checkpoint, Signer

SIGNER = Signer("club.example/t", bytes(range(32)))
CHECKPOINT = Checkpoint(SIGNER.name, 7, bytes(32))
TEXT = CHECKPOINT.to_text()


def test_a_note_of_our_own_reads_back() -> None:
    note = SIGNER.sign(TEXT)
    assert SIGNER.has_signed(note)
    assert Checkpoint.from_note(note) == CHECKPOINT


BAD = {
    "another text": "hello\n",
    "a line too many": TEXT + "more\n",
    "a size that is none": TEXT.replace("\n7\n", "\nseven\n"),
    "a size written otherwise": TEXT.replace("\n7\n", "\n07\n"),
    "a size of thousands of digits": TEXT.replace("\n7\n", f"\n{'7' * 5000}\n"),
    "a root that is not base64": TEXT.replace("AAA=", "A=A="),
    "a root that is not ASCII": TEXT.replace("AAA=", "AAé="),
}


@pytest.mark.parametrize("text", BAD.values(), ids=BAD.keys())
def test_a_signed_note_that_is_no_checkpoint_is_refused(text) -> None:
    """The key may have signed something else; its owner is told so in one sentence."""
    note = SIGNER.sign(text)
    assert SIGNER.has_signed(note)
    with pytest.raises(KeyProblem, match="is not the checkpoint of a ledger; restore the key folder from a backup"):
        Checkpoint.from_note(note)


@pytest.mark.parametrize("odd", ["é", "=", "\u0660", " "])
def test_a_signature_that_is_not_base64_signs_nothing(odd) -> None:
    note = SIGNER.sign(TEXT)
    assert not SIGNER.has_signed(f"{note[:-9]}{odd}{note[-8:]}")


@pytest.mark.parametrize("odd", ["é", "=", "\u0660", " "])
def test_a_signing_key_that_is_not_base64_is_damaged(odd) -> None:
    text = SIGNER.to_text()
    assert Signer.from_text(text, "signing.key") == SIGNER
    with pytest.raises(KeyProblem, match=r"signing.key is not a signing key as `shoe keygen` writes it; restore it from a backup"):
        Signer.from_text(f"{text[:-9]}{odd}{text[-8:]}", "signing.key")


def test_no_session_outlasts_the_calendar() -> None:
    """A clock that starts late could not go on."""
    assert SteppingClock("9000-12-31T23:59:59Z").read() == "9000-12-31T23:59:59Z"
    with pytest.raises(ValueError, match="9001-01-01T00:00:00Z"):
        SteppingClock("9001-01-01T00:00:00Z")
