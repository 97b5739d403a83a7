"""Answers that a player signs with the key in their secret (FORMAT §15)."""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path
from typing import TYPE_CHECKING

from audit.errors import SeatFileError, SeatSecretError
from audit.lines import answer_fault
from audit.seat import secret as secrets
from audit.seat.files import Secret
from audit.seeds import LABEL_ANSWER, frame
from audit.values import hash_fault

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey


def public_key(kept: Secret) -> str | None:
    """The public half (base64) of the key in a secret; None where there is none."""
    return None if kept.key is None else b64encode(_key(kept.key).public_key().public_bytes_raw()).decode()


def answer(question: str, said: str, secret: Path) -> str:
    """The signature (base64) over the hash of a question (hex) and an answer to it.

    Raises SeatFileError for what is neither, SeatSecretError for a secret that cannot be read or has no key.
    """
    if fault := hash_fault(question):
        raise SeatFileError(f"The question's hash {fault}; give it as the table shows it.")
    if fault := answer_fault(said):
        raise SeatFileError(f"The answer {fault}; give one such as “1 hit”.")
    kept = secrets.read(secret)
    if kept.key is None:
        raise SeatSecretError(f"{secret} has no key to sign with; `shoe seat join --sign` makes one, before the seats are signed.")
    return b64encode(_key(kept.key).sign(frame(LABEL_ANSWER, bytes.fromhex(question), said.encode()))).decode()


def _key(seed: str) -> Ed25519PrivateKey:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    return Ed25519PrivateKey.from_private_bytes(bytes.fromhex(seed))
