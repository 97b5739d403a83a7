"""Hands with their cards and running totals (T2.1, G10, C1.2, C4.1): what each hand was worth before and after every event."""

from __future__ import annotations

import attrs
import numpy as np

from audit.facts.columns import Array, Columns, counts, grouped, running
from audit.facts.events import SETTLED, is_verb
from audit.facts.grammar import BANKER, BOX_SHIFT, NO_CARD, SIDES_SHIFT, VERB

_VALUES = np.zeros((2, 256), dtype=np.int64)
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
        return _VALUES[self.low[rnd].astype(np.int64), card] if self.low.any() else _VALUES[0][card]

    def best(self, hard: Array, aces: Array, rnd: Array) -> tuple[Array, Array]:
        """Best total, from that with aces at 1 and their number, and whether one counts 11 in it that might count 1."""
        soft = (aces > 0) & (hard <= 11)
        if not self.ace.any():
            return hard + 10 * soft, soft
        ace = self.ace[rnd]
        soft &= ace == 0
        return hard + 10 * np.where(ace == 11, aces, soft), soft

    def marks(self, card: Array) -> Array:
        """What tells special hands; nothing where no rule asks for them."""
        return _MARK[card] if self.special else np.zeros(len(card), dtype=np.int64)

    def two(self, first: Array, second: Array, rnd: Array) -> Array:
        """Total of two cards; that of the one where the other is none."""
        aces = _ACE[first].astype(np.int64) + _ACE[second]
        return self.best(self.value(first, rnd) + self.value(second, rnd), aces, rnd)[0]


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


def _rows(event: Columns) -> Columns:
    """Rows of the account of hands: each event of a hand that matters, and the card that each split hand begins with."""
    verb = event["verb"]
    at = np.flatnonzero(is_verb(verb, *DEALT, *_CLOSING, "gift", "undone") & (event["bettor"] == 0))
    split = np.flatnonzero(is_verb(verb, "split", "both") & (event["bettor"] == 0))
    card = np.where(is_verb(verb[at], "split", "both"), NO_CARD, event["card"][at]).astype(np.uint8)
    if not len(split):
        return {"at": at, "hand": event["hand"][at], "card": card, "own": np.ones(len(at), dtype=bool)}
    first, second = children(event["hand"][split])
    every = np.concatenate([at, split, split])
    order = np.argsort(every, kind="stable")
    own = np.concatenate([np.ones(len(at), dtype=bool), np.zeros(2 * len(split), dtype=bool)])
    return {
        "at": every[order],
        "hand": np.concatenate([event["hand"][at], first, second])[order],
        "card": np.concatenate([card, event["card"][split], event["second"][split]])[order],
        "own": own[order],
    }


