"""Hands as they ended, what was decided on them, and how they were settled."""

from __future__ import annotations

import numpy as np

from audit.facts.columns import Array, Columns, alike, take
from audit.facts.counting import MOST
from audit.facts.events import SETTLED, is_verb
from audit.facts.grammar import BOX_SHIFT
from audit.facts.hands import is_banker, parent
from audit.facts.play import Play
from audit.facts.stakes import CELLS, cell, hand_cell

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
    return table | {"stake": np.minimum(play.stake.take(at), MOST_STAKE), "seat": play.owner.take(at), "two_total": two}


def turns(play: Play) -> Columns:
    """Decisions, and the cards that split hands are given."""
    rows = play.event.rows(*TURNS, on_box=True, by_owner=True)
    table = {name: play.event[name].take(rows) for name in ("rnd", "step", "verb", "hand", "card", "second")}
    table |= play.neighbours.told(rows, "next_verb", "next_hand")
    before = ("count_before", "total_before", "soft_before", "closed_before", "doubled_before", "pictures_before")
    table |= play.state.columns(rows, *before, "total_after")
    at = cell(play.event, rows)
    table["stake"] = np.minimum(play.stake.take(at), MOST_STAKE)
    table |= {"free": play.free.take(rows), "stock": play.shoes.stock.take(rows), "splits_before": _splits_before(play, rows, at)}
    table |= _two_cards(play, rows, table["rnd"]) | {"after_split": _directly_after_split(play, rows)}
    return table | {"hides": _hides(play, table)}


def _splits_before(play: Play, rows: Array, cells: Array) -> Array:
    """How often the box of each turn had been split before it."""
    result = np.zeros(len(rows), dtype=np.int16)
    splits = np.flatnonzero(is_verb(play.verb.take(rows), "split"))
    if len(splits):
        is_split = np.zeros(play.size * CELLS, dtype=bool)
        is_split[cells[splits]] = True
        some = np.flatnonzero(is_split.take(cells))
        events = len(play.verb)
        known, first = np.sort(cells[splits] * events + rows[splits]), cells[some] * events
        result[some] = np.searchsorted(known, first + rows[some]) - np.searchsorted(known, first)
    return result


def _hides(play: Play, table: Columns) -> Array:
    """Whether a hand over 21 that stands has a card that nobody saw (B5.6)."""
    result = np.zeros(len(table["rnd"]), dtype=bool)
    rows = np.flatnonzero(is_verb(table["verb"], "stand") & (table["total_before"] > MOST))
    if len(rows):
        key = play.event["rnd"].astype(np.int64) << 16 | play.event["hand"]
        down = key[play.event.rows("down")]
        opens = play.event.rows("open")
        opened = dict(zip(key[opens][::-1].tolist(), play.event["step"][opens][::-1].tolist(), strict=True))
        mine = table["rnd"][rows].astype(np.int64) << 16 | table["hand"][rows]
        whole = table["rnd"][rows].astype(np.int64) << 16 | parent(table["hand"][rows])
        steps = table["step"][rows]
        hidden = np.array([opened.get(hand, step) >= step for hand, step in zip(mine.tolist(), steps.tolist(), strict=True)], dtype=bool)
        result[rows] = (table["depth"][rows] == 0) & (np.isin(mine, down) | np.isin(whole, down)) & hidden
    return result


def _two_cards(play: Play, rows: Array, rnd: Array) -> Columns:
    """First two cards of the hand that a turn is about, their points, and how deep it was split."""
    at = play.state.row.take(rows)
    cards = {f"{name}_card": play.hand[name].take(at) for name in ("first", "second")}
    points = {f"{name}_points": play.counting.value(cards[f"{name}_card"], rnd) for name in ("first", "second")}
    return cards | points | {"depth": play.hand["depth"].take(at)}


def settled(play: Play) -> Columns:
    """Recorded outcomes of hands, and whether it is a box's own hand, or one of two that are played on it."""
    rows = play.event.rows(*SETTLED, on_box=True)
    table = {name: play.event[name].take(rows) for name in ("rnd", "step", "verb", "hand", "n")}
    table["bettor"] = play.event["bettor"].take(rows) if play.event.has_bettors else alike(len(rows), 0, np.uint8)
    table["more"] = play.distinct["more"].take(play.event["code"].take(rows)).astype(np.uint16)
    table |= play.neighbours.told(rows, "prev_verb", "prev_hand", "prev_bettor")
    table |= play.state.columns(rows, "total_before", "count_before", "doubled_before")
    is_whole = table["hand"] & ((1 << BOX_SHIFT) - 1) == 0
    return table | {"is_whole": is_whole | play.event["root"][rows] if "root" in play.event else is_whole}


def _directly_after_split(play: Play, rows: Array) -> Array:
    """Whether a split hand's card stands where it does when both come at once: after the split, the second one after the first one."""
    result = np.zeros(len(rows), dtype=bool)
    draws = np.flatnonzero(is_verb(play.verb.take(rows), "draw"))
    hand = play.event["hand"][rows[draws]].astype(np.int64)
    whole = parent(hand)
    side = hand ^ whole
    told = play.neighbours.told(rows[draws], "prev_verb", "prev_hand")
    after_parent = is_verb(told["prev_verb"], "split") & (told["prev_hand"] == whole)
    after_sibling = is_verb(told["prev_verb"], "draw") & (told["prev_hand"] == (whole | side >> 1))
    result[draws] = np.where(side & FIRST_SIDES > 0, after_parent, after_sibling)
    return result
