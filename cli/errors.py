"""Which error gets which exit status, and its one sentence."""

from __future__ import annotations

import attrs

CLEAN = 0
FINDINGS = 1
REFUSED = 2
NOT_VERIFIED = 3
INTERRUPTED = 130
PIPE_CLOSED = 141


@attrs.frozen
class Told:
    """What a person is told of an error, and the exit status that a program sees."""

    sentence: str
    status: int


def expected() -> tuple[type[Exception], ...]:
    """The errors that are told in one sentence; anything else is a fault of the program. Imported only once something went wrong."""
    from audit.errors import AuditError
    from ledger.errors import LedgerError

    return (LedgerError, AuditError, OSError)


def explained(error: Exception) -> Told:
    """The sentence and the status of an expected error."""
    from audit.errors import (
        ClusterError,
        DatabaseError,
        ExportError,
        KeyTextError,
        QueryRefused,
        RecordMissingError,
        RememberedError,
        SeatSecretError,
    )
    from audit.pages.file import PageRefused
    from ledger.errors import JournalDamaged, LedgerError, LeftOpen, NotYetRevealed

    if isinstance(error, OSError):
        where = f"{error.filename}: " if error.filename else ""
        return Told(f"{where}{error.strerror or error}; check the path, its permissions and the room on the disk.", REFUSED)
    if isinstance(error, LeftOpen):
        return Told(str(error), INTERRUPTED)
    if isinstance(error, (NotYetRevealed, JournalDamaged)):
        return Told(str(error), NOT_VERIFIED)
    refused = (
        LedgerError,
        QueryRefused,
        KeyTextError,
        RecordMissingError,
        DatabaseError,
        ExportError,
        SeatSecretError,
        ClusterError,
        RememberedError,
        PageRefused,
    )
    return Told(str(error), REFUSED if isinstance(error, refused) else NOT_VERIFIED)
