"""Rows of the database's tables that are about the ledger as a whole: its report, sessions, rules, players, voids, tournaments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import metadata
from typing import Any

import attrs

from audit.asking.query import LAYOUT
from audit.context import Session, Survey
from audit.database.rule_sets import called, written
from audit.facts.columns import Columns
from audit.judge import Check, checks, table_of
from audit.records import Seat, Void
from audit.report import Finding, Price, Report
from audit.report_text import counted, verdict
from audit.standings import Row, Tournament
from audit.voids import names as account_names


def ledger_rows(found: Survey, rounds: Mapping[int, int], ranked: Sequence[Row]) -> dict[str, Columns]:
    """Rows of the tables about sessions and who played; `rounds` counts them by session, `ranked` is the standings."""
    rules = {number: one.opened.rules for number, one in sorted(found.sessions.items())}
    profiles = called(rules)
    return {
        "sessions": table_of(
            [_session(one, rounds.get(number, 0), profiles[number]) for number, one in sorted(found.sessions.items())], _SESSION
        ),
        "rules": table_of(
            [{"session": number, "parameter": name, "value": value} for number in rules for name, value in written(rules[number])], _RULE
        ),
        "players": table_of([_player(seat) for _, one in sorted(found.sessions.items()) for seat in one.seats], _PLAYER),
        "standings": table_of([attrs.asdict(row) for row in ranked], _STANDING),
    }


def report_rows(report: Report, findings: Sequence[Finding], totals: Mapping[str, int]) -> dict[str, Columns]:
    """Rows of the tables about what the audit came to; `findings` and their `totals` by check have the notices among them too."""
    remarks = [("not checked", text) for text in report.not_checked] + [("notice", text) for text in report.notices]
    return {
        "about": table_of([_about(report)], _ABOUT),
        "findings": table_of([_finding(finding) for finding in findings], _FINDING),
        "checks": table_of([_check(check, totals.get(check.code, 0)) for check in checks()], _CHECK),
        "checked": table_of([{"place": at, "what": what, "n": n} for at, (what, n) in enumerate(counted(report))], _CHECKED),
        "remarks": table_of([{"place": at, "kind": kind, "remark": text} for at, (kind, text) in enumerate(remarks)], _REMARK),
    }


def void_rows(found: Survey, priced: Sequence[Price]) -> dict[str, Columns]:
    """Rows of the tables about rounds that were broken off, and their prices."""
    told = {price.seq: price for price in priced}
    records = [(seq, record) for seq, record in found.records if isinstance(record, Void) and seq in told]
    voids = [
        {"session": record.session, "round": record.round, "seq": seq, "reason": record.reason, "events": len(record.log)}
        | {"priced": told[seq].amounts is not None, "why_not": told[seq].why}
        for seq, record in records
    ]
    names = {number: account_names(session) for number, session in found.sessions.items()}
    rows = [
        {"session": price.session, "round": price.round, "seq": price.seq, "seat": account, "price": amount}
        | {"name": names[price.session].get(account, "") if account else ""}
        for price in priced
        for account, amount in enumerate(price.amounts or ())
    ]
    return {"voids": table_of(voids, _VOID), "void_prices": table_of(rows, _PRICE)}


def tournament_rows(held: Sequence[Tournament]) -> dict[str, Columns]:
    """Rows of the tables about tournaments."""
    tournaments = [{"line": one.line, "name": one.name, "time": one.time, "players": len(one.rows)} for one in held]
    standings = [{"line": one.line, **attrs.asdict(row)} for one in held for row in one.rows]
    return {"tournaments": table_of(tournaments, _TOURNAMENT), "tournament_standings": table_of(standings, {"line": int, **_STANDING})}


_ABOUT: dict[str, type] = {"format": int, "auditor": str, "ledger": str, "size": int, "root": str, "verdict": str, "findings": int}
_RULE: dict[str, type] = {"session": int, "parameter": str, "value": str}
_CHECK: dict[str, type] = {"code": str, "title": str, "severity": str, "clauses": str, "findings": int}
_CHECKED: dict[str, type] = {"place": int, "what": str, "n": int}
_REMARK: dict[str, type] = {"place": int, "kind": str, "remark": str}
_SESSION: dict[str, type] = {
    "session": int,
    "table_name": str,
    "profile": str,
    "bank": str,
    "mode": str,
    "opened": str,
    "closed": str,
    "reason": str,
    "seats": int,
    "rounds": int,
    "rounds_by_rules": int,
    "stack": int,
    "commitment": str,
    "checked": bool,
}
_PLAYER: dict[str, type] = {"session": int, "seat": int, "name": str, "boxes": str, "entropy_source": str, "stack": int}
_STANDING: dict[str, type] = {
    "session": int,
    "place": int,
    "seat": int,
    "name": str,
    "stack": int,
    "balance": int,
    "net": int,
    "rounds": int,
}
_VOID: dict[str, type] = {"session": int, "round": int, "seq": int, "reason": str, "events": int, "priced": bool, "why_not": str}
_PRICE: dict[str, type] = {"session": int, "round": int, "seq": int, "seat": int, "name": str, "price": int}
_TOURNAMENT: dict[str, type] = {"line": int, "name": str, "time": str, "players": int}
_FINDING: dict[str, type] = {
    "code": str,
    "title": str,
    "severity": str,
    "clauses": str,
    "session": int,
    "round": int,
    "who": str,
    "step": int,
    "expected": str,
    "recorded": str,
    "detail": str,
    "seq": int,
}


def _about(report: Report) -> dict[str, Any]:
    return {
        "format": LAYOUT,
        "auditor": f"sealedshoe {_version()}",
        "ledger": report.name,
        "size": report.size,
        "root": report.root,
        "verdict": verdict(report),
        "findings": sum(report.totals.values()),
    }


def _check(check: Check, findings: int) -> dict[str, Any]:
    return {
        "code": check.code,
        "title": check.title,
        "severity": check.severity,
        "clauses": " ".join(check.clauses),
        "findings": findings,
    }


def _version() -> str:
    try:
        return metadata.version("sealedshoe")
    except metadata.PackageNotFoundError:
        return "(not installed)"


def _session(one: Session, rounds: int, profile: str) -> dict[str, Any]:
    params = one.params or {}
    return {
        "session": one.number,
        "table_name": one.opened.table,
        "profile": profile,
        "bank": str(one.opened.rules.get("bank", {}).get("holder", "")),
        "mode": one.opened.mode,
        "opened": one.opened.time,
        "closed": one.close.time if one.close else "",
        "reason": one.close.reason if one.close else "",
        "seats": len(one.seats),
        "rounds": rounds,
        "rounds_by_rules": params.get("session_rounds", 0),
        "stack": params.get("session_stack", 0),
        "commitment": one.opened.commitment,
        "checked": one.judged,
    }


def _player(seat: Seat) -> dict[str, Any]:
    return {
        "session": seat.session,
        "seat": seat.seat,
        "name": seat.name,
        "boxes": " ".join(map(str, seat.boxes)),
        "entropy_source": seat.source,
        "stack": seat.stack,
    }


def _finding(finding: Finding) -> dict[str, Any]:
    return attrs.asdict(finding) | {
        "clauses": " ".join(finding.clauses),
        "session": finding.session or 0,
        "round": finding.round or 0,
        "step": -1 if finding.step is None else finding.step,
    }
