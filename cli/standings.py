"""`shoe standings`: who is ahead."""

from __future__ import annotations

from pathlib import Path

import click

from cli.options import format_option, ledger_argument, say, written
from cli.pages import HTML, page_option, written_page
from cli.progress import patience

COLUMNS = ("session", "table", "place", "name", "net", "balance", "stack", "rounds")
OF_TOURNAMENT = ("place", "name", "net", "session", "table", "balance", "stack", "rounds")
LAST = ""


@click.command("standings")
@ledger_argument
@click.argument("session", type=click.IntRange(1), required=False)
@click.option(
    "--event", is_flag=False, flag_value=LAST, metavar="[NAME]", help="Rank a tournament over all its tables; the last one without a name."
)
@format_option("table", "csv", "json", "html")
@page_option
def command(ledger: Path, session: int | None, event: str | None, form: str, output: Path | None) -> None:
    """Rank the players of SESSION, or of every session, by net result; equal results share the place (T7.1).

    The ranking is worked out anew from the recorded balances; whether those are right is for `shoe audit` to say.
    """
    from audit.standings import standings, tournament, tournaments

    if session is not None and event is not None:
        raise click.UsageError("A tournament is ranked over all its sessions: give SESSION or --event")
    held = None
    with patience("Reading the ledger"):
        if event is None:
            rows, columns = standings(ledger, session), COLUMNS
        else:
            held = tournament(ledger, event or None)
            rows, columns = held.rows, OF_TOURNAMENT
    if form == HTML:
        from audit.pages.standings import sessions_page, tournament_page

        written_page(sessions_page(ledger, rows) if held is None else tournament_page(ledger, held), output)
    else:
        from audit.tabular import rendered

        table = ([getattr(row, column) for column in columns] for row in rows)
        written("".join(f"{line}\n" for line in rendered(form, columns, table)).encode(), output)
    if session is None and event is None and (names := tournaments(ledger)):
        say(f"Tournaments, ranked with --event NAME: {', '.join(names)}")
