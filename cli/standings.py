"""`shoe standings`: who is ahead."""

from __future__ import annotations

from pathlib import Path

import click

from cli.options import format_option, ledger_argument


@click.command("standings")
@ledger_argument
@click.argument("session", type=click.IntRange(1), required=False)
@format_option("table", "csv", "json")
def command(ledger: Path, session: int | None, form: str) -> None:
    """Rank the players of SESSION, or of every session, by net result; equal results share the place (T7.1).

    The ranking is worked out anew from the recorded balances; whether those are right is for `shoe audit` to say.
    """
    from audit.standings import standings
    from audit.tabular import rendered

    rows = standings(ledger, session)
    columns = ("session", "table", "place", "name", "net", "balance", "stack", "rounds")
    for line in rendered(form, columns, ([getattr(row, column) for column in columns] for row in rows)):
        click.echo(line)
