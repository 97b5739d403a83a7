"""Boxes: what was staked, dealt and answered on each."""

from __future__ import annotations

import numpy as np

from audit.facts.columns import Columns, counts, first_of, take
from audit.facts.events import is_verb
from audit.facts.grammar import BANKER, BOX_SHIFT, NO_CARD
from audit.facts.hands import is_banker
from audit.facts.money import CELLS, cell
from audit.facts.play import Play


def boxes(play: Play) -> Columns:
    """One row for each box that somebody owns or that an event is about: what was staked, dealt, insured, first of each kind."""
    size = play.size * CELLS
    table: Columns = {"seat": play.owner, "left_table": play.left, "stake": play.stake}
    for name, verb in (("bets", "bet"), ("deals", "deal"), ("insures", "insure"), ("declines", "decline insurance"), ("pays", "insurance")):
        rows = np.flatnonzero(is_verb(play.verb, verb) & (play.event["hand"] < BANKER) & (play.event["hand"] > 0))
        at = cell(play.event, rows)
        table[name] = counts(at, size)
        table[f"{name}_n"] = first_of(at, play.event["n"][rows], size, 0)
        table[f"{name}_step"] = first_of(at, play.event["step"][rows], size, -1)
    own = np.flatnonzero((play.hand["depth"] == 0) & ~is_banker(play.hand))
    at = play.hand["rnd"][own].astype(np.int64) * CELLS + play.hand["box"][own]
    for name in ("first", "second"):
        table[name] = np.full(size, NO_CARD, dtype=np.uint8)
        table[name][at] = play.hand[name][own]
    used = np.flatnonzero((play.owner > 0) | (table["bets"] + table["deals"] + table["insures"] + table["declines"] + table["pays"] > 0))
    result = take(table, used)
    rnd, box = used // CELLS, used % CELLS
    return result | {"rnd": rnd, "box": box, "hand": box << BOX_SHIFT, "before": play.before[rnd, result["seat"]]}
