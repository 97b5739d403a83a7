"""The operator's own folder: signing key, last signed note, session secrets. Never inside the ledger, never published."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import attrs
from filelock import FileLock, Timeout

from ledger.errors import KeyProblem, LedgerBusy, LedgerProblem
from ledger.history.disk import Disk, temporary_of
from ledger.history.last_note import LastNote, last_in
from ledger.history.private import OTHERS, check_private_folder, read_private
from ledger.history.vault import Vault, check_passphrase
from ledger.names import check_ledger_name
from ledger.proof.notes import Signer

_PRIVATE = 0o600
_PRIVATE_FOLDER = 0o700
_SECRET_LENGTH = 32
_SIGNING_ROLE = "signing.key"


def who_else_writes(keys: Path) -> str:
    """What is told where the keys at `keys` are locked. `shoe serve` holds them as long as it runs."""
    return (
        f"Another process is writing with the keys at {keys}; wait until it has finished. If it is `shoe serve`, it does not finish "
        "by itself: stop it with Ctrl-C or SIGTERM, and start it again afterwards, when its tables go on."
    )


def no_passphrase() -> str:
    """What a folder is opened with that nobody gave a passphrase for."""
    raise KeyProblem("These keys are sealed with a passphrase, and none was given.")


@attrs.frozen
class KeyFolder:
    """Where one ledger's secrets lie; every file is readable by its owner only, and sealed where the folder has a passphrase.

    `passphrase` is called when a sealed file is first read. `note_path` is where the last signed note is kept.
    """

    path: Path
    disk: Disk = attrs.field(factory=Disk, repr=False)
    passphrase: Callable[[], str] = attrs.field(default=no_passphrase, repr=False)
    vault: Vault = attrs.field(init=False, repr=False, eq=False)
    note_path: Path = attrs.field(init=False, repr=False, eq=False)

    @vault.default
    def _vault(self) -> Vault:
        return Vault(self.path / "vault", self.passphrase, self.disk)

    @note_path.default
    def _note_path(self) -> Path:
        return self.path / "last.note"

    def create(self, name: str, passphrase: str | None = None) -> str:
        """A new key pair for a ledger of this name, sealed if a passphrase is given; its verifier key.

        KeyProblem if a key is there already, or what is left of one.
        """
        signer = Signer(check_ledger_name(name), os.urandom(32))
        if passphrase is not None:
            check_passphrase(passphrase)
        for folder in (self.path, *self.path.absolute().parents):
            if (folder / "checkpoint").is_file() and (folder / "history").is_dir():
                raise KeyProblem(f"{folder} is a ledger, which is published whole; choose a folder for the keys outside of it.")
        try:
            self._refuse_a_shared_folder()
            self._make_private(self.path)
            with self.alone():
                self._create(signer, passphrase)
        except OSError as error:
            raise KeyProblem(
                f"No key could be written to {self.path} ({error.strerror}); choose a folder that you can write to."
            ) from error
        return signer.vkey

    def _create(self, signer: Signer, passphrase: str | None) -> None:
        """One at a time: the key of the first must never be written over.

        What tells of a key comes before it, so that a crash leaves no key whose verifier key nobody has.
        """
        if self.vault.exists or os.path.lexists(self._signing):
            raise KeyProblem(f"{self.path} already holds a signing key; one key serves one ledger, so choose another folder.")
        try:
            if passphrase is not None:
                self.vault.renew(passphrase)
                self.vault.settle(passphrase)
            self._keep_vkey(signer)
            self.disk.replace(self._signing, self.vault.seal(_SIGNING_ROLE, signer.to_text().encode()), _PRIVATE)
        except OSError:
            if not self._signing.exists():
                self.vault.path.unlink(missing_ok=True)
            raise

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Nobody else writes with these keys meanwhile; LedgerBusy if somebody does."""
        lock = FileLock(self.path / "writer.lock", timeout=0)
        try:
            lock.acquire()
        except Timeout as error:
            raise LedgerBusy(who_else_writes(self.path)) from error
        except OSError as error:
            raise LedgerProblem(
                f"{self.path} cannot be written to ({error.strerror}); recording needs to keep its last note there."
            ) from error
        try:
            yield
        finally:
            lock.release()

    def signer(self) -> Signer:
        """The signing key; KeyProblem if it is missing, damaged, sealed with another passphrase, or open to others."""
        check_private_folder(self.path, "key folder")
        return self._signer(self._signing)

    def signer_in_force(self) -> Signer:
        """The signing key, after a change that was broken off is finished, where the last note bears the new key, or else undone.

        Only for who holds the writer's lock.
        """
        signer, successor = self.signer(), self.successor()
        if successor is not None and successor.has_signed(self.last_note()):
            self.disk.succeed(self._signing, self.next_path)
            signer = successor
        elif successor is not None:
            self.disk.destroy(self.next_path)
        self._keep_vkey(signer)
        return signer

    def successor(self) -> Signer | None:
        """The next signing key, where a change of key is under way, or was broken off."""
        return self._signer(self.next_path) if self.next_path.exists() else None

    def prepare_successor(self, signer: Signer) -> Signer:
        """A new key of the same name, durable as the next one; it is in force once `signer_in_force` finds it in the last note."""
        successor = Signer(signer.name, os.urandom(32))
        self.disk.replace(self.next_path, self.vault.seal(_SIGNING_ROLE, successor.to_text().encode()), _PRIVATE)
        return successor

    def last_note(self) -> str:
        """The last note that was signed, or nothing."""
        return last_in(self._read(self.note_path, "last signed note")) if self.note_path.exists() else ""

    def has_signed(self, signer: Signer) -> bool:
        """Whether this key serves a ledger already, be it that its first note is not yet in its place."""
        coming = self.disk.read(temporary_of(self.note_path)).decode("utf-8", "replace")
        return bool(self.last_note()) or signer.has_signed(coming)

    def notes(self) -> LastNote:
        """Where a writer keeps its notes, durably, before the ledger shows them."""
        return LastNote(self.note_path, self.disk)

    def store_secret(self, session: int, secret: bytes) -> None:
        """Keep a session's secret, durably, before the session opens."""
        self._make_private(self.path / "sessions")
        path = self.secret_path(session)
        self.disk.replace(path, self.vault.seal(_role(path), f"{secret.hex()}\n".encode()), _PRIVATE)

    def secret(self, session: int) -> bytes:
        """The secret of one session; KeyProblem if it is not there."""
        return self._read_secret(self.secret_path(session))

    def secrets(self, sessions: int | None = None) -> set[bytes]:
        """The secrets of all sessions, or of the first so many: one for a later number is of a session that was never opened."""
        paths = (self.path / "sessions").glob("*.secret")
        kept = (path for path in paths if sessions is None or not path.stem.isdecimal() or int(path.stem) <= sessions)
        return {self._read_secret(path) for path in kept}

    def secret_files(self) -> Iterator[tuple[str, Path]]:
        """Every file that a passphrase seals, with its role: what its sealed form is bound to."""
        for path in (self._signing, self.next_path):
            if path.exists():
                yield _SIGNING_ROLE, path
        for path in sorted((self.path / "sessions").glob("*.secret")):
            yield _role(path), path

    def read_stored(self, path: Path) -> bytes:
        """A secret's file as it lies there, sealed or not."""
        return read_private(path, "secret", "restore the key folder from a backup")

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
        if self.path.is_dir() and self.path.stat().st_mode & OTHERS and any(self.path.iterdir()):
            raise KeyProblem(
                f"{self.path} is open to others and not empty; choose a new folder for the keys, or close it with `chmod 700`."
            )

    def _make_private(self, folder: Path) -> None:
        if not self.disk.make_folder(folder, _PRIVATE_FOLDER) and folder.stat().st_mode & OTHERS:
            folder.chmod(_PRIVATE_FOLDER)

    def secret_path(self, session: int) -> Path:
        """Where a session's secret lies."""
        return self.path / "sessions" / f"{session}.secret"

    def _signer(self, path: Path) -> Signer:
        stored = read_private(path, "signing key", "make one with `shoe keygen NAME --keys DIR`")
        text = self.vault.unseal(_SIGNING_ROLE, stored, path)
        try:
            return Signer.from_text(text.decode(), str(path))
        except UnicodeDecodeError as error:
            raise KeyProblem(f"{path} is damaged; restore it from a backup.") from error

    def _read_secret(self, path: Path) -> bytes:
        return _secret_in(self.vault.unseal(_role(path), self.read_stored(path), path), path)

    @property
    def _signing(self) -> Path:
        return self.path / "signing.key"

    @property
    def next_path(self) -> Path:
        """Where the next signing key lies until it is in force."""
        return self.path / "next.key"

    @property
    def vkey_path(self) -> Path:
        """Where the verifier key lies that is handed out."""
        return self.path / "verifier.vkey"

    def _keep_vkey(self, signer: Signer) -> None:
        """Keep the verifier key of the key in force beside it, for its owner to hand out."""
        path, text = self.vkey_path, f"{signer.vkey}\n".encode()
        if self.disk.read(path) != text:
            self.disk.replace(path, text)

    def _read(self, path: Path, what: str) -> str:
        try:
            return path.read_text(encoding="utf-8")
        except UnicodeDecodeError as error:
            raise KeyProblem(f"{path} is damaged; restore it from a backup.") from error
        except OSError as error:
            raise KeyProblem(f"The {what} at {path} cannot be read ({error.strerror}); check its owner and mode.") from error


def read_secret(path: Path) -> bytes:
    """A session secret from a file of 64 hexadecimal digits; KeyProblem otherwise."""
    try:
        return _secret_in(path.read_bytes(), path)
    except OSError as error:
        raise KeyProblem(f"The seed file {path} cannot be read; give a file with 64 hexadecimal digits.") from error


def _secret_in(data: bytes, path: Path) -> bytes:
    digits = data.strip()
    if len(digits) != 2 * _SECRET_LENGTH or any(digit not in b"0123456789abcdef" for digit in digits):
        raise KeyProblem(f"The seed file {path} must hold 64 lower-case hexadecimal digits and nothing else.")
    return bytes.fromhex(digits.decode())


def _role(path: Path) -> str:
    return f"{path.parent.name}/{path.name}"
