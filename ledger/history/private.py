"""Files that nobody but their owner may read: the signing key, the sessions' secrets, a passphrase."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from ledger.errors import KeyProblem

OTHERS = 0o077
LONGEST = 1 << 16
"""Bytes of such a file that are read; the longest has a few hundred."""


def read_private(path: Path, what: str, advice: str) -> bytes:
    """The bytes of a file that is its owner's alone; KeyProblem if it is missing, unreadable, or others may read or change it.

    A link is followed, and what counts is the file that it leads to: the one that is read is the one that was looked at.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    except FileNotFoundError as error:
        raise KeyProblem(f"There is no {what} at {path}; {advice}.") from error
    except OSError as error:
        raise KeyProblem(f"The {what} at {path} cannot be read ({error.strerror}); check its owner and mode.") from error
    try:
        found = os.fstat(descriptor)
        if stat.S_ISDIR(found.st_mode):
            raise KeyProblem(f"The {what} at {path} is a folder; {advice}.")
        _refuse_others(found, path, what, "600")
        os.set_blocking(descriptor, True)
        with os.fdopen(descriptor, "rb", closefd=False) as file:
            return file.read(LONGEST)
    finally:
        os.close(descriptor)


def check_private_folder(path: Path, what: str) -> None:
    """KeyProblem if others may enter a folder, or it is another's; a folder that is not there is nobody's fault here."""
    try:
        found = path.stat()
    except OSError:
        return
    _refuse_others(found, path, what, "700")


def _refuse_others(found: os.stat_result, path: Path, what: str, mode: str) -> None:
    if found.st_uid not in (os.geteuid(), 0):
        raise KeyProblem(f"The {what} at {path} belongs to another user (number {found.st_uid}), who can change it; use one of your own.")
    if found.st_mode & OTHERS:
        raise KeyProblem(
            f"The {what} at {path} is open to others (mode {stat.S_IMODE(found.st_mode):o}); close it with `chmod {mode} {path}`, "
            "and change whatever they may have seen."
        )
