"""Boxes and the wagers on them: what was staked, dealt and answered on each before play."""

from __future__ import annotations

import numpy as np

from audit.facts.columns import Array, Columns, counts, first_of, running
from audit.facts.events import is_verb
from audit.facts.grammar import BANKER, BOX_SHIFT, NO_CARD, SIDES_SHIFT, VERB
from audit.facts.hands import is_banker
from audit.facts.play import Play
from audit.facts.stakes import BETTOR_BITS, BOXES, CELLS, cell, hand_cell, wager_key

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
    """One row for each box that somebody owns or that an event is about, and one more for the second of two hands played on it (B5.2).

    Columns: rnd, box, side (1 for such a second hand), hands (2 where there is one), hand (the first hand, of two the one meant), seat (the
    owner), gone (left or out), stake (base), minimum and maximum in force; the owner's money when stakes begin (purse), at its least in
    them (spare), when they are made (kept); how often it was dealt to (deals), and each of ANSWERS and OF_OWNER with the first step and
    amount; first_down and second_down (how its cards lay), taken (whether one was exposed), released, first and second card, two_total.
    """
    event = play.event
    on_box = np.flatnonzero((event["hand"] > 0) & (event["hand"] < BANKER))
    is_used = (play.owner > 0) & (np.arange(play.size * CELLS) % CELLS < BOXES)
    is_used[cell(event, on_box)] = True
    both = cell(event, np.flatnonzero(play.verb == VERB["both"]))
    is_used[both + BOXES] = True
    used = np.flatnonzero(is_used)
    place = np.zeros(play.size * CELLS, dtype=np.int64)
    place[used] = np.arange(len(used))
    rnd, box, side = used // CELLS, used % BOXES, used // BOXES % 2
    seat = play.owner[used]
    table: Columns = {"rnd": rnd, "box": box, "side": side, "hands": np.ones(len(used), dtype=np.int64), "hand": box << BOX_SHIFT}
    table |= {"seat": seat, "stake": play.stake[used], "minimum": play.low[used], "maximum": play.high[used]} | _person(play, rnd, seat)
    wanted = (*ANSWERS, *OF_OWNER)
    own = np.flatnonzero(
        is_verb(play.verb, *(name for _, name in wanted)) & (event["bettor"] == 0) & (event["hand"] > 0) & (event["hand"] < BANKER)
    )
    table |= _answers(play, own, place[cell(event, own)], len(used), wanted)
    table |= _dealt(play, place, len(used)) | _two_cards(play, place, len(used))
    if len(both):
        _play_two(table, place[both], place[both + BOXES])
    return table


def _dealt(play: Play, place: Array, size: int) -> Columns:
    """How often each box was dealt to, and how."""
    event, verb = play.event, play.verb
    deals = np.flatnonzero(is_verb(verb, "deal", "down") & (event["hand"] < BANKER))
    at = place[cell(event, deals)]
    table: Columns = {"deals": counts(at, size), "deals_step": first_of(at, event["step"][deals], size, -1)}
    down = verb[deals] == VERB["down"]
    for nth, name in enumerate(("first_down", "second_down")):
        table[name] = np.zeros(size, dtype=bool)
        if down.any():
            table[name][at[down & (play.state["count_before"][deals] == nth)]] = True
    table["taken"] = np.zeros(size, dtype=bool)
    if "taken" in event:
        table["taken"][at[event["taken"][deals]]] = True
    return table | {"released": _released(play, place, size)}


def _released(play: Play, place: Array, size: int) -> Array:
    """Whether a box sits out because of an error."""
    result = np.zeros(size, dtype=bool)
    result[place[cell(play.event, np.flatnonzero(play.verb == VERB["released"]))]] = True
    return result


def _play_two(table: Columns, first: Array, second: Array) -> None:
    """Let rows of two hands of one box be what each of them is: the one has the first card of the deal, the other the one too many."""
    table["hands"][first], table["hands"][second] = 2, 2
    table["hand"][first] |= 1 << SIDES_SHIFT
    table["hand"][second] |= 2 << SIDES_SHIFT
    table["deals"][second] += 1
    table["first_down"][second] = table["first_down"][first]


def bettors(play: Play, boxes: Columns) -> Columns:
    """One row for each wager of another bettor: rnd, box, hand, bettor (the seat, also as `seat`), and as in `boxes` what concerns them."""
    event = play.event
    rows = np.flatnonzero((event["bettor"] > 0) & (event["hand"] > 0) & (event["hand"] < BANKER))
    key, place = np.unique(wager_key(event, rows), return_inverse=True)
    cells, seat = key >> BETTOR_BITS, key & ((1 << BETTOR_BITS) - 1)
    rnd, box = cells // CELLS, cells % BOXES
    table: Columns = {"rnd": rnd, "box": box, "hand": box << BOX_SHIFT, "seat": seat, "bettor": seat, "stake": play.stakes.of(key)}
    at = np.searchsorted((boxes["rnd"] * 2 + boxes["side"]) * BOXES + boxes["box"], cells)
    of_box = {name: boxes[name][at] for name in ("first", "second", "two_total", "claims")}
    return table | of_box | _person(play, rnd, seat) | _answers(play, rows, place, len(key), ANSWERS)


def add_free(play: Play, boxes: Columns, bettors: Columns) -> None:
    """Add to both what a wager's person has when insurance is offered on it (free): after the stakes and what came before of offers.

    Offers go by hand, its owner first, then others by seat.
    """
    boxes["free"], bettors["free"] = boxes["kept"], bettors["kept"]
    several = any(len(seat.boxes) > 1 for session in play.distinct_sessions for seat in session.seats)
    if not several and not len(bettors["rnd"]) and not boxes["side"].any():
        return
    both = {name: np.concatenate([boxes[name], bettors[name]]) for name in ("rnd", "seat", "hand", "kept", "evens_n", "insures_n")}
    bettor = np.concatenate([np.zeros(len(boxes["rnd"]), dtype=np.int64), bettors["bettor"]])
    order = np.lexsort((bettor, both["hand"], both["seat"], both["rnd"]))
    starts = np.ones(len(order), dtype=bool)
    starts[1:] = (both["rnd"][order][1:] != both["rnd"][order][:-1]) | (both["seat"][order][1:] != both["seat"][order][:-1])
    paid = (both["evens_n"] - both["insures_n"])[order]
    free = np.empty(len(order), dtype=np.int64)
    free[order] = both["kept"][order] + running(paid, starts) - paid
    boxes["free"], bettors["free"] = np.split(free, [len(boxes["rnd"])])


def staking(play: Play) -> Columns:
    """Events of the stakes: rnd, step, verb, hand, bettor, seat, n, free, the box's minimum and maximum, and what stood before (Stakes)."""
    stood = play.stakes.staking
    at = stood["event"]
    names = ("rnd", "step", "verb", "hand", "bettor", "n")
    table = {name: play.event[name][at] for name in names} | {name: values for name, values in stood.items() if name != "event"}
    table["box"] = table["hand"] >> BOX_SHIFT
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
    own = np.flatnonzero((play.hand["depth"] == 0) & (play.hand["hand"] > 0) & ~is_banker(play.hand))
    at = place[hand_cell(play.hand)[own]]
    table: Columns = {}
    for name in ("first", "second"):
        table[name] = np.full(size, NO_CARD, dtype=np.uint8)
        table[name][at] = play.hand[name][own]
    rnd = np.zeros(size, dtype=np.int64)
    rnd[at] = play.hand["rnd"][own]
    return table | {"two_total": play.counting.two(table["first"], table["second"], rnd)}
