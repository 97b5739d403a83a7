"""Pass 2: what crosses units, and what is about sessions and the ledger as a whole (DESIGN §6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import attrs
import numpy as np

from audit import chain
from audit.between.tables import between_tables
from audit.between.walk import Walk
from audit.closes import Played, close_tables
from audit.context import Session, Survey, derived_hash, rules_hash
from audit.facts.columns import Columns
from audit.facts.tables import Tables
from audit.givens import params_of, rulings
from audit.judge import table_of
from audit.records import Key, OfSession, Seat, Unknown, Void
from audit.segment import Outcome
from audit.standings import paid
from audit.tournaments import tournament_tables
from audit.values import folded
from audit.walks import Walked

_SESSION = {
    "session": int,
    "open_seq": int,
    "start_seq": int,
    "close_seq": int,
    "chain": int,
    "commitment": str,
    "rules_hash": str,
    "derived_rules_hash": str,
    "live": bool,
    "playing": int,
    "judged": bool,
    "seats": int,
    "entropies": int,
    "rounds": int,
    "first_round": int,
    "last_round": int,
    "last_index": int,
    "descended": str,
    "close_count": int,
    "reason": str,
    "walked": bool,
    "why": str,
    "voids": int,
    "has_rulings": bool,
}


def link_tables(found: Survey, outcomes: Sequence[Outcome]) -> tuple[Tables, dict[int, Played]]:
    """Give (links between units, what each session's rounds came to)."""
    sessions = found.sessions
    numbers = sorted({n for outcome in outcomes for n in outcome.played} | set(sessions))
    nothing = {name: np.zeros(0, dtype=np.int64) for name in ("line", "seq", "session", "prev", "round", "seconds", "all")}
    lines, _ = chain.across(nothing, (outcome.lines for outcome in outcomes), "all")
    everyone = sorted({int(n) for outcome in outcomes for n in outcome.session_lines[0]["session"]})
    before_any = {name: np.zeros(len(everyone), dtype=np.int64) for name in nothing} | {"session": np.array(everyone, dtype=np.int64)}
    session_lines, _ = chain.across(before_any, (outcome.session_lines for outcome in outcomes), "session")
    rounds, last_rounds = chain.across(chain.first_rounds(sessions, numbers), (outcome.rounds for outcome in outcomes), "session")
    reveals, last_reveals = chain.across(_commitments(sessions, numbers), (outcome.reveals for outcome in outcomes), "session")
    tables = {
        "line_links": lines,
        "session_lines": session_lines,
        "reveal_links": reveals,
        "round_links": chain.without_arrays(rounds),
        "round_accounts": chain.account_rows(rounds, sessions),
    }
    return tables, _played(sessions, outcomes, last_rounds, last_reveals)


def _commitments(sessions: Mapping[int, Session], numbers: Sequence[int]) -> Columns:
    """Rows before the first seed: number 0, the commitment."""
    zero = np.zeros(len(numbers), dtype=np.int64)
    told = [sessions[n].opened.commitment if n in sessions else "no commitment" for n in numbers]
    text = np.array(told, dtype=object)
    return {"seq": zero, "session": np.array(numbers, dtype=np.int64), "round": zero, "index": zero, "seed": text, "parent": text}


def _played(sessions: Mapping[int, Session], outcomes: Sequence[Outcome], rounds: Columns, reveals: Columns) -> dict[int, Played]:
    spans: dict[int, tuple[int, int, int]] = {}
    for outcome in outcomes:
        for number, (count, first, last) in outcome.played.items():
            done, begun, _ = spans.get(number, (0, first, last))
            spans[number] = done + count, begun, last
    told = dict(zip(reveals["session"].tolist(), reveals["index"].tolist(), strict=True))
    result = {}
    for number, before, after, banker in zip(*(rounds[name].tolist() for name in ("session", "before", "after", "banker")), strict=True):
        if number in told:
            close = sessions[number].close if number in sessions else None
            count, first, last = spans.get(number, (0, -1, -1))
            final = paid(after, banker, close.log if close else ())
            result[number] = Played(count, first, last, told[number], tuple(before), tuple(final))
    return result


def ledger_tables(found: Survey, played: Mapping[int, Played], ledger: Mapping[str, Any], walked: Sequence[Walked], walk: Walk) -> Tables:
    """Tables about the ledger, its sessions, seats and closes; `ledger` is the one row about the ledger itself.

    `walked` has the seed chains, `walk` what stands between the rounds of sessions whose bank or limits change.
    """
    sessions = found.sessions
    kinds = dict.fromkeys(("name", "signed_name", "vkey", "given_vkey", "root", "signed_root"), str) | {"given_is_named": bool}
    spans = [{"session": n, "first_seq": p.first} for n, p in sorted(played.items()) if p.rounds]
    tables = {
        "ledger": table_of([dict(ledger)], kinds),
        "named_keys": _keys(found),
        "params_given": params_of(sessions),
        "records": _records(found),
        "rulings": rulings(sessions),
        "played": table_of(spans, {"session": int, "first_seq": int}),
        "sessions": _sessions(found, played, {one.session: one.end for one in walked}, walk),
        "shared_seeds": table_of([attrs.asdict(one) for one in walked if one.index > 0], {"session": int, "index": int, "commitment": str}),
        **between_tables(walk),
    }
    return tables | _seats(found) | close_tables(sessions, played) | tournament_tables(found)


def _keys(found: Survey) -> Columns:
    """Keys that the ledger names, with their names, and whether one is named the first time."""
    named = [(0, found.ledger.vkey), *((seq, record.vkey) for seq, record in found.records if isinstance(record, Key))]
    vkeys = [vkey for _, vkey in named]
    rows = [
        {"seq": seq, "vkey": vkey, "name": vkey.partition("+")[0], "is_new": vkey not in vkeys[:at]} for at, (seq, vkey) in enumerate(named)
    ]
    return table_of(rows, {"seq": int, "vkey": str, "name": str, "is_new": bool})


def _records(found: Survey) -> Columns:
    rows = [
        {"seq": seq, "session": record.session if isinstance(record, OfSession) else 0, "kind": type(record).__name__.lower()}
        for seq, record in found.records
        if not isinstance(record, Unknown)
    ]
    return table_of(rows, {"seq": int, "session": int, "kind": str})


def _sessions(found: Survey, played: Mapping[int, Played], descended: Mapping[int, str], walk: Walk) -> Columns:
    starts = _first(found, "Start")
    closes = _first(found, "Close")
    voids = Counter(record.session for _, record in found.records if isinstance(record, Void))
    rows = []
    for number, session in sorted(found.sessions.items()):
        one = played.get(number, Played())
        rows.append(
            {
                "session": number,
                "open_seq": session.open_seq,
                "start_seq": starts.get(number, -1),
                "close_seq": closes.get(number, -1),
                "chain": session.opened.chain,
                "commitment": session.opened.commitment,
                "rules_hash": session.opened.rules_hash,
                "derived_rules_hash": rules_hash(session.opened),
                "live": session.live,
                "playing": int(session.live and session.close is None),
                "judged": session.judged,
                "seats": len(session.seats),
                "entropies": len(session.start.entropy) if session.start else 0,
                "rounds": one.rounds,
                "first_round": one.first,
                "last_round": one.last,
                "last_index": one.index,
                "descended": descended.get(number, session.opened.commitment),
                "close_count": len(session.close.balances) if session.close else 0,
                "reason": session.close.reason if session.close else "",
                "walked": session.changes,
                "why": walk.ends.get(number, ""),
                "voids": voids[number],
                "has_rulings": bool((session.params or {}).get("table_rulings", True)),
            }
        )
    return table_of(rows, _SESSION)


def _first(found: Survey, kind: str) -> dict[int, int]:
    """Line of the first record of a kind, by session."""
    result: dict[int, int] = {}
    for seq, record in found.records:
        if type(record).__name__ == kind and isinstance(record, OfSession):
            result.setdefault(record.session, seq)
    return result


def _seats(found: Survey) -> Tables:
    seats, boxes = [], []
    nth: dict[int, int] = {}
    for seq, record in found.records:
        if not isinstance(record, Seat):
            continue
        nth[record.session] = nth.get(record.session, 0) + 1
        where = {"seq": seq, "session": record.session, "seat": record.seat, "nth": nth[record.session]}
        seats.append(
            {
                **where,
                "name": record.name,
                "folded": folded(record.name),
                "stack": record.stack,
                "boxes": len(record.boxes),
                "entropy_hash": record.entropy_hash,
                "derived": derived_hash(found.sessions.get(record.session), record, nth[record.session]),
            }
        )
        boxes += [{**where, "box": box, "box_before": before} for before, box in zip([0, *record.boxes], record.boxes, strict=False)]
    where_kinds = {"seq": int, "session": int, "seat": int, "nth": int}
    text = {"name": str, "folded": str, "stack": int, "boxes": int, "entropy_hash": str, "derived": str}
    return {"seats": table_of(seats, where_kinds | text), "seat_boxes": table_of(boxes, where_kinds | {"box": int, "box_before": int})}
