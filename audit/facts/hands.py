"""Hands with their cards and running totals (T2.1, G10, C1.2, C4.1): what each hand was worth before and after every event."""

from __future__ import annotations

import attrs
import numpy as np

from audit.facts.columns import Array, Columns, alike, changes, counts, running, within_rounds
from audit.facts.counting import MOST, Counting
from audit.facts.events import SETTLED, Events
from audit.facts.grammar import BANKER, BOX_SHIFT, NO_CARD, SIDES_SHIFT, VERB
from audit.facts.state import CLOSING, State, weights

DEALT = ("deal", "down", "hole", "hit", "double", "triple", "draw")
"""Events that give the hand a card."""
_COUNTED = {
    "stood": "stand",
    "doubled": "double",
    "tripled": "triple",
    "splits": "split",
    "surrendered": "surrender",
    "evened": "even",
    "claimed": "claim aces",
}
"""How often each was decided on a hand."""
_MARK = np.zeros(256, dtype=np.int64)
_MARK[:52] = [0, 0, 0, 0, 0, 1, 10**2, 10**4, 0, 0, 10**6, 10**6, 10**6] * 4
_SIDES = np.array([(1 << shift, 2 << shift) for shift in (8, 6, 4, 2, 0)], dtype=np.uint16)
_ALL_HANDS = 1 << 16


def children(hand: Array) -> tuple[Array, Array]:
    """Hands that the split of a hand gives: the first, the second (0 where it is too deep to be written)."""
    depth = np.zeros(len(hand), dtype=np.int64)
    for shift in (8, 6, 4, 2, 0):
        depth += (hand >> shift & 3) != 0
    side = _SIDES[np.minimum(depth, len(_SIDES) - 1)]
    fits = depth < len(_SIDES)
    return np.where(fits, hand | side[:, 0], 0).astype(np.uint16), np.where(fits, hand | side[:, 1], 0).astype(np.uint16)


def parent(hand: Array) -> Array:
    """Hand whose split gives this one; a box that was not split is its own."""
    last = np.zeros(len(hand), dtype=np.int64)
    for shift in (8, 6, 4, 2, 0):
        last = np.where(hand >> shift & 3 != 0, shift, last)
    result: Array = hand & ~(3 << last)
    return result


@attrs.frozen
class _Account:
    """Rows of the account of hands in order of events: each event of a hand that matters, and the card that each split hand begins with.

    `at`: its event; `card`: that it gives; `worth`: what it adds; `child`: the rows of the latter kind.
    """

    at: Array
    hand: Array
    card: Array
    worth: Array
    child: Array


def _account(event: Events, counting: Counting) -> _Account:
    at, events = event.rows(*DEALT, *CLOSING, "gift", "undone", by_owner=True), event.rows("split", "both", by_owner=True)
    split = np.searchsorted(at, events) + 2 * np.arange(len(events))
    if len(split):
        times = np.ones(len(event["verb"]), dtype=np.intp)
        times[events] = 3  # the split, and both hands that it makes
        at = np.repeat(at, times.take(at))
    card, hand, worth = event["card"].take(at), event["hand"].take(at), weights(event, at, counting)
    if not len(split):
        return _Account(at, hand, card, worth, split)
    card[split] = NO_CARD
    child = np.stack([split + 1, split + 2], axis=1).ravel()
    hand[child] = np.stack(children(event["hand"][events]), axis=1).ravel()
    card[child] = np.stack([event["card"][events], event["second"][events]], axis=1).ravel()
    worth[child] = counting.worth(event, at[child], card[child])
    return _Account(at, hand, card, worth, child)


def _numbered(hand: Array, named: Array) -> tuple[Array, int]:
    """Hands by a number each that rises with them, and how many of these there are: few, so that they sort quickly; `named`: all hands."""
    known = np.zeros(_ALL_HANDS, dtype=np.uint16)
    known[named] = 1
    number = np.cumsum(known, dtype=np.uint16) - np.uint16(1)
    return number.take(hand), int(np.count_nonzero(known))


def hands(event: Events, counting: Counting, named: Array) -> tuple[State, Columns]:
    """Give (state of its hand before each event, the table of hands, the banker's among them); `named`: hands that events name.

    Hands: rnd, hand, box, depth, first, second (cards), cards, total, soft, marks, made (by a split), how often _COUNTED was decided and it
    was closed; first and last step.
    """
    account = _account(event, counting)
    rnd = event["rnd"].take(account.at)
    order = within_rounds(rnd, *_numbered(account.hand, np.append(named, account.hand[account.child])))
    size, at = len(event["verb"]), account.at.take(order)
    target = at
    if len(account.child):
        events = account.at.copy()
        events[account.child] = size  # of no event: it is its parent's
        target = events.take(order)
    starts = changes(rnd.take(order), account.hand.take(order))
    first = np.flatnonzero(starts)
    sizes = np.diff(np.append(first, len(order)))
    group = np.repeat(np.arange(len(first), dtype=np.int32), sizes)
    added = account.worth.take(order)
    after = running(added, starts)
    by_event = {"worth": after - added, "row": group}
    card, verb = account.card.take(order), event["verb"].take(at)
    finals: Columns = {"worth": after}
    if counting.special:
        marks = _MARK.take(card)
        finals["marks"] = running(marks, starts)
        by_event["marks"] = finals["marks"] - marks
    if counting.asks_of_doubles:
        doubles = ((verb == VERB["double"]) & (target < size)).astype(np.int64)
        finals["doubled"] = running(doubles, starts)
        by_event["doubled"] = (finals["doubled"] - doubles).astype(np.int16)
    state: dict[str, Array] = {}
    for name, values in by_event.items():
        spread = np.full(size + 1, -1 if name == "row" else 0, dtype=values.dtype)
        spread[target] = values
        state[name] = spread[:size]
    if event.has_bettors:
        _of_bettors(event, state, (account.hand.take(order), at), {"worth": after, "doubled": finals.get("doubled", after)})
    told = State(event, counting, state["worth"], state["row"], state.get("doubled"), state.get("marks"))
    rows = {"at": at, "own": target < size, "card": card, "verb": verb, "group": group, "first": first, "last": first + sizes - 1}
    return told, _table(event, account.hand.take(order[first]), rows, finals, counting)


