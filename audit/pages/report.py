"""The report of an audit's database as one page, the verdict first, what it rests on last: `shoe report`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import attrs

from audit.asking.query import opened, stoppable
from audit.asking.refusals import Said
from audit.errors import QueryRefused
from audit.expected import Expected, Family, Group, expected_of
from audit.pages.estimates import MOST_PROFILES, Estimates, of_family, returns_by_upcard
from audit.pages.findings import Findings, findings_of
from audit.pages.house import page, shortened
from audit.pages.money import over_time, rankings
from audit.pages.verdict import Verdict
from audit.report import CLEAN, FOUND
from audit.report_text import VERDICTS, counted_as
from audit.statistics.about import About
from audit.statistics.about import about as about_of
from audit.statistics.summary import many

if TYPE_CHECKING:
    from datetime import datetime

    from duckdb import DuckDBPyConnection

MOST_VOIDS = 20
_MEANINGS = {
    "grinding: not excluded": "The house made these players’ share of the shuffle, and could have tried many until the cards pleased it.",
    "rollback or a second history: not excluded": "A history that its operator wrote anew as a whole looks like any other;"
    " beside a checkpoint that somebody kept it would not.",
}
"""What is said of the two notices that stand under almost every audit, in the words of somebody who knows no cryptography."""
_PLAYED = """
    SELECT count(DISTINCT session), count(*), (SELECT count(DISTINCT name) FROM players), min(time), max(time) FROM rounds"""
_CHECKED = "SELECT what, n FROM checked"
_REMARKS = "SELECT remark FROM remarks WHERE kind = ?"
_CHECKS = "SELECT count(*) FROM checks"
_INSURANCE = """
    SELECT profile, offered, taken, won, lost, staked, payout, net, net_rate, net_low, net_high FROM insurance_results WHERE offered > 0"""
_VOIDS = f"SELECT session, round, {shortened('reason')}, why_not, count(*) OVER () FROM voids ORDER BY seq LIMIT ?"  # noqa: S608
_PRICES = "SELECT session, round, coalesce(name, 'the house'), price FROM void_prices ORDER BY seq, seat"


@attrs.frozen
class Insurance:
    """Insurance under one rule set: how often it was offered and what became of it; money in the smallest unit."""

    profile: str
    offered: int
    taken: int
    won: int
    lost: int
    staked: int
    payout: int
    net: int
    rate: float | None
    low: float | None
    high: float | None


@attrs.frozen
class Shown:
    """Figures about one thing, as a table where there are some, and what is said of them."""

    family: Family
    table: Estimates | None


@attrs.frozen
class Rules:
    """What is said of the sessions under one rule set."""

    group: Group
    families: tuple[Shown, ...]


@attrs.frozen
class Void:
    """A round that was broken off, and what it would have come to: by person, or why that is not known."""

    place: str
    reason: str
    why_not: str
    prices: tuple[tuple[str, int], ...]


@attrs.frozen
class Basis:
    """What a report rests on: what was checked by how many checks, what could not be, what a reader should know, rounds broken off."""

    checks: int
    counted: tuple[tuple[str, int], ...]
    not_checked: tuple[str, ...]
    notices: tuple[str, ...]
    voids: tuple[Void, ...]
    more_voids: int


def report_page(database: Path) -> str:
    """The page of a database that the audit wrote; raises QueryRefused for one that is not ours."""
    import duckdb

    with opened(database) as connection:
        try:
            return stoppable(connection, lambda: _page(connection))
        except duckdb.Error as error:
            raise QueryRefused(
                f"{database} does not hold what a report tells ({Said.of(error).first}); make it anew with `shoe audit --db`."
            ) from error


def _page(connection: DuckDBPyConnection) -> str:
    about = about_of(connection)
    findings, basis, expected = findings_of(connection), _basis(connection), expected_of(connection)
    return page(
        "report.html.j2",
        title=f"Report on {about.ledger} – Sealed Shoe",
        kind="Report of an audit",
        about=about,
        played=_played(*connection.execute(_PLAYED).fetchall()[0]),
        verdict=_verdict(about, findings, basis, expected),
        findings=findings,
        basis=basis,
        rankings=rankings(connection),
        money=over_time(connection),
        rules=tuple(map(_rules, _most_played(expected))),
        rules_left_out=max(0, len(expected.groups) - MOST_PROFILES),
        together=expected.together,
        returns=returns_by_upcard(connection),
        insurance=tuple(Insurance(*row) for row in connection.execute(_INSURANCE).fetchall()),
    )


def _played(sessions: int, rounds: int, players: int, first: datetime | None, last: datetime | None) -> str:
    """What the report is about and when that was played, by the dates of UTC."""
    if first is None or last is None:
        return "No round was played yet."
    days = [f"{time.day} {time:%B %Y}" for time in (first, last)]
    when = f"on {days[0]}" if days[0] == days[1] else f"from {days[0]} to {days[1]}"
    counts = ((sessions, "sessions"), (rounds, "rounds"))
    played = " and ".join(f"{count:,} {counted_as(what, count)}" for count, what in counts)
    return f"{played} of {many(players, 'player')}, {when}."


def _verdict(about: About, findings: Findings, basis: Basis, expected: Expected) -> Verdict:
    """The audit's verdict, which the statistics never change: they can only give a reason to look."""
    size = many(about.size, "line")
    odd = (expected.together,) if expected.is_odd else ()
    if about.findings or about.verdict == VERDICTS[FOUND]:
        points = (*(f"“{title}”: broken {_times(number)}." for title, _, number in findings.broken), *basis.not_checked, *odd)
        sentence = f"Every line was read, {size} in all. These rules were broken:"
        return Verdict("wrong", f"{many(about.findings, 'violation')} found", sentence, points)
    if basis.not_checked or about.verdict != VERDICTS[CLEAN]:
        sentence = f"Nothing was found in what could be checked of {size}. What could not be:"
        return Verdict("open", "Not fully verified", sentence, (*basis.not_checked, *odd))
    return Verdict(
        "right",
        "Clean",
        f"Nothing was found in {size}: every card, decision and payment is what the sealed shoes and the rules make it.",
        odd,
    )


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number:,} times"


