"""Stakes on the boxes (T2.2, E1.2, H2.3, H9.1, B8.1, P1.4): what stood on each before each of their events, and what stands at last.

A *wager* is what one person has staked on one box: its owner (bettor 0), or another bettor by seat.
"""

from __future__ import annotations

import attrs
import numpy as np

from audit.facts.columns import Array, Columns, alike, changes, previous, running
from audit.facts.events import Events, is_verb
from audit.facts.grammar import BOX_SHIFT, VERB

BOXES = 16
CELLS = 2 * BOXES
"""Cells a round: one for each box, and one more for the second of two hands that an error made of it (B5.2)."""
BETTOR_BITS = 5
BETTORS = (1 << BETTOR_BITS) - 1
STAKING = ("announce", "bet", "withdraw", "sit", "raise", "decline raise", "redouble", "decline redouble")
MOST_DOUBLINGS = 20
"""No stake is doubled oftener; a log that says so must not outgrow an integer."""
_SET, _CLEAR, _DOUBLE = range(3)


def cells(event: Columns) -> Array:
    """Cell of every event's round and box, or second hand of a box."""
    result: Array = event["rnd"].astype(np.intp)
    result *= CELLS
    result += event["hand"] >> BOX_SHIFT
    if "side" in event:
        result += BOXES * event["side"].astype(np.intp)
    return result


def cell(event: Columns, rows: Array) -> Array:
    """Cells of some events, which have them as a column."""
    return event["cell"].take(rows)


def hand_cell(hand: Columns) -> Array:
    """Cell of hands in the table of hands, as that of their events."""
    result: Array = hand["rnd"].astype(np.int64) * CELLS + hand["box"]
    return result + BOXES * hand["side"].astype(np.int64) if "side" in hand else result


def wager_key(event: Columns, rows: Array) -> Array:
    """Round, box and bettor of an event in one number."""
    return cell(event, rows) << BETTOR_BITS | event["bettor"][rows]


@attrs.frozen
class Moves:
    """Money that stakes move: the event, the wager's cell and bettor, and by how much its owner's balance changes."""

    at: Array
    cell: Array
    bettor: Array
    delta: Array


@attrs.frozen
class Stakes:
    """What is staked in the end (`base`, by cell, of the box's owner; `wagers` of everyone, by rising key), and how it came about.

    `staking` has a row for each event of the stakes: event, hands of its box, and what stood before: held (on the wager), others (of others
    on the box), owned (of the box's owner), staked (boxes with an owner's stake), total (of all together).
    """

    base: Array
    wagers: Columns
    staking: Columns
    moves: Moves

    def of(self, key: Array) -> Array:
        """Final stakes of wagers by key, 0 for none."""
        known = self.wagers["key"]
        if not len(known):
            return np.zeros(len(key), dtype=np.int64)
        place = np.minimum(np.searchsorted(known, key), len(known) - 1)
        return np.where(known[place] == key, self.wagers["stake"][place], 0)


def stakes(event: Events, rounds: int) -> Stakes:
    """Follow every wager through the events of the stakes."""
    verb = event["verb"]
    at = event.rows(*STAKING)
    key = wager_key(event, at)
    if _each_bets_once(event, at, key):
        return _bet_once(event, at, key, rounds)
    twins = _twins(event, at, key)
    known = np.unique(np.concatenate([key[verb[at] == VERB["bet"]], twins["key"]]))
    rows = _ordered(_rows(event, at, key, known, twins))
    starts = np.ones(len(rows["at"]), dtype=bool)
    starts[1:] = rows["wager"][1:] != rows["wager"][:-1]
    after = _standing(rows, starts)
    before = previous(after, starts, 0)
    last = np.append(starts[1:], True)[: len(starts)]
    stake = np.zeros(len(known), dtype=np.int64)
    stake[rows["wager"][last]] = after[last]
    rows |= {"cell": known[rows["wager"]] >> BETTOR_BITS, "bettor": known[rows["wager"]] & BETTORS}
    return Stakes(
        base=_base(known, stake, rounds),
        wagers={"key": known, "stake": stake},
        staking={"event": at, "hands": np.uint8(1) + np.isin(key + (BOXES << BETTOR_BITS), twins["key"][verb[twins["at"]] == VERB["bet"]])}
        | _stood(event, at, key, rows, before, after),
        moves=Moves(rows["at"], rows["cell"], rows["bettor"], -np.where(rows["kind"] == _SET, rows["n"], after - before)),
    )


def _each_bets_once(event: Events, at: Array, key: Array) -> bool:
    """Whether nothing happens but that each box's owner bets once, boxes rising: then all is known at a glance."""
    plain = (event["verb"][at] == VERB["bet"]).all() and not (key & BETTORS).any() and (key[1:] > key[:-1]).all()
    return bool(plain) and not event.of("both", "released").any()


def _bet_once(event: Columns, at: Array, key: Array, rounds: int) -> Stakes:
    n, none = event["n"].take(at), alike(len(at), 0)
    starts = changes(event["rnd"].take(at))
    some = (n > 0).astype(np.int64)
    staking = {"event": at, "hands": alike(len(at), 1, np.uint8), "held": none, "total": running(n, starts) - n}
    staking |= {"staked": (running(some, starts) - some).astype(np.int16), "others": none, "owned": none}
    return Stakes(
        base=_base(key, n, rounds), wagers={"key": key, "stake": n}, staking=staking, moves=Moves(at, key >> BETTOR_BITS, none, -n)
    )


def _base(key: Array, stake: Array, rounds: int) -> Array:
    own = np.flatnonzero(key & BETTORS == 0)
    base = np.zeros(rounds * CELLS, dtype=np.int64)
    base[key.take(own) >> BETTOR_BITS] = stake.take(own)
    return base


