"""Engines that break one clause each: what they record, honestly signed, the audit finds under that clause.

Which checks may answer to each is written beside it (`tests/support/wrong`); the first finding, in order of lines and events, must be one
of them, and one finding must name the clause. All are sessions of one ledger. Where a certain hand is needed its cards are stacked,
and what the check of the cards says of that session does not count. `pytest -rP` prints the table.
"""

from __future__ import annotations

import pytest

from audit import Finding
from audit.rules import not_understood
from ledger.rules.ruleset import to_object
from tests.support.ledgers import SignedLedger
from tests.support.wrong import (
    changing_bank,
    classic,
    dealing,
    general,
    naturals,
    no_hole,
    outcomes,
    permanent_bank,
    sessions,
    splits,
    turns,
    twenty_one,
)
from tests.support.wrong.engine import Wrong

TRAINING = (dealing, naturals, turns, splits, outcomes, sessions)
ENGINES: list[Wrong] = [
    engine
    for module in (*TRAINING, general, no_hole, classic, changing_bank, permanent_bank, twenty_one)
    for engine in module.ENGINES
    if not not_understood(to_object(engine.rules))
]
CLAUSES = "T1.1 T1.2 T2.1 T2.2 T2.3 T3.1 T3.2 T3.3 T3.4 T3.5 T4.1 T4.2 T5.1 T5.2 T5.3 T5.4 T5.5 T6.1 T6.2 T7.1 T7.2 G1 G3 G5 G6 G7"


@pytest.fixture(scope="module")
def caught(new_ledger) -> dict[str, list[Finding]]:
    """What the audit found of each wrong engine."""
    ledger: SignedLedger = new_ledger()
    by_session = {engine.recorded(ledger): engine for engine in ENGINES}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("audit.judge.MOST_TOLD", 10**6)
        report = ledger.audit()
    found: dict[str, list[Finding]] = {engine.says: [] for engine in ENGINES}
    for finding in report.findings:
        assert finding.session is not None, finding
        engine = by_session[finding.session]
        if finding.code != "card" or not engine.deals:
            found[engine.says].append(finding)
    return found


@pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: f"{engine.clause} {engine.says}")
def test_a_wrong_engine_is_caught(caught, engine) -> None:
    """Under the clause that it breaks, first of all by a check that may answer to it."""
    findings = caught[engine.says]
    assert findings, f"{engine.clause}: nothing was found of an engine that {engine.says}"
    told = [f"{finding.code} at round {finding.round}, step {finding.step}: {finding.detail}" for finding in findings[:5]]
    assert findings[0].code in engine.codes, told
    assert any(engine.clause in finding.clauses for finding in findings), told


def test_every_clause_has_its_wrong_engine(caught) -> None:
    """Every clause of T that a recorder can break; the table is printed."""
    print(f"\n{'clause':7} {'an engine that …':66} {'rounds':>6} {'found first':19} all checks that found it")
    for engine in ENGINES:
        findings = caught[engine.says]
        codes = [finding.code for finding in findings] or ["—"]
        rounds = len({finding.round for finding in findings})
        print(f"{engine.clause:7} {engine.says:66} {rounds:6} {codes[0]:19} {' '.join(sorted(set(codes)))}")
    assert set(CLAUSES.split()) <= {engine.clause for engine in ENGINES}
