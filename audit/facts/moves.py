"""Money that moved between people and the bank, a row each: what the database tells of stakes and payouts; no check reads it."""

from __future__ import annotations

import numpy as np

from audit.facts.columns import Columns
from audit.facts.play import Play
from audit.facts.stakes import BOXES


def moves(play: Play) -> Columns:
    """Columns: rnd, step, verb, hand (of the event), account, box (0 for none), bettor (the account where the box is another's), delta.

    The banker's own account moves by the opposite and has no rows; what a new banker pays for the bank has two.
    """
    rows = play.money.rows
    kept = np.flatnonzero(rows["delta"] != 0)
    at, account, cell = rows["at"][kept], rows["who"][kept].astype(np.uint8), rows["cell"][kept]
    box = (cell % BOXES).astype(np.uint8)
    owner = play.owner[cell]
    return {
        "rnd": rows["rnd"][kept],
        "account": account,
        "box": box,
        "bettor": np.where((box > 0) & (account != owner), account, np.uint8(0)),
        "delta": rows["delta"][kept],
    } | {name: play.raw[name][at] for name in ("step", "verb", "hand")}
