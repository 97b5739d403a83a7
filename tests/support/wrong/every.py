"""Every wrong engine, in order of the modules."""

from __future__ import annotations

from tests.support.wrong import (
    changing_bank,
    classic,
    dealing,
    general,
    naturals,
    no_hole,
    outcomes,
    permanent_bank,
    sessions,
    splits,
    turns,
    twenty_one,
)
from tests.support.wrong.engine import Wrong

_TRAINING = (dealing, naturals, turns, splits, outcomes, sessions)
ENGINES: list[Wrong] = [
    engine for module in (*_TRAINING, general, no_hole, classic, changing_bank, permanent_bank, twenty_one) for engine in module.ENGINES
]
