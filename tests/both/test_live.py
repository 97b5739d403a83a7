"""Live sessions of every profile, with defaults taken and rounds broken off: the audit finds nothing in them (FORMAT §4)."""

from __future__ import annotations

from collections import Counter
from functools import partial
from zlib import crc32

import attrs
import pytest

from ledger.errors import SessionRefused
from ledger.live.driving import drive
from ledger.live.questions import Question
from ledger.live.session import LiveSession
from ledger.rules.ruleset import profile_names
from tests.support.live import LiveTable, plan_of, profile_plan, slowly
from tests.support.tables import any_plan, seeded

RANDOM = 20


class Enough(Exception):
    """The director has had enough of a round."""


def drive_with_voids(session: LiveSession, sources, every: int = 9) -> None:
    """Let the sources answer; one question in nine, or in `every`, breaks its round off, where there is one, but only four in all."""
    broken = 0

    def look(table: LiveSession) -> None:
        question = table.question
        if isinstance(question, Question) and broken < 4 and crc32(f"{table.number} {question.number}".encode()) % every == 0:
            raise Enough

    while session.question is not None:
        try:
            drive(session, sources, look=look)
        except Enough:
            try:
                session.void("The director had had enough")
                broken += 1
            except SessionRefused:
                assert isinstance(session.question, Question)
                session.timeout(session.question.number)


@pytest.fixture(scope="module")
def audited(new_ledger):
    """One ledger of live sessions: two of every profile and others under any rules, everybody slow; with what the audit says."""
    ledger, kinds, choice = new_ledger(), Counter[str](), seeded(3)
    plans = [profile_plan(profile, {"session.rounds": 5}) for profile in profile_names() for _ in range(2)]
    plans += [any_plan(choice.choice).with_rules({"session.rounds": 5}) for _ in range(RANDOM)]
    for number, plan in enumerate(plans, 1):
        known = plan_of(plan)
        makers = {name: slowly(maker, kinds) for name, maker in known.makers.items()}
        director = slowly(known.director, kinds) if known.director else None
        LiveTable(ledger, attrs.evolve(known, makers=makers, director=director), number, drives=drive_with_voids).begin()
    few_seeds = attrs.evolve(plan_of(profile_plan("changing-bank")), chain=4)
    LiveTable(ledger, few_seeds, 99, drives=partial(drive_with_voids, every=1)).begin()
    return ledger, ledger.audit(), kinds


def test_the_audit_finds_nothing(audited) -> None:
    _, report, _ = audited
    assert (report.findings, report.not_checked, report.status) == ((), (), 0)


def test_defaults_voids_and_rulings_were_among_them(audited) -> None:
    ledger, report, kinds = audited
    lines = Counter(line.split(b'"record":"')[1].split(b'"')[0] for line in ledger.history().splitlines())
    assert b'"reason":"seeds"' in ledger.history().splitlines()[-1]
    assert lines[b"begin"] == lines[b"round"] + lines[b"void"]
    assert min(lines[b"void"], lines[b"ruling"]) > 10
    assert min(kinds[phase] for phase in ("stakes", "turn", "insurance", "announce", "keep", "bid", "banker", "choice")) > 1
    assert any(notice.startswith("answered by default") for notice in report.notices)
