"""`shoe standings`: who is ahead."""

from __future__ import annotations

from pathlib import Path

import click

from cli.options import format_option, ledger_argument, say
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
@format_option("table", "csv", "json")
def command(ledger: Path, session: int | None, event: str | None, form: str) -> None:
    """Rank the players of SESSION, or of every session, by net result; equal results share the place (T7.1).

    The ranking is worked out anew from the recorded balances; whether those are right is for `shoe audit` to say.
    """
    from audit.standings import standings, tournament, tournaments
    from audit.tabular import rendered

    if session is not None and event is not None:
        raise click.UsageError("A tournament is ranked over all its sessions: give SESSION or --event")
    with patience("Reading the ledger"):
        if event is None:
            rows, columns = standings(ledger, session), COLUMNS
        else:
            rows, columns = tournament(ledger, event or None).rows, OF_TOURNAMENT
    for line in rendered(form, columns, ([getattr(row, column) for column in columns] for row in rows)):
        click.echo(line)
    if session is None and event is None and (held := tournaments(ledger)):
        say(f"Tournaments, ranked with --event NAME: {', '.join(held)}")
