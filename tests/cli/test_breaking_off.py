"""Ctrl-C while a session is recorded ends it in good order: signed, closed, nothing torn."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from contextlib import nullcontext

import pytest

from audit.spread import processes
from cli.breaking_off import at_once, noticed
from ledger.players.bots import RandomBot
from ledger.process_server import serving


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
    assert outcome.status == 130
    assert "(T7.1)" in outcome.err
    assert "then it was broken off" in outcome.out
    lines = [json.loads(line) for file in sorted((club.ledger / "history").iterdir()) for line in file.read_bytes().splitlines()]
    session = [line for line in lines if line.get("session") == lines[-1]["session"]]
    assert session[-1]["reason"] == "stopped"
    assert session[-2]["record"] == "round"
    assert session[-2]["round"] == asked[11]
    assert session[-1]["balances"] == session[-2]["after"]


def test_ctrl_c_in_bulk_is_told_by_the_status_though_every_ledger_has_its_session(shoe, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr("cli.bulk.noticed", lambda: nullcontext((tmp_path / "ledgers" / "1" / "checkpoint").exists))
    played = ("--rules", "training", "--players", "Ann,Bo", "--bot", "s17", "--rounds", "100000", "--stack", "1000000")
    outcome = shoe("bulk", tmp_path, "--name", "club.example/bulk", "--ledgers", 1, *played)
    assert outcome.status == 130
    assert "shoe: 1 session was broken off before its last round, which every audit counts as a finding (T7.1).\n" in outcome.err
    assert f"Next: shoe audit {tmp_path}/ledgers/1 " in outcome.err


@pytest.mark.parametrize(
    "starts",
    ["from audit.spread import prepare; prepare(2)", "from ledger.process_server import serving; serving('ledger.bulk')"],
    ids=["audit", "bulk"],
)
def test_ctrl_c_does_not_reach_the_server_of_processes_while_it_is_loading(starts) -> None:
    """It would end, and tell on stderr where it was torn."""
    program = f"""
import os, signal
from multiprocessing import get_context
from multiprocessing.forkserver import _forkserver
{starts}
server = _forkserver._forkserver_pid
os.kill(server, signal.SIGINT)
process = get_context("forkserver").Process(target=print, args=("works",), kwargs=dict(flush=True))
process.start()
process.join()
print(_forkserver._forkserver_pid == server)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("works\nTrue\n", "")


def test_ctrl_c_while_the_server_starts_comes_a_moment_later() -> None:
    """None is lost."""
    with noticed() as wanted, pytest.MonkeyPatch.context() as patched:
        patched.setattr("multiprocessing.forkserver.ensure_running", lambda: os.kill(os.getpid(), signal.SIGINT))
        serving("ledger.bulk")
        assert wanted()


def test_ctrl_c_while_the_audit_starts_its_processes_comes_once_they_are_there(monkeypatch) -> None:
    """A pool that is torn meanwhile leaves them behind, and each tells on stderr of what it no longer finds."""
    done = []

    class Pool:
        def __init__(self, *_arguments: object, **_options: object) -> None:
            pass

        def map(self, _function: object, _given: object) -> list[object]:
            os.kill(os.getpid(), signal.SIGINT)
            done.append("started")
            return []

        def shutdown(self, *, cancel_futures: bool) -> None:
            done.append("ended" if cancel_futures else "waited for")

    monkeypatch.setattr("audit.spread.ProcessPoolExecutor", Pool)
    with pytest.raises(KeyboardInterrupt), processes(2, 2) as spread:
        spread(abs, [1, 2])
    assert done == ["started", "ended"]


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
