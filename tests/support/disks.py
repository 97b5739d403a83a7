"""Disks that break off: every operation that writes may be the last one."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ledger.history.disk import Disk

WRITING = ("append", "rewrite", "replace", "finish_replacing", "succeed", "destroy", "make_folder", "sync_folder", "truncate")


class BreakingDisk(Disk):
    """The real disk, until the operation `at` of all that write (from 1): it breaks off before or after that one, for good."""

    def __init__(self, at: int = -1, *, after: bool = False) -> None:
        super().__init__()
        self.count, self._at, self._after = 0, at, after
        for name in WRITING:
            setattr(self, name, self._counted(getattr(super(), name)))

    def _counted(self, right: Callable[..., Any]) -> Callable[..., Any]:
        def operation(*given: Any) -> Any:
            self.count += 1
            if self._after and self.count == self._at:
                right(*given)
            if self.count >= self._at > 0:
                raise OSError(5, os.strerror(5))
            return right(*given)

        return operation


class Cut(Exception):
    """The power is cut."""


class CutInJournal(Disk):
    """The real disk, until the journal's entry `at` (from 1): nothing of it is there, or a part, or all, and then the power is cut."""

    def __init__(self, at: int, *, part: float) -> None:
        super().__init__()
        self._left, self._part = at, part

    def append(self, path: Path, data: bytes) -> None:
        """Write, or be cut."""
        if path.parent.name == "journal":
            self._left -= 1
            if not self._left:
                if self._part:
                    super().append(path, data[: int(len(data) * self._part)])
                raise Cut
        super().append(path, data)
