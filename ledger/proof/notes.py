"""C2SP signed notes and checkpoints, and the keys that sign them (FORMAT.md §3).

A signing key is kept in the form that Go's `sumdb/note` reads: `PRIVATE+KEY+<name>+<key id>+<base64(0x01 ‖ seed)>`.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from hashlib import sha256

import attrs
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from ledger.errors import KeyProblem

_ED25519 = b"\x01"
_SEED_LENGTH = 32
_PREFIX = "PRIVATE+KEY+"
_NO_CHECKPOINT = "The last note that the key signed is not the checkpoint of a ledger; restore the key folder from a backup."


def key_id(name: str, public: bytes) -> bytes:
    """First 4 bytes of SHA-256(name ‖ 0x0A ‖ 0x01 ‖ public key)."""
    return sha256(name.encode() + b"\n" + _ED25519 + public).digest()[:4]


@attrs.frozen
class Verifier:
    """The public half of a named Ed25519 key; its text is the verifier key, `name+hex8+base64(0x01 ‖ public key)`."""

    name: str
    public: bytes

    @property
    def vkey(self) -> str:
        """The verifier key."""
        return f"{self.name}+{key_id(self.name, self.public).hex()}+{b64encode(_ED25519 + self.public).decode()}"

    @classmethod
    def of_vkey(cls, vkey: str) -> Verifier | None:
        """The key in a verifier key, None if it is not one."""
        parts = vkey.split("+", 2)
        try:
            verifier = cls(parts[0], b64decode(parts[-1], validate=True)[1:])
        except ValueError:
            return None
        return verifier if verifier.vkey == vkey else None

    def has_signed(self, note: str) -> bool:
        """Whether a note bears a valid signature of this key."""
        text, gap, signatures = note.rpartition("\n\n")
        expected = key_id(self.name, self.public)
        for line in signatures.splitlines() if gap else []:
            start, _, blob = line.rpartition(" ")
            if start != f"\u2014 {self.name}":
                continue
            try:
                raw = b64decode(blob, validate=True)
                if raw[:4] == expected:
                    Ed25519PublicKey.from_public_bytes(self.public).verify(raw[4:], f"{text}\n".encode())
                    return True
            except (ValueError, InvalidSignature):
                return False
        return False


@attrs.frozen
class Signer:
    """A named Ed25519 key that signs checkpoints.

    `public` is the 32-byte public key. It and the key are made of the seed once: that took longer than a signature, for each of them.
    """

    name: str
    _seed: bytes = attrs.field(repr=False)
    _key: Ed25519PrivateKey = attrs.field(init=False, repr=False, eq=False)
    public: bytes = attrs.field(init=False, repr=False, eq=False)

    @_key.default
    def _of_seed(self) -> Ed25519PrivateKey:
        return Ed25519PrivateKey.from_private_bytes(self._seed)

    @public.default
    def _of_key(self) -> bytes:
        return self._key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)

    @property
    def verifier(self) -> Verifier:
        """What others check its signatures with."""
        return Verifier(self.name, self.public)

    @property
    def vkey(self) -> str:
        """The verifier key, `name+hex8+base64(0x01 ‖ public key)`."""
        return self.verifier.vkey

    def sign(self, text: str) -> str:
        """The signed note over `text`, which ends in a newline."""
        return signed_note(text, self)

    def signature(self, text: str) -> str:
        """The line of this key's signature over `text`."""
        blob = b64encode(key_id(self.name, self.public) + self._key.sign(text.encode())).decode()
        return f"\u2014 {self.name} {blob}\n"

    def has_signed(self, note: str) -> bool:
        """Whether a note bears a valid signature of this key."""
        return self.verifier.has_signed(note)

    def to_text(self) -> str:
        """The key as it is stored."""
        return f"{_PREFIX}{self.name}+{key_id(self.name, self.public).hex()}+{b64encode(_ED25519 + self._seed).decode()}\n"

    @classmethod
    def from_text(cls, text: str, source: str) -> Signer:
        """Read a stored key; KeyProblem if it is damaged."""
        damaged = KeyProblem(f"{source} is not a signing key as `shoe keygen` writes it; restore it from a backup.")
        parts = text.removesuffix("\n").removeprefix(_PREFIX).split("+", 2)
        if not text.startswith(_PREFIX) or len(parts) != 3:
            raise damaged
        try:
            raw = b64decode(parts[2], validate=True)
        except ValueError as error:
            raise damaged from error
        if raw[:1] != _ED25519 or len(raw) != 1 + _SEED_LENGTH:
            raise damaged
        signer = cls(parts[0], raw[1:])
        if signer.to_text() != text:
            raise damaged
        return signer


def signed_note(text: str, *signers: Signer) -> str:
    """The note over `text`, which ends in a newline, with a signature of each key."""
    return f"{text}\n{''.join(signer.signature(text) for signer in signers)}"


@attrs.frozen
class Checkpoint:
    """The text that is signed: the ledger's name, its number of lines, its root."""

    name: str
    size: int
    root: bytes

    def to_text(self) -> str:
        """Three lines (C2SP tlog-checkpoint)."""
        return f"{self.name}\n{self.size}\n{b64encode(self.root).decode()}\n"

    @classmethod
    def from_note(cls, note: str) -> Checkpoint:
        """The checkpoint in a note of our own making; KeyProblem if it is not one."""
        text = note.partition("\n\n")[0] + "\n"
        try:
            name, size, root, _ = text.split("\n")
            checkpoint = cls(name, int(size), b64decode(root, validate=True))
            if checkpoint.to_text() == text:
                return checkpoint
        except ValueError as error:
            raise KeyProblem(_NO_CHECKPOINT) from error
        raise KeyProblem(_NO_CHECKPOINT)

    @classmethod
    def read(cls, note: str) -> Checkpoint | None:
        """The checkpoint in a note, whoever signed it; none if it is not one."""
        try:
            return cls.from_note(note)
        except KeyProblem:
            return None
