"""Reading files that somebody gave: no more of them than such a file can have."""

from __future__ import annotations

from pathlib import Path

from audit.errors import AuditError


def read_bounded(path: Path, longest: int, refusal: type[AuditError], advice: str) -> bytes:
    """Bytes of a file: all, or one more than `longest`, which tells that it is too long; raises a `refusal` with advice."""
    try:
        with path.open("rb") as file:
            return file.read(longest + 1)
    except OSError as error:
        raise refusal(f"{path} cannot be read ({error.strerror}); {advice}.") from error
