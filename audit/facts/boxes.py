"""Boxes and the wagers on them: what was staked, dealt and answered on each before play."""

from __future__ import annotations

import numpy as np

from audit.facts.columns import Array, Columns, counts, first_of
from audit.facts.events import is_verb
from audit.facts.grammar import BANKER, BOX_SHIFT, NO_CARD, VERB
from audit.facts.hands import is_banker
from audit.facts.play import Play
from audit.facts.stakes import BETTOR_BITS, CELLS, cell, wager_key

ANSWERS = (
    ("bets", "bet"),
    ("insures", "insure"),
    ("declines", "decline insurance"),
    ("evens", "even"),
    ("declines_even", "decline even"),
    ("pays", "insurance"),
    ("redoubles", "redouble"),
    ("declines_redouble", "decline redouble"),
)
"""What anybody with a stake does, by column."""
OF_OWNER = (
    ("sits", "sit"),
    ("claims", "claim aces"),
    ("declines_aces", "decline aces"),
    ("surrenders", "surrender"),
    ("declines_surrender", "decline surrender"),
)
"""What is only the owner's, for all."""


def boxes(play: Play) -> Columns:
    """One row for each box that somebody owns or that an event is about.

    Columns: rnd, box, hand, seat (the owner), gone (left or out), stake (base), minimum and maximum in force; the owner's money when stakes
    begin (purse), at its least during them (spare), when they are made (kept); how often it was dealt to (deals), and each of ANSWERS and
    OF_OWNER with the first one's step and amount; first_down and second_down (how its cards lay), first and second card, two_total.
    """
    event, verb = play.event, play.verb
    on_box = np.flatnonzero((event["hand"] > 0) & (event["hand"] < BANKER))
    is_used = play.owner > 0
    is_used[cell(event, on_box)] = True
    used = np.flatnonzero(is_used)
    place = np.zeros(play.size * CELLS, dtype=np.int64)
    place[used] = np.arange(len(used))
    rnd, box = used // CELLS, used % CELLS
    seat = play.owner[used]
    table: Columns = {"rnd": rnd, "box": box, "hand": box << BOX_SHIFT, "seat": seat, "stake": play.stake[used]}
    table |= _person(play, rnd, seat)
    table |= {"minimum": play.low[used], "maximum": play.high[used]}
    wanted = (*ANSWERS, *OF_OWNER)
    own = np.flatnonzero(
        is_verb(verb, *(name for _, name in wanted)) & (event["bettor"] == 0) & (event["hand"] > 0) & (event["hand"] < BANKER)
    )
    table |= _answers(play, own, place[cell(event, own)], len(used), wanted)
    deals = np.flatnonzero(is_verb(verb, "deal", "down") & (event["hand"] < BANKER))
    at = place[cell(event, deals)]
    table["deals"] = counts(at, len(used))
    table["deals_step"] = first_of(at, event["step"][deals], len(used), -1)
    down = verb[deals] == VERB["down"]
    for nth, name in enumerate(("first_down", "second_down")):
        table[name] = np.zeros(len(used), dtype=bool)
        if down.any():
            table[name][at[down & (play.state["count_before"][deals] == nth)]] = True
    return table | _two_cards(play, place, len(used))


def bettors(play: Play, boxes: Columns) -> Columns:
    """One row for each wager of another bettor: rnd, box, hand, bettor (the seat, also as `seat`), and as in `boxes` what concerns them."""
    event = play.event
    rows = np.flatnonzero((event["bettor"] > 0) & (event["hand"] > 0) & (event["hand"] < BANKER))
    key, place = np.unique(wager_key(event, rows), return_inverse=True)
    cells, seat = key >> BETTOR_BITS, key & ((1 << BETTOR_BITS) - 1)
    rnd, box = cells // CELLS, cells % CELLS
    table: Columns = {"rnd": rnd, "box": box, "hand": box << BOX_SHIFT, "seat": seat, "bettor": seat, "stake": play.stakes.of(key)}
    at = np.searchsorted(boxes["rnd"] * CELLS + boxes["box"], cells)
    of_box = {name: boxes[name][at] for name in ("first", "second", "two_total", "claims")}
    return table | of_box | _person(play, rnd, seat) | _answers(play, rows, place, len(key), ANSWERS)


def staking(play: Play) -> Columns:
    """Events of the stakes: rnd, step, verb, hand, bettor, seat, n, free, the box's minimum and maximum, and what stood before (Stakes)."""
    stood = play.stakes.staking
    at = stood["event"]
    names = ("rnd", "step", "verb", "hand", "bettor", "n")
    table = {name: play.event[name][at] for name in names} | {name: values for name, values in stood.items() if name != "event"}
    box = cell(play.event, at)
    limits = {"minimum": play.low[box], "maximum": play.high[box]}
    return table | limits | {"free": play.free[at], "seat": np.where(table["bettor"] > 0, table["bettor"], play.owner[box])}


def _person(play: Play, rnd: Array, seat: Array) -> Columns:
    """Balances of a wager's person by FORMAT §8, and whether they have gone."""
    money = play.money
    return {"gone": play.gone[rnd, seat], "purse": money.purse[rnd, seat], "spare": money.spare[rnd, seat], "kept": money.kept[rnd, seat]}


def _answers(play: Play, rows: Array, place: Array, size: int, wanted: tuple[tuple[str, str], ...]) -> Columns:
    """How often each answer was given on a wager, with the first one's step and amount; of insurance the balance before it, too."""
    table: Columns = {}
    none = np.zeros(size, dtype=np.int64)
    verbs = play.verb[rows]
    for name, verb in wanted:
        found = np.flatnonzero(verbs == VERB[verb])
        at, events = place[found], rows[found]
        table[name] = counts(at, size) if len(at) else none
        table[f"{name}_n"] = first_of(at, play.event["n"][events], size, 0) if len(at) else none
        table[f"{name}_step"] = first_of(at, play.event["step"][events], size, -1) if len(at) else none - 1
        if name == "insures":
            table["insures_free"] = first_of(at, play.free[events], size, 0) if len(at) else none
    return table


def _two_cards(play: Play, place: Array, size: int) -> Columns:
    """First two cards of a box and their total."""
    own = np.flatnonzero((play.hand["depth"] == 0) & ~is_banker(play.hand) & (play.hand["hand"] > 0))
    at = place[play.hand["rnd"][own].astype(np.int64) * CELLS + play.hand["box"][own]]
    table: Columns = {}
    for name in ("first", "second"):
        table[name] = np.full(size, NO_CARD, dtype=np.uint8)
        table[name][at] = play.hand[name][own]
    rnd = np.zeros(size, dtype=np.int64)
    rnd[at] = play.hand["rnd"][own]
    return table | {"two_total": play.counting.two(table["first"], table["second"], rnd)}
