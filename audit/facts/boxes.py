"""Boxes and the wagers on them: what was staked, dealt and answered on each before play."""

from __future__ import annotations

import numpy as np

from audit.facts.columns import Array, Columns, alike, counts, first_of, running, take
from audit.facts.events import is_verb
from audit.facts.grammar import BANKER, BOX_SHIFT, NO_CARD, SIDES_SHIFT, VERB
from audit.facts.hands import is_banker
from audit.facts.money import ACCOUNTS
from audit.facts.play import Play
from audit.facts.stakes import BETTOR_BITS, BOXES, CELLS, cell, hand_cell, wager_key

ANSWERS = (
    ("bets", "bet", False),
    ("insures", "insure", True),
    ("declines", "decline insurance", False),
    ("evens", "even", True),
    ("declines_even", "decline even", False),
    ("pays", "insurance", True),
    ("redoubles", "redouble", False),
    ("declines_redouble", "decline redouble", False),
)
"""What anybody with a stake does, by column, and whether its amount matters."""
OF_OWNER = (
    ("sits", "sit", False),
    ("claims", "claim aces", False),
    ("declines_aces", "decline aces", False),
    ("surrenders", "surrender", False),
    ("declines_surrender", "decline surrender", False),
)
"""What is only the owner's, for all."""
_OF_BOX = ("first", "second", "two_total", "claims")
"""What another bettor's wager has of its box."""


