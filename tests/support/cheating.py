"""Ledgers for the cheating operator: many small sessions in one, so that many tries cost one audit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import attrs

from audit import audit_ledger
from audit.report import Report
from ledger import KeyFolder, Plan, SteppingClock, create_ledger, load_rules, make_bot, record
from ledger.cheating.history import Change, History
from ledger.errors import LedgerProblem
from ledger.field import players_before, ranked
from ledger.history.opening import open_ledger
from ledger.history.records import Event, encode
from ledger.rules.ruleset import altered

NAME = "cheats.example/tables"
BOTS = {"Ann": "s17", "Bo": "random", "Cy": "mimic", "Di": "stand", "Ed": "random", "Flo": "random"}
# Stacks that some players lose within the session, so that dropping out occurs.
RULES = altered(load_rules("training"), {"session.stack": 8})

Trial = TypeVar("Trial")


@attrs.frozen
class Club:
    """A clean ledger, its keys, and a way to have a changed history judged."""

    folder: Path
    keys: KeyFolder
    vkey: str
    sessions: int

    @classmethod
    def opened(cls, folder: Path, sessions: int) -> Club:
        """Record this many sessions of six bots, each ranked as a tournament too."""
        keys, clock = KeyFolder(folder / "keys"), SteppingClock("2026-01-01T20:00:00Z")
        vkey = keys.create(NAME)
        create_ledger(folder / "ledger", NAME, keys, clock)
        makers = {name: lambda _seat, seed, bot=bot: make_bot(bot, RULES, seed) for name, bot in BOTS.items()}
        for number in range(sessions):
            record(folder / "ledger", keys, Plan(RULES, tuple(BOTS), makers), clock, secret=number.to_bytes(32, "big"))
        _rank(folder / "ledger", keys, sessions, clock)
        return cls(folder, keys, vkey, sessions)

    def history(self) -> History:
        """The clean history, to be changed."""
        return History.read(self.folder / "ledger")

    def judge(self, history: History, where: Path) -> Report:
        """Write a changed history as a ledger of its own, signed with the true key, and audit it."""
        (where / "history").mkdir(parents=True)
        history.write(where, self.keys.signer())
        return audit_ledger(where, self.vkey, jobs=1)


def _rank(folder: Path, keys: KeyFolder, sessions: int, clock: SteppingClock) -> None:
    """Sign a tournament over each session, all at once."""
    with open_ledger(folder, keys) as writer:
        numbers = range(1, sessions + 1)
        players = players_before(folder, numbers)
        fields = {number: ranked(player for player in players if player.session == number) for number in numbers}
        events = [
            Event(seq=seq, time=clock.read(), name=f"Event {number}", sessions=(number,), standings=field)
            for seq, (number, field) in enumerate(fields.items(), writer.size)
        ]
        writer.commit([encode(event) for event in events])


def pack(
    club: Club, trials: Sequence[Trial], cheat: Callable[[History, Trial], Change], where: Path
) -> dict[Trial, tuple[Change, str | None]]:
    """One trial a session, all in one ledger and one audit: the change made and the first finding's code.

    A session that holds nothing for a trial is left for the next one; the trial goes on looking.
    """
    history = club.history()
    free = list(range(1, club.sessions + 1))
    changes: dict[Trial, tuple[int, Change]] = {}
    for trial in trials:
        for session in free:
            history.session = session
            try:
                change = cheat(history, trial)
            except LedgerProblem:
                continue
            changes[trial] = (session, change)
            free.remove(session)
            break
        else:
            raise AssertionError(f"no session is left that holds something for {trial}")
    report = club.judge(history, where)
    untouched = {finding.session for finding in report.findings} & set(free)
    assert not untouched, f"sessions that nobody touched are blamed: {untouched}"
    return {trial: (change, first_finding(report, session)) for trial, (session, change) in changes.items()}


def first_finding(report: Report, session: int) -> str | None:
    """The code of a session's first finding, in the report's order."""
    return next((finding.code for finding in report.findings if finding.session == session), None)