def _of_bettors(event: Events, state: Columns, rows: tuple[Array, Array], after: Columns) -> None:
    """Give other bettors' lines what their hand was by then; `rows`: hand and event of each row of the account, in its order."""
    hand, at = rows
    size, lines = len(event["verb"]), np.flatnonzero((event["bettor"] > 0) & event.of(*SETTLED))
    known, wanted = _hand_key(event["rnd"][at], hand), _hand_key(event["rnd"][lines], event["hand"][lines])
    place = np.searchsorted(known * size + at, wanted * size + lines) - 1
    found = place >= 0
    found[found] = known[place[found]] == wanted[found]
    for name in ("worth", "doubled"):
        if name in state:
            state[name][lines[found]] = after[name][place[found]]


def _hand_key(rnd: Array, hand: Array) -> Array:
    """Round and hand in one number."""
    result: Array = rnd.astype(np.int64) << 16 | hand
    return result


def _table(event: Columns, hand: Array, rows: Columns, finals: Columns, counting: Counting) -> Columns:
    """One row for each hand; `rows` of the account, in its order, with the first and the last of each hand."""
    first, last, group = rows["first"], rows["last"], rows["group"]
    begins, ends = rows["at"].take(first), rows["at"].take(last)
    table: Columns = {
        "rnd": event["rnd"].take(begins),
        "hand": hand,
        "box": (hand >> BOX_SHIFT).astype(np.uint8),
        "first_step": event["step"].take(begins),
        "last_step": event["step"].take(ends),
        "made": ~rows["own"].take(first),
    }
    split = np.flatnonzero(hand & (1 << BOX_SHIFT) - 1)
    table["depth"] = np.zeros(len(hand), dtype=np.uint8)
    for shift in (0, 2, 4, 6, 8):
        table["depth"][split] += (hand[split] >> shift & 3) != 0
    told = counting.told(finals["worth"].take(last), table["rnd"], "count", "closed", "total", "soft")
    table |= {"cards": told["count"], "total": told["total"], "soft": told["soft"], "closed": told["closed"]}
    table["marks"] = finals["marks"].take(last) if counting.special else alike(len(hand), 0)
    table |= _first_two(rows["card"], table["cards"])
    for name, decided in _COUNTED.items():
        table[name] = _times(rows, np.flatnonzero(rows["verb"] == VERB[decided]), len(hand))
    stood = np.flatnonzero(rows["verb"] == VERB["stand"])
    over = counting.told(finals["worth"].take(stood), event["rnd"].take(rows["at"].take(stood)), "total")["total"] > MOST
    table["overstood"] = _times(rows, stood[over], len(hand))
    both = np.flatnonzero((rows["verb"] == VERB["both"]) & rows["own"])
    if len(both):
        _make_two(table, group[both])
    return table


def _times(rows: Columns, of: Array, size: int) -> Array:
    """How many of these rows of the account each hand has, without those of its children."""
    of = of[rows["own"].take(of)]
    return counts(rows["group"].take(of), size).astype(np.int16) if len(of) else alike(size, 0, np.int16)


def _first_two(card: Array, cards: Array) -> Columns:
    """First two cards of each hand; `card`: of each row of the account, `cards`: how many each hand has."""
    dealt = card.take(np.flatnonzero(card != NO_CARD))
    begin = np.cumsum(cards.astype(np.int64)) - cards
    result: Columns = {}
    for nth, name in enumerate(("first", "second")):
        rows = np.flatnonzero(cards > nth)
        result[name] = np.full(len(cards), NO_CARD, dtype=np.uint8)
        result[name][rows] = dealt.take(begin.take(rows) + nth)
    return result


def _make_two(table: Columns, wholes: Array) -> None:
    """Let each of two hands that are played on a box (B5.2) be a first hand, not one that a split made; `side` is 1 for the second."""
    table["splits"] = table["splits"].copy()
    table["splits"][wholes] += 1
    boxes = (table["rnd"].astype(np.int64) << BOX_SHIFT) | table["box"]
    of_both = np.isin(boxes, boxes[wholes]) & (table["depth"] > 0)
    table["depth"][of_both] -= 1
    table["side"] = (of_both & (table["hand"] >> SIDES_SHIFT & 3 == 2)).astype(np.uint8)


def is_banker(table: Columns) -> Array:
    """Which hands are the banker's."""
    result: Array = table["hand"] == BANKER
    return result
