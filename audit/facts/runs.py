"""Runs: stretches of cards that a round deals from one shoe, and how each shoe was made ready (FORMAT §7, §9 Shoe)."""

from __future__ import annotations

import numpy as np

from audit.facts.columns import Array, Columns, counts, following, previous
from audit.facts.events import CARD_VERBS, is_verb
from audit.facts.grammar import VERB, VERBS
from audit.facts.uses import Uses

ON, SHUFFLED, DISCARDS = 0, 1, 2
"""What a run's shoe is: dealt on, a full pack newly shuffled, the discards newly shuffled."""
RANKS, NAMED = 13, 52
READY = ("cut", "joker", "burn")
"""What makes a shoe ready after it was shuffled, in this order; it may burn several cards."""


def runs(event: Columns, lengths: Array, listed: Uses) -> tuple[Columns, Columns]:
    """Give (cards: rnd, step, verb, hand, seat, card, event, run, pos; runs: a row for each stretch of cards from one shoe).

    Runs: rnd, index of the shoe, first (position), count (cards), fresh (ON, SHUFFLED, DISCARDS), shuffle (event, −1: none) and its step,
    start (event), begin (cards before it). `lengths` are those of the logs.
    """
    verb, rnd = event["verb"], event["rnd"]
    at = np.flatnonzero(is_verb(verb, *CARD_VERBS))
    turn = np.flatnonzero(is_verb(verb, "shuffle", "reshuffle"))
    on = _dealt_on(lengths, listed, rnd[turn])
    starts = np.concatenate([on["event"], turn])
    order = np.argsort(starts * 2 + np.concatenate([np.zeros(len(on["event"]), np.int64), np.ones(len(turn), np.int64)]), kind="stable")
    fresh = np.where(verb[turn] == VERB["shuffle"], SHUFFLED, DISCARDS)
    table: Columns = {
        "rnd": np.concatenate([on["rnd"], rnd[turn].astype(np.int64)])[order],
        "index": np.concatenate([on["index"], event["n"][turn]])[order],
        "first": np.concatenate([on["first"], np.zeros(len(turn), np.int64)])[order],
        "fresh": np.concatenate([np.full(len(on["rnd"]), ON), fresh])[order],
        "shuffle": np.concatenate([np.full(len(on["rnd"]), -1), turn])[order],
        "start": starts[order],
        "begin": np.searchsorted(at, starts[order], side="left"),
    }
    table["step"] = np.where(table["shuffle"] < 0, -1, np.append(event["step"], -1)[table["shuffle"]])
    cards: Columns = {name: event[name].take(at) for name in ("rnd", "step", "verb", "hand", "seat", "card")}
    run, pos, table["count"] = _places(cards["rnd"], table)
    return cards | {"event": at, "run": run, "pos": pos}, table


def _places(rnd: Array, table: Columns) -> tuple[Array, Array, Array]:
    """Give (run of each card, its position in the shoe, cards of each run); −1 for a card before its round's first run.

    The cards from one run's beginning to the next one's are its own as long as they are of its round, so everything that a run gives to
    its cards is repeated, which costs a fifth of a look-up for each card.
    """
    begin = table["begin"]
    stretch = np.diff(begin, append=len(rnd))
    ahead = int(begin[0]) if len(begin) else len(rnd)
    run = np.concatenate([np.full(ahead, -1), np.repeat(np.arange(len(begin)), stretch)])
    pos = np.concatenate([np.full(ahead, -1), np.arange(ahead, len(rnd)) + np.repeat(table["first"] - begin, stretch)])
    foreign = ahead + np.flatnonzero(np.repeat(table["rnd"].astype(rnd.dtype), stretch) != rnd[ahead:])
    count = stretch - counts(run[foreign], len(begin))
    run[foreign] = pos[foreign] = -1
    return run, pos, count


def _dealt_on(lengths: Array, listed: Uses, turned: Array) -> Columns:
    """Shoes that go on from the round before: the rounds whose list has one more shoe than their log shuffles."""
    on = np.flatnonzero(listed.counts > counts(turned, len(lengths)))
    use = listed.begin[on]
    return {"rnd": on, "event": (np.cumsum(lengths) - lengths)[on], "index": listed.index[use], "first": listed.first[use]}


