"""An audit from end to end: signature, the three passes, and what they come to (DESIGN §6).

The result is the same for any number of processes and any height of the history files.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import TypeVar

import attrs

from audit import closes, closing, live, voids
from audit.between.walk import walk
from audit.context import Survey
from audit.database import Building
from audit.givens import params_of
from audit.judge import Verdict, checks, judging, table_of
from audit.kept import Known, open_known, read_file
from audit.keys import Keys, trusted
from audit.known import compared, equivocation, known_table, memory, of_turns
from audit.ledger_dir import LedgerDir, open_ledger, read_note
from audit.modelling import at_hand, connect, stake_steps
from audit.notes import Checkpoint, VerifierKey, checkpoint_of, open_checkpoint, parse_vkey
from audit.notices import before, not_checked, not_yet, notices
from audit.passes import AS_USUAL, Passed, Wishes, judge, look
from audit.policy import Policy, policy_for
from audit.proofs import Tree
from audit.receipt_notes import read_receipts
from audit.receipts import Judged, judged
from audit.report import CLEAN, ERROR, FOUND, UNVERIFIED, Counts, Price, Report
from audit.seen import Reread
from audit.segment import Outcome
from audit.signatures import Fault, fault_table, unused
from audit.signed_lines import across
from audit.stretches import ROTATIONS
from audit.tournaments import events, is_short
from audit.tree import root
from audit.units import BLOCK_LINES, FEW_BYTES
from audit.witnessed import quorum_table, remembered, told

Given = TypeVar("Given")
Got = TypeVar("Got")
LINKS = ("line-links", "session-lines", "round-links", "reveal-links", "ledger")


@attrs.frozen
class Held:
    """What the reader holds: a verifier key, checkpoints and receipts that were kept, each with its file's name, a policy on witnesses."""

    vkey: str
    key: VerifierKey
    known: tuple[tuple[str, bytes], ...]
    policy: Policy | None
    receipts: tuple[tuple[str, bytes], ...] = ()


def audit_ledger(
    path: Path,
    vkey: str,
    *,
    database: Path | None = None,
    known: Sequence[Path] = (),
    policy: Path | None = None,
    receipts: Path | None = None,
    jobs: int | None = None,
    wishes: Wishes = AS_USUAL,
) -> Report:
    """Audit the ledger at `path` against a verifier key; raises an AuditError where nothing can be judged.

    `database`: write all facts and findings to this DuckDB file; `known`: files of checkpoints that somebody kept, which the ledger must
    extend; `policy`: file that says which witnesses must have cosigned the checkpoint; `receipts`: folder of receipts that players kept,
    which the ledger must bear out; `jobs`: processes, as many as there are cores unless given; `wishes`: how else it is to be run.
    """
    key = parse_vkey(vkey.strip())
    asked = policy_for(policy, key) if policy is not None else None
    kept = tuple((str(path), read_file(path)) for path in known)
    given = Held(vkey.strip(), key, kept, asked, tuple(read_receipts(receipts)) if receipts is not None else ())
    note = read_note(path)
    if not (path / ROTATIONS).is_dir():
        open_checkpoint(note, given.key)
    ledger = open_ledger(path, checkpoint_of(note))
    wishes = attrs.evolve(wishes, jobs=jobs)
    if database is None:
        return _audit(ledger, given, wishes)
    from audit.database import building

    with building(database, growing=wishes.remember is not None) as making:
        return _audit(ledger, given, attrs.evolve(wishes, making=making))


@attrs.frozen
class _Signed:
    """What the signatures of a ledger come to: its keys, its checkpoint, checkpoints that were kept; notices of notes that are `lost`."""

    keys: Keys
    checkpoint: Checkpoint
    kept: list[Known]
    lost: list[str]


def _opened(ledger: LedgerDir, found: Survey, given: Held) -> _Signed:
    """Verify every signature on the way from the key given; raises NoteError or SignatureError."""
    keys = Keys.of(found.ledger, found.records)
    checkpoint, turns = trusted(given.key, keys, ledger.note, ledger.rotation)
    behind, lost = keys.behind(given.key, ledger.rotation)
    known = (open_known(source, note, keys, given.key) for source, note in given.known)
    return _Signed(keys, checkpoint, [*of_turns([*behind, *turns]), *known], lost)


