"""Making a ledger and opening one for writing: one writer at a time, behind a lock beside the keys (design §5)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from ledger.clock import Clock
from ledger.errors import LedgerProblem
from ledger.history.diagnosis import Kind
from ledger.history.disk import Disk
from ledger.history.keys import KeyFolder
from ledger.history.looking import diagnose
from ledger.history.sessions import sessions_left_open, sessions_so_far
from ledger.history.shared_journal import Piece, settle
from ledger.history.writer import DEFAULT_HEIGHT, Writer
from ledger.names import check_ledger_name


@contextmanager
def create(
    folder: Path, name: str, keys: KeyFolder, clock: Clock, *, height: int = DEFAULT_HEIGHT, disk: Disk | None = None
) -> Iterator[Writer]:
    """Make a new ledger of this name, signed with the key of the same name."""
    signer = keys.signer()
    if signer.name != check_ledger_name(name):
        raise LedgerProblem(f"The key at {keys.path} is named {signer.name}, not {name}; the ledger's name is its key's name.")
    if keys.path.absolute() in (folder.absolute(), *folder.absolute().parents) or folder.absolute() in keys.path.absolute().parents:
        raise LedgerProblem(f"{folder} and {keys.path} lie in one another; a ledger is published, keys never: keep them apart.")
    with keys.alone():
        if keys.has_signed(signer):
            raise LedgerProblem(f"The key at {keys.path} already serves a ledger; make another with `shoe keygen`.")
        writer = Writer(folder, keys, signer, disk or Disk())
        try:
            _refuse_unfinished(folder, keys, writer.disk)
            _make_empty(folder, writer.disk)
        except OSError as error:
            raise LedgerProblem(f"{folder} cannot be made ({error.strerror}); choose a place that you can write to.") from error
        writer.start(clock, height)
        yield writer


def _refuse_unfinished(folder: Path, keys: KeyFolder, disk: Disk) -> None:
    """LedgerProblem where this was begun before and broken off: it says how to clear that away."""
    begun = diagnose(folder, keys, disk).of(Kind.NEVER_BEGUN) if (folder / "history").is_dir() else []
    for trouble in begun:
        raise LedgerProblem(str(trouble))


def _make_empty(folder: Path, disk: Disk) -> None:
    """The folders of a new ledger; LedgerProblem if something is there, or comes there meanwhile with another key."""
    taken = LedgerProblem(f"{folder} already exists and is not an empty folder; choose a new one.")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise taken
    disk.make_folder(folder)
    if not disk.make_folder(folder / "history"):
        raise taken


def _keep_lost(writer: Writer, keys: KeyFolder, piece: Piece) -> None:
    """What was added to a journal that is missing is kept apart, unless its session is closed: with the journal it would be needed."""
    if sessions_so_far(writer.folder, writer.size) < piece.session or piece.session in sessions_left_open(writer.folder, writer.size):
        kept = keys.quarantine(f"{piece.session}-{piece.at}.jsonl", piece.data)
        writer.warnings.append(f"The journal of session {piece.session} is missing; what was added to it last is kept at {kept}.")


@contextmanager
def open_ledger(folder: Path, keys: KeyFolder, *, disk: Disk | None = None, keep_unsigned: bool = False) -> Iterator[Writer]:
    """Open an existing ledger for writing, after holding it against the last signed note.

    Bytes that no note covers go to quarantine, or with `keep_unsigned` stay until the first commit: one that writes the same bytes
    takes them over, any other sends them to quarantine first.
    """
    if not (folder / "history").is_dir():
        raise LedgerProblem(f"There is no ledger at {folder}; make one with `shoe init`.")
    writer = Writer(folder, keys, keys.signer(), disk or Disk())
    with keys.alone():
        try:
            writer.resume(keep_unsigned=keep_unsigned)
            settle(folder, writer.disk, partial(_keep_lost, writer, keys))
        except OSError as error:
            raise LedgerProblem(
                f"{folder} cannot be read and written ({error.strerror}); check its owner and mode, and the room on the disk."
            ) from error
        yield writer
