"""Money in play: what every event moves, and the free balance of its person before it (FORMAT §8, G2)."""

from __future__ import annotations

import attrs
import numpy as np

from audit.facts.columns import Array, Columns, grouped, running
from audit.facts.events import SETTLED, is_verb
from audit.facts.grammar import BANKER, VERB
from audit.facts.stakes import Stakes, cell

PAID_OUT = ("insure", "commission", "follow", "forfeit")
PAID_IN = ("insurance", "premium", *SETTLED)
STAKED_AGAIN = ("double", "triple", "split")
ACCOUNTS = 17


@attrs.frozen
class Money:
    """Free balance of its person before each event but a card of the deal; all else by round and account, of shape (rounds, 17).

    `change`: by all the log; `purse`: the balance when stakes begin; `spare`: at its least while boxes are asked; `kept`: when all have.
    `rows`: what moves whose money, by event: at (event), rnd, who (account), delta, own (whether the event is its person's), cell.
    """

    rows: Columns
    free: Array
    change: Array
    purse: Array
    spare: Array
    kept: Array


@attrs.frozen
class Accounts:
    """Whose money moves: balances before the round, of shape (rounds, 17); owner's seat by cell; banker and banker before, by round."""

    before: Array
    owner: Array
    banker: Array
    outgoing: Array


def money(event: Columns, accounts: Accounts, stakes: Stakes) -> Money:
    """Follow every account through the events. The banker's changes by the opposite of all others."""
    rows = _rows(event, accounts, stakes)
    order, starts = grouped(rows["who"], rows["rnd"])
    who, rnd, delta = rows["who"][order], rows["rnd"][order], rows["delta"][order]
    after = accounts.before[rnd, who] + running(delta, starts)
    free = np.zeros(len(event["verb"]), dtype=np.int64)
    own = rows["own"][order]
    free[rows["at"][order][own]] = (after - delta)[own]
    first = np.flatnonzero(starts)
    last = np.append(first[1:], len(order))[: len(first)] - 1
    place = (rnd[first], who[first])
    change = np.zeros_like(accounts.before)
    change[place] = after[last] - accounts.before[place]
    return Money(rows, free, _with_banker(change, accounts.banker), *_balances(event, accounts, stakes, free))


def _balances(event: Columns, accounts: Accounts, stakes: Stakes, free: Array) -> tuple[Array, Array, Array]:
    """Balances when stakes begin, at their least during them, and when they are made."""
    purse = accounts.before.copy()
    for at, who, delta, *_ in _of_persons(event, accounts):
        np.add.at(purse, (event["rnd"][at], who), delta)
    spare, kept, asked = purse.copy(), purse.copy(), purse.copy()
    moves, own = stakes.moves, _own_moves(event, stakes)
    who = np.where(moves.bettor > 0, moves.bettor, accounts.owner[moves.cell])
    place = event["rnd"][moves.at].astype(np.int64) * ACCOUNTS + who
    np.add.at(kept.ravel(), place, moves.delta)
    own &= (moves.bettor == 0) & ~is_verb(event["verb"][moves.at], "redouble")
    np.add.at(asked.ravel(), place[own], moves.delta[own])
    np.minimum.at(spare.ravel(), place[own], free[moves.at[own]] + moves.delta[own])
    return purse, np.minimum(spare, asked), kept


def _with_banker(change: Array, banker: Array) -> Array:
    """Let the banker's account take the opposite of all the others; nobody's money, of a box without an owner, is not counted."""
    change[:, 0] = 0
    every = np.arange(len(banker))
    change[every, banker] = 0
    change[every, banker] = -change.sum(axis=1)
    return change


def _rows(event: Columns, accounts: Accounts, stakes: Stakes) -> Columns:
    """What moves whose money (see `Money`)."""
    at = np.flatnonzero((event["hand"] > 0) & (event["hand"] < BANKER) & ~is_verb(event["verb"], "deal", "down"))
    cells, verb, bettor = cell(event, at), event["verb"][at], event["bettor"][at]
    n = event["n"][at]
    delta = np.where(is_verb(verb, *PAID_OUT), -n, 0) + np.where(is_verb(verb, *PAID_IN), n, 0)
    delta -= np.where(is_verb(verb, *STAKED_AGAIN), stakes.base[cells], 0)
    who = np.where(bettor > 0, bettor, accounts.owner[cells])
    parts = [(at, who, delta, np.ones(len(at), dtype=bool), cells)]
    moves, own = stakes.moves, _own_moves(event, stakes)
    np.add.at(delta, np.searchsorted(at, moves.at[own]), moves.delta[own])
    if not own.all():
        others = np.where(moves.bettor > 0, moves.bettor, accounts.owner[moves.cell])
        parts.append((moves.at[~own], others[~own], moves.delta[~own], np.zeros(np.count_nonzero(~own), dtype=bool), moves.cell[~own]))
    parts += _of_persons(event, accounts)
    rows, who, delta, is_own, cells = (np.concatenate(columns) for columns in zip(*parts, strict=True)) if len(parts) > 1 else parts[0]
    if len(parts) > 1:
        order = np.argsort(rows, kind="stable")
        rows, who, delta, is_own, cells = rows[order], who[order], delta[order], is_own[order], cells[order]
    return {"at": rows, "rnd": event["rnd"][rows], "who": who.astype(np.uint16), "delta": delta, "own": is_own, "cell": cells}


def _own_moves(event: Columns, stakes: Stakes) -> Array:
    """Which moves of stakes are those of the event's own person."""
    moves = stakes.moves
    result: Array = (event["verb"][moves.at] != VERB["raise"]) & (event["bettor"][moves.at] == moves.bettor)
    return result


def _of_persons(event: Columns, accounts: Accounts) -> list[tuple[Array, Array, Array, Array, Array]]:
    """What a person pays for the bank, and the banker before gets (B1.4); of no box."""
    pays = np.flatnonzero(event["verb"] == VERB["pays"])
    rnd, n = event["rnd"][pays], event["n"][pays]
    yes, no = np.ones(len(pays), dtype=bool), np.zeros(len(pays), dtype=bool)
    nowhere = np.zeros(len(pays), dtype=np.int64)
    return [(pays, event["seat"][pays], -n, yes, nowhere), (pays, accounts.outgoing[rnd], n, no, nowhere)] if len(pays) else []
