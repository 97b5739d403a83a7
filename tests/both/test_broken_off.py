"""Sessions that a person broke off: the void round is honest, and the audit never passes over it in silence."""

from __future__ import annotations

from random import Random

import attrs
import pytest

from ledger import Plan, fsck, record
from ledger.errors import SessionRefused
from ledger.history.diagnosis import Kind
from ledger.live.tables import close_lost_session
from ledger.plan import SourceMaker
from ledger.players.bots import RandomBot
from ledger.players.source import Interrupted
from ledger.table.ask import Ask
from ledger.table.session import Void
from tests.support.ledgers import SignedLedger
from tests.support.stacked import training

CUT_CARD = {"shoe.reshuffle": "cut-card", "pack.decks": 1, "shoe.penetration_left": 0}


@attrs.frozen
class Quits:
    """A player at random who breaks the session off at a question of a phase, from a round on."""

    bot: RandomBot
    phase: str
    round: int

    def answer(self, ask: Ask) -> str:
        if ask.phase == self.phase and ask.round >= self.round:
            raise Interrupted("Ann broke the session off at the terminal")
        return self.bot.answer(ask)

    def leaves(self, _round: int, _seat: int) -> bool:
        return False


def quits(phase: str, at: int) -> SourceMaker:
    return lambda _seat, seed: Quits(RandomBot(seed), phase, at)


@pytest.fixture(scope="module")
def broken_off(new_ledger):
    """Sessions broken off in every phase, at tables of both kinds of shoe, and the audit of them all."""
    ledger: SignedLedger = new_ledger()
    choice = Random(7)  # noqa: S311 -- the same sessions each time
    void_rounds: dict[int, Void] = {}
    for phase in ("stakes", "insurance", "turn"):
        for changes in ({}, CUT_CARD):
            for at in (1, 2, choice.randint(3, 9)):
                played: list[object] = []
                rules = training({"session.rounds": 500, "session.stack": 10_000, **changes})
                sources: dict[str, SourceMaker] = {"Ann": quits(phase, at), "Bo": lambda _seat, seed: RandomBot(seed)}
                recorded = ledger.record(rules, sources, watch=played.append)
                assert isinstance(played[-1], Void), f"{phase} never came from round {at} on"
                void_rounds[recorded.session] = played[-1]
    return void_rounds, ledger.audit()


def test_the_audit_says_that_too_few_rounds_were_played_and_nothing_else(broken_off) -> None:
    """DESIGN §6, T7.1: a void alone is a notice, but a session closed before its time is a finding."""
    void_rounds, report = broken_off
    assert {finding.code for finding in report.findings} == {"rounds-played"}
    assert {finding.session for finding in report.findings} == set(void_rounds)
    assert "closed early (reason: stopped)" in report.findings[0].detail


def test_voids_are_never_passed_over_in_silence(broken_off) -> None:
    """DESIGN §4, §6: each is told, with its reason."""
    void_rounds, report = broken_off
    assert report.not_checked == ()
    told = next(notice for notice in report.notices if notice.startswith("broken off, all stakes returned: "))
    session, void = min(void_rounds.items())
    assert f"round {void.round.number} of session {session} (“{void.reason}”)" in told


def test_stakes_come_back(broken_off) -> None:
    """FORMAT §4: `after` equals `before`, and every shoe's seed is told."""
    void_rounds, _ = broken_off
    for void in void_rounds.values():
        assert void.round.after == void.round.before
        assert all(use.seed for use in void.round.shoes)


def test_a_session_whose_command_was_cut_off_is_closed_from_its_lines_and_secret(new_ledger) -> None:
    """ADR 8: in mid-shoe, after others were recorded; what it dealt is then revealed, and what it lacks a finding, as after Ctrl-C."""
    ledger: SignedLedger = new_ledger()
    bots: dict[str, SourceMaker] = {name: lambda _seat, seed: RandomBot(seed) for name in ("Ann", "Bo")}

    def crash(_played: object) -> None:
        raise SystemError

    rules = training({"session.rounds": 40, "session.stack": 10_000, **CUT_CARD})
    with pytest.raises(SystemError):
        record(ledger.path, ledger.keys, Plan(rules, tuple(bots), bots, rounds_a_commit=5), ledger.clock, watch=crash)
    ledger.record(training({"session.rounds": 2}), bots)
    assert {finding.code for finding in ledger.audit().findings} == {"session-close"}
    assert [trouble.kind for trouble in fsck(ledger.path, ledger.keys).troubles] == [Kind.SESSION_CUT]
    done = close_lost_session(ledger.path, ledger.keys, 1, ledger.clock, "The power failed")
    assert (done.session, done.reason, done.rounds) == (1, "stopped", 5)
    report = ledger.audit()
    assert ({finding.code for finding in report.findings}, report.not_checked) == ({"rounds-played"}, ())
    with pytest.raises(SessionRefused, match="No session"):
        close_lost_session(ledger.path, ledger.keys, None, ledger.clock, "Once is enough")
