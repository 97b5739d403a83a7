"""The file that holds a player's entropy until it is revealed: theirs alone, and made before anything is told."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from audit.errors import SeatFileError, SeatSecretError
from audit.seat.files import LONGEST, Secret, decode, encode

_PRIVATE = 0o600
_OTHERS = 0o077


def write(path: Path, secret: Secret) -> None:
    """Keep a secret, durably, in a new file that nobody else may read; raises SeatSecretError."""
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, _PRIVATE)
    except FileExistsError:
        raise SeatSecretError(f"There is something at {path} already; give another name for the secret.") from None
    except OSError as error:
        raise _not_kept(path, error) from None
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(encode(secret))
            file.flush()
            os.fsync(descriptor)
        _sync_folder(path.parent)
    except OSError as error:
        # What is there of it would be taken for a damaged secret the next time.
        path.unlink(missing_ok=True)
        raise _not_kept(path, error) from None


def _not_kept(path: Path, error: OSError) -> SeatSecretError:
    return SeatSecretError(f"The secret cannot be kept at {path} ({error.strerror}); give another place.")


def _sync_folder(folder: Path) -> None:
    """Make a new file's name durable, too: whoever loses the secret once its hash is signed cannot reveal it."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def read(path: Path) -> Secret:
    """The secret in a file; raises SeatSecretError if it is not there, not whole, or open to others."""
    try:
        with path.open("rb") as file:
            found, data = os.fstat(file.fileno()), file.read(LONGEST + 1)
    except OSError as error:
        raise SeatSecretError(f"The secret {path} cannot be read ({error.strerror}); give the file that `shoe seat join` wrote.") from None
    if found.st_mode & _OTHERS:
        raise SeatSecretError(
            f"The secret {path} is open to others (mode {stat.S_IMODE(found.st_mode):o}); close it with `chmod 600 {path}`, "
            "and give another hash if somebody may have seen it."
        )
    try:
        return decode(data, Secret, str(path))
    except SeatFileError:
        # What is wrong with it may quote it.
        raise SeatSecretError(f"{path} is not the secret that `shoe seat join` wrote, or is damaged; restore it.") from None
