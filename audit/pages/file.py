"""A page as a file: never over anything that is not a page of ours, and whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import NamedTemporaryFile

from audit.errors import AuditError
from audit.pages.house import GENERATOR

_HEAD = 4096
"""Bytes at the beginning of a page among which it says that it is ours."""


class PageRefused(AuditError):
    """A page cannot be written where it was to be."""


def check_place(path: Path) -> None:
    """PageRefused where a page may not be written: what is there is none of ours, or there is no such folder."""
    if not path.parent.is_dir():
        raise PageRefused(f"There is no folder {path.parent} for the page {path.name}; make it, or choose another place.")
    if path.exists() and not _is_ours(path):
        raise PageRefused(f"{path} is there already and is no page of ours, so it is not written over; choose another name.")


def _is_ours(path: Path) -> bool:
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return GENERATOR.encode() in file.read(_HEAD)


def write_page(path: Path, text: str) -> None:
    """Write a page, or put it in the place of an older one; PageRefused as above, OSError where the disk will not have it."""
    check_place(path)
    with NamedTemporaryFile("w", dir=path.parent, prefix=f".{path.name}.", encoding="utf-8", delete=False) as file:
        try:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
            Path(file.name).chmod(0o644)
            Path(file.name).replace(path)
        except OSError:
            Path(file.name).unlink()
            raise
