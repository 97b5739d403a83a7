"""Money in play: what every event moves, and the free balance of its owner before it (FORMAT §8, G2)."""

from __future__ import annotations

import numpy as np

from audit.facts.columns import Array, Columns, first_of, grouped, running
from audit.facts.events import SETTLED, is_verb
from audit.facts.grammar import BOX_SHIFT

CELLS = 16
"""Cells a round: boxes or accounts."""


def stakes(event: Columns, rounds: int) -> Array:
    """Stake on each box, its first bet; shape (rounds · 16,), box b of round r at 16 r + b, 0 where nobody bet."""
    rows = np.flatnonzero(is_verb(event["verb"], "bet"))
    return first_of(cell(event, rows), event["n"][rows], rounds * CELLS, 0)


def cell(event: Columns, rows: Array) -> Array:
    """Cell of an event's round and box."""
    return event["rnd"][rows].astype(np.int64) * CELLS + (event["hand"][rows] >> BOX_SHIFT)


def money(event: Columns, before: Array, owner: Array, stake: Array) -> tuple[Array, Array]:
    """Give (free balance of the owner before each event, change of each account, of shape (rounds, 17)).

    `before`: balances by account, shape (rounds, 17); `owner`: seat by cell, 0 for nobody. The house changes by the opposite of all others.
    """
    verb = event["verb"]
    rows = np.flatnonzero((event["hand"] > 0) & (event["hand"] >> BOX_SHIFT < 15))
    cells = cell(event, rows)
    who = owner[cells].astype(np.uint16)
    n, own = event["n"][rows], verb[rows]
    delta = np.where(is_verb(own, "bet", "insure"), -n, 0)
    delta += np.where(is_verb(own, "insurance", *SETTLED), n, 0)
    delta -= np.where(is_verb(own, "double", "split"), stake[cells], 0)
    order, starts = grouped(who, event["rnd"][rows])
    after = running(delta[order], starts)
    rnd = event["rnd"][rows][order]
    free = np.zeros(len(verb), dtype=np.int64)
    free[rows[order]] = before[rnd, who[order]] + after - delta[order]
    change = np.zeros(before.shape, dtype=np.int64)
    last = np.append(np.flatnonzero(starts)[1:], len(order)) - 1 if len(order) else order
    change[rnd[last], who[order][last]] = after[last]
    change[:, 0] = -change[:, 1:].sum(axis=1)
    return free, change
