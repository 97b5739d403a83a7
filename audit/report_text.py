"""A report for people (text, the verdict first) and for programs (an object for JSON)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from audit.report import CLEAN, FOUND, Finding, Report
from audit.values import printable

MOST_OF_A_CODE = 5
"""Findings of one check that the text tells; the rest are counted."""
VERDICTS = {CLEAN: "CLEAN", FOUND: "VIOLATIONS FOUND"}
_COUNTED = (
    ("lines", "line", "lines", ", their order and their tree"),
    ("sessions", "session", "sessions", ""),
    ("rounds", "round", "rounds", ""),
    ("shoes", "shoe", "shoes", " derived from their seeds"),
    ("cards", "card", "cards", " compared with their shoe"),
    ("decisions", "decision", "decisions", ""),
    ("dealer_draws", "dealer draw", "dealer draws", ""),
    ("insurance", "insurance settlement", "insurance settlements", ""),
    ("payouts", "payout", "payouts", ""),
    ("tournaments", "tournament", "tournaments", ""),
)


def as_text(report: Report) -> str:
    """Tell a report to a person; lines end in a newline."""
    return "\n".join(map(printable, _lines(report))) + "\n"


def as_object(report: Report) -> dict[str, Any]:
    """Give a report as plain values, for JSON."""
    value = attrs.asdict(report)
    del value["evidence"]
    value["verdict"] = verdict(report)
    value["findings"] = [attrs.asdict(finding) | {"clauses": list(finding.clauses)} for finding in report.findings]
    value["notices"], value["not_checked"] = list(report.notices), list(report.not_checked)
    return value


def verdict(report: Report) -> str:
    """The verdict in a word or two."""
    return VERDICTS.get(report.status, "NOT FULLY VERIFIED")


def counted(report: Report) -> list[tuple[str, int]]:
    """What was checked and how much of it, in the plural."""
    return [(many, getattr(report.counts, name)) for name, _, many, _ in _COUNTED]


def counted_as(what: str, count: int) -> str:
    """The word of `counted` for such a count: `1 round`, `2 rounds`."""
    return next(one for _, one, many, _ in _COUNTED if many == what) if count == 1 else what


def at_the_table(clauses: tuple[str, ...], sections: str) -> tuple[str, ...]:
    """Those of the sections that rule a table (`TH`), of G and of the format; all of them where nothing says which do."""
    return tuple(clause for clause in clauses if clause[0] in f"{sections}GF") or clauses if sections else clauses


def _lines(report: Report) -> Iterator[str]:
    yield f"{verdict(report)}: {report.name}, {report.size:,} {counted_as('lines', report.size)}{_how_many(report)}"
    yield f"root {report.root}"
    yield ""
    yield f"Checked by {report.checks} checks:"
    for name, one, many, how in _COUNTED:
        count = getattr(report.counts, name)
        yield f"{count:>14,} {one if count == 1 else many}{how}"
    if report.findings:
        yield ""
        yield "Findings:"
        yield from _findings(report)
    yield from _listed("Not checked:", report.not_checked)
    yield from _listed("Notices:", report.notices)


def _how_many(report: Report) -> str:
    total = sum(report.totals.values())
    return f", {total:,} {'finding' if total == 1 else 'findings'}" if total else ""


def _listed(title: str, entries: tuple[str, ...]) -> Iterator[str]:
    if entries:
        yield ""
        yield title
        yield from (f"  - {entry}" for entry in entries)


def _findings(report: Report) -> Iterator[str]:
    told: dict[str, int] = {}
    for finding in report.findings:
        told[finding.code] = told.get(finding.code, 0) + 1
        if told[finding.code] <= MOST_OF_A_CODE:
            yield from _finding(finding)
    for code, total in report.totals.items():
        if total > MOST_OF_A_CODE:
            yield f"  … and {total - MOST_OF_A_CODE:,} more of {code}"


def _finding(finding: Finding) -> Iterator[str]:
    yield f"  {place(finding)}: against the rule “{finding.title}”  [{finding.code}; {' '.join(finding.clauses)}]"
    yield f"      expected  {finding.expected}"
    yield f"      recorded  {finding.recorded}"
    yield f"      {finding.detail}"


def place(finding: Finding) -> str:
    """Where a finding stands, as in `3/17/2.1, event 12` (session, round, hand; events counted from 1)."""
    if finding.session is None:
        return f"line {finding.seq}"
    parts = [str(part) for part in (finding.session, finding.round, finding.who) if part]
    where = "/".join(parts) if finding.round else f"session {finding.session}" + (f" {finding.who}" if finding.who else "")
    return where + (f", event {finding.step + 1}" if finding.step is not None else f", line {finding.seq}")
