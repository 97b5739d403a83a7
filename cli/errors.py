"""Which error gets which exit status, and its one sentence."""

from __future__ import annotations

import attrs

from audit.errors import AuditError, DatabaseError, KeyTextError, RecordMissingError
from ledger.errors import LedgerError

CLEAN = 0
FINDINGS = 1
REFUSED = 2
NOT_VERIFIED = 3
INTERRUPTED = 130


@attrs.frozen
class Told:
    """What a person is told of an error, and the exit status that a program sees."""

    sentence: str
    status: int


def explained(error: LedgerError | AuditError | OSError) -> Told:
    """The sentence and the status of an error."""
    from audit.query import QueryRefused

    if isinstance(error, OSError):
        where = f"{error.filename}: " if error.filename else ""
        return Told(f"{where}{error.strerror or error}; check the path, its permissions and the room on the disk.", REFUSED)
    refused = (LedgerError, QueryRefused, KeyTextError, RecordMissingError, DatabaseError)
    return Told(str(error), REFUSED if isinstance(error, refused) else NOT_VERIFIED)
