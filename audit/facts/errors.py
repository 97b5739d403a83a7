"""The table of errors of dealing (B5, H8), with the hand that each was about as it stood."""

from __future__ import annotations

import numpy as np

from audit.facts.columns import Columns
from audit.facts.events import is_verb
from audit.facts.grammar import BOX_SHIFT
from audit.facts.play import Play
from audit.facts.stakes import BETTOR_BITS, cell

_STATE = ("count_before", "total_before", "closed_before", "doubled_before", "pictures_before")


def errors(play: Play) -> Columns:
    """A row for each error or choice: rnd, step, hand, box, the columns of Error but for events, choice_step (−1 for none).

    Of the hand before it: _STATE, first card, depth, stock of the shoe; at the choice: the owner's balance (free), what the box's own stake
    is (stake), and whether another bettor has one there (others).
    """
    table, event = play.errors, play.event
    at, chosen = table["event"], table["choice_event"]
    names = ("nth", "error", "choice", "card", "before", "tossed", "follows")
    result = {name: event[name][at] for name in ("rnd", "step", "hand")} | {name: table[name] for name in names}
    result |= play.state.columns(at, *_STATE)
    key = play.hand["rnd"].astype(np.int64) << 16 | play.hand["hand"]
    place = np.minimum(np.searchsorted(key, result["rnd"].astype(np.int64) << 16 | result["hand"]), max(len(key) - 1, 0))
    result |= {name: play.hand[name][place] for name in ("first", "depth")}
    cells = cell(event, at)
    keys = play.stakes.wagers["key"]
    others = np.searchsorted(keys, (cells + 1) << BETTOR_BITS) - np.searchsorted(keys, (cells << BETTOR_BITS) + 1)
    return result | {
        "box": result["hand"] >> BOX_SHIFT,
        "choice_step": np.where(chosen < 0, -1, event["step"][chosen]),
        "free": np.where(chosen < 0, 0, play.free[chosen]),
        "stake": play.stake[cells],
        "others": others > 0,
        "stock": play.shoes.stock[at],
    }


def ruled(play: Play) -> Columns:
    """A row for each `D ruling`: rnd, step, n (line of its record), whether a choice after an error stands directly before it."""
    some = play.raw.of("ruling").any()
    kept = np.flatnonzero(~play.raw.of("reshuffle", "cut", "joker", "burn")) if some else np.zeros(0, dtype=np.intp)
    nth = np.flatnonzero(is_verb(play.raw["verb"][kept], "ruling"))
    at, before = kept[nth], kept[np.maximum(nth - 1, 0)]
    return {name: play.raw[name][at] for name in ("rnd", "step", "n")} | {"answers": np.isin(before, play.errors["choice_event"])}
