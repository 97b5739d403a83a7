"""Which auditor this is: what it came to before holds only for the very same one."""

from __future__ import annotations

import platform
from functools import cache
from hashlib import sha256
from importlib import metadata, resources
from importlib.resources.abc import Traversable

_LIBRARIES = ("duckdb", "msgspec", "numpy")


@cache
def fingerprint() -> str:
    """SHA-256 (hex) of this package's code and checks, with the versions of Python and of the libraries that it judges with."""
    hashed = sha256(platform.python_version().encode())
    for name in _LIBRARIES:
        hashed.update(f"\n{name} {metadata.version(name)}".encode())
    for name, file in sorted(_files(resources.files("audit"), "")):
        hashed.update(f"\n{name} {sha256(file.read_bytes()).hexdigest()}".encode())
    return hashed.hexdigest()


def _files(folder: Traversable, above: str) -> list[tuple[str, Traversable]]:
    """Everything below a folder of the package that decides what it finds, with its path."""
    result: list[tuple[str, Traversable]] = []
    for entry in folder.iterdir():
        path = f"{above}/{entry.name}"
        if path == "/web":  # the page for browsers judges nothing here
            continue
        if entry.is_dir():
            result += _files(entry, path)
        elif path.endswith((".py", ".sql")):
            result.append((path, entry))
    return result
