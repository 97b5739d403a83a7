"""What ties a line to the one before it: rows that are linked within a unit, and the rows at its edges that are linked afterwards.

A link is a row with the columns of the row before it beside its own, under the same names with `p_` in front. Linking the edges
of all units gives exactly the links that one large unit would have given.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from audit.context import Session
from audit.facts.columns import Array, Columns, take
from audit.facts.moments import seconds
from audit.facts.money import ACCOUNTS
from audit.facts.rounds import Rounds, padded
from audit.facts.tables import Tables
from audit.records import OfSession, Record, Unknown
from audit.seeds import SEED_BYTES, parent

NO_STEP = -1
NEVER = 1 << 60
"""Beyond every line."""


def linked(before: Columns, rows: Columns) -> Columns:
    """Put the columns of the row before beside each row's own."""
    return rows | {f"p_{name}": values for name, values in before.items()}


def joined(tables: Sequence[Columns]) -> Columns:
    """Rows of several tables with the same columns, one after another."""
    return {name: np.concatenate([table[name] for table in tables]) for name in tables[0]}


def in_order(tables: Sequence[Columns]) -> Columns:
    """Rows of several tables with the same columns, by line."""
    filled = [table for table in tables if len(table["seq"])] or list(tables[:1])
    if len(filled) == 1:
        return filled[0]
    rows = joined(filled)
    return take(rows, np.argsort(rows["seq"], kind="stable"))


def within(rows: Columns, key: str) -> tuple[Columns, Columns, Columns]:
    """Give (links between successive rows of the same key, the first row of each key, the last row of each key)."""
    if (rows[key][1:] < rows[key][:-1]).any():
        rows = take(rows, np.argsort(rows[key], kind="stable"))
    starts = np.ones(len(rows[key]), dtype=bool)
    starts[1:] = rows[key][1:] != rows[key][:-1]
    ends = np.append(starts[1:], True)[: len(starts)]
    inner = np.flatnonzero(~starts)
    return linked(_some(rows, inner - 1), _some(rows, inner)), take(rows, starts), take(rows, ends)


def _some(rows: Columns, at: Array) -> Columns:
    """Rows by rising numbers; a stretch of them, as where a unit has one session, is not copied."""
    if len(at) and at[-1] - at[0] + 1 == len(at):
        return {name: values[at[0] : at[-1] + 1] for name, values in rows.items()}
    return take(rows, at)


def across(initial: Columns, edges: Iterable[tuple[Columns, Columns]], key: str) -> tuple[Columns, Columns]:
    """Give (links between units, the last row of each key); `initial` has the row that stands before the first of each key."""
    parts, heads = [initial], [np.zeros(len(initial[key]), dtype=bool)]
    for first, last in edges:
        parts += [first, last]
        heads += [np.ones(len(first[key]), dtype=bool), np.zeros(len(last[key]), dtype=bool)]
    rows, is_head = joined(parts), np.concatenate(heads)
    order = np.argsort(rows[key], kind="stable")
    at = np.flatnonzero(is_head[order])
    at = at[at > 0]
    ends = np.append(rows[key][order][1:] != rows[key][order][:-1], True)[: len(order)]
    return linked(take(rows, order[at - 1]), take(rows, order[at])), take(rows, order[ends])


def line_rows(rounds: Rounds, others: Sequence[tuple[int, Record | Unknown]]) -> Columns:
    """Every line of a unit but those of unknown kinds: line (its place), seq (recorded), session (0: none), prev, seconds, all (0)."""
    known = [(at, record) for at, record in others if not isinstance(record, Unknown)]
    in_session = [record if isinstance(record, OfSession) else None for _, record in known]
    rows: dict[str, Sequence[int]] = {
        "seq": [record.seq for _, record in known],
        "session": [record.session if record else 0 for record in in_session],
        "prev": [record.prev if record else 0 for record in in_session],
        "round": [getattr(record, "round", 0) for _, record in known],
    }
    of_rounds = {"seq": "own_seq", "session": "session", "prev": "prev", "round": "round"}
    both: Columns = {name: np.append(rounds.columns[own], np.array(rows[name], dtype=np.int64)) for name, own in of_rounds.items()}
    both["line"] = np.array([*rounds.seq, *(at for at, _ in known)], dtype=np.int64)
    both["seconds"] = np.append(rounds.columns["seconds"], seconds([record.time for _, record in known]))
    both["all"] = np.zeros(len(both["line"]), dtype=np.int64)
    return take(both, np.argsort(both["line"], kind="stable"))


def reveal_rows(rounds: Rounds) -> Columns:
    """Seeds told by the rounds: session, round, seq, index, seed, parent (the seed before it in the chain), in hex."""
    told, columns = np.flatnonzero(rounds.uses.told), rounds.columns
    rnd = rounds.uses.rnd[told]
    raw = rounds.uses.raw_seeds(told).tobytes()
    parents = b"".join([parent(raw[at : at + SEED_BYTES]) for at in range(0, len(raw), SEED_BYTES)])
    return {
        "seq": np.array(rounds.seq, dtype=np.int64)[rnd],
        "session": columns["session"][rnd],
        "round": columns["round"][rnd],
        "index": rounds.uses.index[told],
        "seed": _in_hex(raw),
        "parent": _in_hex(parents),
    }


