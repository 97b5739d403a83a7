"""The file seam: every operation that durability depends on (design: order of a commit).

`Disk` says in what order the operating system is asked for what; `Calls` are the few calls that it is asked for. A test
gives others: they fail, or are written down, so that every state a power cut may leave can be tried.
"""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path
from typing import Protocol


class Calls(Protocol):
    """The operating system's calls by which anything is changed, as in the module `os`."""

    def open(self, path: Path, flags: int, mode: int = ..., /) -> int:
        """A descriptor; with O_CREAT a new entry in its folder."""

    def lseek(self, descriptor: int, position: int, whence: int, /) -> int:
        """Where the next write goes."""

    def write(self, descriptor: int, data: memoryview, /) -> int:
        """Write, and say how many bytes were taken."""

    def fsync(self, descriptor: int, /) -> None:
        """Make a file's bytes durable, or a folder's entries."""

    def ftruncate(self, descriptor: int, size: int, /) -> None:
        """Cut a file."""

    def close(self, descriptor: int, /) -> None:
        """Done with a file."""

    def replace(self, old: Path, new: Path, /) -> None:
        """Rename, at once and over what is there."""

    def unlink(self, path: Path, /) -> None:
        """Take an entry out of its folder."""

    def mkdir(self, path: Path, mode: int, /) -> None:
        """A new folder."""

    def rmdir(self, path: Path, /) -> None:
        """Take an empty folder out of its own."""


class JournalDisk(Protocol):
    """What a journal needs: `Disk`, or what many of them share."""

    def read(self, path: Path, start: int = 0, /) -> bytes:
        """The bytes of a file from `start`; none if there is no such file."""

    def append(self, path: Path, data: bytes, /) -> None:
        """Add to the end of a file."""

    def replace(self, path: Path, data: bytes, mode: int = ..., /) -> None:
        """Put a whole new content in place of a file."""

    def truncate(self, path: Path, size: int, /) -> None:
        """Cut a file, or remove it if nothing remains."""

    def make_folder(self, path: Path, mode: int = ..., /) -> bool:
        """A new folder, if it is missing."""


