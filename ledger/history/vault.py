"""A passphrase for secrets at rest: scrypt (RFC 7914) opens the vault's keys, which seal every file by ChaCha20-Poly1305 (RFC 8439).

The file `vault` beside the secrets holds random keys under the passphrase; its first one seals. While a passphrase is being set, changed or
taken away the vault says so and holds the keys of before too, so that each file can be read whether or not its turn has come.
"""

from __future__ import annotations

import os
from base64 import b64decode, b64encode
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Literal
from unicodedata import normalize

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt
from msgspec import Meta

from ledger.errors import KeyProblem
from ledger.history.disk import Disk
from ledger.history.private import read_private

PRIVATE = 0o600
SHORTEST_PASSPHRASE = 8
LONGEST_PASSPHRASE = 1024
COST = 17
"""Binary logarithm of scrypt's N: with r = 8, 128 MiB and a third of a second a try."""
_BLOCK = 8
_SEALED = b"sealedshoe/sealed/1 "
_KEY, _NONCE, _SALT, _MOST_KEYS = 32, 12, 32, 16


class _Stored(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The file `vault`. `cost` is bounded, lest one makes its reader compute for hours; `check` tells damage from a wrong passphrase."""

    format: Literal["sealedshoe/vault/1"] = "sealedshoe/vault/1"
    changing: bool
    cost: Annotated[int, Meta(ge=10, le=20)]
    keys: str
    salt: Annotated[str, Meta(min_length=44, max_length=44)]
    check: str = ""

    def checked(self) -> str:
        """SHA-256 of the file without `check`."""
        return sha256(msgspec.json.encode(msgspec.structs.replace(self, check=""), order="sorted")).hexdigest()


class Vault:
    """What seals the secrets of one folder, once it has a passphrase; `ask` is called for it when it is first needed."""

    def __init__(self, path: Path, ask: Callable[[], str], disk: Disk) -> None:
        self.path = path
        self._ask, self._disk = ask, disk
        self._keys: tuple[bytes, ...] = ()
        self._changing = False

    @property
    def exists(self) -> bool:
        """Whether the folder has a passphrase."""
        return self.path.exists()

    @property
    def is_changing(self) -> bool:
        """Whether a change of passphrase was broken off."""
        self._open()
        return self._changing

    def seal(self, role: str, secret: bytes) -> bytes:
        """A secret as it is stored, sealed for its role if the folder has a passphrase."""
        self._open()
        if not self._keys:
            return secret
        nonce = os.urandom(_NONCE)
        return _SEALED + b64encode(nonce + ChaCha20Poly1305(self._keys[0]).encrypt(nonce, secret, role.encode())) + b"\n"

    def unseal(self, role: str, stored: bytes, source: Path) -> bytes:
        """A secret of a role from what is stored; KeyProblem if it is sealed otherwise, or not although it should be."""
        self._open()
        if not stored.startswith(_SEALED):
            if self._keys and not self._changing:
                raise KeyProblem(f"{source} is not sealed although the folder has a passphrase; seal it with `shoe passphrase`.")
            return stored
        if not self._keys:
            raise KeyProblem(f"{source} is sealed, and {self.path} with its key is missing; restore the folder from a backup.")
        for key in self._keys:
            secret = _decrypted(key, stored.removeprefix(_SEALED).rstrip(b"\n"), role.encode())
            if secret is not None:
                return secret
        raise KeyProblem(f"{source} is damaged or belongs elsewhere; restore it from a backup.")

    def renew(self, passphrase: str) -> None:
        """From here on another key seals, under this passphrase, and what was sealed before, or never, can still be read."""
        check_passphrase(passphrase)
        self._open()
        self._store((os.urandom(_KEY), *self._keys)[:_MOST_KEYS], passphrase, changing=True)

    def settle(self, passphrase: str) -> None:
        """Every file is sealed with the newest key: the others are forgotten."""
        self._store(self._keys[:1], passphrase, changing=False)

    def loosen(self, passphrase: str) -> None:
        """From here on what is not sealed can be read too."""
        self._open()
        self._store(self._keys, passphrase, changing=True)

    def remove(self) -> None:
        """No file is sealed any more: the vault's keys are forgotten."""
        self._disk.destroy(self.path)
        self._keys, self._changing = (), False

    def passphrase(self) -> str:
        """The passphrase that opens it."""
        return self._ask()

    def _store(self, keys: tuple[bytes, ...], passphrase: str, *, changing: bool) -> None:
        salt = os.urandom(_SALT)
        stored = _Stored(changing=changing, cost=COST, salt=b64encode(salt).decode(), keys="")
        nonce = os.urandom(_NONCE)
        box = nonce + ChaCha20Poly1305(_derived(passphrase, salt, COST)).encrypt(nonce, b"".join(keys), _bound(stored))
        stored = msgspec.structs.replace(stored, keys=b64encode(box).decode())
        stored = msgspec.structs.replace(stored, check=stored.checked())
        self._disk.replace(self.path, msgspec.json.encode(stored, order="sorted") + b"\n", PRIVATE)
        self._keys, self._changing = keys, changing

    def _open(self) -> None:
        if self._keys or not self.exists:
            return
        damaged = KeyProblem(f"{self.path} is damaged; restore it from a backup.")
        try:
            stored = msgspec.json.decode(read_private(self.path, "vault", "restore it from a backup"), type=_Stored)
            salt = b64decode(stored.salt, validate=True)
        except (ValueError, msgspec.DecodeError) as error:
            raise damaged from error
        if stored.check != stored.checked():
            raise damaged
        box = _decrypted(_derived(self._ask(), salt, stored.cost), stored.keys.encode(), _bound(stored))
        if box is None or not box or len(box) % _KEY:
            raise KeyProblem(f"This is not the passphrase of the keys at {self.path.parent}; try again, nothing was written.")
        self._keys = tuple(box[at : at + _KEY] for at in range(0, len(box), _KEY))
        self._changing = stored.changing


def check_passphrase(passphrase: str) -> None:
    """KeyProblem if it is too short to keep anyone out."""
    if not SHORTEST_PASSPHRASE <= len(passphrase) <= LONGEST_PASSPHRASE:
        raise KeyProblem(f"A passphrase has {SHORTEST_PASSPHRASE} to {LONGEST_PASSPHRASE} characters; choose another.")


def read_passphrase(path: Path) -> str:
    """A passphrase from the one line of a file that is its owner's alone."""
    try:
        text = read_private(path, "passphrase file", "write the passphrase into it, or give another file").decode()
    except UnicodeDecodeError as error:
        raise KeyProblem(f"The passphrase file {path} is not text in UTF-8; write the passphrase alone on its one line.") from error
    line = text.removesuffix("\n").removesuffix("\r")
    if not line or "\n" in line:
        raise KeyProblem(f"The passphrase file {path} does not hold one line; write the passphrase alone on its one line.")
    return line


def _derived(passphrase: str, salt: bytes, cost: int) -> bytes:
    """The key of a passphrase; in composed form, so that it is the same whatever keyboard it was typed on."""
    return Scrypt(salt=salt, length=_KEY, n=1 << cost, r=_BLOCK, p=1).derive(normalize("NFC", passphrase).encode("utf-8", "surrogatepass"))


def _bound(stored: _Stored) -> bytes:
    """What the vault's own box is bound to: everything else that the file says."""
    return msgspec.json.encode(msgspec.structs.replace(stored, keys="", check=""), order="sorted")


def _decrypted(key: bytes, text: bytes, role: bytes) -> bytes | None:
    try:
        raw = b64decode(text, validate=True)
        return ChaCha20Poly1305(key).decrypt(raw[:_NONCE], raw[_NONCE:], role)
    except (ValueError, InvalidTag):
        return None