def hands(event: Columns, counting: Counting) -> tuple[Columns, Columns]:
    """Give (state of its hand before and after each event, the table of hands, the banker's among them).

    State, by event: count_before, total_before, soft_before, closed_before, total_after, doubled_before, pictures_before; another bettor's
    lines have the first two and doubled_before of the hand that they are about. Hands: rnd, hand, box, depth, first, second (cards), cards,
    total, soft, marks, made (by a split), how often _COUNTED was decided and it was closed; first and last step.
    """
    rows = _rows(event)
    order, starts = grouped(rows["hand"], event["rnd"][rows["at"]])
    at, card, own = rows["at"][order], rows["card"][order], rows["own"][order]
    verb, rnd = event["verb"][at], event["rnd"][at]
    points = counting.value(card, rnd)
    is_card, closing = card != NO_CARD, own & is_verb(verb, *_CLOSING)
    hard, aces = running(points, starts), running(_ACE[card].astype(np.int64), starts)
    held, closed = running(is_card.astype(np.int64), starts), running(closing.astype(np.int64), starts)
    total, soft = counting.best(hard, aces, rnd)
    mark = counting.marks(card)
    marks = running(mark, starts) if counting.special else mark
    doubles = own & (verb == VERB["double"]) if counting.asks_of_doubles else np.zeros(len(own), dtype=bool)
    before, soft_before = counting.best(hard - points, aces - _ACE[card], rnd)
    doubled = running(doubles.astype(np.int64), starts) if doubles.any() else doubles.astype(np.int64)
    size = len(event["verb"])
    state: Columns = {}
    for name, values in (
        ("count_before", held - is_card),
        ("total_before", before),
        ("soft_before", soft_before),
        ("closed_before", closed - closing),
        ("total_after", total),
        ("doubled_before", doubled - doubles),
        ("pictures_before", (marks - mark) // PICTURE),
    ):
        state[name] = np.zeros(size, dtype=bool if values.dtype == bool else np.int32)
        state[name][at[own]] = values[own]
    if event["bettor"].any():
        _of_bettors(event, state, (rows["hand"][order], at), {"count": held, "total": total, "doubled": doubled})
    return state, _table(
        event, rows["hand"][order], at, card, own, starts, held, {"total": total, "soft": soft, "closed": closed, "marks": marks}
    )


def _of_bettors(event: Columns, state: Columns, rows: tuple[Array, Array], after: Columns) -> None:
    """Give other bettors' lines what their hand was by then; `rows`: hand and event of each row of the account, in its order."""
    hand, at = rows
    size, lines = len(event["verb"]), np.flatnonzero((event["bettor"] > 0) & is_verb(event["verb"], *SETTLED))
    known, wanted = _hand_key(event["rnd"][at], hand), _hand_key(event["rnd"][lines], event["hand"][lines])
    place = np.searchsorted(known * size + at, wanted * size + lines) - 1
    found = place >= 0
    found[found] = known[place[found]] == wanted[found]
    for name, values in after.items():
        state[f"{name}_before"][lines[found]] = values[place[found]]


def _hand_key(rnd: Array, hand: Array) -> Array:
    """Round and hand in one number."""
    result: Array = rnd.astype(np.int64) << 16 | hand
    return result


def _table(event: Columns, hand: Array, at: Array, card: Array, own: Array, starts: Array, held: Array, final: Columns) -> Columns:
    """One row for each hand: the last row of its group."""
    first = np.flatnonzero(starts)
    last = np.append(first[1:], len(at))[: len(first)] - 1
    group = np.cumsum(starts) - 1
    verb = event["verb"][at]
    table: Columns = {
        "rnd": event["rnd"][at[first]],
        "hand": hand[first],
        "box": (hand[first] >> BOX_SHIFT).astype(np.uint8),
        "cards": held[last],
        "first_step": event["step"][at[first]],
        "last_step": event["step"][at[last]],
        "made": ~own[first],
    }
    table["depth"] = sum(((table["hand"] >> shift & 3) != 0).astype(np.uint8) for shift in (0, 2, 4, 6, 8))
    table |= {name: values[last] for name, values in final.items()}
    for nth, name in ((1, "first"), (2, "second")):
        table[name] = np.full(len(first), NO_CARD, dtype=np.uint8)
        rows = np.flatnonzero((held == nth) & (card != NO_CARD))
        table[name][group[rows]] = card[rows]
    for name, decided in _COUNTED.items():
        table[name] = counts(group[own & (verb == VERB[decided])], len(first))
    table["overstood"] = counts(group[own & (verb == VERB["stand"]) & (final["total"] > MOST)], len(first))
    both = own & (verb == VERB["both"])
    if both.any():
        _make_two(table, group[both])
    return table


def _make_two(table: Columns, wholes: Array) -> None:
    """Let each of two hands that are played on a box (B5.2) be a first hand, not one that a split made; `side` is 1 for the second."""
    table["splits"][wholes] += 1
    boxes = (table["rnd"].astype(np.int64) << BOX_SHIFT) | table["box"]
    of_both = np.isin(boxes, boxes[wholes]) & (table["depth"] > 0)
    table["depth"][of_both] -= 1
    table["side"] = (of_both & (table["hand"] >> SIDES_SHIFT & 3 == 2)).astype(np.int64)


def is_banker(table: Columns) -> Array:
    """Which hands are the banker's."""
    result: Array = table["hand"] == BANKER
    return result
