"""Pass 1: one unit of lines, taken alone with its context, to a subtree root, findings and the rows at its edges (DESIGN §6)."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import attrs
import numpy as np

from audit import chain
from audit.context import Session
from audit.discretion import discretion
from audit.facts.between import Phase
from audit.facts.columns import Array, Columns
from audit.facts.rounds import Rounds, broken_off, decode_rounds
from audit.facts.tables import Tables, play_tables
from audit.givens import given
from audit.judge import Verdict, judging
from audit.lines import decode_line
from audit.live import Line, lines_of, timeouts
from audit.modelling import at_hand, model
from audit.records import Record, Unknown, Void
from audit.report import Counts, Price
from audit.seen import seen_in_unit
from audit.signatures import Fault
from audit.signatures import Line as SignedLine
from audit.signed_lines import judged as signatures_judged
from audit.signed_lines import lines_of_unit, signing
from audit.text import Text
from audit.tree import leaf_hashes, roots
from audit.units import BLOCK_LINES, FEW_BYTES, Unit

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

DECISIONS = ("hit", "stand", "double", "split", "surrender")
Edges = tuple[Columns, Columns]
Others = list[tuple[int, Record | Unknown]]


@attrs.frozen
class Work:
    """What a unit needs to be judged; `facts` names the folder for its facts, None if nobody wants them.

    `seen_whole`: whether pass 0 looked at all its lines; `digest`: SHA-256 of its bytes, where what comes of it is remembered by that.
    """

    unit: Unit
    sessions: Mapping[int, Session]
    seen_whole: bool = False
    facts: Path | None = None
    memory_limit: str | None = None
    digest: bytes | None = None


@attrs.frozen
class Outcome:
    """What comes of a unit: `roots` are those of its blocks.

    `played` has (rounds, first, last line) by session, `sealed` the rounds on shoes that are not revealed yet, `phases` what stands between
    rounds where the bank or limits change, `discretion` counts what the rules leave open; `live` has the lines of live rounds,
    `timeouts` counts answers given for want of any, by session and account; `signatures` has what is wrong with any, and lines at the
    unit's edges that only its neighbours can judge; `prices` are those of voids whose rules are understood; `seen`
    is the SHA-256 of those lines that pass 0 looked at too. `strangers` are sessions of its rounds of which it was told nothing.
    """

    roots: list[bytes]
    seen: bytes
    verdict: Verdict
    counts: Counts
    lines: Edges
    session_lines: Edges
    rounds: Edges
    reveals: Edges
    played: dict[int, tuple[int, int, int]]
    sealed: dict[int, int]
    phases: list[Phase]
    discretion: dict[str, int]
    live: list[Line]
    timeouts: dict[tuple[int, int], int]
    signatures: tuple[list[Fault], list[SignedLine]]
    prices: list[Price]
    strangers: list[int]


@contextmanager
def _without_collector() -> Iterator[None]:
    """Let the garbage collector rest: a unit makes millions of objects, none of them in a cycle."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


@_without_collector()
def work(task: Work) -> Outcome:
    """Judge a unit; raises LineError, or TruncatedError where its bytes are not those that they were."""
    lines = task.unit.lines(task.digest)
    others = [(task.unit.first + at, decode_line(lines[at], task.unit.first + at)) for at in lines.others]
    rounds = decode_rounds(lines, task.unit.first)
    judged = _judged(rounds, task.sessions)
    play = rounds.only(judged)
    facts = task.facts is not None
    tables, phases = play_tables(play, task.sessions, published=facts) if play.records or facts else (None, [])
    voids, (void_play, void_tables, void_phases) = _broken_off(others, task.sessions)
    unanswered = timeouts(tables) if tables else Counter()
    if void_tables is not None:
        unanswered += timeouts(void_tables)
    links = _links(task.sessions, others, (rounds, tables), (voids, void_tables))
    everything = _registered(links, tables, task.sessions)
    con = at_hand(task.memory_limit, task.facts, hurried=task.unit.size <= FEW_BYTES)
    overs = ["lines", "line-links", "session-lines", "round-links", "reveal-links"] + (["rounds"] if tables else [])
    with judging(con, overs, everything, readers=_fact_queries() if facts else ()) as verdict:
        if task.facts is not None:
            from audit.database import write_facts

            write_facts(con, task.facts, task.unit.number)
    prices: list[Price] = []
    if void_tables is not None:
        with judging(con, ["voids"], given(task.sessions) | void_tables) as more:
            verdict.add(more)
        prices = _priced(con, (void_play, void_tables), task.sessions, more)
    return Outcome(
        roots=block_roots(lines),
        seen=seen_in_unit(lines, rounds, whole=task.seen_whole),
        verdict=verdict,
        counts=_counts(task, tables),
        lines=links["lines"][1:],
        session_lines=links["session_lines"][1:],
        rounds=links["rounds"][1:],
        reveals=links["reveals"][1:],
        played=_played(rounds),
        sealed=_sealed(tables),
        phases=[*phases, *void_phases],
        discretion=dict(discretion(tables, task.sessions)) if tables else {},
        live=lines_of(others, (rounds, voids), task.sessions),
        timeouts=dict(unanswered),
        signatures=_signatures(task, lines, others, rounds),
        prices=prices,
        strangers=_strangers(task.sessions, rounds, voids),
    )


