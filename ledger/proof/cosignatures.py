"""Cosignatures of witnesses, and their keys (C2SP tlog-cosignature; FORMAT.md §3)."""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from datetime import UTC, datetime
from hashlib import sha256

import attrs
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from ledger.clock import FORM
from ledger.errors import KeyProblem, WitnessNotBelieved

_COSIGNATURE = b"\x04"
_KEY_LENGTH = 32
_BLOB_LENGTH = 4 + 8 + 64
_LATEST = 2**63 - 1
_LINE = re.compile(r"— ([^\s+]+) ([A-Za-z0-9+/]+={0,2})")
MOST_SIGNATURES = 64
"""Signature lines of a note that readers must accept (FORMAT.md §3)."""


@attrs.frozen
class Cosignature:
    """A line that a witness signed: whose it is, when it was made (Unix seconds), and the line itself, which ends in a newline."""

    name: str
    time: int
    line: str

    @property
    def when(self) -> str:
        """The time as the ledger writes times."""
        return datetime.fromtimestamp(self.time, UTC).strftime(FORM)


@attrs.frozen
class WitnessKey:
    """A witness's named Ed25519 key; its text is `name+hex8+base64(0x04 ‖ public key)`."""

    name: str
    public: bytes

    @classmethod
    def of_vkey(cls, vkey: str) -> WitnessKey:
        """Read a witness's verifier key; KeyProblem if it is not one."""
        name, _, rest = vkey.partition("+")
        raw = _decoded(rest.partition("+")[2])
        key = cls(name, raw[1:])
        if raw[:1] == _COSIGNATURE and len(key.public) == _KEY_LENGTH and key.vkey == vkey and _LINE.fullmatch(f"— {name} AAAA"):
            return key
        raise KeyProblem(
            f"“{vkey[:200]}” is not the verifier key of a witness; it is one line such as witness.example/w1+5b9a0c1d+BA…, "
            "of the kind 4, which its operator publishes."
        )

    @property
    def vkey(self) -> str:
        """The verifier key."""
        return f"{self.name}+{self.key_id.hex()}+{b64encode(_COSIGNATURE + self.public).decode()}"

    @property
    def key_id(self) -> bytes:
        """First 4 bytes of SHA-256(name ‖ 0x0A ‖ 0x04 ‖ public key)."""
        return sha256(self.name.encode() + b"\n" + _COSIGNATURE + self.public).digest()[:4]

    def cosignatures(self, lines: str, text: str) -> list[Cosignature]:
        """The cosignatures of a checkpoint's text by this key among signature lines, each verified.

        WitnessNotBelieved for anything that is no signature line, and for a line of this key that does not verify; lines of other keys
        are passed over.
        """
        if not lines.endswith("\n"):
            raise WitnessNotBelieved("gave an answer that is not whole lines; nothing of it is kept")
        found = [self._cosignature(line, text) for line in lines[:-1].split("\n")]
        return [cosignature for cosignature in found if cosignature is not None]

    def made(self, line: str) -> bool:
        """Whether a signature line bears this key's name and id."""
        parts = _LINE.fullmatch(line.removesuffix("\n"))
        return parts is not None and parts[1] == self.name and _decoded(parts[2])[:4] == self.key_id

    def _cosignature(self, line: str, text: str) -> Cosignature | None:
        parts = _LINE.fullmatch(line)
        if parts is None or len(blob := _decoded(parts[2])) < 5:
            raise WitnessNotBelieved("gave an answer with a line that is no signature; nothing of it is kept")
        if not self.made(line):
            return None
        time = int.from_bytes(blob[4:12], "big")
        message = f"cosignature/v1\ntime {time}\n{text}".encode()
        try:
            if len(blob) != _BLOB_LENGTH or time > _LATEST:
                raise WitnessNotBelieved("gave a signature that has not the form of a cosignature; nothing of it is kept")
            Ed25519PublicKey.from_public_bytes(self.public).verify(blob[12:], message)
        except (InvalidSignature, ValueError) as error:
            raise WitnessNotBelieved("gave a signature that is not its own of this checkpoint; nothing of it is kept") from error
        return Cosignature(self.name, time, line + "\n")


def signature_lines(note: str) -> list[str]:
    """The lines of a note below its text, each with its newline."""
    return [f"{line}\n" for line in note.rpartition("\n\n")[2].removesuffix("\n").split("\n")]


def is_cosigned(shown: str, note: str) -> bool:
    """Whether a checkpoint is this note, with further signature lines below its own."""
    more = shown[len(note) :]
    return shown.startswith(note) and more.endswith("\n") and all(_LINE.fullmatch(line) for line in more[:-1].split("\n"))


def _decoded(encoded: str) -> bytes:
    """What base64 stands for; nothing unless it is exactly what encoding that gives."""
    try:
        raw = b64decode(encoded, validate=True)
    except ValueError:
        return b""
    return raw if b64encode(raw).decode() == encoded else b""
