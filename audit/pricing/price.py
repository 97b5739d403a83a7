"""Prices of the voids of a unit: their logs completed, settled by the model, and the changes of all accounts added up (FORMAT §4)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

import attrs
import msgspec
import numpy as np

from audit.context import Session, survey_of
from audit.facts.cards import whole_shoes
from audit.facts.grammar import parse
from audit.facts.play import Play
from audit.facts.rounds import Rounds, broken_off, numbered
from audit.facts.stakes import BOXES, CELLS
from audit.facts.tables import Tables, play_tables
from audit.givens import given
from audit.judge import checks, judging
from audit.lines import canonical
from audit.modelling import at_hand, model, modelled
from audit.pricing.completion import Completion
from audit.pricing.lying import Lying
from audit.pricing.supply import SeedNotToldError, Supply, UnpricedError
from audit.records import Void
from audit.report import Price
from audit.story.session import Readable

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


_LIVING = "SELECT r.seq, l.live > 0, l.waiting FROM living l JOIN rounds r USING (rnd)"
NOT_STAKED = "its stakes were not complete"
BROKEN = "its log breaks the rules"


def priced(con: DuckDBPyConnection, voids: tuple[Rounds, Tables], sessions: Mapping[int, Session], broken: Collection[int]) -> list[Price]:
    """Prices of voids whose rules are understood, with their tables; `broken`: lines of those against which something was found."""
    rounds, tables = voids
    why = dict.fromkeys(broken, BROKEN) | {seq: NOT_STAKED for seq in _unstaked(con, rounds, tables, sessions) if seq not in broken}
    going = _completions(rounds, tables, sessions, why)
    for seq, completion in list(going.items()):
        try:
            completion.punters()
        except UnpricedError as error:
            why[seq] = str(error)
            del going[seq]
    _bank(con, rounds, sessions, going, why)
    amounts = _amounts(con, rounds, sessions, going)
    return [
        Price(seq, record.session, record.round, amounts.get(seq), why.get(seq, ""))
        for seq, record in zip(rounds.seq, rounds.records, strict=True)
    ]


def price_of(ledger: Readable, void: Void) -> tuple[Price, Session]:
    """Price of one void, from a ledger or those of its lines that a bundle has, and its session; raises LineError or TruncatedError."""
    found = survey_of(ledger.lines())
    rounds = broken_off([(void.seq, void)])
    tables, _ = play_tables(rounds, found.sessions)
    con = at_hand()
    with judging(con, ["voids"], given(found.sessions) | tables) as verdict:
        broken = {void.seq} if verdict.findings else set()
    return priced(con, (rounds, tables), found.sessions, broken)[0], found.sessions[void.session]


def _unstaked(con: DuckDBPyConnection, rounds: Rounds, tables: Tables, sessions: Mapping[int, Session]) -> set[int]:
    """Lines of voids in which a stake was still to be made, or a first card dealt that stakes follow."""
    players = next(check.sql for check in checks() if check.code == "stake-players")
    with modelled(con, given(sessions) | tables, [players]):
        result = {int(row[0]) for row in con.execute(players).fetchall()}
    logs = _logs(rounds)
    for seq, record, log in zip(rounds.seq, rounds.records, logs, strict=True):
        lying = Lying.after(map(parse, log))
        later = (sessions[record.session].params or {})["stakes_when"] != "before-deal"
        if not lying.boxes() or (later and not lying.banker):
            result.add(seq)
    return result


def _logs(rounds: Rounds) -> list[list[str]]:
    ends = np.cumsum(rounds.lengths)
    return [
        [rounds.texts[code] for code in rounds.codes[end - size : end].tolist()] for end, size in zip(ends, rounds.lengths, strict=True)
    ]


def _completions(rounds: Rounds, tables: Tables, sessions: Mapping[int, Session], why: dict[int, str]) -> dict[int, Completion]:
    """Completions to be made, by line; `why` tells of those that cannot be, and is told of more."""
    play = Play(rounds, sessions)
    orders, runs = whole_shoes(play.shoes.runs, play.raw, play.shoes.dealt), play.shoes.runs
    last = {int(rnd): run for run, rnd in enumerate(runs["rnd"])}
    result = {}
    for rnd, (seq, record, log) in enumerate(zip(rounds.seq, rounds.records, _logs(rounds), strict=True)):
        order = orders[last[rnd]] if rnd in last else None
        if seq not in why and order is None:
            why[seq] = "the seed of its shoe is not told yet"
        if seq in why or order is None:
            continue
        dealt = int(runs["first"][last[rnd]] + runs["count"][last[rnd]])
        supply = Supply(sessions[record.session], log, list(record.shoes), order, dealt, int(tables["rounds"]["cutter"][rnd]))
        owners = {box: int(play.owner[rnd * CELLS + box]) for box in range(BOXES)}
        result[seq] = Completion(supply, play.money.kept[rnd].tolist(), owners)
    return result


def _bank(
    con: DuckDBPyConnection, rounds: Rounds, sessions: Mapping[int, Session], going: dict[int, Completion], why: dict[int, str]
) -> None:
    """Let the bankers play for what depends on them by the model."""
    completed = _completed(rounds, going)
    if not completed.records:
        return
    with modelled(con, given(sessions) | play_tables(completed, sessions)[0], [_LIVING]):
        living = con.execute(_LIVING).fetchall()
    for seq, lives, waits in living:
        try:
            going[seq].banker(lives=lives, waits=waits)
        except SeedNotToldError as error:
            why[seq] = str(error)
            del going[seq]


def _amounts(
    con: DuckDBPyConnection, rounds: Rounds, sessions: Mapping[int, Session], going: Mapping[int, Completion]
) -> dict[int, tuple[int, ...]]:
    completed, prices = _completed(rounds, going), model("prices")
    if not completed.records:
        return {}
    result: dict[int, tuple[int, ...]] = {}
    with modelled(con, given(sessions) | play_tables(completed, sessions)[0], [prices]):
        for seq, _, price in con.execute(prices).fetchall():
            result[seq] = (*result.get(seq, ()), price)
    return result


def _completed(rounds: Rounds, going: Mapping[int, Completion]) -> Rounds:
    """Rounds with the logs as far as they are completed."""
    wanted = [(seq, record) for seq, record in zip(rounds.seq, rounds.records, strict=True) if seq in going]
    logs: Sequence[list[str]] = [going[seq].supply.log for seq, _ in wanted]
    records = [
        msgspec.structs.replace(record, log=msgspec.Raw(canonical(going[seq].supply.log)), shoes=going[seq].supply.uses)
        for seq, record in wanted
    ]
    lengths = np.array([len(log) for log in logs], dtype=np.int64)
    events = [event for log in logs for event in log]
    return attrs.evolve(numbered([seq for seq, _ in wanted], records, lengths, events), are_void=True)
