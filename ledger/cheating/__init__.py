"""The cheating operator: someone with the true key who changes one thing and signs again.

`shoe demo --tamper KIND` and the tests use it to show what the audit is worth. A careful cheat: money that is
moved is moved in every later balance and in the standings too, and lines that vanish leave no gap in the numbering.
"""

from __future__ import annotations

from ledger.cheating.history import Change
from ledger.cheating.kinds import AT_ANY_TABLE, KINDS, UNDER_OTHER_RULES
from ledger.cheating.tamper import tamper

__all__ = ["AT_ANY_TABLE", "KINDS", "UNDER_OTHER_RULES", "Change", "tamper"]
