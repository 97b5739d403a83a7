"""One session's part in what many sessions write together."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ledger.proof.notes import Signer
from ledger.service.commits import Commits


class Share:
    """One session's part in the commits: to the session a writer, and to its journal a disk.

    A journal is begun and read on the true disk, at once: that happens when a table opens, or is gone on with.
    """

    def __init__(self, commits: Commits) -> None:
        self._commits = commits
        self._journaled = self._committed = 0
        self._disk = commits.writer.disk
        self.read, self.replace, self.make_folder = self._disk.read, self._disk.replace, self._disk.make_folder
        self.folder: Path = commits.writer.folder
        self.warnings: list[str] = commits.writer.warnings

    @property
    def disk(self) -> Share:
        """Itself."""
        return self

    @property
    def signer(self) -> Signer:
        """The key in force."""
        return self._commits.writer.signer

    @property
    def size(self) -> int:
        """The seq of the next line, after those that are queued."""
        return self._commits.size

    def commit(self, lines: Sequence[bytes], /) -> None:
        """Queue lines; they count once `settled` returns."""
        self._committed = self._commits.add_lines(self, lines)

    def append(self, path: Path, data: bytes, /) -> None:
        """Queue bytes for a journal."""
        self._journaled = self._commits.add_entry(int(path.stem), data)

    def truncate(self, path: Path, size: int, /) -> None:
        """Cut a journal at once; one that has served is kept until `served`: by it a restart finds how its session ended."""
        if size:
            self._disk.truncate(path, size)

    def served(self, session: int) -> None:
        """Queue the end of a session's journal: what a restart needs of it is kept elsewhere."""
        self._committed = self._commits.add_end(session)

    async def settled(self) -> None:
        """Return once all that the session has written is durable; DiskFailed if it never will be."""
        await self._commits.reached(self._journaled, self._committed)
