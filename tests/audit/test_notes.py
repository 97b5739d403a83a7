"""Signed notes, checkpoints and verifier keys (FORMAT §3, C2SP)."""

import base64
import hashlib

import pytest

from audit.errors import KeyTextError, NoteError, SignatureError
from audit.notes import open_checkpoint, parse_vkey

ROOT = hashlib.sha256(b"").digest()
TEXT = f"club.example/test\n0\n{base64.b64encode(ROOT).decode()}\n"


def test_a_checkpoint_is_read(signer):
    one = signer()
    checkpoint = open_checkpoint(one.note(TEXT), parse_vkey(one.vkey))
    assert (checkpoint.name, checkpoint.size, checkpoint.root) == ("club.example/test", 0, ROOT)


def test_lines_of_unknown_keys_are_ignored(signer):
    one, other = signer(), signer("witness.example", b"\x09" * 32)
    note = one.note(TEXT) + other.line("something else").encode()
    assert open_checkpoint(note, parse_vkey(one.vkey)).size == 0


def test_a_note_without_the_known_key_is_refused(signer):
    one, other = signer(), signer("club.example/test", b"\x09" * 32)
    with pytest.raises(SignatureError, match="not by the key given"):
        open_checkpoint(other.note(TEXT), parse_vkey(one.vkey))


def test_a_known_key_whose_line_fails_refuses_the_note(signer):
    one = signer()
    with pytest.raises(SignatureError, match="altered"):
        open_checkpoint(one.note(TEXT).replace(b"\n0\n", b"\n1\n", 1), parse_vkey(one.vkey))


def test_a_bad_line_beside_a_good_one_refuses_the_note(signer):
    one = signer()
    with pytest.raises(SignatureError):
        open_checkpoint(one.note(TEXT) + one.line("another text\n").encode(), parse_vkey(one.vkey))


@pytest.mark.parametrize(
    "spoil",
    [
        lambda note: note[:0],
        lambda note: note.partition(b"\n\n")[0] + b"\n",
        lambda note: note.partition(b"\n\n")[0] + b"\n\n",
        lambda note: note[:-1],
        lambda note: note.replace("—".encode(), b"-"),
        lambda note: note.replace(b"club", b"cl\x07b"),
        lambda note: b"\xff" + note,
        lambda note: note[:-2] + b"\n",
    ],
)
def test_what_is_no_note_is_refused(signer, spoil):
    one = signer()
    with pytest.raises((NoteError, SignatureError)):
        open_checkpoint(spoil(one.note(TEXT)), parse_vkey(one.vkey))


@pytest.mark.parametrize(
    "text",
    [
        TEXT.replace("\n0\n", "\n00\n"),
        TEXT.replace("\n0\n", "\n-1\n"),
        TEXT.replace("\n0\n", "\n1.0\n"),
        TEXT.replace("\n0\n", "\n\u0661\n"),
        TEXT + "more\n",
        TEXT.replace("=\n", "\n"),
        TEXT.replace("FU=", "FV="),
        "club.example/test\n0\nAAAA\n",
        TEXT.replace("club.example/test", "club example"),
    ],
)
def test_a_signed_text_that_is_no_checkpoint_is_refused(signer, text):
    one = signer()
    with pytest.raises(NoteError):
        open_checkpoint(one.note(text), parse_vkey(one.vkey))


@pytest.mark.parametrize(
    "spoil",
    [
        lambda vkey: vkey[:0],
        lambda vkey: vkey.replace("+", " "),
        lambda vkey: "another" + vkey,
        lambda vkey: vkey[:-1],
        lambda vkey: vkey.replace("+A", "+B"),
        lambda vkey: vkey + "=",
        lambda vkey: vkey.upper(),
        lambda vkey: "a b" + vkey,
    ],
)
def test_what_is_no_verifier_key_is_refused(signer, spoil):
    with pytest.raises(KeyTextError, match="verifier key"):
        parse_vkey(spoil(signer().vkey))
