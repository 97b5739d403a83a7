"""Situations of CASES.md: each recorded with stacked cards in a signed ledger, which the audit judges as a whole.

Stake 100, stack 1,000, the training rules unless said. Stacked cards are not the sealed shoe's, and the audit must find that and nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs

from audit import Report
from audit.standings import standings
from tests.support.ledgers import SignedLedger
from tests.support.stacked import Played


@attrs.frozen
class Case:
    """A situation: its number, what it shows, deals with answers, each seat's net, what followed the last deal, what is refused."""

    number: str
    says: str
    rounds: tuple[tuple[str, str], ...]
    net: tuple[int, ...]
    told: str = ""
    refused: str = ""
    changes: dict[str, Any] = attrs.Factory(dict)

    def __str__(self) -> str:
        return f"{self.number}: {self.says}"


def case(number: str, says: str, deal: str, answers: str, *net: int, told: str = "", refused: str = "", **changes: Any) -> Case:
    """One round."""
    return Case(number, says, ((deal, answers),), net, told, refused, changes)


def rounds(number: str, says: str, *dealt: tuple[str, str], net: tuple[int, ...], told: str = "", **changes: Any) -> Case:
    """Several rounds."""
    return Case(number, says, dealt, net, told, "", changes)


@attrs.frozen
class Recorded:
    """Cases as the sessions of one ledger, what came of each, and the audit of it all."""

    ledger: SignedLedger
    cases: tuple[Case, ...]
    sessions: tuple[tuple[int, Played], ...]
    report: Report

    @classmethod
    def of(cls, ledger: SignedLedger, cases: Sequence[Case]) -> Recorded:
        """Record every case, then audit the ledger once."""
        hundred = {"stakes.minimum": 100, "stakes.maximum": 100, "session.stack": 1000}
        played = tuple(
            ledger.record_stacked(each.rounds, hundred | {name.replace("__", "."): value for name, value in each.changes.items()})
            for each in cases
        )
        return cls(ledger, tuple(cases), played, ledger.audit())

    def played(self, number: str) -> list[Played]:
        """What came of all cases with a number."""
        return [hand for each, (_, hand) in zip(self.cases, self.sessions, strict=True) if each.number == number]

    def holds(self, at: int) -> None:
        """The engine played it so, and the audit has nothing against it but that the cards were stacked."""
        situation, (session, hand) = self.cases[at], self.sessions[at]
        assert not hand.amiss, f"{situation}\n{hand!r}"
        assert hand.net == situation.net, f"{situation}\n{hand!r}"
        if situation.told:
            assert hand.told == situation.told
        assert [refusal.partition("”")[0][1:] for refusal in hand.refusals] == ([situation.refused] if situation.refused else [])
        findings = [finding for finding in self.report.findings if finding.session == session and finding.code != "card"]
        assert not findings, f"{situation}\n{hand!r}\n{findings}"
        ranked = {row.seat: row.net for row in standings(self.ledger.path, session)}
        assert tuple(ranked[seat] for seat in sorted(ranked)) == situation.net

    def judged(self) -> None:
        """No case hides behind a rule set that the audit does not understand, and the check of the cards has something to say in each."""
        assert self.report.not_checked == ()
        assert self.report.counts.sessions == len(self.cases)
        assert self.report.counts.rounds == sum(len(each.rounds) for each in self.cases)
        assert set(self.report.totals) == {"card"}
        assert self.report.totals["card"] >= len(self.cases)
