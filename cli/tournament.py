"""`shoe tournament`: several tables, one ranking."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs
import click

from cli.breaking_off import noticed
from cli.clock import clock_at, clock_option
from cli.errors import INTERRUPTED, expected, explained
from cli.keys import key_folder
from cli.options import FILE, as_json, format_option, keys_option, ledger_argument, refuse_inside, say
from cli.playing import ENDINGS
from cli.progress import patience
from cli.record import with_hint
from cli.watching import counting

if TYPE_CHECKING:
    from ledger import Held, Tournament

PLACE = ("place", "name", "net", "session", "seat")


@click.command("tournament")
@ledger_argument
@click.argument("event", type=FILE, metavar="EVENT.toml")
@keys_option
@click.option(
    "--seed-file", type=FILE, metavar="FILE", help="64 hex digits that fix the secret of every table, to record them again byte for byte."
)
@clock_option
@click.option("--page", type=FILE, metavar="FILE", help="Where the page of the standings is written; beside EVENT.toml unless said.")
@click.option("--no-page", is_flag=True, help="Write no page.")
@format_option("text", "json")
@click.pass_context
def command(
    ctx: click.Context,
    ledger: Path,
    event: Path,
    keys: Path,
    seed_file: Path | None,
    clock: str | None,
    page: Path | None,
    no_page: bool,
    form: str,
) -> None:
    """Record the tables of EVENT.toml in LEDGER, one after another, and sign one ranking over all of them.

    EVENT.toml names the tournament, its rules, its tables with their players, and who answers for them; or it lists sessions that were
    recorded before (see the README). Ctrl-C closes the table in play: then no ranking is signed, and it is said how to go on.
    The standings are also written as a page, complete in itself, EVENT.html; a page of before is replaced, nothing else.
    """
    from ledger import hold, read_event, read_secret
    from ledger.errors import ScriptError

    wanted = read_event(event)
    place = _place(ledger, event, page, no_page=no_page)
    secret, folder = read_secret(seed_file) if seed_file else None, key_folder(keys)
    rounds = sum(plan.rules.session.rounds for plan in wanted.tables)
    try:
        with counting(rounds) as watch, noticed() as stop:
            held = hold(ledger, folder, wanted, clock_at(clock), secret=secret, watch=watch, stop=stop)
    except ScriptError as error:
        raise ScriptError(with_hint(error, seed_file)) from error
    for warning in held.warnings:
        say(f"shoe: {warning}")
    for line in [as_json(_as_object(held))] if form == "json" else _as_text(wanted, held):
        click.echo(line)
    if held.line is None:
        _say_how_to_go_on(event, held)
        ctx.exit(INTERRUPTED)
    if place is not None:
        _write_page(ledger, held, place)
    say(f"Next: shoe standings {ledger} --event;  shoe audit {ledger} --vkey {keys / 'verifier.vkey'}")


def _place(ledger: Path, event: Path, page: Path | None, *, no_page: bool) -> Path | None:
    """Where the page goes, known to be free before anything is recorded."""
    if no_page and page is not None:
        raise click.UsageError("Give --page or --no-page, not both")
    if no_page:
        return None
    from audit.pages.file import check_place

    place = page or event.with_suffix(".html")
    refuse_inside(ledger, "--page", place)
    check_place(place)
    return place


def _write_page(ledger: Path, held: Held, place: Path) -> None:
    """Write the page; what is recorded stays recorded, whatever becomes of it."""
    from audit.pages.file import write_page
    from audit.pages.standings import tournament_page
    from audit.standings import tournament

    try:
        with patience("Writing the page"):
            write_page(place, tournament_page(ledger, tournament(ledger, held.name)))
    except expected() as error:
        say(f"shoe: All is recorded and signed, but the page was not written. {explained(error).sentence}")
    else:
        say(f"The standings to look at: {place}")


def _as_object(held: Held) -> dict[str, Any]:
    return {
        "name": held.name,
        "line": held.line,
        "sessions": held.sessions,
        "standings": [{key: getattr(row, key) for key in PLACE} for row in held.standings],
        "tables": [attrs.asdict(table) for table in held.tables],
        "missing": held.missing,
        "size": held.size,
        "warnings": held.warnings,
    }


def _as_text(wanted: Tournament, held: Held) -> Iterable[str]:
    from audit.tabular import as_table

    for nth, table in enumerate(held.tables, 1):
        rounds = "1 round" if table.rounds == 1 else f"{table.rounds} rounds"
        yield f"{wanted.label(nth)}, session {table.session}: {rounds}, {ENDINGS[table.reason]}."
    if held.line is None:
        return
    if held.tables:
        yield ""
    yield from as_table(PLACE, ([getattr(row, key) for key in PLACE] for row in held.standings))
    players = "1 player" if len(held.standings) == 1 else f"{len(held.standings)} players"
    yield f"“{held.name}” ranks {players} in line {held.line}. The ledger has {held.size} lines and is signed."


def _say_how_to_go_on(event: Path, held: Held) -> None:
    say(f"shoe: “{held.name}” was broken off, and no ranking is signed. Missing: {', '.join(held.missing) or 'no further table'}.")
    if not held.tables:
        say("Nothing was recorded: run the command again.")
        return
    say(f"To go on, write sessions = {list(held.sessions)} into {event} in place of the tables recorded, and run the command again.")
    last = held.tables[-1]
    if last.reason == "stopped":
        say(
            f"Session {last.session} was closed before its last round, as every audit will say (T7.1): to play its table again, "
            f"leave {last.session} out of the sessions and the table in the file."
        )
