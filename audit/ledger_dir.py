"""Opening a ledger that lies in a folder: with its history as its operator keeps it, or as a published tree (FORMAT §1, §13)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from audit.errors import LedgerMissingError
from audit.history_files import HistoryFiles, history_file
from audit.lines import decode_line
from audit.notes import LONGEST_NOTE, Checkpoint, checkpoint_of
from audit.published_tree import PublishedTree, is_published
from audit.records import Record, Unknown
from audit.stretches import LedgerDir, Span

__all__ = ["LedgerDir", "Span", "open_ledger", "read_ledger", "read_note"]


def read_note(path: Path) -> bytes:
    """Bytes of a ledger's checkpoint; raises LedgerMissingError."""
    if not path.is_dir():
        raise LedgerMissingError(f"There is no ledger at {path}: give the folder that holds `checkpoint` and `history` or `tile`.")
    if not history_file(path, 0).is_file() and not is_published(path):
        raise LedgerMissingError(f"The folder {path} holds no ledger: its history has no first line, and it is no published tree.")
    checkpoint = path / "checkpoint"
    if checkpoint.exists() and not checkpoint.is_file():
        raise LedgerMissingError(f"The checkpoint of the ledger at {path} is no file; audit a copy of your own.")
    try:
        with checkpoint.open("rb") as file:
            note = file.read(LONGEST_NOTE + 1)
    except FileNotFoundError:
        raise LedgerMissingError(f"The ledger at {path} has no checkpoint: nothing in it is signed.") from None
    except OSError as error:
        raise LedgerMissingError(
            f"The checkpoint of the ledger at {path} cannot be read ({error.strerror}); audit a copy of your own."
        ) from error
    if len(note) > LONGEST_NOTE:
        raise LedgerMissingError(f"The checkpoint of the ledger at {path} is far too long to be one; audit a copy of your own.")
    return note


def open_ledger(path: Path, checkpoint: Checkpoint | None = None) -> LedgerDir:
    """Open a folder for reading; without `checkpoint` its signature is not looked at. Raises an AuditError.

    A folder that has both forms is read as the ledger that it then is.
    """
    note = read_note(path)
    size = (checkpoint or checkpoint_of(note)).size
    if size == 0:
        raise LedgerMissingError(f"The ledger at {path} is empty: its checkpoint signs no line.")
    form = HistoryFiles if history_file(path, 0).is_file() else PublishedTree
    return form.opened(path, note, size)


def read_ledger(path: Path) -> Iterator[Record | Unknown]:
    """Decode every line that the checkpoint covers, in order; the signature is not looked at."""
    for seq, raw in open_ledger(path).lines():
        yield decode_line(raw, seq)
