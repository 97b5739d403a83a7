"""What a person at a terminal sees while something takes long; nobody else sees any of it."""

from __future__ import annotations

import io
import time
from functools import partial
from types import SimpleNamespace

import click
import pytest

from cli.progress import patience, progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def terminal(monkeypatch) -> Terminal:
    """Standard error as a terminal, watched by somebody without patience."""
    screen = Terminal()
    monkeypatch.setattr("cli.progress.sys", SimpleNamespace(stderr=screen))
    monkeypatch.setattr("cli.progress.click.echo", partial(click.echo, file=screen))
    monkeypatch.setattr("cli.progress.PATIENCE", 0.0)
    monkeypatch.setattr("cli.progress.ONE_LOOK", 0.001)
    return screen


def test_a_bar_moves_as_parts_are_done(terminal) -> None:
    with progress("Auditing") as moved:
        moved(0, 100)
        moved(50, 100)
        moved(100, 100)
    assert "Auditing" in terminal.getvalue()
    assert "100%" in terminal.getvalue()


def test_what_is_done_at_once_shows_no_bar(terminal, monkeypatch) -> None:
    monkeypatch.setattr("cli.progress.PATIENCE", 60.0)
    with progress("Auditing") as moved:
        moved(1, 2)
    with patience("Reading the ledger"):
        pass
    assert terminal.getvalue() == ""


def test_seconds_are_counted_and_wiped_away(terminal) -> None:
    with patience("Reading the ledger"):
        until = time.monotonic() + 30
        while "Reading the ledger … 0 s" not in terminal.getvalue() and time.monotonic() < until:
            time.sleep(0.001)
    assert "Reading the ledger … 0 s" in terminal.getvalue()
    assert terminal.getvalue().endswith("\r")
    assert terminal.getvalue().rsplit("\r", 2)[-2].strip() == ""


def test_who_is_no_terminal_sees_nothing(capsys, monkeypatch) -> None:
    monkeypatch.setattr("cli.progress.PATIENCE", 0.0)
    with progress("Auditing") as moved, patience("Reading the ledger"):
        moved(1, 2)
        time.sleep(0.01)
    assert capsys.readouterr() == ("", "")
