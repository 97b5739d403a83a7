"""The operator's own folder: signing key, last signed note, session secrets. Never inside the ledger, never published."""

from __future__ import annotations

import os
from itertools import count
from pathlib import Path

import attrs

from ledger.errors import KeyProblem
from ledger.history.disk import Disk
from ledger.names import check_ledger_name
from ledger.proof.notes import Signer

_PRIVATE = 0o600
_PRIVATE_FOLDER = 0o700
_OTHERS = 0o077
_SECRET_LENGTH = 32


@attrs.frozen
class KeyFolder:
    """Where one ledger's secrets lie; every file is readable by its owner only."""

    path: Path
    disk: Disk = attrs.field(factory=Disk, repr=False)

    def create(self, name: str) -> str:
        """A new key pair for a ledger of this name; its verifier key. KeyProblem if a key is there already."""
        signer = Signer(check_ledger_name(name), os.urandom(32))
        for folder in (self.path, *self.path.absolute().parents):
            if (folder / "checkpoint").is_file() and (folder / "history").is_dir():
                raise KeyProblem(f"{folder} is a ledger, which is published whole; choose a folder for the keys outside of it.")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._refuse_a_shared_folder()
            self._make_private(self.path)
            # The file system decides between two who do this at once: the key of the first must never be written over.
            if not self.disk.create(self._signing, signer.to_text().encode(), _PRIVATE):
                raise KeyProblem(f"{self.path} already holds a signing key; one key serves one ledger, so choose another folder.")
            self._keep_vkey(signer)
        except OSError as error:
            raise KeyProblem(
                f"No key could be written to {self.path} ({error.strerror}); choose a folder that you can write to."
            ) from error
        return signer.vkey

    def signer(self) -> Signer:
        """The signing key; KeyProblem if it is missing or damaged."""
        return Signer.from_text(self._read(self._signing, "signing key", "make one with `shoe keygen NAME --keys DIR`"), str(self._signing))

    def signer_in_force(self) -> Signer:
        """The signing key, after a change that was broken off is finished, where the last note bears the new key, or else undone.

        Only for who holds the writer's lock.
        """
        signer = self.signer()
        if self._next.exists():
            successor = Signer.from_text(self._read(self._next, "next signing key", ""), str(self._next))
            if successor.has_signed(self.last_note()):
                self.disk.succeed(self._signing, self._next)
                signer = successor
            else:
                self.disk.destroy(self._next)
        self._keep_vkey(signer)
        return signer

    def prepare_successor(self, signer: Signer) -> Signer:
        """A new key of the same name, durable as the next one; it is in force once `signer_in_force` finds it in the last note."""
        successor = Signer(signer.name, os.urandom(32))
        self.disk.replace(self._next, successor.to_text().encode(), _PRIVATE)
        return successor

    def last_note(self) -> str:
        """The last note that was signed, or nothing."""
        return self._read(self._note, "last signed note", "") if self._note.exists() else ""

    def store_note(self, note: str) -> None:
        """Keep a note, durably, before the ledger shows it."""
        self.disk.replace(self._note, note.encode(), _PRIVATE)

    def store_secret(self, session: int, secret: bytes) -> None:
        """Keep a session's secret, durably, before the session opens."""
        self._make_private(self.path / "sessions")
        self.disk.replace(self.path / "sessions" / f"{session}.secret", f"{secret.hex()}\n".encode(), _PRIVATE)

    def secrets(self) -> set[bytes]:
        """The secrets with which sessions of this ledger were recorded."""
        return {read_secret(path) for path in (self.path / "sessions").glob("*.secret")}

    def quarantine(self, label: str, data: bytes) -> Path:
        """Keep bytes that are taken out of a history; where they lie now."""
        folder = self.path / "quarantine"
        self._make_private(folder)
        taken = [path.name for path in folder.iterdir()]
        target = next(folder / f"{number:04}-{label}" for number in count() if f"{number:04}-{label}" not in taken)
        self.disk.replace(target, data, _PRIVATE)
        return target

    def _refuse_a_shared_folder(self) -> None:
        """A folder in use that others may enter is not closed to them unasked: it may be a home, or /tmp."""
        if self.path.is_dir() and self.path.stat().st_mode & _OTHERS and any(self.path.iterdir()):
            raise KeyProblem(
                f"{self.path} is open to others and not empty; choose a new folder for the keys, or close it with `chmod 700`."
            )

    def _make_private(self, folder: Path) -> None:
        if not self.disk.make_folder(folder, _PRIVATE_FOLDER) and folder.stat().st_mode & _OTHERS:
            folder.chmod(_PRIVATE_FOLDER)

    @property
    def _signing(self) -> Path:
        return self.path / "signing.key"

    @property
    def _next(self) -> Path:
        return self.path / "next.key"

    def _keep_vkey(self, signer: Signer) -> None:
        """Keep the verifier key of the key in force beside it, for its owner to hand out."""
        path, text = self.path / "verifier.vkey", f"{signer.vkey}\n".encode()
        if self.disk.read(path) != text:
            self.disk.replace(path, text)

    @property
    def _note(self) -> Path:
        return self.path / "last.note"

    def _read(self, path: Path, what: str, advice: str) -> str:
        try:
            return path.read_text(encoding="utf-8")
        except FileNotFoundError as error:
            raise KeyProblem(f"There is no {what} at {path}; {advice}.") from error
        except UnicodeDecodeError as error:
            raise KeyProblem(f"{path} is damaged; restore it from a backup.") from error
        except OSError as error:
            raise KeyProblem(f"The {what} at {path} cannot be read ({error.strerror}); check its owner and mode.") from error


def read_secret(path: Path) -> bytes:
    """A session secret from a file of 64 hexadecimal digits; KeyProblem otherwise."""
    try:
        text = path.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise KeyProblem(f"The seed file {path} cannot be read; give a file with 64 hexadecimal digits.") from error
    if len(text) != 2 * _SECRET_LENGTH or any(digit not in "0123456789abcdef" for digit in text):
        raise KeyProblem(f"The seed file {path} must hold 64 lower-case hexadecimal digits and nothing else.")
    return bytes.fromhex(text)