def _most_played(expected: Expected) -> Sequence[Group]:
    return sorted(expected.groups, key=lambda group: (-group.rounds, group.profile))[:MOST_PROFILES]


def _rules(group: Group) -> Rules:
    return Rules(group, tuple(Shown(family, of_family(family)) for family in group.families))


def _explained(notice: str) -> str:
    """A notice in whole sentences, with what its first word means to somebody who reads it for the first time."""
    meanings = [meaning for begins, meaning in _MEANINGS.items() if notice.startswith(begins)]
    return " ".join((f"{notice}.", *meanings))


def _basis(connection: DuckDBPyConnection) -> Basis:
    def remarks(kind: str) -> tuple[str, ...]:
        return tuple(remark for (remark,) in connection.execute(_REMARKS, [kind]).fetchall())

    voids = connection.execute(_VOIDS, [MOST_VOIDS]).fetchall()
    prices: dict[tuple[int, int], list[tuple[str, int]]] = defaultdict(list)
    for session, round_, name, price in connection.execute(_PRICES).fetchall() if voids else ():
        prices[session, round_].append((name, price))
    return Basis(
        checks=connection.execute(_CHECKS).fetchall()[0][0],
        counted=tuple((counted_as(what, n), n) for what, n in connection.execute(_CHECKED).fetchall()),
        not_checked=remarks("not checked"),
        notices=tuple(map(_explained, remarks("notice"))),
        voids=tuple(Void(f"{row[0]}/{row[1]}", row[2], row[3] or "", tuple(prices[row[0], row[1]])) for row in voids),
        more_voids=voids[0][4] - len(voids) if voids else 0,
    )
