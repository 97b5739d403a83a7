"""Ledgers for the cheating operator: many small sessions in one, so that many tries cost one audit."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from pathlib import Path
from random import Random

import attrs
import msgspec
import pytest

from audit import audit_ledger
from audit.report import Report
from ledger import KeyFolder, SteppingClock
from ledger.cheating.history import Change, History
from ledger.errors import LedgerProblem
from ledger.field import Player, players_before, ranked
from ledger.history.opening import create, open_ledger
from ledger.history.records import Event, encode
from ledger.history.writer import Writer
from ledger.plan import Plan
from ledger.sheet import Sheet

NAME = "cheats.example/tables"
Kind = Hashable
Trial = tuple[Kind, int]
"""A kind of change and the number of the try."""
Cheating = Callable[[History, Kind, int], Change]
"""Makes the change somewhere in the history's session; LedgerProblem where that holds nothing of the kind."""


@attrs.frozen
class Club:
    """A clean ledger, its keys, the table of each session, and a way to have a changed history judged."""

    folder: Path
    keys: KeyFolder
    vkey: str
    tables: tuple[str, ...]
    holding: Mapping[str, Sequence[int]]
    """The sessions in which an event of a name occurs."""

    @classmethod
    def opened(cls, folder: Path, plans: Iterable[tuple[str, Plan]]) -> Club:
        """Record these sessions, each ranked as a tournament too."""
        keys, clock = KeyFolder(folder / "keys"), SteppingClock("2026-01-01T20:00:00Z")
        vkey = keys.create(NAME)
        tables = []
        with create(folder / "ledger", NAME, keys, clock) as writer:
            lines: list[bytes] = []
            for number, (table, plan) in enumerate(plans, 1):
                sheet = Sheet(plan, number, number.to_bytes(32, "big"), clock, writer.size + len(lines))
                lines += [line for group in sheet.groups() for line in group.lines]
                tables.append(table)
            writer.commit(lines)
        with open_ledger(folder / "ledger", keys) as writer:
            _rank(writer, len(tables), clock)
        return cls(folder, keys, vkey, tuple(tables), _holding(lines))

    @property
    def sessions(self) -> range:
        """The sessions that the ledger holds."""
        return range(1, len(self.tables) + 1)

    def history(self) -> History:
        """The clean history, to be changed."""
        return History.read(self.folder / "ledger")

    def judge(self, history: History, where: Path) -> Report:
        """Write a changed history as a ledger of its own, signed with the true key, and audit it."""
        (where / "history").mkdir(parents=True)
        history.write(where, self.keys.signer())
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("audit.judge.MOST_TOLD", 10**6)  # the first finding of every session is wanted
            return audit_ledger(where, self.vkey, jobs=1)


def _rank(writer: Writer, sessions: int, clock: SteppingClock) -> None:
    """Sign a tournament over each session, all at once."""
    numbers = range(1, sessions + 1)
    players = players_before(writer.folder, numbers)
    fields: dict[int, list[Player]] = {number: [] for number in numbers}
    for player in players:
        fields[player.session].append(player)
    events = [
        Event(seq=seq, time=clock.read(), name=f"Event {number}", sessions=(number,), standings=ranked(field))
        for seq, (number, field) in enumerate(fields.items(), writer.size)
    ]
    writer.commit([encode(event) for event in events])


def _holding(lines: Iterable[bytes]) -> dict[str, list[int]]:
    holding: dict[str, list[int]] = {}
    for line in map(msgspec.json.decode, lines):
        if line["record"] == "round":
            for act in {name for event in line["log"] for name in names_of(event)}:
                sessions = holding.setdefault(act, [])
                if line["session"] not in sessions[-1:]:
                    sessions.append(line["session"])
    return holding


def names_of(event: str) -> tuple[str, ...]:
    """An event's verb and act, each with `D` or `/` behind it too for the banker's and other bettors'."""
    who, act, *rest = event.split(" ")
    by = "D" if who == "D" else "/" if "/" in who else ""
    named = (act, f"{act} {rest[0]}") if rest else (act,)
    return (*named, *(f"{name}{by}" for name in named))


