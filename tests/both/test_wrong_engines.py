"""Engines that break one clause each: what they record, honestly signed, the audit finds under that clause.

Which checks may answer to each is written beside it (`tests/support/wrong`); the first finding, in order of lines and events, must be one
of them, and one finding must name the clause. All are sessions of one ledger. Where a certain hand is needed its cards are stacked,
and what the check of the cards says of that session does not count. `pytest -rP` prints the table.
"""

from __future__ import annotations

import pytest

from audit import Finding
from tests.support.ledgers import SignedLedger
from tests.support.wrong.every import ENGINES


@pytest.fixture(scope="module")
def caught(new_ledger) -> dict[str, list[Finding]]:
    """What the audit found of each wrong engine."""
    ledger: SignedLedger = new_ledger()
    with ledger.kept_open():
        by_session = {engine.recorded(ledger): engine for engine in ENGINES}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("audit.judge.MOST_TOLD", 10**6)
        report = ledger.audit()
    found: dict[str, list[Finding]] = {engine.name: [] for engine in ENGINES}
    for finding in report.findings:
        assert finding.session is not None, finding
        engine = by_session[finding.session]
        if finding.code != "card" or not engine.deals:
            found[engine.name].append(finding)
    return found


@pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: engine.name)
def test_a_wrong_engine_is_caught(caught, engine) -> None:
    """Under the clause that it breaks, first of all by a check that may answer to it."""
    findings = caught[engine.name]
    assert findings, f"{engine.clause}: nothing was found of an engine that {engine.says}"
    told = [f"{finding.code} at round {finding.round}, step {finding.step}: {finding.detail}" for finding in findings[:5]]
    assert findings[0].code in engine.codes, told
    assert any(engine.clause in finding.clauses for finding in findings), told


def test_what_was_found_is_printed(caught) -> None:
    """A table of all; that every clause has its wrong engine, `test_coverage.py` holds."""
    print(f"\n{'clause':7} {'an engine that …':76} {'rounds':>6} {'found first':19} all checks that found it")
    for engine in ENGINES:
        findings = caught[engine.name]
        codes = [finding.code for finding in findings] or ["—"]
        rounds = len({finding.round for finding in findings})
        print(f"{engine.clause:7} {engine.says:76} {rounds:6} {codes[0]:19} {' '.join(sorted(set(codes)))}")
    assert len({engine.name for engine in ENGINES}) == len(ENGINES)
