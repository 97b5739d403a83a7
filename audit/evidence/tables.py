"""Tables about a bundle's session and the links between its rounds, as far as its lines go."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from audit import chain
from audit.between.tables import between_tables
from audit.between.walk import Walk
from audit.context import Session, Survey, derived_hash, rules_hash
from audit.errors import EvidenceError
from audit.evidence.opening import Opened
from audit.facts.columns import Columns
from audit.facts.columns import take as rows_of
from audit.facts.rounds import Rounds
from audit.facts.tables import Tables
from audit.givens import given
from audit.judge import table_of
from audit.records import Begin, Close, OfSession, Round, Start, Void
from audit.seeds import descend


def tables_of(opened: Opened, found: Survey, parts: Sequence[tuple[Rounds, Tables | None]], walked: Walk) -> Tables:
    """All tables but those of the rounds' play."""
    links = _links(opened, found.sessions, parts)
    return {
        **_session_tables(found.sessions[opened.round.session]),
        **between_tables(walked),
        **given(found.sessions),
        "round_links": chain.without_arrays(links),
        "round_accounts": chain.account_rows(links, found.sessions),
        "reveal_links": _reveals(opened),
    }


def _session_tables(session: Session) -> Tables:
    """The session and its seats, as far as their hashes are concerned."""
    row = {
        "session": session.number,
        "open_seq": session.open_seq,
        "start_seq": session.start.seq if session.start else -1,
        "rules_hash": session.opened.rules_hash,
        "derived_rules_hash": rules_hash(session.opened),
        "seats": len(session.seats),
        "entropies": len(session.start.entropy) if session.start else 0,
    }
    seats = [
        {
            "session": session.number,
            "seat": seat.seat,
            "name": seat.name,
            "entropy_hash": seat.entropy_hash,
            "derived": derived_hash(session, seat, nth),
        }
        for nth, seat in enumerate(session.seats, 1)
    ]
    kinds = dict.fromkeys(row, int) | {"rules_hash": str, "derived_rules_hash": str}
    of_seats = {"session": int, "seat": int, "name": str, "entropy_hash": str, "derived": str}
    return {"sessions": table_of([row], kinds), "seats": table_of(seats, of_seats)}


def window(opened: Opened) -> int:
    """First of the lines of the session that are there one after another, up to the stretch's end."""
    return opened.before[0].seq


def _links(opened: Opened, sessions: Mapping[int, Session], parts: Sequence[tuple[Rounds, Tables | None]]) -> Columns:
    """The stretch's rounds, each beside the one before it; the first one where that is here too."""
    every = chain.in_order([chain.round_rows(rounds, np.ones(len(rounds.seq), dtype=bool), tables) for rounds, tables in parts])
    rows = rows_of(every, (every["seq"] >= window(opened)) & (every["seq"] <= opened.last))
    links, first, last = chain.within(rows, "session")
    if isinstance(opened.before[0].record, Start):
        return chain.joined([links, chain.across(chain.first_rounds(sessions, [opened.round.session]), [(first, last)], "session")[0]])
    return links


def begins(opened: Opened, found: Survey, parts: Sequence[Rounds]) -> Columns:
    """The stretch's rounds beside the lines with which they began: that of the first one may stand just before it."""
    from audit.live import begin_table, lines_of

    lines = lines_of(found.records, parts, found.sessions)
    return begin_table((line for line in lines if window(opened) <= line.seq <= opened.last), found.sessions)


def signatures(opened: Opened, session: Session) -> Columns:
    """What is wrong with signed answers in the stretch's rounds."""
    from audit.signatures import fault_table, found, unused
    from audit.signed_lines import line_of

    mine = [line for line in opened.lines if window(opened) <= line.seq <= opened.last and isinstance(line.record, OfSession)]
    if not (session.live and session.keys):
        return fault_table(unused({session.number: session}, ((line.seq, line.record) for line in mine)))
    lines = [line_of(line.record, line.seq, line.raw) for line in mine if isinstance(line.record, OfSession)]
    return fault_table(found([line for line in lines if line is not None], session))


def _reveals(opened: Opened) -> Columns:
    """Seeds that the bundle tells, each hashed down to the one told before it, the first one to the commitment."""
    rows = []
    index, seed = 0, opened.opening.commitment
    for seq, number, told, own in sorted(_seeds(opened), key=lambda one: one[2]):
        parent = descend(bytes.fromhex(own), told - index).hex() if told > index else "told before"
        rows.append((seq, opened.round.session, number, index + 1, parent, index, seed))
        index, seed = told, own
    columns = list(zip(*rows, strict=True)) or [()] * 7
    names = ("seq", "session", "round", "index", "parent", "p_index", "p_seed")
    text = ("parent", "p_seed")
    return {name: np.array(values, dtype=object if name in text else np.int64) for name, values in zip(names, columns, strict=True)}


def _seeds(opened: Opened) -> list[tuple[int, int, int, str]]:
    """Line, round (0: the close), index and seed of all that are told; raises EvidenceError for a shoe beyond the chain."""
    chain_length = opened.opening.chain
    result = []
    for line in opened.lines:
        record = line.record
        for use in record.shoes if isinstance(record, Round | Void | Begin) else ():
            if use.index > chain_length:
                raise EvidenceError(f"names shoe {use.index} in line {line.seq}, and the chain committed to has only {chain_length} seeds.")
        if isinstance(record, Round | Void):
            result += [(line.seq, record.round, use.index, use.seed) for use in record.shoes if use.seed is not None]
        elif isinstance(record, Close):
            result.append((line.seq, 0, chain_length, record.seed))
    return result
