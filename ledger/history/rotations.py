"""Changes of the signing key: their records, and the notes that lead from each key to the next (FORMAT.md §3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import attrs

from ledger.errors import LedgerProblem
from ledger.history.disk import Disk
from ledger.history.records import Key, canonical, decode
from ledger.proof.notes import Verifier

_MARK = b'"record":"key"'


@attrs.frozen
class Rotations:
    """The folder `rotations` of a ledger: for each `key` record the first note that covers it, signed by both keys."""

    path: Path
    disk: Disk = attrs.field(factory=Disk, repr=False)

    def keep(self, size: int, note: str) -> None:
        """Keep the note of a ledger whose last line, of `size`, is a `key` record."""
        self.disk.make_folder(self.path)
        target, data = rotation_file(self.path.parent, size - 1), note.encode()
        if self.disk.read(target) != data:
            self.disk.replace(target, data)

    def notes(self) -> Iterator[str]:
        """The notes, in the order of their records."""
        for path in sorted(self.path.glob("*.note")):
            yield self.disk.read(path).decode("utf-8", "replace")


def rotation_file(folder: Path, seq: int) -> Path:
    """Where a ledger keeps the note of the `key` record in line `seq`."""
    return folder / "rotations" / f"{seq:08}.note"


def key_named(line: bytes) -> str | None:
    """The verifier key that a line names, if it is a `key` record."""
    if _MARK not in line:
        return None
    try:
        record = decode(line)
    except LedgerProblem:
        return None
    return record.vkey if isinstance(record, Key) else None


def keys_named(tails: Iterable[bytes]) -> list[Verifier]:
    """The keys that bytes beyond the last note name: they may have signed what the note's owner never saw."""
    named = (key_named(line) for data in tails for line in data.split(b"\n"))
    verifiers = (Verifier.of_vkey(vkey) for vkey in named if vkey is not None)
    return [verifier for verifier in verifiers if verifier is not None]


def names_key(folder: Path, vkey: str) -> bool:
    """Whether any line of a ledger names this verifier key; no text can, for a quotation mark within one is escaped."""
    return any(canonical(vkey) in path.read_bytes() for path in sorted((folder / "history").glob("*.jsonl")))
