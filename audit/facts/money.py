"""Money in play: what every event moves, and the free balance of its person before it (FORMAT §8, G2)."""

from __future__ import annotations

import attrs
import numpy as np

from audit.facts.columns import Array, Columns, changes, running, within_rounds
from audit.facts.events import SETTLED, Events, is_verb
from audit.facts.grammar import VERB
from audit.facts.stakes import Stakes, cell

PAID_OUT = ("insure", "commission", "follow", "forfeit")
PAID_IN = ("insurance", "premium", *SETTLED)
STAKED_AGAIN = ("double", "triple", "split")
ACCOUNTS = 17
_SIGN = np.zeros(256, dtype=np.int64)
_SIGN[[VERB[name] for name in PAID_OUT]] = -1
_SIGN[[VERB[name] for name in PAID_IN]] = 1
"""Which way the amount of an event moves its person's money."""


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


def money(event: Events, accounts: Accounts, stakes: Stakes) -> Money:
    """Follow every account through the events. The banker's changes by the opposite of all others."""
    rows = _rows(event, accounts, stakes)
    order = within_rounds(rows["rnd"], rows["who"], ACCOUNTS)
    place, delta = (rows["rnd"].astype(np.intp) * ACCOUNTS + rows["who"]).take(order), rows["delta"].take(order)
    starts = changes(place)
    after = accounts.before.ravel().take(place) + running(delta, starts)
    free = np.zeros(len(event["verb"]), dtype=np.int64)
    own, at = rows["own"].take(order), rows["at"].take(order)
    mine = slice(None) if own.all() else np.flatnonzero(own)
    free[at[mine]] = (after - delta)[mine]
    first = np.flatnonzero(starts)
    last = np.append(first[1:], len(order))[: len(first)] - 1
    change = np.zeros(accounts.before.shape, dtype=np.int64)
    change.ravel()[place[first]] = after[last] - accounts.before.ravel().take(place[first])
    return Money(rows, free, _with_banker(change, accounts.banker), *_balances(event, accounts, stakes, free))


def _balances(event: Events, accounts: Accounts, stakes: Stakes, free: Array) -> tuple[Array, Array, Array]:
    """Balances when stakes begin, at their least during them, and when they are made."""
    purse = accounts.before.copy()
    for at, who, delta, *_ in _of_persons(event, accounts):
        np.add.at(purse, (event["rnd"][at], who), delta)
    spare, kept, asked = purse.copy(), purse.copy(), purse.copy()
    moves = stakes.moves
    who = _persons(accounts, moves.cell, moves.bettor)
    place = event["rnd"].take(moves.at).astype(np.intp) * ACCOUNTS + who
    np.add.at(kept.ravel(), place, moves.delta)
    own = np.flatnonzero(_own_moves(event, stakes) & (moves.bettor == 0) & ~is_verb(event["verb"].take(moves.at), "redouble"))
    place, delta, at = place.take(own), moves.delta.take(own), moves.at.take(own)
    np.add.at(asked.ravel(), place, delta)
    np.minimum.at(spare.ravel(), place, free.take(at) + delta)
    return purse, np.minimum(spare, asked), kept


def _persons(accounts: Accounts, cells: Array, bettor: Array) -> Array:
    """Whose money it is on these cells: another bettor's, or the owner's."""
    owner = accounts.owner.take(cells)
    return np.where(bettor > 0, bettor, owner) if bettor.any() else owner


def _with_banker(change: Array, banker: Array) -> Array:
    """Let the banker's account take the opposite of all the others; nobody's money, of a box without an owner, is not counted."""
    change[:, 0] = 0
    every = np.arange(len(banker))
    change[every, banker] = 0
    change[every, banker] = -change.sum(axis=1)
    return change


def _rows(event: Events, accounts: Accounts, stakes: Stakes) -> Columns:
    """What moves whose money (see `Money`)."""
    verb = event["verb"]
    lost = event.of("bust", "lose") & (event["n"] == 0)  # a sixth of all: they move nothing, and nobody asks for the balance
    at = np.flatnonzero(event.on_box & ~event.of("deal", "down") & ~lost)
    where, verb = cell(event, at), verb.take(at)
    delta = event["n"].take(at) * _SIGN.take(verb)
    again = np.flatnonzero(is_verb(verb, *STAKED_AGAIN))
    delta[again] -= stakes.base.take(where.take(again))
    who = _persons(accounts, where, event["bettor"].take(at))
    parts = [(at, who, delta, np.ones(len(at), dtype=bool), where)]
    moves, own = stakes.moves, _own_moves(event, stakes)
    moved = np.zeros(len(event["verb"]), dtype=np.int64)
    are_own = own.all()
    np.add.at(moved, *((moves.at, moves.delta) if are_own else (moves.at[own], moves.delta[own])))
    delta += moved.take(at)
    if not are_own:
        others = _persons(accounts, moves.cell, moves.bettor)
        parts.append((moves.at[~own], others[~own], moves.delta[~own], np.zeros(np.count_nonzero(~own), dtype=bool), moves.cell[~own]))
    parts += _of_persons(event, accounts)
    rows, who, delta, is_own, where = (np.concatenate(columns) for columns in zip(*parts, strict=True)) if len(parts) > 1 else parts[0]
    if len(parts) > 1:
        order = np.argsort(rows, kind="stable")
        rows, who, delta, is_own, where = rows[order], who[order], delta[order], is_own[order], where[order]
    return {"at": rows, "rnd": event["rnd"].take(rows), "who": who.astype(np.uint16), "delta": delta, "own": is_own, "cell": where}


def _own_moves(event: Columns, stakes: Stakes) -> Array:
    """Which moves of stakes are those of the event's own person."""
    moves = stakes.moves
    result: Array = (event["verb"].take(moves.at) != VERB["raise"]) & (event["bettor"].take(moves.at) == moves.bettor)
    return result


def _of_persons(event: Events, accounts: Accounts) -> list[tuple[Array, Array, Array, Array, Array]]:
    """What a person pays for the bank, and the banker before gets (B1.4); of no box."""
    pays = event.rows("pays")
    rnd, n = event["rnd"][pays], event["n"][pays]
    yes, no = np.ones(len(pays), dtype=bool), np.zeros(len(pays), dtype=bool)
    nowhere = np.zeros(len(pays), dtype=np.int64)
    return [(pays, event["seat"][pays], -n, yes, nowhere), (pays, accounts.outgoing[rnd], n, no, nowhere)] if len(pays) else []
