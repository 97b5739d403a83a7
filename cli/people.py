"""People at this terminal, who answer for the players of a live session."""

from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING

import click

from cli.breaking_off import at_once
from cli.options import say

if TYPE_CHECKING:
    from ledger.plan import SourceMaker


def at_this_terminal() -> SourceMaker:
    """Makes a person at this terminal out of a seat."""
    from ledger import Terminal

    if isinstance(sys.stdin, io.TextIOWrapper) and sys.stdin.errors != "replace":
        # A byte that is no text is an answer that nobody understands, and is asked for again.
        sys.stdin.reconfigure(errors="replace")
    return lambda seat, _seed: Terminal(typed, {seat.number: seat.name}, live=True, say=say)


def typed(prompt: str) -> str:
    """A line from the person at the terminal; with Ctrl-C, or where nobody is there any more, the session is left open."""
    from ledger.errors import LeftOpen

    click.echo(f"{prompt}: ", err=True, nl=False)
    try:
        with at_once():
            line = sys.stdin.readline()
    except KeyboardInterrupt:
        line = ""
    if not line:
        click.echo(err=True)
        raise LeftOpen("Nobody is at the terminal any more.")
    if not sys.stdin.isatty():
        # Nobody else shows it: whoever reads what was said should see the answers, too.
        say(line.rstrip("\r\n"))
    return line
