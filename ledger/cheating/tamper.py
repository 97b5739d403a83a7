"""One change to a ledger, hashed and signed again with the true key."""

from __future__ import annotations

from pathlib import Path

from ledger.cheating.history import Change, History
from ledger.cheating.kinds import KINDS
from ledger.cheating.picking import Cheat
from ledger.history.keys import KeyFolder


def tamper(folder: Path, keys: Path, kind: str, seed: int) -> Change:
    """Change one thing of this kind in the ledger at `folder`; which one, `seed` chooses.

    The key folder is only read. LedgerProblem if the ledger holds nothing of the kind; KeyError for an unknown kind.
    """
    signer = KeyFolder(keys).signer()
    history = History.read(folder)
    change = KINDS[kind](Cheat.at_work(kind, history, seed))
    history.write(folder, signer)
    return change
