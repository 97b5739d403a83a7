"""What a walk found, as the tables that checks read."""

from __future__ import annotations

import attrs
import numpy as np

from audit.between.walk import Walk
from audit.facts.tables import Tables
from audit.judge import table_of

_STEP = {
    "session": int,
    "seq": int,
    "round": int,
    "step": int,
    "about": str,
    "expected": str,
    "recorded": str,
    "at_close": bool,
}
_BANKER = ("session", "seq", "round", "expected", "recorded")


def between_tables(walk: Walk) -> Tables:
    """What stands between rounds: answers that are not right (between), and who holds the bank in each round (bankers)."""
    return {
        "between": table_of([attrs.asdict(step) for step in walk.steps], _STEP),
        "bankers": dict(zip(_BANKER, np.array(walk.bankers, dtype=np.int64).reshape(-1, len(_BANKER)).T, strict=True)),
    }
