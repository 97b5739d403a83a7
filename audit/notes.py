"""C2SP signed notes and checkpoints, and the verifier keys that they are checked with (FORMAT §3, c2sp.org/signed-note)."""

from __future__ import annotations

import hashlib
import re

import attrs

from audit.errors import KeyTextError, NoteError, SignatureError
from audit.values import base64_bytes, ledger_name_fault

ED25519, COSIGNATURE = b"\x01", b"\x04"
"""Kinds of keys: of a ledger, and of a witness."""
KEY_BYTES = 32
ID_BYTES = 4
HASH_BYTES = 32
MOST_SIGNATURES = 64
LONGEST_NOTE = 1 << 16
"""Bytes of a note that are read; 64 signatures take a quarter of it."""
_EM_DASH = "— "


@attrs.frozen
class VerifierKey:
    """A public Ed25519 key with its name; `key_id` is the first 4 bytes of SHA-256(name ‖ newline ‖ its kind ‖ key)."""

    name: str
    key_id: bytes
    public: bytes


@attrs.frozen
class Checkpoint:
    """What a checkpoint says: the ledger's name, the number of lines, the root of the tree over them (32 bytes)."""

    name: str
    size: int
    root: bytes


def parse_vkey(text: str) -> VerifierKey:
    """Read `name+hex8+base64`; raises KeyTextError."""
    fault = vkey_fault(text)
    if fault:
        raise KeyTextError(f"The verifier key {fault}; it is one line such as my-ledger+5b9a0c1d+AY…, printed by keygen.")
    return key_in(text)


def key_in(vkey: str) -> VerifierKey:
    """The key of a verifier key that has no fault."""
    name, _, key = vkey.split("+", 2)
    raw = base64_bytes(key) or b""
    return VerifierKey(name, _key_id(name, raw), raw[1:])


def vkey_fault(text: str, kind: bytes = ED25519) -> str | None:
    """Half a sentence on what is wrong with a verifier key of this kind, None if nothing is."""
    parts = text.split("+", 2)
    if len(parts) != 3:
        return "does not have three parts joined by plus signs"
    name, key_id, key = parts
    raw = base64_bytes(key)
    if name_fault(name, kind):
        return f"has a bad name: it {name_fault(name, kind)}"
    if raw is None or len(raw) != 1 + KEY_BYTES or raw[:1] != kind:
        return "does not hold an Ed25519 key in base64" + (" of the kind 4, a witness's" if kind == COSIGNATURE else "")
    return None if _key_id(name, raw).hex() == key_id else "has an id that does not belong to its name and key"


def name_fault(name: str, kind: bytes) -> str | None:
    """Check the name of a key: of a ledger's by FORMAT §2, of a witness's by C2SP signed-note alone."""
    if kind == ED25519:
        return ledger_name_fault(name)
    return (
        None if name and not any(map(str.isspace, name)) and name.isprintable() else "is empty, or holds spaces or what cannot be printed"
    )


def open_checkpoint(note: bytes, key: VerifierKey) -> Checkpoint:
    """Verify a checkpoint's signature and read it; raises NoteError or SignatureError."""
    return parse_checkpoint(open_note(note, key))


def open_note(note: bytes, key: VerifierKey) -> str:
    """Verify a note's signature by a key and give its text; raises NoteError or SignatureError."""
    text, signatures = split_note(note)
    good = False
    for line in signatures:
        name, key_id, signature = signature_of(line)
        if (name, key_id) == (key.name, key.key_id):
            verify(key, signature, text.encode())
            good = True
    if not good:
        signers = ", ".join(sorted({f"{name}+{key_id.hex()}" for name, key_id, _ in map(signature_of, signatures)}))
        wanted = f"{key.name}+{key.key_id.hex()}"
        raise SignatureError(f"The checkpoint is signed by {signers} and not by the key given ({wanted}): use the ledger's own key.")
    return text


def parse_checkpoint(text: str) -> Checkpoint:
    """Read the three lines of a checkpoint's text; raises NoteError."""
    lines = text.split("\n")
    if len(lines) != 4 or lines[3]:
        raise NoteError("The checkpoint does not have exactly three lines: name, size, root.")
    name, size, root64 = lines[:3]
    root = base64_bytes(root64)
    if ledger_name_fault(name):
        raise NoteError(f"The name in the checkpoint {ledger_name_fault(name)}.")
    if not re.fullmatch(r"0|[1-9][0-9]{0,15}", size):
        raise NoteError("The size in the checkpoint is not a decimal number without leading zeros.")
    if root is None:
        raise NoteError("The root in the checkpoint is not base64 in its one form (RFC 4648 §4, padded).")
    if len(root) != HASH_BYTES:
        raise NoteError(f"The root in the checkpoint has {len(root)} bytes and not {HASH_BYTES}.")
    return Checkpoint(name, int(size), root)


def checkpoint_of(note: bytes) -> Checkpoint:
    """Read a checkpoint without looking at its signatures; raises NoteError."""
    return parse_checkpoint(split_note(note)[0])


def split_note(note: bytes) -> tuple[str, list[str]]:
    """Text with its last newline, and signature lines."""
    if len(note) > LONGEST_NOTE:
        raise NoteError(f"The checkpoint is longer than {LONGEST_NOTE} bytes, and none is.")
    try:
        whole = note.decode()
    except UnicodeDecodeError:
        raise NoteError("The checkpoint is not UTF-8 text.") from None
    if any(ord(character) < 0x20 and character != "\n" for character in whole):
        raise NoteError("The checkpoint holds a control character.")
    at = whole.rfind("\n\n")
    if at < 0 or not whole.endswith("\n") or at + 2 == len(whole):
        raise NoteError("The checkpoint bears no signature.")
    lines = whole[at + 2 : -1].split("\n")
    if len(lines) > MOST_SIGNATURES:
        raise NoteError(f"The checkpoint bears more than {MOST_SIGNATURES} signatures.")
    return whole[: at + 1], lines


def signature_of(line: str) -> tuple[str, bytes, bytes]:
    """Name, key id and signature of one line."""
    name, space, encoded = line.removeprefix(_EM_DASH).partition(" ")
    raw = base64_bytes(encoded)
    if not line.startswith(_EM_DASH) or not name or not space or "+" in name or any(map(str.isspace, name)) or raw is None:
        raise NoteError("The checkpoint has a line among its signatures that is none.")
    if len(raw) <= ID_BYTES:
        raise NoteError("The checkpoint has a signature that is too short.")
    return name, raw[:ID_BYTES], raw[ID_BYTES:]


def verify(key: VerifierKey, signature: bytes, message: bytes) -> None:
    """Verify one signature; raises SignatureError."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(key.public).verify(signature, message)
    except (InvalidSignature, ValueError):
        raise SignatureError(f"The signature of {key.name} on the checkpoint is wrong: the checkpoint was altered.") from None


def _key_id(name: str, raw: bytes) -> bytes:
    """First bytes of SHA-256(name ‖ newline ‖ kind ‖ public key); `raw` has the last two."""
    return hashlib.sha256(name.encode("utf-8", "surrogateescape") + b"\n" + raw).digest()[:ID_BYTES]