def _in_hex(raw: bytes) -> Array:
    """Seeds one after another as strings."""
    text, width = raw.hex(), 2 * SEED_BYTES
    return np.array([text[at : at + width] for at in range(0, len(text), width)], dtype=object)


def round_rows(rounds: Rounds, judged: Array, tables: Tables | None) -> Columns:
    """Rounds with their balances and where they begin and end in the shoes; `judged` marks those that `tables` are about.

    Columns: seq, session, round, count (running later), before and after of shape (rounds, 17), out (a bit for each seat said to be out),
    on_index and on_first (the shoe dealt on, index 0 for none), first_index and first_step (of the first run), last_index, last_pos, ended.
    """
    size = len(rounds.records)
    row: Columns = {name: rounds.columns[name] for name in ("session", "round", "before", "after", "banker")}
    row |= {"seq": np.array(rounds.seq, dtype=np.int64), "judged": judged}
    for name in ("out", "out_twice", "on_index", "on_first", "first_index", "first_step", "last_index", "last_pos", "ended"):
        row[name] = np.zeros(size, dtype=np.int64)
    if tables is not None:
        _shoes(row, np.flatnonzero(judged), tables)
        _outs(row, np.flatnonzero(judged), tables)
    return row


def _shoes(row: Columns, at: Array, tables: Tables) -> None:
    runs = tables["runs"]
    if not len(runs["rnd"]):
        return
    where = at[runs["rnd"]]
    turns = np.flatnonzero(where[1:] != where[:-1])  # runs stand by rounds
    first, last = np.append(0, turns + 1), np.append(turns, len(where) - 1)
    row["first_index"][where[first]] = runs["index"][first]
    steps = np.append(tables["events"]["step"], NO_STEP)
    row["first_step"][where[first]] = steps[runs["shuffle"][first]]
    on = first[runs["fresh"][first] == 0]
    row["on_index"][where[on]] = runs["index"][on]
    row["on_first"][where[on]] = runs["first"][on]
    row["last_index"][where[last]] = runs["index"][last]
    row["last_pos"][where[last]] = (runs["first"] + runs["count"])[last]
    row["ended"][where[last]] = runs["revealed"][last]


def _outs(row: Columns, at: Array, tables: Tables) -> None:
    from audit.facts.events import is_verb

    events = tables["events"]
    for i in np.flatnonzero(is_verb(events["verb"], "out")).tolist():
        rnd, bit = at[events["rnd"][i]], 1 << int(events["seat"][i])
        row["out_twice"][rnd] |= row["out"][rnd] & bit
        row["out"][rnd] |= bit


def first_rounds(sessions: Mapping[int, Session], numbers: Iterable[int]) -> Columns:
    """Rows that stand before the first round of each session: round 0, everyone with their stack, no shoe yet."""
    every = sorted(set(numbers) | set(sessions))
    stacks = [[0, *(seat.stack for seat in sessions[n].seats)] if n in sessions else [0] for n in every]
    flat = np.array([amount for stack in stacks for amount in stack], dtype=np.int64)
    start, _ = padded(flat, np.array([len(stack) for stack in stacks], dtype=np.int64), ACCOUNTS)
    zero = np.zeros(len(every), dtype=np.int64)
    names = ("seq", "round", "out", "out_twice", "on_index", "on_first", "first_index", "first_step", "last_index", "last_pos", "banker")
    row: Columns = dict.fromkeys(names, zero)
    return row | {
        "session": np.array(every, dtype=np.int64),
        "before": start,
        "after": start,
        "ended": zero + 1,
        "judged": np.zeros(len(every), dtype=bool),
    }


def account_rows(links: Columns, sessions: Mapping[int, Session]) -> Columns:
    """Balances of linked rounds, one row for each account that the session has."""
    have = np.array([1 + len(sessions[n].seats) if n in sessions else 0 for n in links["session"].tolist()], dtype=np.int64)
    wanted = np.arange(ACCOUNTS)[None, :] < have[:, None]
    at, account = np.nonzero(wanted)
    left = _left(sessions, links["session"][at], account)
    return {
        "seq": links["seq"][at],
        "session": links["session"][at],
        "round": links["round"][at],
        "p_round": links["p_round"][at],
        "judged": links["judged"][at],
        "account": account,
        "before": links["before"][wanted],
        "p_before": links["p_before"][wanted],
        "p_after": links["p_after"][wanted],
        "out": (links["out"][at] >> account & 1) > 0,
        "out_twice": (links["out_twice"][at] >> account & 1) > 0,
        "left_table": left <= links["seq"][at],
        "leaves": left == links["seq"][at],
    }


def _left(sessions: Mapping[int, Session], number: Array, account: Array) -> Array:
    """Line with which each account's seat left, NEVER where it did not."""
    leaves = sorted((one.number << 7 | seat, seq) for one in sessions.values() for seat, seq in one.leaves.items())
    if not leaves:
        return np.full(len(number), NEVER, dtype=np.int64)
    keys, lines = np.array(leaves, dtype=np.int64).T
    key = number << 7 | account
    place = np.minimum(np.searchsorted(keys, key), len(keys) - 1)
    return np.where(keys[place] == key, lines[place], NEVER)


def without_arrays(links: Columns) -> Columns:
    """Leave out what is no plain column."""
    return {name: values for name, values in links.items() if values.ndim == 1}
