"""The audit's own checks over the lines of a bundle: those that these lines suffice for (FORMAT §11).

All is judged by the same tables of facts and the same SQL as in a whole audit. What they say of rounds whose shoes were taken up before the
stretch is left out, for the lines that it would rest on are not here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import attrs
import numpy as np

from audit.between.walk import Walk, walk_on
from audit.context import Session, Survey, survey_of
from audit.errors import EvidenceError
from audit.evidence.opening import Opened, shuffled
from audit.evidence.tables import begins, signatures, tables_of, window
from audit.facts.between import Phase
from audit.facts.rounds import Rounds, broken_off, decode_rounds
from audit.facts.tables import Tables, play_tables
from audit.givens import given, params_of
from audit.judge import Verdict, checks, judging
from audit.modelling import at_hand, stake_steps
from audit.records import Begin, Round, Start, Void
from audit.report import ERROR, Finding

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

LINKS = ("balance-before", "dropping-out", "round-number", "seed-chain", "seeds-left", "shoe-sequence")
OF_THE_SESSION = ("entropy", "rules-hash")
BETWEEN = ("bank-asked", "bank-auction", "bank-drawn", "bank-holder", "bank-kept", "bank-passes", "closing-due", "going", "limits")
BEGUN = ("begin-answered", "begin-balances", "begin-log", "begin-missing", "begin-round", "begin-shoes", "signature", "unsigned")
OVERS = ("rounds", "round-links", "reveal-links", "ledger")
MUCH_READ = ("boxes", "cards", "events", "hands", "runs", "settled", "turns")
"""Tables that many checks read."""


@attrs.frozen
class Judged:
    """What the checks say: findings, how many checks there were, cards of the round that were compared with their shoes.

    `rounds`: the numbers of those that were judged; `between`: whether what stands between the rounds of a bank that passes, or of limits
    that change, was judged (None where there is no such thing).
    """

    findings: tuple[Finding, ...]
    checks: int
    cards: int
    rounds: tuple[int, ...]
    between: bool | None


def judge(opened: Opened, found: Survey) -> Judged:
    """Judge a bundle's rounds, by the survey of its lines.

    Raises EvidenceError where its rules are not understood, or a shoe of the round is not revealed in it.
    """
    session = found.sessions[opened.round.session]
    if session.unsupported:
        raise EvidenceError(f"is of a session whose rules this version does not understand: {session.unsupported[0]}.")
    rounds, voids = _rounds(opened)
    played, voided = _tables(rounds, found.sessions), _tables(voids, found.sessions)
    cards = _compared(opened, (rounds, played[0]), (voids, voided[0]))
    phases = [*played[1], *voided[1]]
    codes = frozenset((*(check.code for check in checks() if check.over == "rounds"), *LINKS, *OF_THE_SESSION, *BETWEEN))
    codes |= frozenset(BEGUN if session.live else ())
    con = at_hand(hurried=True)
    walked = _walked(opened, session, phases, con)
    tables = tables_of(opened, found, ((rounds, played[0]), (voids, voided[0])), walked or Walk())
    if session.live:
        tables["begins"] = begins(opened, found, (rounds, voids))
        tables["signatures"] = signatures(opened, session)
    overs, copied = (OVERS, MUCH_READ) if played[0] is not None else (OVERS[1:], ())
    with judging(con, overs, tables | (played[0] or {}), only=codes, copied=copied) as verdict:
        pass
    if voided[0] is not None:
        with judging(con, ["voids"], given(found.sessions) | voided[0]) as more:
            verdict.add(more)
    judged = _judged_rounds(opened)
    findings = _about(opened, verdict, judged)
    return Judged(findings, len(codes), cards, judged, None if not session.changes else walked is not None)


def surveyed(opened: Opened) -> Survey:
    """The bundle's lines as pass 0 of an audit would have found them."""
    return survey_of((line.seq, line.raw) for line in opened.every)


def _rounds(opened: Opened) -> tuple[Rounds, Rounds]:
    """Rounds of the bundle that were played, and that were broken off."""
    played = [line for line in opened.lines if isinstance(line.record, Round)]
    rounds = attrs.evolve(decode_rounds([line.raw for line in played], 0), seq=[line.seq for line in played])
    return rounds, broken_off([(line.seq, line.record) for line in opened.lines if isinstance(line.record, Void)])


def _tables(rounds: Rounds, sessions: Mapping[int, Session]) -> tuple[Tables | None, list[Phase]]:
    return play_tables(rounds, sessions) if rounds.records else (None, [])


def _compared(opened: Opened, *parts: tuple[Rounds, Tables | None]) -> int:
    """How many cards of the round asked for were compared with their shoes; raises EvidenceError where one could not be derived."""
    for rounds, tables in parts:
        at = [rnd for rnd, record in enumerate(rounds.records) if record.round == opened.round.round]
        if tables is None or not at:
            continue
        mine = tables["runs"]["rnd"] == at[0]
        if not tables["runs"]["sealed"][mine].all():
            raise EvidenceError("does not tell the seed of every shoe of the round, so that its cards cannot be proven yet.")
        return int(np.count_nonzero(tables["cards"]["rnd"] == at[0]))
    return 0


def _walked(opened: Opened, session: Session, phases: Sequence[Phase], con: DuckDBPyConnection) -> Walk | None:
    """The walk over what stands between the stretch's rounds; None where there is nothing to judge, or too little to judge it by."""
    if not session.changes:
        return None
    begins = isinstance(opened.before[0].record, Start)
    if (session.params or {})["bank_change"] == "five-deals" and not begins:
        return None
    step = stake_steps(con, params_of({session.number: session}))[session.number]
    earlier = [phase for phase in phases if phase.seq < opened.first]
    return walk_on(session, earlier, [phase for phase in phases if opened.in_stretch(phase.seq)], step)


def _judged_rounds(opened: Opened) -> tuple[int, ...]:
    """Rounds of the stretch all of whose shoes were taken up in it."""
    taken: set[int] = set()
    result = []
    for line in opened.lines:
        record = line.record
        if not opened.in_stretch(line.seq) or not isinstance(record, Begin | Round | Void):
            continue
        taken |= shuffled(record.log)
        if not isinstance(record, Begin) and all(use.index in taken for use in record.shoes):
            result.append(record.round)
    return tuple(result)


def _about(opened: Opened, verdict: Verdict, judged: Sequence[int]) -> tuple[Finding, ...]:
    """Findings that the bundle's lines suffice for."""
    elsewhere = (*LINKS, *OF_THE_SESSION, *BETWEEN, *BEGUN)
    numbers = {line.record.round for line in opened.lines if opened.in_stretch(line.seq) and isinstance(line.record, Round | Void)}
    return tuple(
        finding
        for finding in verdict.in_order()
        if finding.severity == ERROR
        and not (finding.code == "begin-missing" and finding.seq == window(opened))
        and (finding.round in judged or (finding.code in elsewhere and finding.round in {*numbers, None}) or finding.code == "seed-chain")
    )