def _audit(ledger: LedgerDir, given: Held, wishes: Wishes) -> Report:
    looked = look(ledger, wishes)
    found = looked.found
    more = {"wrong_tiles": table_of([{"name": name} for name in ledger.wrong_tiles()], {"name": str})}
    signed = _opened(ledger, found, given)
    witnessed = given.policy.judge(ledger.note) if given.policy is not None else None
    more["quorum"] = quorum_table(witnessed)
    again = Reread(ledger)
    borne_out = judged(given.receipts, again, found, signed.keys)
    more["receipts"] = borne_out.table()
    passed = judge(looked, wishes)
    outcomes = passed.outcomes
    links, played = closing.link_tables(found, outcomes)
    tree = Tree(ledger.size, [block for outcome in outcomes for block in outcome.roots], BLOCK_LINES)
    again.require(tree.blocks)
    beside = compared(signed.kept, tree, found)
    computed = root(tree.blocks).hex()
    row = {
        "name": found.ledger.name,
        "signed_name": signed.checkpoint.name,
        "vkey": found.ledger.vkey,
        "given_vkey": given.vkey,
        "given_is_named": signed.keys.names(given.key),
        "root": computed,
        "signed_root": signed.checkpoint.root.hex(),
    }
    # What judged the only unit knows the rules of its sessions already; many units leave it too little room for what comes of them all.
    few = sum(unit.size for unit in found.units) <= FEW_BYTES
    kept = few or len(found.units) == 1
    opened = nullcontext(at_hand(wishes.memory_limit, hurried=few)) if kept else connect(wishes.memory_limit)
    with opened as con:
        between = walk(
            found.sessions, [phase for outcome in outcomes for phase in outcome.phases], stake_steps(con, params_of(found.sessions))
        )
        more["known"] = known_table(beside, ledger.size)
        more["signatures"] = fault_table(_signatures(found, outcomes))
        more["begins"] = live.begin_table([line for outcome in outcomes for line in outcome.live], found.sessions)
        tables = links | closing.ledger_tables(found, played, row, passed.ends, between) | more
        with judging(con, LINKS, tables) as verdict:
            for outcome in outcomes:
                verdict.add(outcome.verdict)
    priced = voids.prices(found, [price for outcome in outcomes for price in outcome.prices])
    report = _report(ledger, found, outcomes, verdict, (priced, borne_out))
    remembers = memory(beside, ledger.size, remembered(witnessed, ledger.size))
    notes = (
        *report.notices,
        *told(witnessed, ledger.note, found.ledger.name),
        *signed.lost,
        *before(passed.remembered, ledger.size),
        remembers,
    )
    evidence = equivocation(beside, ledger.note, signed.checkpoint, tree, found)
    report = attrs.evolve(report, notices=notes, root=computed, evidence=evidence)
    if wishes.making is not None:
        _publish(wishes.making, found, played, (report, verdict), passed)
    return report


def _signatures(found: Survey, outcomes: Sequence[Outcome]) -> list[Fault]:
    """What is wrong with signed answers, with keys that nobody can sign with, and with signatures where nobody has a key."""
    faults = [fault for outcome in outcomes for fault in outcome.signatures[0]]
    edges = [line for outcome in outcomes for line in outcome.signatures[1]]
    return [*faults, *across(edges, found.sessions), *unused(found.sessions, found.records)]


def _publish(making: Building, found: Survey, played: Mapping[int, closes.Played], came: tuple[Report, Verdict], passed: Passed) -> None:
    """Build the database of facts and findings; `played`: what sessions came to, `came`: what the audit came to."""
    from audit import database
    from audit.database import rows as database_rows
    from audit.standings import Played, held, ranked

    report, verdict = came
    ended = {
        number: Played(one.opened.table, one.seats, played[number].after if number in played else (), played[number].rounds)
        for number, one in found.sessions.items()
    }
    rows = [row for number, one in sorted(ended.items()) for row in ranked(number, one)]
    rounds = {number: one.rounds for number, one in played.items()}
    tournaments = [held(event, ended) for _, event in events(found) if not is_short(event, found)]
    told = database_rows.ledger_rows(found, rounds, rows) | database_rows.report_rows(report, verdict.in_order(), verdict.totals)
    told |= database_rows.tournament_rows(tournaments) | database_rows.void_rows(found, report.voids)
    database.write_ledger(making, told, passed.parts, passed.recalled)


def _report(
    ledger: LedgerDir, found: Survey, outcomes: Sequence[Outcome], verdict: Verdict, beside: tuple[tuple[Price, ...], Judged]
) -> Report:
    priced, receipts = beside
    findings = verdict.in_order()
    errors = tuple(finding for finding in findings if finding.severity == ERROR)
    missing = not_checked(found)
    waiting = (*not_yet(found, outcomes), *receipts.not_yet())
    counts = Counts(sessions=len(found.sessions), tournaments=len(events(found)))
    for outcome in outcomes:
        counts = counts.plus(outcome.counts)
    others = tuple(finding for finding in findings if finding.severity != ERROR)
    return Report(
        name=found.ledger.name,
        size=ledger.size,
        root="",
        findings=errors,
        notices=(*waiting, *notices(ledger, found, outcomes, others, verdict.totals), *voids.notices(found, priced), *receipts.notices()),
        not_checked=missing,
        counts=counts,
        status=FOUND if errors else UNVERIFIED if missing or waiting else CLEAN,
        totals={code: verdict.totals[code] for code in sorted({finding.code for finding in errors})},
        checks=len(checks()),
        voids=priced,
    )
