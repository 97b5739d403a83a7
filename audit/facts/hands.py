"""Hands with their cards and running totals (T2.1, G10, C1.2, C4.1): what each hand was worth before and after every event."""

from __future__ import annotations

import attrs
import numpy as np

from audit.facts.columns import Array, Columns, alike, changes, counts, running, within_rounds
from audit.facts.events import SETTLED, is_verb
from audit.facts.grammar import BANKER, BOX_SHIFT, NO_CARD, SIDES_SHIFT, VERB

_VALUES = np.zeros((2, 256), dtype=np.uint8)
_VALUES[:, :52] = [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, *pictures] * 4 for pictures in ((10, 10, 10), (2, 3, 4))]
_ACE = np.zeros(256, dtype=bool)
_ACE[[0, 13, 26, 39]] = True
MOST = 21
DEALT = ("deal", "down", "hole", "hit", "double", "triple", "draw")
"""Events that give the hand a card."""
_CLOSING = ("stand", "double", "triple", "split", "both", "claim aces", *SETTLED)
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
SEVENS, SIX_SEVEN_EIGHT, PICTURE = 3 * 10**2, 1 + 10**2 + 10**4, 10**6
"""Sums of the marks of sixes, sevens, eights and pictures: three sevens; six, seven and eight; and for each picture."""
_SIDES = np.array([(1 << shift, 2 << shift) for shift in (8, 6, 4, 2, 0)], dtype=np.uint16)
_ACES, _CARDS, _CLOSED = 17, 31, 45
"""Shifts in a packed hand's worth: its points with aces at 1, its aces, its cards, how often it was closed; so one sum tells all four.

None outgrows its bits: a line has at most 65,535 bytes, and an event that gives a card takes 11 of them, another one 10.
"""
_WORTH = np.zeros((2, 256), dtype=np.int64)
_WORTH[:] = _VALUES + (_ACE.astype(np.int64) << _ACES) + (1 << _CARDS)
_WORTH[:, NO_CARD] = 0
_CLOSES = np.zeros(256, dtype=np.int64)
_CLOSES[[VERB[name] for name in _CLOSING]] = 1 << _CLOSED
_ALL_HANDS = 1 << 16


@attrs.frozen
class Counting:
    """How the cards of each round count (G10, C1.2, C4.1): whether pictures are low, what an ace counts (0: 1 or 11).

    `special`: whether five pictures or a premium count anywhere; `asks_of_doubles`: whether it matters later that a hand was doubled.
    """

    low: Array
    ace: Array
    special: bool
    asks_of_doubles: bool

    def value(self, card: Array, rnd: Array) -> Array:
        """Points of a card, an ace counting 1; 0 for none."""
        return _VALUES[self.low[rnd].astype(np.int64), card] if self.low.any() else _VALUES[0].take(card)

    def worth(self, card: Array, rnd: Array) -> Array:
        """A card as a packed hand's worth."""
        return _WORTH[self.low[rnd].astype(np.int64), card] if self.low.any() else _WORTH[0].take(card)

    def best(self, hard: Array, aces: Array, rnd: Array) -> tuple[Array, Array]:
        """Best total, from that with aces at 1 and their number, and whether one counts 11 in it that might count 1."""
        soft = (aces > 0) & (hard <= 11)
        if not self.ace.any():
            return hard + 10 * soft, soft
        ace = self.ace[rnd]
        soft &= ace == 0
        return hard + 10 * np.where(ace == 11, aces, soft), soft

    def two(self, first: Array, second: Array, rnd: Array) -> Array:
        """Total of two cards; that of the one where the other is none."""
        aces = _ACE.take(first).view(np.uint8) + _ACE.take(second)
        return self.best(self.value(first, rnd) + self.value(second, rnd), aces, rnd)[0].astype(np.uint8)


