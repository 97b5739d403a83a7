"""Ctrl-C while a session is recorded ends it in good order: signed, closed, nothing torn."""

from __future__ import annotations

import json
import os
import signal

import pytest

from cli.breaking_off import at_once, noticed
from ledger.players.bots import RandomBot


def test_ctrl_c_between_rounds_closes_the_session(shoe, club, monkeypatch) -> None:
    """The signal comes while a bot thinks; the round is played to its end, and no further one begins."""
    asked = []
    answer = RandomBot.answer

    def interrupted(bot: RandomBot, ask) -> str:
        asked.append(ask.round)
        if len(asked) == 12:
            os.kill(os.getpid(), signal.SIGINT)
        return answer(bot, ask)

    monkeypatch.setattr(RandomBot, "answer", interrupted)
    outcome = shoe(
        "record", club.ledger, "--rules", "training", "--players", "Ann,Bo", "--bot", "random", "--rounds", "500", "--keys", club.keys
    )
    assert outcome.status == 0
    assert "then it was broken off" in outcome.out
    lines = [json.loads(line) for file in sorted((club.ledger / "history").iterdir()) for line in file.read_bytes().splitlines()]
    session = [line for line in lines if line.get("session") == lines[-1]["session"]]
    assert session[-1]["reason"] == "stopped"
    assert session[-2]["record"] == "round"
    assert session[-2]["round"] == asked[11]
    assert session[-1]["balances"] == session[-2]["after"]


def test_signals_are_noticed_and_interrupt_nothing() -> None:
    with noticed() as wanted:
        assert not wanted()
        os.kill(os.getpid(), signal.SIGINT)
        assert wanted()


def wait_and_press_ctrl_c() -> None:
    with at_once():
        os.kill(os.getpid(), signal.SIGINT)
        signal.pause()


def test_a_person_who_is_asked_is_interrupted_at_once() -> None:
    with noticed() as wanted:
        with pytest.raises(KeyboardInterrupt):
            wait_and_press_ctrl_c()
        assert not wanted()