def _twins(event: Events, at: Array, key: Array) -> Columns:
    """Wagers on second hands (B5.2), equal to those on the first: key, the event that makes them (a bet, or `both` after it), n."""
    verb = event["verb"]
    both = event.rows("both")
    bets = np.flatnonzero(verb[at] == VERB["bet"])
    owner = cell(event, both) << BETTOR_BITS
    order = np.argsort(key[bets], kind="stable")
    place = np.searchsorted(key[bets][order], owner, side="right") - 1
    made = (place >= 0) & (key[bets][order][place] == owner) if len(bets) else np.zeros(len(both), dtype=bool)
    bet = at[bets][order][place[made]]
    return {"key": owner[made] + (BOXES << BETTOR_BITS), "at": np.maximum(bet, both[made]), "n": event["n"][bet]}


def _rows(event: Events, at: Array, key: Array, known: Array, twins: Columns) -> Columns:
    """What happens to each wager: the event, the wager's number, the kind of change, the amount."""
    verb, bits = event["verb"], BETTOR_BITS
    own = np.isin(key, known) & is_verb(verb[at], "bet", "withdraw", "redouble") if len(known) else np.zeros(len(at), dtype=bool)
    kinds = np.where(verb[at] == VERB["bet"], _SET, np.where(verb[at] == VERB["withdraw"], _CLEAR, _DOUBLE))
    parts = [(at[own], np.searchsorted(known, key[own]), kinds[own], event["n"][at[own]])]
    parts.append((twins["at"], np.searchsorted(known, twins["key"]), np.full(len(twins["at"]), _SET), twins["n"]))
    for name, kind, shift in (("sit", _CLEAR, 0), ("released", _CLEAR, 0), ("raise", _DOUBLE, 5)):
        rows = event.rows(name, by_owner=True)
        if len(rows):
            first = (cell(event, rows) >> shift) << shift + bits
            each, wager = every(rows, np.searchsorted(known, first), np.searchsorted(known, first + (1 << shift + bits)))
            parts.append((each, wager, np.full(len(each), kind), np.zeros(len(each), dtype=np.int64)))
    moved, wagers, kinds, n = (np.concatenate(columns) for columns in zip(*parts, strict=True))
    return {"at": moved, "wager": wagers, "kind": kinds, "n": n}


def every(rows: Array, first: Array, end: Array) -> tuple[Array, Array]:
    """Repeat each row for all wagers from `first` to before `end`."""
    many = end - first
    wager = np.arange(many.sum()) - np.repeat(np.cumsum(many) - many, many) + np.repeat(first, many)
    return np.repeat(rows, many), wager


def _ordered(rows: Columns) -> Columns:
    order = np.lexsort((rows["at"], rows["wager"]))
    return {name: values[order] for name, values in rows.items()}


def _standing(rows: Columns, starts: Array) -> Array:
    """Stake of its wager after each row."""
    number, kind = np.arange(len(starts)), rows["kind"]
    begin = np.maximum.accumulate(np.where(starts, number, 0))
    bet = np.maximum.accumulate(np.where(kind == _SET, number, -1))
    clear = np.maximum.accumulate(np.where(kind == _CLEAR, number, -1))
    doubled = running((kind == _DOUBLE).astype(np.int64), starts)
    since = np.minimum(doubled - doubled[bet], MOST_DOUBLINGS)
    result: Array = np.where((bet >= begin) & (bet > clear), rows["n"][bet] << since, 0)
    return result


def _stood(event: Columns, at: Array, key: Array, rows: Columns, before: Array, after: Array) -> Columns:
    """What stood before each event of the stakes."""
    held = np.zeros(len(event["verb"]), dtype=np.int64)
    own = is_verb(event["verb"][rows["at"]], "bet", "withdraw", "redouble")
    own &= wager_key(event, rows["at"]) == (rows["cell"] << BETTOR_BITS | rows["bettor"])
    held[rows["at"][own]] = before[own]
    order = np.argsort(rows["at"], kind="stable")
    moved, changed = rows["at"][order], (after - before)[order]
    is_box = (rows["bettor"] == 0) & (rows["cell"] % CELLS < BOXES)
    owned = np.where(is_box, (after > 0).astype(np.int64) - (before > 0), 0)[order]
    rnd = event["rnd"]
    result: Columns = {"held": held[at]}
    for name, values, kind in (("total", changed, np.int64), ("staked", owned, np.int16)):
        result[name] = sum_before(moved, values, at, np.searchsorted(rnd, rnd[at], side="left")).astype(kind)
    return result | _others(event, at, key, rows, after - before)


def sum_before(moved: Array, values: Array, at: Array, since: Array) -> Array:
    """Sum of the values that moved before each event, from the event `since` on."""
    total = np.append(0, np.cumsum(values))
    result: Array = total[np.searchsorted(moved, at)] - total[np.searchsorted(moved, since)]
    return result


def _others(event: Columns, at: Array, key: Array, rows: Columns, changed: Array) -> Columns:
    """Stakes of others than the event's own person on its box, and that of the box's owner, before the event."""
    if not rows["bettor"].any():
        return {"others": np.zeros(len(at), dtype=np.int64), "owned": np.zeros(len(at), dtype=np.int64)}
    wager = rows["cell"] << BETTOR_BITS | rows["bettor"]

    def stood(group: Array, of: Array) -> Array:
        """Sum of the changes before each event within its group, `of`."""
        events = len(event["verb"])
        order = np.lexsort((rows["at"], group))
        return sum_before((group * events + rows["at"])[order], changed[order], of * events + at, of * events)

    on_box = stood(rows["cell"], key >> BETTOR_BITS)
    return {"others": on_box - stood(wager, key), "owned": stood(wager, key & ~BETTORS)}
