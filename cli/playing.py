"""Playing a live session to its end, or until it is left open."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import attrs
import click

from cli.breaking_off import noticed
from cli.errors import INTERRUPTED
from cli.options import as_json, say
from cli.watching import before_each_question, watching

if TYPE_CHECKING:
    from ledger import LiveSession, Recorded

HELP = "At any question: ? says what to type; leave, quit; the director: timeout, void and a reason. Ctrl-C leaves the session open."
ENDINGS = {
    "rounds": "all that the rules say",
    "players": "after which nobody could stake",
    "seeds": "after which the seed chain was used up",
    "stopped": "then it was broken off",
}


def play(
    session: LiveSession, ledger: Path, keys: Path, receipts: Path | None, *, at_once: Callable[[LiveSession], object] | None = None
) -> Recorded | None:
    """Let everyone answer, after what the director wants done `at_once`; what came of it, or None where the session was left open."""
    from ledger import drive, recorded
    from ledger.errors import LeftOpen, ScriptError
    from ledger.live.driving import await_players

    plan = session.sheet.plan
    interactive = "terminal" in plan.answers.values()
    given = f" --receipts {shlex.quote(str(receipts))}" if receipts is not None else ""
    go_on = f"`shoe resume {shlex.quote(str(ledger))} {session.number} --keys {shlex.quote(str(keys))}{given}`"
    with watching(plan, interactive=interactive) as session.watch:
        if at_once is not None:
            at_once(session)
        await_players(session)
        try:
            with noticed() as stop:
                if interactive and session.question is not None:
                    say(HELP)
                drive(session, session.sheet.sources, stop, before_each_question(plan, interactive=interactive))
        except LeftOpen:
            say(f"Session {session.number} is left open as it stands: go on with {go_on}, or close it with --stop.")
            return None
        except ScriptError as error:
            raise ScriptError(f"{error} The session is left open: mend the script, and go on with {go_on} --script FILE.") from error
    return recorded(session)


def told(done: Recorded | None, ledger: Path, keys: Path, form: str) -> int:
    """Tell what came of a session; the exit status."""
    if done is None:
        return INTERRUPTED
    for warning in done.warnings:
        say(f"shoe: {warning}")
    if form == "json":
        click.echo(as_json(attrs.asdict(done)))
        return 0
    rounds_played = "1 round" if done.rounds == 1 else f"{done.rounds} rounds"
    click.echo(f"Session {done.session}: {rounds_played}, {ENDINGS[done.reason]}. The ledger has {done.size} lines and is signed.")
    if done.reason == "stopped":
        say("Every audit will say that this session was broken off before its last round (T7.1).")
    say(f"Next: shoe standings {ledger} {done.session};  shoe audit {ledger} --vkey {keys / 'verifier.vkey'}")
    return 0