@attrs.frozen
class State:
    """What its hand was before each event; by event the packed worth (`worth`), and the row of its hand in the table (`row`, −1 for none).

    Other bettors' lines have the worth of the hand that they are about. `doubled` and `marks`, by event, are None where nobody asks.
    """

    event: Columns
    counting: Counting
    worth: Array
    row: Array
    doubled: Array | None
    marks: Array | None

    def __getitem__(self, name: str) -> Array:
        """One of the columns, of all events."""
        return self.at(name, np.arange(len(self.worth)))

    def at(self, name: str, rows: Array) -> Array:
        """Of these events count_before (cards), total_before, soft_before, closed_before, doubled_before or pictures_before."""
        return self.columns(rows, name)[name]

    def columns(self, rows: Array, *names: str) -> Columns:
        """Several of the columns."""
        worth, rnd = self.worth.take(rows), self.event["rnd"].take(rows)
        result: Columns = {}
        for name in names:
            if name == "doubled_before":
                result[name] = alike(len(rows), 0, np.int16) if self.doubled is None else self.doubled.take(rows)
            elif name == "pictures_before":
                result[name] = alike(len(rows), 0, np.int16) if self.marks is None else (self.marks.take(rows) // PICTURE).astype(np.int16)
            else:
                result[name] = unpacked(worth, name.removesuffix("_before"), self.counting, rnd)
        return result

    def total_after(self, rows: Array) -> Array:
        """Total of its hand after each of these events of owners or the banker."""
        worth = self.worth.take(rows) + _weights(self.event, rows, self.counting)
        return unpacked(worth, "total", self.counting, self.event["rnd"].take(rows))


def unpacked(worth: Array, name: str, counting: Counting, rnd: Array) -> Array:
    """Part of packed worths: count (of cards), closed (how often), total or soft."""
    if name == "count":
        return (worth >> _CARDS & (1 << _CLOSED - _CARDS) - 1).astype(np.int16)
    if name == "closed":
        return (worth >> _CLOSED).astype(np.int16)
    hard, aces = (worth & (1 << _ACES) - 1).astype(np.int32), (worth >> _ACES & (1 << _CARDS - _ACES) - 1).astype(np.int32)
    total, soft = counting.best(hard, aces, rnd)
    return soft if name == "soft" else total.astype(np.uint16)  # 16 bits: no card is worth more than its event has bytes


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


def _weights(event: Columns, rows: Array, counting: Counting) -> Array:
    """What each of these events adds to the packed worth of its own hand; the cards of a split become others' only."""
    verb = event["verb"].take(rows)
    result: Array = counting.worth(event["card"].take(rows), event["rnd"].take(rows)) + _CLOSES.take(verb)
    split = np.flatnonzero(is_verb(verb, "split", "both"))
    result[split] = _CLOSES[VERB["split"]]
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


def _account(event: Columns, counting: Counting) -> _Account:
    verb = event["verb"]
    matters = is_verb(verb, *DEALT, *_CLOSING, "gift", "undone")
    at = np.flatnonzero(matters & (event["bettor"] == 0) if event["bettor"].any() else matters)
    worth = _weights(event, at, counting)
    split = np.flatnonzero(is_verb(verb.take(at), "split", "both"))
    card, hand = event["card"].take(at), event["hand"].take(at)
    if not len(split):
        return _Account(at, hand, card, worth, split)
    events = at[split]
    card[split] = NO_CARD
    times = np.ones(len(at), dtype=np.intp)
    times[split] = 3  # the split, and both hands that it makes
    at, hand, card, worth = (np.repeat(values, times) for values in (at, hand, card, worth))
    first = split + 2 * np.arange(len(split)) + 1
    child = np.stack([first, first + 1], axis=1).ravel()
    hand[child] = np.stack(children(event["hand"][events]), axis=1).ravel()
    card[child] = np.stack([event["card"][events], event["second"][events]], axis=1).ravel()
    worth[child] = counting.worth(card[child], event["rnd"][at[child]])
    return _Account(at, hand, card, worth, child)


def _numbered(hand: Array) -> tuple[Array, int]:
    """Hands by a number each that rises with them, and how many numbers there are: few, so that they sort quickly."""
    known = np.zeros(_ALL_HANDS, dtype=bool)
    known[hand] = True
    number = np.cumsum(known.astype(np.uint16), dtype=np.uint16) - np.uint16(1)
    return number.take(hand), int(np.count_nonzero(known))


def hands(event: Columns, counting: Counting) -> tuple[State, Columns]:
    """Give (state of its hand before each event, the table of hands, the banker's among them).

    Hands: rnd, hand, box, depth, first, second (cards), cards, total, soft, marks, made (by a split), how often _COUNTED was decided and it
    was closed; first and last step.
    """
    account = _account(event, counting)
    rnd = event["rnd"].take(account.at)
    order = within_rounds(rnd, *_numbered(account.hand))
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
    if event["bettor"].any():
        _of_bettors(event, state, (account.hand.take(order), at), {"worth": after, "doubled": finals.get("doubled", after)})
    told = State(event, counting, state["worth"], state["row"], state.get("doubled"), state.get("marks"))
    rows = {"at": at, "own": target < size, "card": card, "verb": verb, "group": group, "first": first, "last": first + sizes - 1}
    return told, _table(event, account.hand.take(order[first]), rows, finals, counting)


def _of_bettors(event: Columns, state: Columns, rows: tuple[Array, Array], after: Columns) -> None:
    """Give other bettors' lines what their hand was by then; `rows`: hand and event of each row of the account, in its order."""
    hand, at = rows
    size, lines = len(event["verb"]), np.flatnonzero((event["bettor"] > 0) & is_verb(event["verb"], *SETTLED))
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
    worth = finals["worth"].take(last)
    for name, part in (("cards", "count"), ("total", "total"), ("soft", "soft"), ("closed", "closed")):
        table[name] = unpacked(worth, part, counting, table["rnd"])
    table["marks"] = finals["marks"].take(last) if counting.special else alike(len(hand), 0)
    table |= _first_two(rows["card"], table["cards"])
    for name, decided in _COUNTED.items():
        table[name] = _times(rows, np.flatnonzero(rows["verb"] == VERB[decided]), len(hand))
    stood = np.flatnonzero(rows["verb"] == VERB["stand"])
    over = unpacked(finals["worth"].take(stood), "total", counting, event["rnd"].take(rows["at"].take(stood))) > MOST
    table["overstood"] = _times(rows, stood[over], len(hand))
    both = np.flatnonzero((rows["verb"] == VERB["both"]) & rows["own"])
    if len(both):
        _make_two(table, group[both])
    return table


def _times(rows: Columns, of: Array, size: int) -> Array:
    """How many of these rows of the account each hand has, without those of its children."""
    of = of[rows["own"].take(of)]
    return counts(rows["group"].take(of), size).astype(np.int16) if len(of) else np.zeros(size, dtype=np.int16)


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
    table["splits"][wholes] += 1
    boxes = (table["rnd"].astype(np.int64) << BOX_SHIFT) | table["box"]
    of_both = np.isin(boxes, boxes[wholes]) & (table["depth"] > 0)
    table["depth"][of_both] -= 1
    table["side"] = (of_both & (table["hand"] >> SIDES_SHIFT & 3 == 2)).astype(np.uint8)


def is_banker(table: Columns) -> Array:
    """Which hands are the banker's."""
    result: Array = table["hand"] == BANKER
    return result
