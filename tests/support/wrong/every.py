"""Every wrong engine, in order of the modules: the training table by phase, then the rulebook's other sections."""

from __future__ import annotations

from tests.support.wrong import (
    at_home,
    bettors,
    changing_bank,
    classic,
    classic_options,
    dealing,
    general,
    hidden_hands,
    incidents,
    naturals,
    no_hole,
    no_hole_play,
    outcomes,
    permanent_bank,
    premiums,
    sessions,
    splits,
    turns,
    twenty_one,
)
from tests.support.wrong.engine import Wrong

_TRAINING = (dealing, naturals, turns, splits, outcomes, sessions)
_HOUSES = (no_hole, no_hole_play, permanent_bank, bettors)
_PRIVATE = (classic, classic_options, changing_bank, hidden_hands, incidents, premiums, twenty_one, at_home)
ENGINES: list[Wrong] = [engine for module in (*_TRAINING, general, *_HOUSES, *_PRIVATE) for engine in module.ENGINES]
