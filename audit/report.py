"""What an audit comes to: findings, notices, what was not checked, and how much was."""

from __future__ import annotations

import attrs

CLEAN, FOUND, UNVERIFIED = 0, 1, 3
ERROR, NOTICE = "error", "notice"


@attrs.frozen
class Finding:
    """One violation of one check. `seq` is the line, `step` the event of its log (from 0); 0 and None where there is none."""

    code: str
    title: str
    severity: str
    clauses: tuple[str, ...]
    session: int | None
    round: int | None
    who: str
    step: int | None
    expected: str
    recorded: str
    detail: str
    seq: int

    @property
    def place(self) -> tuple[int, int, int, str, str, str, str, str]:
        """Where it stands: findings are told in this order, which leaves no two different ones equal."""
        return self.seq, int(self.step is None), self.step or 0, self.code, self.who, self.expected, self.recorded, self.detail


@attrs.frozen
class Price:
    """What a void (line `seq`) would have come to, won or lost by account; None where it has no price, and `why` not."""

    seq: int
    session: int
    round: int
    amounts: tuple[int, ...] | None
    why: str = ""


@attrs.frozen
class Counts:
    """How much was checked."""

    lines: int = 0
    sessions: int = 0
    rounds: int = 0
    shoes: int = 0
    cards: int = 0
    decisions: int = 0
    dealer_draws: int = 0
    insurance: int = 0
    payouts: int = 0
    tournaments: int = 0

    def plus(self, other: Counts) -> Counts:
        """Add up two parts."""
        return Counts(*(mine + its for mine, its in zip(attrs.astuple(self), attrs.astuple(other), strict=True)))


@attrs.frozen
class Report:
    """The result of an audit.

    `root` is that of the history as it was read (hex), `totals` counts all findings by code, told or not; `evidence` is the proof that two
    histories were signed (FORMAT §11), empty where nothing shows it; `voids` has the price of every round that was broken off.
    """

    name: str
    size: int
    root: str
    findings: tuple[Finding, ...]
    notices: tuple[str, ...]
    not_checked: tuple[str, ...]
    counts: Counts
    status: int
    totals: dict[str, int]
    checks: int
    evidence: str = ""
    voids: tuple[Price, ...] = ()
