"""Findings as a report tells them: the rule, what was expected, what stands there, and the round's hands as cards."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import attrs

from audit.pages.house import shortened
from audit.report import Finding
from audit.report_text import MOST_OF_A_CODE, at_the_table
from audit.rulebook import clause_texts

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

MOST = 40
"""Findings that are told whole, five of a check at most; the rest are counted."""
MOST_HANDS = 16
"""Hands of a round that are drawn; of a larger one only the banker's and the one that the finding is about."""
MOST_CARDS = 30
"""Cards of a hand that are drawn: whoever has more cannot have them by any rules."""
BANKER = "D"
_WORDS = ", ".join(map(shortened, ("expected", "recorded", "detail")))
_TOLD = f"""
    SELECT code, title, severity, string_split(clauses, ' '), session, round, coalesce(who, ''), step, {_WORDS}, seq
    FROM (
        SELECT *, row_number() OVER (PARTITION BY code ORDER BY seq, step NULLS LAST, who, expected, recorded, detail) AS nth
        FROM findings WHERE severity = 'error'
    ) AS findings WHERE nth <= ? ORDER BY seq, step NULLS LAST, code, who, findings.expected, findings.recorded, findings.detail LIMIT ?"""  # noqa: S608
_SECTIONS = "SELECT session, value FROM rules WHERE parameter = 'profile.clauses'"
_BROKEN = "SELECT title, code, findings FROM checks WHERE severity = 'error' AND findings > 0 ORDER BY findings DESC, code"
_WANTED = "(SELECT unnest(?::BIGINT[]) AS session, unnest(?::BIGINT[]) AS round)"
_CARDS = (
    f"SELECT session, round, who, card FROM cards JOIN {_WANTED} USING (session, round) WHERE event <> 'burn' ORDER BY session, round, step"  # noqa: S608
)
_BANKERS = f"""
    SELECT d.session, d.round, coalesce(p.name, 'The dealer'), coalesce(special, total || if(bust, ', over 21', ''))
    FROM dealer d JOIN {_WANTED} USING (session, round) LEFT JOIN players p ON p.session = d.session AND p.seat = d.banker"""  # noqa: S608
_HANDS = f"""
    SELECT h.session, h.round, hand, coalesce(name, 'nobody'), if(split_hand, [first_card], []), h.cards,
        if(h."natural", 'natural', total || if(total > 21, ', over 21', '')), coalesce(outcome, ''), h.stake, coalesce(payout, 0)
    FROM hands h JOIN {_WANTED} USING (session, round) LEFT JOIN players p ON p.session = h.session AND p.seat = h.seat
    ORDER BY h.session, h.round, box, string_split(hand, '.')"""  # noqa: S608

_ONCE = f"SELECT session, round FROM rounds JOIN {_WANTED} USING (session, round) GROUP BY ALL HAVING count(*) = 1"  # noqa: S608

Where = tuple[int, int]


@attrs.frozen
class Hand:
    """A hand of a round as it was recorded.

    `cards` is empty where an error of dealing makes it other than what was dealt to it, and where it has more than MOST_CARDS.
    """

    hand: str
    name: str
    cards: tuple[str, ...]
    total: str
    outcome: str = ""
    stake: int = 0
    payout: int = 0


@attrs.frozen
class Told:
    """Findings of one check about one round, told whole: clauses with their words, the round's hands, how many of those are left out."""

    findings: tuple[Finding, ...]
    clauses: tuple[tuple[str, str], ...]
    hands: tuple[Hand, ...]
    left_out: int

    @property
    def first(self) -> Finding:
        """The first of them, which has what they have in common."""
        return self.findings[0]

    @property
    def round(self) -> str:
        """The round in the words of a command line, "" where they are about none."""
        return f"{self.first.session}/{self.first.round}" if self.first.round else ""

    @property
    def meant(self) -> frozenset[str]:
        """The hands that they are about."""
        return frozenset(finding.who for finding in self.findings)


@attrs.frozen
class Findings:
    """All that were found: how many, those told whole, and how often each check was broken (its title, code and number)."""

    total: int
    told: tuple[Told, ...]
    broken: tuple[tuple[str, str, int], ...]

    @property
    def left_out(self) -> int:
        """How many are not told."""
        return self.total - sum(len(told.findings) for told in self.told)


def findings_of(connection: DuckDBPyConnection) -> Findings:
    """The findings of an audit's database, the first of each check told whole."""
    rows = connection.execute(_TOLD, [MOST_OF_A_CODE, MOST]).fetchall()
    findings = [Finding(code, title, severity, tuple(clauses), *rest) for code, title, severity, clauses, *rest in rows]
    wanted = sorted({(finding.session, finding.round) for finding in findings if finding.session and finding.round})
    drawn, sections = _drawn(connection, wanted), dict(connection.execute(_SECTIONS).fetchall())
    alike: dict[tuple[object, ...], list[Finding]] = defaultdict(list)
    for finding in findings:
        alike[finding.code, finding.session, finding.round or -finding.seq].append(finding)
    told = tuple(_told(tuple(each), drawn, sections) for each in alike.values())
    broken = tuple(connection.execute(_BROKEN).fetchall())
    return Findings(sum(number for *_, number in broken), told, broken)


def _told(findings: tuple[Finding, ...], drawn: Mapping[Where, Sequence[Hand]], sections: Mapping[int, str]) -> Told:
    first = findings[0]
    every = drawn.get((first.session or 0, first.round or 0), ())
    meant = {BANKER, *(finding.who for finding in findings)}
    few = [hand for hand in every if hand.hand in meant] if len(every) > MOST_HANDS else every
    clauses = at_the_table(first.clauses, sections.get(first.session or 0, ""))
    return Told(findings, tuple((id_, clause_texts().get(id_, "")) for id_ in clauses), tuple(few), len(every) - len(few))


def _drawn(connection: DuckDBPyConnection, wanted: Iterable[Where]) -> dict[Where, list[Hand]]:
    """The hands of these rounds, the banker's first; none of rounds that have their number in common, which cannot be told apart."""
    once = connection.execute(_ONCE, _columns(wanted)).fetchall()
    asked = _columns(once)
    dealt: dict[tuple[int, int, str], list[str]] = defaultdict(list)
    for session, round_, who, card in connection.execute(_CARDS, asked).fetchall():
        dealt[session, round_, who].append(card)
    drawn: dict[Where, list[Hand]] = defaultdict(list)
    for session, round_, name, total in connection.execute(_BANKERS, asked).fetchall():
        drawn[session, round_].append(Hand(BANKER, name, _few(dealt[session, round_, BANKER]), total))
    for session, round_, hand, name, first, count, *rest in connection.execute(_HANDS, asked).fetchall():
        cards = (*first, *dealt[session, round_, hand])
        drawn[session, round_].append(Hand(hand, name, _few(cards) if len(cards) == count else (), *rest))
    return drawn


def _columns(rows: Iterable[Where]) -> list[list[int]]:
    return [list(numbers) for numbers in zip(*rows, strict=True)] or [[], []]


def _few(cards: Sequence[str]) -> tuple[str, ...]:
    return tuple(cards) if len(cards) <= MOST_CARDS else ()
