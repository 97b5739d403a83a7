"""The errors of the recording side. Each message is one sentence that says what to do next."""

from __future__ import annotations


class LedgerError(Exception):
    """The root; never raised itself."""


class RuleError(LedgerError):
    """A rule set is malformed, makes no sense, or asks for what the engine cannot do."""


class NameRefused(LedgerError):
    """A name of a ledger, table or player is not allowed (FORMAT.md §2)."""


class ScriptError(LedgerError):
    """A script of decisions is malformed, ends early or asks for an illegal action."""


class SessionRefused(LedgerError):
    """A session cannot be opened as asked."""


class EventError(LedgerError):
    """A tournament's file is malformed, or the tournament cannot be recorded or ranked as asked."""


class KeyProblem(LedgerError):
    """A key folder is missing, unreadable, incomplete or belongs to another ledger."""


class LedgerProblem(LedgerError):
    """A ledger is missing, not readable, not the one that was signed, or already exists."""


class NotInLedger(LedgerProblem):
    """A session, round or hand that was asked for does not exist."""


class NotYetRevealed(LedgerError):
    """A round cannot be proven before the seeds of its shoes are revealed."""


class LedgerBusy(LedgerError):
    """Another process is writing to the ledger."""


class DiskFailed(LedgerError):
    """The operating system could not write, and writing has stopped."""


class WitnessRefused(LedgerError):
    """A witness was not reached, or gave no cosignature. Its message is what follows the witness's name."""


class WitnessNotBelieved(LedgerError):
    """What a witness answered does not verify, or it holds another history. Its message is what follows the witness's name."""


class JournalDamaged(LedgerError):
    """A live session's journal was changed, belongs to another session or version, or contradicts the ledger."""


class JournalMissing(LedgerError):
    """A live session cannot be gone on with, only closed."""


class LeftOpen(LedgerError):
    """Nobody is there to answer any more: the live session stays open as it stands, to be gone on with."""