def _broken_off(others: Others, sessions: Mapping[int, Session]) -> tuple[Rounds, tuple[Rounds, Tables | None, list[Phase]]]:
    """Give (rounds that were broken off, those that can be judged with their tables, None without one, and phases)."""
    voids = [(seq, record) for seq, record in others if isinstance(record, Void)]
    rounds = broken_off(voids)
    play = rounds.only(_judged(rounds, sessions))
    return rounds, (play, *(play_tables(play, sessions) if play.records else (None, [])))


def _priced(con: DuckDBPyConnection, voids: tuple[Rounds, Tables], sessions: Mapping[int, Session], verdict: Verdict) -> list[Price]:
    """Prices of the voids against which nothing was found: only what keeps the rules can be gone on with."""
    from audit.pricing.price import priced

    if any(verdict.totals[code] > len(found) for code, found in verdict.findings.items()):
        broken = set(voids[0].seq)
    else:
        broken = {finding.seq for finding in verdict.in_order()}
    return priced(con, voids, sessions, broken)


def _signatures(task: Work, lines: Text, others: Others, rounds: Rounds) -> tuple[list[Fault], list[SignedLine]]:
    """What signed answers come to, in sessions where there are any."""
    wanted = signing(task.sessions)
    if not wanted:
        return [], []
    return signatures_judged(lines_of_unit(lines, task.unit.first, others, rounds, wanted), task.sessions)


def _fact_queries() -> list[str]:
    """What is asked of a unit's tables for the database."""
    from audit.published import published

    return [model("published"), *(table.sql for table in published())]


def block_roots(lines: Text) -> list[bytes]:
    """Roots of the complete subtrees of BLOCK_LINES lines; the ledger's last one may have fewer."""
    return roots(leaf_hashes(lines.views()), BLOCK_LINES)


def _judged(rounds: Rounds, sessions: Mapping[int, Session]) -> Array:
    """Which rounds' play can be judged: their session is open, and its rules are understood."""
    known = [number for number, session in sessions.items() if session.judged]
    return np.isin(rounds.columns["session"], known)


def _strangers(sessions: Mapping[int, Session], *parts: Rounds) -> list[int]:
    """Sessions that have rounds here, though they should be over, or not yet have begun."""
    return sorted({number for rounds in parts for number in np.unique(rounds.columns["session"]).tolist()} - sessions.keys())


def _links(
    sessions: Mapping[int, Session], others: Others, played: tuple[Rounds, Tables | None], voids: tuple[Rounds, Tables | None]
) -> dict[str, tuple[Columns, Columns, Columns]]:
    """Links, first and last rows of everything that chains; `played` and `voids`: rounds with the tables of those that can be judged."""
    lines = chain.line_rows(played[0], others)
    rows = [chain.round_rows(rounds, _judged(rounds, sessions), tables) for rounds, tables in (played, voids)]
    reveals = [chain.reveal_rows(rounds) for rounds, _ in (played, voids)]
    result = {
        "lines": chain.within(lines, "all"),
        "session_lines": chain.within(lines, "session"),
        "rounds": chain.within(chain.in_order(rows), "session"),
        "reveals": chain.within(chain.in_order(reveals), "session"),
    }
    result["every"] = (lines, lines, lines)
    return result


def _registered(links: dict[str, tuple[Columns, Columns, Columns]], tables: Tables | None, sessions: Mapping[int, Session]) -> Tables:
    """Tables under the names that the checks use."""
    return {
        **given(sessions),
        "lines": links["every"][0],
        "line_links": links["lines"][0],
        "session_lines": links["session_lines"][0],
        "reveal_links": links["reveals"][0],
        "round_links": chain.without_arrays(links["rounds"][0]),
        "round_accounts": chain.account_rows(links["rounds"][0], sessions),
        **(tables or {}),
    }


def _played(rounds: Rounds) -> dict[int, tuple[int, int, int]]:
    """Number of rounds, first and last line by session."""
    result: dict[int, tuple[int, int, int]] = {}
    for seq, record in zip(rounds.seq, rounds.records, strict=True):
        count, first, _ = result.get(record.session, (0, seq, seq))
        result[record.session] = count + 1, first, seq
    return result


def _sealed(tables: Tables | None) -> dict[int, int]:
    """Number of rounds by session with a shoe that could not be derived."""
    if tables is None:
        return {}
    runs, rounds = tables["runs"], tables["rounds"]
    open_rounds = np.unique(runs["rnd"][~runs["sealed"]])
    numbers, counts = np.unique(rounds["session"][open_rounds], return_counts=True)
    return dict(zip(numbers.tolist(), counts.tolist(), strict=True))


def _counts(task: Work, tables: Tables | None) -> Counts:
    if tables is None:
        return Counts(lines=task.unit.count)
    from audit.facts.events import is_verb

    runs = tables["runs"]
    return Counts(
        lines=task.unit.count,
        rounds=len(tables["rounds"]["rnd"]),
        shoes=int(np.count_nonzero(runs["sealed"] & (runs["first"] == 0))),
        cards=int(np.count_nonzero(tables["cards"]["sealed"])),
        decisions=int(np.count_nonzero(is_verb(tables["turns"]["verb"], *DECISIONS))),
        dealer_draws=len(tables["draws"]["rnd"]),
        insurance=int(tables["boxes"]["pays"].sum() + tables["bettors"]["pays"].sum()),
        payouts=len(tables["settled"]["rnd"]),
    )