@attrs.frozen
class Answer:
    """What came of a try: the change, the code of the session's first finding (None for none), the table it was tried at."""

    change: Change
    code: str | None
    table: str


def told_try(answer: Answer) -> str:
    """A try in one line: what was changed, where, and what the audit said."""
    change = answer.change
    return f"{change.kind} at {answer.table}, {change.where}: {change.before} -> {change.after}: {answer.code}"


@attrs.define
class Packing:
    """Tries packed into copies of a club's history, each in a session of its own, each copy judged by one audit."""

    club: Club
    cheat: Cheating
    where: Path
    verbs: Callable[[Kind], Collection[str]]
    answers: dict[Trial, Answer] = attrs.Factory(dict)
    _orders: dict[Kind, list[int]] = attrs.Factory(dict)
    _packs: int = 0

    def pack(self, trials: Sequence[Trial]) -> list[Trial]:
        """Try what finds a session in one copy of the history; what did not find one. Sessions that nobody touched must be clean."""
        history, free = self.club.history(), set(self.club.sessions)
        changes: dict[Trial, tuple[int, Change]] = {}
        left, exhausted = [], set[Kind]()
        for trial in trials:
            kind, number = trial
            made = None if kind in exhausted else self._tried(history, free, kind, number)
            if made is None:
                exhausted.add(kind)
                left.append(trial)
            else:
                changes[trial] = made
                free.remove(made[0])
        self._packs += 1
        report = self.club.judge(history, self.where / f"pack-{self._packs}")
        first = _first_findings(report)
        untouched = {session: first[session] for session in free & first.keys()}
        assert not untouched, f"sessions that nobody touched are blamed: {untouched}"
        for trial, (session, change) in changes.items():
            self.answers[trial] = Answer(change, first.get(session), self.club.tables[session - 1])
        return left

    def _tried(self, history: History, free: set[int], kind: Kind, number: int) -> tuple[int, Change] | None:
        """The change made in the first free session that holds something for it."""
        order = self.order(kind)
        for session in [session for session in order if session in free]:
            history.session = session
            try:
                return session, self.cheat(history, kind, number)
            except LedgerProblem:
                order.remove(session)
        return None

    def order(self, kind: Kind) -> list[int]:
        """The sessions that may hold something for a kind, in an order of its own, so that it is tried at many tables."""
        if kind not in self._orders:
            verbs = self.verbs(kind)
            holding = {session for act in verbs for session in self.club.holding.get(act, ())}
            order = sorted(holding) if verbs else list(self.club.sessions)
            Random(str(kind)).shuffle(order)  # noqa: S311 -- the same order each time
            self._orders[kind] = order
        return self._orders[kind]


def no_verbs(_kind: Kind) -> Collection[str]:
    """A kind that begins with no event in particular."""
    return ()


def tried(
    club: Club,
    trials: Sequence[Trial],
    cheat: Cheating,
    where: Path,
    packs: int = 1,
    verbs: Callable[[Kind], Collection[str]] = no_verbs,
) -> dict[Trial, Answer]:
    """All tries that find a session in so many copies of the club's history, and what the audit answered.

    `verbs` names those of which a kind needs one; none if it needs no event in particular.
    """
    packing = Packing(club, cheat, where, verbs)
    # The kinds that few sessions hold choose first.
    left = sorted(trials, key=lambda trial: (trial[1], len(packing.order(trial[0]))))
    for _ in range(packs):
        left = packing.pack(left)
    return packing.answers


def first_finding(report: Report, session: int) -> str | None:
    """The code of a session's first finding, in the report's order."""
    return _first_findings(report).get(session)


def _first_findings(report: Report) -> dict[int, str]:
    first: dict[int, str] = {}
    for finding in report.findings:
        if finding.session is not None:
            first.setdefault(finding.session, finding.code)
    return first