def neighbours(table: Columns) -> Columns:
    """Number of each run in the unit (run) and in its round from 1 (nth), whether it is the round's last, and about the one before it.

    Columns: run, nth, is_last; left_before (cards, −1 where it is the first), index_before, fresh_before, unused_before (nothing was dealt
    from it in this round), drawn_before (a bank's draw), ace_before (the event with which an ace was burnt, −1 for none); next_shuffle and
    next_fresh of the run after it (−1 for none).
    """
    rnd = table["rnd"]
    starts = np.ones(len(rnd), dtype=bool)
    starts[1:] = rnd[1:] != rnd[:-1]
    first = np.flatnonzero(starts)
    number = np.arange(len(rnd))
    return {
        "run": number,
        "nth": number - np.repeat(first, np.diff(np.append(first, len(rnd)))) + 1,
        "is_last": np.append(starts[1:], True)[: len(rnd)],
        "left_before": previous(table["pack"] - table["first"] - table["count"], starts, -1),
        "index_before": previous(table["index"], starts, 0),
        "fresh_before": previous(table["fresh"], starts, -1),
        "unused_before": previous(table["count"] == 0, starts, 0),
        "drawn_before": previous(table["drawn"], starts, 0),
        "ace_before": previous(table["ace"], starts, -1),
        "next_shuffle": following(table["shuffle"], starts, -1),
        "next_fresh": following(table["fresh"], starts, -1),
    }


def readied(event: Columns, table: Columns, lengths: Array) -> tuple[Columns, Columns]:
    """Give (how each run's shoe was made ready, a row for each event that makes one ready).

    Runs: cuts, cutter (seat), cut, jokers, burns (all 0 for none); ace (the event with which an ace was burnt, −1 for none),
    after_ace (cards dealt from it after that); drawn (whether it is a bank's draw); at_card (whether it deals as soon as it is ready).
    Events: rnd, step, verb, seat, n, in_place. `lengths` are those of the logs.
    """
    verb, shuffle = event["verb"], table["shuffle"]
    ready = np.flatnonzero(is_verb(verb, *READY))
    ends = np.cumsum(lengths)[table["rnd"]]
    end = np.minimum(_beyond(ready, shuffle + 1), ends)
    padded = np.append(verb, 0)
    result: Columns = {
        "drawn": (shuffle >= 0) & (end == shuffle + 1) & (end < ends) & is_verb(padded[end], "lot card"),
        "at_card": (shuffle < 0) | ((end < ends) & is_verb(padded[end], *CARD_VERBS)),
    }
    for name, one in (("cuts", "cut"), ("jokers", "joker"), ("burns", "burn")):
        result[name] = _first_within(ready[is_verb(verb[ready], one)], shuffle, end)[1]
    cut, _ = _first_within(ready[is_verb(verb[ready], "cut")], shuffle, end)
    for name, values in (("cutter", event["seat"]), ("cut", event["n"])):
        result[name] = np.where(cut >= 0, np.append(values[ready], 0)[np.searchsorted(ready, cut)], 0).astype(np.int64)
    aces = ready[is_verb(verb[ready], "burn") & (event["card"][ready] < NAMED) & (event["card"][ready] % RANKS == 0)]
    result["ace"], _ = _first_within(aces, shuffle, end)
    result["after_ace"] = np.zeros(len(shuffle), dtype=np.int64)
    if len(aces):
        until_ace = np.searchsorted(np.flatnonzero(is_verb(verb, *CARD_VERBS)), result["ace"], side="right")
        result["after_ace"] = np.where(result["ace"] >= 0, table["begin"] + table["count"] - until_ace, 0)
    return result, _ready_events(event, ready)


def _beyond(rows: Array, start: Array) -> Array:
    """First event from each start on that is none of the rows (in order)."""
    last = np.flatnonzero(np.diff(rows, append=-1) != 1)
    at = np.searchsorted(rows, start)
    among = np.append(rows, -1)[at] == start
    if not among.any():
        return start
    after = rows[last] + 1
    return np.where(among, np.append(after, 0)[np.searchsorted(last, at)], start)


def _first_within(at: Array, shuffle: Array, end: Array) -> tuple[Array, Array]:
    """First of the events `at` between a run's shuffle and an end (−1 for none), and how many there are."""
    low, high = np.searchsorted(at, shuffle), np.searchsorted(at, end)
    found = (shuffle >= 0) & (low < high)
    return np.where(found, np.append(at, -1)[np.minimum(low, len(at))], -1), np.where(found, high - low, 0)


def _ready_events(event: Columns, at: Array) -> Columns:
    """Events that make a shoe ready, and whether each follows what it must: a shuffle, or one that stands before it in READY."""
    verb = event["verb"]
    rank = np.full(len(VERBS), len(READY) + 1)
    rank[[VERB["shuffle"], VERB["reshuffle"]]] = 0
    rank[[VERB[name] for name in READY]] = np.arange(len(READY)) + 1
    before = np.where((at > 0) & (event["rnd"][at] == event["rnd"][at - 1]), rank[verb[at - 1]], len(READY) + 1)
    burns = is_verb(verb[at], "burn") & (before == len(READY))
    return {name: event[name][at] for name in ("rnd", "step", "verb", "seat", "n")} | {"in_place": (before < rank[verb[at]]) | burns}
