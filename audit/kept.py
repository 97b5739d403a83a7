"""Checkpoints that somebody kept: their files, opened by the key that was in force at their size (FORMAT §3, §11)."""

from __future__ import annotations

from pathlib import Path

import attrs

from audit.bounded import read_bounded
from audit.errors import AuditError, NoteError, SignatureError
from audit.keys import Keys
from audit.notes import LONGEST_NOTE, Checkpoint, VerifierKey, checkpoint_of, open_checkpoint


@attrs.frozen
class Known:
    """A checkpoint that was kept: where it stands, its note, and what it says; `given` by the reader, or kept by the ledger itself."""

    source: str
    note: bytes
    checkpoint: Checkpoint
    given: bool = True


def read_file(path: Path) -> bytes:
    """Bytes of a kept checkpoint's file; raises NoteError."""
    note = read_bounded(path, LONGEST_NOTE, NoteError, "give the file of a checkpoint")
    if len(note) > LONGEST_NOTE:
        raise NoteError(f"{path} is far too long to be a checkpoint.")
    if note.startswith(b"{"):
        raise NoteError(f"{path} holds no checkpoint but an object such as a bundle: give the file that `shoe checkpoint` wrote.")
    return note


def open_known(source: str, note: bytes, keys: Keys, given: VerifierKey) -> Known:
    """Open a kept checkpoint by the keys of a ledger, or by the one that was given; raises NoteError or SignatureError that names it."""
    try:
        return Known(source, note, _opened(note, keys, given))
    except (NoteError, SignatureError) as error:
        kind: type[AuditError] = type(error)
        raise kind(f"{source}: {error}") from error


def _opened(note: bytes, keys: Keys, given: VerifierKey) -> Checkpoint:
    name = checkpoint_of(note).name
    if name != given.name:
        raise NoteError(f"The checkpoint is of the ledger {name} and not of {given.name}.")
    try:
        return keys.open(note)
    except SignatureError:
        if keys.names(given):
            raise
        return open_checkpoint(note, given)
