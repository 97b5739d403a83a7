"""Checking a ledger and its keys for what crashes, disks and people leave behind, and mending it without loss (design §5)."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import attrs

from ledger.errors import LedgerBusy, LedgerProblem
from ledger.history.diagnosis import Diagnosis, Kind, Trouble
from ledger.history.disk import Disk
from ledger.history.journals import journal_troubles
from ledger.history.keys import KeyFolder, who_else_writes
from ledger.history.looking import diagnose
from ledger.history.mending import Mender

IN_ORDER, MENDABLE, HOPELESS = 0, 1, 3


@attrs.frozen
class Checked:
    """What a check found: how many lines are signed, what is wrong, and of that what was mended."""

    size: int
    troubles: tuple[Trouble, ...]
    mended: bool
    done: tuple[str, ...]

    @property
    def hopeless(self) -> tuple[Trouble, ...]:
        """What no repair mends."""
        return tuple(trouble for trouble in self.troubles if not trouble.kind.mendable)

    @property
    def status(self) -> int:
        """0 in order or mended, 1 something that a repair would mend, 3 something that none can."""
        if self.hopeless:
            return HOPELESS
        return MENDABLE if self.troubles and not self.mended else IN_ORDER


def fsck(folder: Path, keys: KeyFolder, *, repair: bool = False, disk: Disk | None = None) -> Checked:
    """Look at a ledger, and with `repair` mend what can be mended; where lines or keys are not the signed ones, nothing is touched.

    Without `repair` not a byte changes. LedgerBusy while somebody writes, LedgerProblem if there is no ledger, KeyProblem without its key.
    """
    if not (folder / "history").is_dir():
        raise LedgerProblem(f"There is no ledger at {folder}; give the folder that holds `history` and `checkpoint`.")
    keys.signer()
    disk = disk or Disk()
    with keys.alone() if repair else _nobody_writing(keys):
        try:
            found = diagnose(folder, keys, disk)
            if not found.stops_writing:
                found.troubles += journal_troubles(folder, keys, found.tree.size)
                found.troubles.sort(key=lambda trouble: trouble.kind.mendable)
            done = _mended(folder, keys, disk, found) if repair else None
        except OSError as error:
            where = error.filename or folder
            raise LedgerProblem(
                f"{where} cannot be {'read and written' if repair else 'read'} ({error.strerror}); check its owner and mode, and the disk."
            ) from error
    return Checked(found.tree.size, tuple(found.troubles), done is not None, tuple(done or ()))


def _mended(folder: Path, keys: KeyFolder, disk: Disk, found: Diagnosis) -> list[str] | None:
    """What was done; none where nothing may be written."""
    if any(trouble.kind.stops_all for trouble in found.troubles):
        return None
    return Mender(folder, keys, disk, found).mend(*Kind)


@contextmanager
def _nobody_writing(keys: KeyFolder) -> Iterator[None]:
    """The writers' lock, for a look only: the lock file is neither made nor opened for writing."""
    try:
        descriptor = os.open(keys.path / "writer.lock", os.O_RDONLY)
    except OSError:
        yield
        return
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
        yield
    except BlockingIOError as error:
        raise LedgerBusy(who_else_writes(keys.path)) from error
    finally:
        os.close(descriptor)
