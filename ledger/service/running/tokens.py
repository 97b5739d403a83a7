"""Bearer tokens: 32 random bytes in base64url, of which the service keeps the SHA-256 only."""

from __future__ import annotations

import hmac
import re
import secrets
from hashlib import sha256

from ledger.errors import KeyProblem
from ledger.history.keys import KeyFolder
from ledger.history.private import read_private

TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")
OPERATOR = "operator.token"
SEATS = "service/tokens.secret"
_PRIVATE, _PRIVATE_FOLDER = 0o600, 0o700
_BYTES = 32


def new_token() -> str:
    """A token that nobody can guess."""
    return secrets.token_urlsafe(32)


def hashed(token: str) -> bytes:
    """What is kept of a token. It is as long as it is random, so that a plain hash says nothing of it."""
    return sha256(token.encode()).digest()


def is_token(token: str, kept: bytes) -> bool:
    """Whether a token is the one that this was kept of, in the same time whatever it is."""
    return hmac.compare_digest(hashed(token), kept)


def operator_token(keys: KeyFolder) -> str:
    """The operator's token from the folder of the keys, made on first use; KeyProblem if others may read it, or it is none."""
    path = keys.path / OPERATOR
    if not path.exists():
        keys.disk.replace(path, new_token().encode() + b"\n", _PRIVATE)
    text = read_private(path, "operator's token", "it is made when the service starts").decode(errors="replace").removesuffix("\n")
    if not TOKEN.fullmatch(text):
        raise KeyProblem(f"The file {path} does not hold a token; remove it, and the service makes a new one when it starts.")
    return text


def service_secret(keys: KeyFolder) -> bytes:
    """What the tokens of seats are made of, from the folder of the keys, made on first use; KeyProblem if others may read it."""
    path = keys.path / SEATS
    if not path.exists():
        keys.disk.make_folder(path.parent, _PRIVATE_FOLDER)
        keys.disk.replace(path, secrets.token_bytes(_BYTES), _PRIVATE)
    secret = read_private(path, "service's secret", "it is made when the service starts")
    if len(secret) != _BYTES:
        raise KeyProblem(f"The file {path} does not hold {_BYTES} bytes; remove it, and every seat's token is another one.")
    return secret
