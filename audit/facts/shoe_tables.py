"""Tables about shoes: their cards and runs, how they were made ready, what the records list, and how many cards were left to deal."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import numpy as np

from audit.facts.cards import Dealt, add_expected
from audit.facts.columns import Array, Columns, alike
from audit.facts.events import is_verb
from audit.facts.grammar import BANKER
from audit.facts.hands import parent
from audit.facts.lying import lying_before, stock
from audit.facts.runs import neighbours, readied, runs
from audit.facts.stakes import BOXES, CELLS

if TYPE_CHECKING:
    from audit.facts.play import Play


@attrs.frozen
class Shoes:
    """Cards, runs, what made shoes ready, what the records list; by event, how many cards could still be dealt before it."""

    cards: Columns
    runs: Columns
    ready: Columns
    dealt: Dealt
    stock: Array


def shoes(play: Play) -> Shoes:
    """All of it, of a unit's rounds."""
    dealt = Dealt(play.rounds, play.rounds.uses, play.distinct_sessions, play.nth)
    cards, table = runs(play.raw, play.rounds.lengths, dealt.listed)
    made, ready = readied(play.raw, table, play.rounds.lengths)
    table |= made
    add_expected(cards, table, play.raw, dealt)
    last = np.array([session.opened.chain for session in play.distinct_sessions], dtype=np.int64)[play.nth]
    table["ace"] = np.where(table["only_aces"] | (table["index"] >= last[table["rnd"]]), -1, table["ace"])  # else it stays burnt
    table["ace_step"] = np.where(table["ace"] < 0, -1, np.append(play.raw["step"], -1)[table["ace"]])
    table |= neighbours(table)
    dealt_on = play.is_rule("shoe_reshuffle", "discards")
    held = play.state["count_before"] if dealt_on.any() else alike(len(play.verb), 0, np.int16)
    lying = lying_before(play.raw, play.rounds.lengths, held, dealt_on)
    return Shoes(cards, table, ready, dealt, stock(play.raw, lying, np.repeat(play.pack, play.rounds.lengths), table, last))


def shoe_uses(play: Play) -> Columns:
    """Shoes as the records list them, numbered from 1 in each round."""
    return play.shoes.dealt.listed.table()


def left_over(play: Play) -> tuple[Array, Array]:
    """Give (cards that could still be dealt after a round's last card, the hand that took the very last one), by round.

    The hand is the banker's where some were left, and 0 where the deal took the very last one; two cards at once count as their parent's.
    """
    event, verb, left = play.raw, play.raw["verb"], play.shoes.stock
    dealt = play.shoes.cards["rnd"]
    rows = play.shoes.cards["event"][np.flatnonzero(np.append(dealt[1:] != dealt[:-1], True)[: len(dealt)])]
    rnd = event["rnd"][rows]
    after = np.minimum(rows + 1, len(left) - 1)
    for _ in range(2):  # a card that came by error is kept first, and perhaps ruled on
        after = np.minimum(after + (is_verb(verb[after], "take", "keep", "ruling") & (event["rnd"][after] == rnd)), len(left) - 1)
    bust = is_verb(verb[after], "bust") & (event["rnd"][after] == rnd)
    after = np.minimum(after + bust, len(left) - 1)
    stock_after = np.where(event["rnd"][after] == rnd, left[after], left[rows] - 1)
    result = play.pack.copy()
    result[rnd] = stock_after
    rows = rows[stock_after <= 0]
    hand, rnd = event["hand"][rows].astype(np.int64), event["rnd"][rows]
    at_once = is_verb(verb[rows], "draw") & (hand < BANKER) & play.at_once[rnd]
    last = np.full(play.size, BANKER, dtype=np.int64)
    last[rnd] = np.where(_in_the_deal(play, rows), 0, np.where(at_once, parent(hand), hand))
    return result, last


def _in_the_deal(play: Play, rows: Array) -> Array:
    """Whether cards of these events were dealt before anybody played."""
    dealt = is_verb(play.raw["verb"][rows], "deal", "down", "hole", "late", "extra")
    return dealt | (play.event["slot"][rows] >= 0) if "slot" in play.event else dealt


def due_cutter(play: Play) -> Array:
    """Seat that cuts, by round: it owns the lowest box of those whose owners are at the table; 0 for nobody (C1.3, P1.2)."""
    every = np.arange(play.size)
    owner = play.owner.reshape(play.size, CELLS)[:, :BOXES]
    there = (owner > 0) & ~play.gone[every[:, None], owner]
    result: Array = np.where(there.any(axis=1), owner[every, np.argmax(there, axis=1)], 0)
    return result
