"""The file seam: every operation that durability depends on, one method each (design: order of a commit)."""

from __future__ import annotations

import os
from pathlib import Path


class Disk:
    """The real file system. Short writes are looped on; a failed fsync is never tried again."""

    def read(self, path: Path, start: int = 0) -> bytes:
        """The bytes of a file from `start`; none if there is no such file."""
        try:
            with path.open("rb") as file:
                file.seek(start)
                return file.read()
        except FileNotFoundError:
            return b""

    def append(self, path: Path, data: bytes) -> bool:
        """Write at the end and make it durable; whether the file is new."""
        is_new = not path.exists()
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
        try:
            _write_all(descriptor, data)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        return is_new

    def replace(self, path: Path, data: bytes, mode: int = 0o644) -> None:
        """Put a whole new content in place of a file, durably: temporary file, fsync, rename, fsync of the folder."""
        temporary = path.with_name(path.name + ".tmp")
        # One left over by a crash, or laid there, would keep its own mode or lead elsewhere.
        temporary.unlink(missing_ok=True)
        _write_new(temporary, data, mode)
        temporary.replace(path)
        self.sync_folder(path.parent)

    def succeed(self, path: Path, successor: Path) -> None:
        """Let a file take another's place, durably; then what the other held is overwritten, as far as the file system lets one."""
        descriptor = os.open(path, os.O_WRONLY)
        try:
            successor.replace(path)
            self.sync_folder(path.parent)
            _overwrite(descriptor)
        finally:
            os.close(descriptor)

    def destroy(self, path: Path) -> None:
        """Remove a file, durably, and overwrite what it held, as far as the file system lets one."""
        descriptor = os.open(path, os.O_WRONLY)
        try:
            path.unlink()
            self.sync_folder(path.parent)
            _overwrite(descriptor)
        finally:
            os.close(descriptor)

    def create(self, path: Path, data: bytes, mode: int) -> bool:
        """A new file, durable; whether it was made: one that is there already, even a dangling link, is left alone."""
        try:
            _write_new(path, data, mode)
        except FileExistsError:
            return False
        self.sync_folder(path.parent)
        return True

    def truncate(self, path: Path, size: int) -> None:
        """Cut a file to `size` bytes, or remove it if nothing remains, durably."""
        if size == 0:
            path.unlink(missing_ok=True)
            self.sync_folder(path.parent)
            return
        descriptor = os.open(path, os.O_WRONLY)
        try:
            os.ftruncate(descriptor, size)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)

    def make_folder(self, path: Path, mode: int = 0o755) -> bool:
        """A new folder (its parent must exist), durable; whether it is new: an existing one is left as it is."""
        if path.is_dir():
            return False
        path.mkdir(mode=mode)
        self.sync_folder(path.parent)
        return True

    def sync_folder(self, path: Path) -> None:
        """Make a folder's entries durable."""
        descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _write_new(path: Path, data: bytes, mode: int) -> None:
    """FileExistsError if there is anything of this name; what cannot be written whole is removed again."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, mode)
    try:
        _write_all(descriptor, data)
        os.fsync(descriptor)
    except OSError:
        path.unlink()
        raise
    finally:
        os.close(descriptor)


def _overwrite(descriptor: int) -> None:
    """Zeros in place of all bytes of an open file; a file system that writes elsewhere, or a backup, may keep them all the same."""
    _write_all(descriptor, bytes(os.fstat(descriptor).st_size))
    os.fsync(descriptor)


def _write_all(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]
