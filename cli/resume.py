"""`shoe resume`: going on with a live session that a crash or Ctrl-C left open."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.clock import clock_at, clock_option
from cli.exchange import exchange_options, waiting
from cli.keys import key_folder
from cli.options import FILE, format_option, keys_option, ledger_argument, receipts_option, say
from cli.people import at_this_terminal
from cli.playing import play, told

if TYPE_CHECKING:
    from ledger import LiveSession

STOPPED = "The director stopped the session"
LOST = "The journal of the session is lost"


@click.command("resume")
@ledger_argument
@click.argument("session", type=click.IntRange(1), required=False)
@keys_option
@click.option("--script", type=FILE, metavar="FILE", help="The script that the session follows, if it follows one.")
@click.option("--void", metavar="REASON", help="Break off the round in play: its stakes go back, its seeds are told. The session goes on.")
@click.option("--stop", is_flag=True, help="Close the session here; a round in play is void.")
@click.option("--timeout", is_flag=True, help="Let the question that is open take its default, and go on.")
@receipts_option
@exchange_options
@clock_option
@format_option("text", "json")
def command(
    ledger: Path,
    session: int | None,
    keys: Path,
    script: Path | None,
    void: str | None,
    stop: bool,
    timeout: bool,
    receipts: Path | None,
    exchange_folder: Path | None,
    wait: float | None,
    clock: str | None,
    form: str,
) -> int:
    """Go on with the live SESSION of LEDGER that was left open; the only one unless you say which.

    It stands at the question at which it was left: everything answered before was kept, and is not asked again. Bots and scripts go on by
    themselves, people at this terminal.

    Its journal lies in LEDGER/journal. Where that is lost, nobody can tell what was answered since the last line that is signed: restore
    it, or close the session with --stop, which voids the round that had begun; receipts that were given for later answers then contradict
    the ledger. A journal that is damaged, and that no backup has whole, is first moved away from there.

    A session that is not live, and whose command was cut off, cannot be gone on with: --stop closes it.
    """
    from ledger import Answering, Script, close_lost_session, resumed_session
    from ledger.errors import JournalMissing
    from ledger.live.questions import Question
    from ledger.players.terminal import unanswered

    if timeout and (stop or void is not None):
        raise click.UsageError("--timeout cannot go with --void or --stop: the round would be broken off all the same")

    def decided(table: LiveSession) -> None:
        if table.question is None:
            return
        if stop:
            table.stop(STOPPED if void is None else void)
        elif void is not None:
            table.void(void)
        elif timeout:
            if isinstance(table.question, Question):
                say(f"No answer: {unanswered(table.question.ask)}.")
            table.time_out()

    folder, time = key_folder(keys), clock_at(clock)
    try:
        with waiting(exchange_folder, wait) as exchange:
            answering = Answering(Script.read(script) if script else None, at_this_terminal(), exchange)
            with resumed_session(ledger, folder, session, time, answering, receipts=receipts) as table:
                say(f"Session {table.number} goes on: {table.stands}.")
                done = play(table, ledger, keys, receipts, at_once=decided)
    except JournalMissing:
        if not stop:
            raise
        done = close_lost_session(ledger, folder, session, time, LOST if void is None else void)
    return told(done, ledger, keys, form)