class Disk:
    """A file system. Short writes are looped on; a failed fsync is never tried again."""

    def __init__(self, calls: Calls = os) -> None:
        self._calls = calls

    def read(self, path: Path, start: int = 0) -> bytes:
        """The bytes of a file from `start`; none if there is no such file."""
        try:
            with path.open("rb", buffering=0) as file:
                file.seek(start)
                return file.read()
        except FileNotFoundError:
            return b""

    def append(self, path: Path, data: bytes) -> None:
        """Write at the end and make it durable, the name of a new file too."""
        # Of an empty one nobody knows whether its name is durable.
        is_new = not size_of(path)
        self._write(path, data, os.O_CREAT | os.O_APPEND, 0o644)
        if is_new:
            self.sync_folder(_folder_of(path))

    def rewrite(self, path: Path, start: int, data: bytes) -> None:
        """Write from `start` on, over what is there, and make it durable, the file's name too.

        What a process left behind without a successful fsync is written again even where the bytes are the same: a page whose fsync
        has failed may count as clean, and the next fsync would say nothing of it.
        """
        self._write(path, data, 0, start=start)
        self.sync_folder(path.parent)

    def replace(self, path: Path, data: bytes, mode: int = 0o644) -> None:
        """Put a whole new content in place of a file, durably: temporary file, fsync, rename, fsync of the folder."""
        temporary = temporary_of(path)
        # One left over by a crash, or laid there, would keep its own mode or lead elsewhere.
        self._unlink(temporary)
        self._write_new(temporary, data, mode)
        self._calls.replace(temporary, path)
        self.sync_folder(_folder_of(path))

    def finish_replacing(self, path: Path, data: bytes) -> None:
        """Put what a crash left in the temporary file, this content or its beginning, in its place, durably."""
        temporary = temporary_of(path)
        self.rewrite(temporary, 0, data)
        self._calls.replace(temporary, path)
        self.sync_folder(path.parent)

    def succeed(self, path: Path, successor: Path) -> None:
        """Let a file take another's place, durably; then what the other held is overwritten, as far as the file system lets one."""
        descriptor = self._calls.open(path, os.O_WRONLY)
        try:
            self._calls.replace(successor, path)
            self.sync_folder(path.parent)
            self._overwrite(descriptor)
        finally:
            self._calls.close(descriptor)

    def destroy(self, path: Path) -> None:
        """Remove a file, durably, and overwrite what it held, as far as the file system lets one."""
        descriptor = self._calls.open(path, os.O_WRONLY)
        try:
            self._calls.unlink(path)
            self.sync_folder(path.parent)
            self._overwrite(descriptor)
        finally:
            self._calls.close(descriptor)

    def truncate(self, path: Path, size: int) -> None:
        """Cut a file to `size` bytes, or remove it if nothing remains, durably."""
        if size == 0:
            self._unlink(path)
            self.sync_folder(path.parent)
            return
        descriptor = self._calls.open(path, os.O_WRONLY)
        try:
            self._calls.ftruncate(descriptor, size)
            self._calls.fsync(descriptor)
        finally:
            self._calls.close(descriptor)

    def make_folder(self, path: Path, mode: int = 0o755) -> bool:
        """A new folder, durable, and those above it that are missing; whether it is new: an existing one is left as it is."""
        if path.is_dir():
            return False
        if not path.parent.is_dir():
            self.make_folder(path.parent)
        self._calls.mkdir(path, mode)
        self.sync_folder(path.parent)
        return True

    def remove_folder(self, path: Path) -> None:
        """Remove an empty folder, durably."""
        self._calls.rmdir(path)
        self.sync_folder(path.parent)

    def sync_folder(self, path: Path) -> None:
        """Make a folder's entries durable."""
        descriptor = self._calls.open(path, os.O_RDONLY | os.O_DIRECTORY)
        try:
            self._calls.fsync(descriptor)
        finally:
            self._calls.close(descriptor)

    def _unlink(self, path: Path) -> None:
        if os.path.lexists(path):
            self._calls.unlink(path)

    def _write_new(self, path: Path, data: bytes, mode: int) -> None:
        """FileExistsError if there is anything of this name; what cannot be written whole is removed again."""
        try:
            self._write(path, data, os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, mode)
        except FileExistsError:
            raise
        except OSError:
            self._unlink(path)
            raise

    def _overwrite(self, descriptor: int) -> None:
        """Zeros in place of all bytes of an open file; a file system that writes elsewhere, or a backup, may keep them all the same."""
        self._write_all(descriptor, bytes(os.fstat(descriptor).st_size))
        self._calls.fsync(descriptor)

    def _write(self, path: Path, data: bytes, flags: int, mode: int = 0o644, *, start: int = 0) -> None:
        descriptor = self._calls.open(path, os.O_WRONLY | flags, mode)
        try:
            if start:
                self._calls.lseek(descriptor, start, os.SEEK_SET)
            self._write_all(descriptor, data)
            self._calls.fsync(descriptor)
        finally:
            self._calls.close(descriptor)

    def _write_all(self, descriptor: int, data: bytes) -> None:
        view = memoryview(data)
        while view:
            view = view[self._calls.write(descriptor, view) :]


def size_of(path: Path) -> int:
    """Bytes of a file; 0 if there is none."""
    try:
        return os.stat(path).st_size  # noqa: PTH116 - `Path.stat` and `exists` were measured at twice the time
    except FileNotFoundError:
        return 0


# A live commit names the same four files each time; to take their names apart anew cost a sixth of it.
@lru_cache(maxsize=64)
def temporary_of(path: Path) -> Path:
    """Where a file's next content is written before it takes its place."""
    return path.with_name(f"{path.name}.tmp")


@lru_cache(maxsize=64)
def _folder_of(path: Path) -> Path:
    return path.parent
