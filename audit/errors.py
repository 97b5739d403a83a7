"""What can stop an audit: one class for each cause, one sentence for each case.

A *finding* says that the ledger breaks a rule; an *error* here says that the ledger could not be judged at all (exit status 3).
"""

from audit.values import printable


class AuditError(Exception):
    """Root of everything that stops an audit; never raised itself. Its words may quote a stranger's text and are safe to show."""

    def __str__(self) -> str:
        return printable(super().__str__())


class LedgerMissingError(AuditError):
    """There is no ledger where one was expected, or it has no line yet."""


class TruncatedError(AuditError):
    """The history holds fewer lines than the checkpoint signs."""


class TileError(AuditError):
    """A file of a published tree is missing, or not of its length."""


class NoteError(AuditError):
    """The checkpoint is not a signed note, or not a checkpoint."""


class KeyTextError(AuditError):
    """A verifier key is not written as one."""


class PolicyError(AuditError):
    """A policy file is not one, or is for another ledger."""


class EvidenceError(AuditError):
    """A file that was given as a proof is none, or proves nothing."""


class SignatureError(AuditError):
    """The checkpoint bears no valid signature of the given key."""


class SeatFileError(AuditError):
    """A file of the exchange for a player's own entropy is not what it must be, or does not prove what it must."""


class SeatSecretError(AuditError):
    """The file of a player's own secret cannot be written, read, or used for what it is given for."""


class LineError(AuditError):
    """A line is not a record in its one canonical form."""

    def __init__(self, seq: int, fault: str) -> None:
        """Name the line by its `seq` and say in half a sentence what is wrong with it."""
        # Both stay in `args`, so that the error survives the way back from a worker process.
        super().__init__(seq, fault)
        self.seq = seq
        self.fault = fault

    def __str__(self) -> str:
        return printable(f"Line {self.seq} of the ledger {self.fault}.")


class RecordMissingError(AuditError):
    """A session or a round was asked for that the ledger does not hold."""


class DatabaseError(AuditError):
    """The database of facts could not be written."""


class ExportError(AuditError):
    """The tables of a database could not be written as files."""


class QueryRefused(AuditError):
    """A database is not ours, or a question is not a single SELECT that DuckDB understands and answers within the limits."""


class RememberedError(AuditError):
    """The folder in which an auditor remembers cannot be used."""


class ClusterError(AuditError):
    """The workers of a cluster cannot be used."""


class LimitError(AuditError):
    """A limit for the audit is not one that DuckDB understands."""
