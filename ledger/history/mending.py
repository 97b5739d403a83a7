"""Mending what a diagnosis found: nothing that was signed is touched, and what is taken out is kept in quarantine (design §5).

Each step may be cut off by a crash at any point: looking again then finds what is left to do.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import attrs

from ledger.history.diagnosis import Diagnosis, Kind, Trouble, history_file
from ledger.history.disk import Disk
from ledger.history.keys import KeyFolder
from ledger.history.rotations import Rotations

_TAKEN_OUT = (Kind.TAIL, Kind.FOREIGN_FILE, Kind.LEFTOVER, Kind.JOURNAL_LEFT)
_SHOWN_ANEW = (Kind.CHECKPOINT_MISSING, Kind.CHECKPOINT_OLD, Kind.CHECKPOINT_FOREIGN)
AT_OPENING = (Kind.NOTE_UNFINISHED, Kind.KEY_UNFINISHED, Kind.VKEY, Kind.ROTATION_MISSING, *_SHOWN_ANEW, Kind.TAIL, Kind.FOREIGN_FILE)
"""What an opening mends unasked: the rest is not in its way."""


@attrs.frozen
class Mender:
    """Mends one ledger, for whoever holds its lock."""

    folder: Path
    keys: KeyFolder
    disk: Disk
    found: Diagnosis

    def mend(self, *kinds: Kind) -> list[str]:
        """Mend what was found of these kinds; a sentence on each thing that a person should know of.

        The note first, for all else goes by it; of the history the last file first.
        """
        told: list[str] = []
        for kind in (kind for kind in Kind if kind in kinds):
            for trouble in reversed(self.found.of(kind)):
                told += self._mend(trouble)
        return told

    def set_aside(self, tails: Mapping[int, int]) -> list[str]:
        """Take out what follows these places in files of the history, the last one first; a sentence on each."""
        troubles = {trouble.where: trouble for trouble in self.found.of(Kind.TAIL)}
        left = [(troubles[history_file(self.folder, number)], start) for number, start in sorted(tails.items(), reverse=True)]
        return [self._take_out(attrs.evolve(trouble, start=start)) for trouble, start in left]

    def _mend(self, trouble: Trouble) -> list[str]:
        if trouble.kind in _TAKEN_OUT:
            return [self._take_out(trouble)]
        if trouble.kind in _SHOWN_ANEW:
            return self._show(trouble)
        if trouble.kind is Kind.NOTE_UNFINISHED:
            self.disk.finish_replacing(self.keys.note_path, self.found.note.encode())
        elif trouble.kind in {Kind.KEY_UNFINISHED, Kind.VKEY}:
            self.keys.signer_in_force()
        elif trouble.kind is Kind.ROTATION_MISSING:
            Rotations(trouble.where.parent, self.disk).keep(self.found.tree.size, self.found.note)
        elif trouble.kind is Kind.SECRET_LEFT:
            self.disk.destroy(trouble.where)
            return [f"{trouble.where} was overwritten and removed."]
        elif trouble.kind is Kind.NEVER_BEGUN:
            return self._clear_away()
        return []

    def _take_out(self, trouble: Trouble) -> str:
        data = self.disk.read(trouble.where, trouble.start)
        kept = self.keys.quarantine(trouble.where.name, data)
        self.disk.truncate(trouble.where, trouble.start)
        if trouble.kind is Kind.TAIL:
            return f"{len(data)} bytes that were never signed were taken out of the history and kept at {kept}."
        return f"{trouble.where} was taken away and is kept at {kept}."

    def _show(self, trouble: Trouble) -> list[str]:
        """The last note as the checkpoint.

        It is stored once more before it is shown: a crash, or a failed fsync, may have left it where a power cut still takes it away.
        """
        told: list[str] = []
        if trouble.kind is Kind.CHECKPOINT_FOREIGN:
            kept = self.keys.quarantine("checkpoint", self.disk.read(trouble.where))
            told.append(f"{trouble.found}; it is kept at {kept}.")
        self.keys.notes().keep(self.found.note)
        self.disk.replace(trouble.where, self.found.note.encode())
        return told

    def _clear_away(self) -> list[str]:
        """Leave an empty folder, in which `shoe init` can begin."""
        first = history_file(self.folder, 0)
        told: list[str] = []
        if data := self.disk.read(first):
            told.append(f"What was there of a first line is kept at {self.keys.quarantine(first.name, data)}.")
        self.disk.truncate(first, 0)
        self.disk.remove_folder(first.parent)
        return told