def boxes(play: Play) -> Columns:
    """One row for each box that somebody owns or that an event is about, and one more for the second of two hands played on it (B5.2).

    Columns: rnd, box, side (1 for such a second hand), hands (2 where there is one), hand (the first hand, of two the one meant), seat (the
    owner), gone (left or out), stake (base), minimum and maximum in force; the owner's money when stakes begin (purse), at its least in
    them (spare), when they are made (kept); how often it was dealt to (deals), and each of ANSWERS and OF_OWNER with the first step and
    amount; first_down and second_down (how its cards lay), taken (whether one was exposed), released, first and second card, two_total.
    """
    event = play.event
    both = cell(event, event.rows("both"))
    used = np.flatnonzero(_used(play, both))
    place = np.zeros(play.size * CELLS, dtype=np.int32)
    place[used] = np.arange(len(used), dtype=np.int32)
    rnd, box = (used // CELLS).astype(np.uint16), (used % BOXES).astype(np.uint8)
    side = (used // BOXES % 2).astype(np.uint8) if len(both) else alike(len(used), 0, np.uint8)
    seat = play.owner.take(used)
    hands = np.ones(len(used), dtype=np.uint8) if len(both) else alike(len(used), 1, np.uint8)
    table: Columns = {"rnd": rnd, "box": box, "side": side, "hands": hands, "hand": box.astype(np.uint16) << BOX_SHIFT}
    table |= {"seat": seat, "stake": play.stake.take(used)} | play.limits(used)
    wanted = (*ANSWERS, *OF_OWNER)
    own = event.rows(*(name for _, name, _ in wanted), on_box=True, by_owner=True)
    table |= _person(play, rnd, seat) | _answers(play, own, place.take(cell(event, own)), len(used), wanted)
    table |= _dealt(play, place, len(used)) | _two_cards(play, place, len(used))
    if len(both):
        _play_two(table, place[both], place[both + BOXES])
    return table


def _used(play: Play, both: Array) -> Array:
    """By cell, whether somebody owns it or an event is about it; `both`: boxes on which two hands are played."""
    is_used = np.zeros(play.size * CELLS, dtype=bool)
    is_used[play.event["cell"]] = True
    by_place = is_used.reshape(play.size, CELLS // BOXES, BOXES)
    by_place[:, :, [0, BANKER >> BOX_SHIFT]] = False  # of no box: people and the banker
    by_place[:, 0] |= play.owner.reshape(by_place.shape)[:, 0] > 0
    is_used[both + BOXES] = True
    return is_used


def _dealt(play: Play, place: Array, size: int) -> Columns:
    """How often each box was dealt to, and how."""
    event, verb = play.event, play.verb
    deals = event.rows("deal", "down", on_box=True)
    at, down = place.take(cell(event, deals)), np.flatnonzero(is_verb(verb.take(deals), "down"))
    table: Columns = {"deals": counts(at, size).astype(np.int16), "deals_step": first_of(at, event["step"].take(deals), size, -1)}
    nths = play.state.at("count_before", deals[down])
    for nth, name in enumerate(("first_down", "second_down")):
        table[name] = np.zeros(size, dtype=bool)
        table[name][at[down[nths == nth]]] = True
    table["taken"] = np.zeros(size, dtype=bool)
    if "taken" in event:
        table["taken"][at[event["taken"][deals]]] = True
    return table | {"released": _released(play, place, size)}


def _released(play: Play, place: Array, size: int) -> Array:
    """Whether a box sits out because of an error."""
    result = np.zeros(size, dtype=bool)
    result[place[cell(play.event, play.event.rows("released"))]] = True
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
    rows = np.flatnonzero((event["bettor"] > 0) & event.on_box)
    key, place = np.unique(wager_key(event, rows), return_inverse=True)
    cells, seat = key >> BETTOR_BITS, (key & ((1 << BETTOR_BITS) - 1)).astype(np.uint8)
    rnd, box = (cells // CELLS).astype(np.uint16), (cells % BOXES).astype(np.uint8)
    table: Columns = {"rnd": rnd, "box": box, "hand": box.astype(np.uint16) << BOX_SHIFT, "seat": seat, "bettor": seat}
    table["stake"] = play.stakes.of(key)
    if not len(rows):
        of_box = {name: boxes[name][:0] for name in _OF_BOX}
    else:
        of_box = take({name: boxes[name] for name in _OF_BOX}, np.searchsorted(_box_cells(boxes), cells))
    return table | of_box | _person(play, rnd, seat) | _answers(play, rows, place, len(key), ANSWERS)


def _box_cells(boxes: Columns) -> Array:
    """Cell of each box in the table."""
    result: Array = (boxes["rnd"].astype(np.int64) * 2 + boxes["side"]) * BOXES + boxes["box"]
    return result


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
    table = {name: play.event[name].take(at) for name in names} | {name: values for name, values in stood.items() if name != "event"}
    table["box"] = table["hand"] >> BOX_SHIFT
    box = cell(play.event, at)
    return (
        table
        | play.limits(box)
        | {"free": play.free.take(at), "seat": np.where(table["bettor"] > 0, table["bettor"], play.owner.take(box))}
    )


def _person(play: Play, rnd: Array, seat: Array) -> Columns:
    """Balances of a wager's person by FORMAT §8, and whether they have gone."""
    place, money = rnd.astype(np.intp) * ACCOUNTS + seat, play.money
    told = {"gone": play.gone, "purse": money.purse, "spare": money.spare, "kept": money.kept}
    return {name: values.ravel().take(place) for name, values in told.items()}


def _answers(play: Play, rows: Array, place: Array, size: int, wanted: tuple[tuple[str, str, bool], ...]) -> Columns:
    """How often each answer was given on a wager, with the first one's step and amount; of insurance the balance before it, too."""
    table: Columns = {}
    verbs = play.verb.take(rows)
    for name, verb, has_amount in wanted:
        found = np.flatnonzero(verbs == VERB[verb])
        at, events = place.take(found), rows.take(found)
        table[name] = counts(at, size).astype(np.int16) if len(at) else alike(size, 0, np.int16)
        table[f"{name}_step"] = first_of(at, play.event["step"].take(events), size, -1) if len(at) else alike(size, -1, np.int16)
        if has_amount:
            table[f"{name}_n"] = first_of(at, play.event["n"].take(events), size, 0) if len(at) else alike(size, 0)
        if name == "insures":
            table["insures_free"] = first_of(at, play.free.take(events), size, 0) if len(at) else alike(size, 0)
    return table


def _two_cards(play: Play, place: Array, size: int) -> Columns:
    """First two cards of a box and their total."""
    own = np.flatnonzero((play.hand["depth"] == 0) & (play.hand["hand"] > 0) & ~is_banker(play.hand))
    hand = take({name: play.hand[name] for name in ("rnd", "box", "side", "first", "second") if name in play.hand}, own)
    at = place.take(hand_cell(hand))
    table: Columns = {}
    for name in ("first", "second"):
        table[name] = np.full(size, NO_CARD, dtype=np.uint8)
        table[name][at] = hand[name]
    rnd = np.zeros(size, dtype=np.uint16)
    rnd[at] = hand["rnd"]
    return table | {"two_total": play.counting.two(table["first"], table["second"], rnd)}
