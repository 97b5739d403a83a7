"""Hands as they ended, what was decided on them, and how they were settled."""

from __future__ import annotations

import numpy as np

from audit.facts.columns import Array, Columns, take
from audit.facts.events import SETTLED, is_verb
from audit.facts.grammar import BANKER, BOX_SHIFT
from audit.facts.hands import MOST, is_banker, parent
from audit.facts.play import Play
from audit.facts.stakes import cell, hand_cell

TURNS = ("hit", "stand", "double", "triple", "split", "draw", "surrender")
MOST_STAKE = 10**10
"""Beyond every stake that rules allow (FORMAT §2): a larger one is found as such, and nothing reckoned from it outgrows an integer."""
FIRST_SIDES = 0b0101010101
"""Bits of a packed hand that say `.1`."""


def hands(play: Play) -> Columns:
    """Hands of the boxes, the split ones too, with the stake of their box and their first two cards' total."""
    table = take(play.hand, ~is_banker(play.hand) & (play.hand["hand"] > 0))
    at = hand_cell(table)
    two = play.counting.two(table["first"], table["second"], table["rnd"])
    return table | {"stake": np.minimum(play.stake[at], MOST_STAKE), "seat": play.owner[at], "two_total": two}


def turns(play: Play) -> Columns:
    """Decisions, and the cards that split hands are given."""
    rows = np.flatnonzero(is_verb(play.verb, *TURNS) & (play.event["hand"] < BANKER) & (play.event["bettor"] == 0))
    names = ("rnd", "step", "verb", "hand", "n", "card", "second", "prev_verb", "prev_hand", "next_verb", "next_hand")
    table = {name: play.event[name][rows] for name in names}
    before = ("count_before", "total_before", "soft_before", "closed_before", "doubled_before", "pictures_before")
    table |= {name: play.state[name][rows] for name in (*before, "total_after")}
    at = cell(play.event, rows)
    table |= {"stake": np.minimum(play.stake[at], MOST_STAKE), "free": play.free[rows], "stock": play.shoes.stock[rows]}
    split = is_verb(table["verb"], "split").astype(np.int64)
    order = np.argsort(at, kind="stable")
    total = np.cumsum(split[order])
    first = np.searchsorted(at[order], at[order], side="left")
    table["splits_before"] = np.zeros(len(rows), dtype=np.int64)
    table["splits_before"][order] = total - split[order] - (total - split[order])[first] if len(rows) else total
    table |= _two_cards(play, table) | {"after_split": _directly_after_split(table)}
    return table | {"hides": _hides(play, table)}


def _hides(play: Play, table: Columns) -> Array:
    """Whether a hand over 21 that stands has a card that nobody saw (B5.6)."""
    result = np.zeros(len(table["rnd"]), dtype=bool)
    rows = np.flatnonzero(is_verb(table["verb"], "stand") & (table["total_before"] > MOST))
    if len(rows):
        key = play.event["rnd"].astype(np.int64) << 16 | play.event["hand"]
        down = key[is_verb(play.verb, "down")]
        opens = np.flatnonzero(is_verb(play.verb, "open"))
        opened = dict(zip(key[opens][::-1].tolist(), play.event["step"][opens][::-1].tolist(), strict=True))
        mine = table["rnd"][rows].astype(np.int64) << 16 | table["hand"][rows]
        whole = table["rnd"][rows].astype(np.int64) << 16 | parent(table["hand"][rows])
        steps = table["step"][rows]
        hidden = np.array([opened.get(hand, step) >= step for hand, step in zip(mine.tolist(), steps.tolist(), strict=True)], dtype=bool)
        result[rows] = (table["depth"][rows] == 0) & (np.isin(mine, down) | np.isin(whole, down)) & hidden
    return result


def _two_cards(play: Play, table: Columns) -> Columns:
    """First two cards of the hand that a turn is about, their points, and how deep it was split."""
    key = play.hand["rnd"].astype(np.int64) << 16 | play.hand["hand"]
    at = np.searchsorted(key, table["rnd"].astype(np.int64) << 16 | table["hand"])
    cards = {f"{name}_card": play.hand[name][at] for name in ("first", "second")}
    points = {f"{name}_points": play.counting.value(cards[f"{name}_card"], table["rnd"]) for name in ("first", "second")}
    return cards | points | {"depth": play.hand["depth"][at]}


def settled(play: Play) -> Columns:
    """Recorded outcomes of hands, and whether it is a box's own hand, or one of two that are played on it."""
    rows = np.flatnonzero(is_verb(play.verb, *SETTLED) & (play.event["hand"] < BANKER))
    names = ("rnd", "step", "verb", "hand", "bettor", "n", "more", "prev_verb", "prev_hand", "prev_bettor")
    table = {name: play.event[name][rows] for name in names}
    table |= {name: play.state[name][rows] for name in ("total_before", "count_before", "doubled_before")}
    is_whole = table["hand"] & ((1 << BOX_SHIFT) - 1) == 0
    return table | {"is_whole": is_whole | play.event["root"][rows] if "root" in play.event else is_whole}


def _directly_after_split(table: Columns) -> Array:
    """Whether a split hand's card stands where it does when both come at once: after the split, the second one after the first one."""
    hand = table["hand"].astype(np.int64)
    whole = parent(hand)
    side = hand ^ whole
    after_parent = is_verb(table["prev_verb"], "split") & (table["prev_hand"] == whole)
    after_sibling = is_verb(table["prev_verb"], "draw") & (table["prev_hand"] == (whole | side >> 1))
    result: Array = np.where(side & FIRST_SIDES > 0, after_parent, after_sibling)
    return result
