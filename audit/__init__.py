"""The verifier: it reads only what was published, and shares no code with the recorder.

`audit_ledger` audits, `read_ledger` decodes, `verify` proves what a file holds; `audit.standings.standings` and `tournament` rank.
All are loaded when first used, so that `import audit` is cheap.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from audit.evidence.verify import verify as verify
    from audit.ledger_dir import read_ledger as read_ledger
    from audit.report import Counts as Counts
    from audit.report import Finding as Finding
    from audit.report import Report as Report
    from audit.report_text import as_object as as_object
    from audit.report_text import as_text as as_text
    from audit.run import audit_ledger as audit_ledger

_HOMES = {
    "Counts": "audit.report",
    "Finding": "audit.report",
    "Report": "audit.report",
    "as_object": "audit.report_text",
    "as_text": "audit.report_text",
    "audit_ledger": "audit.run",
    "read_ledger": "audit.ledger_dir",
    "verify": "audit.evidence.verify",
}
__all__ = sorted(_HOMES)  # noqa: PLE0605 -- the names are those of the table above


def __getattr__(name: str) -> Any:
    """Load what is asked for from its module."""
    if name not in _HOMES:
        raise AttributeError(f"module 'audit' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
