"""`shoe tables`: what the audit's database holds."""

from __future__ import annotations

from pathlib import Path

import attrs
import click

from cli.options import as_json, db_argument, format_option, reading_width


@click.command("tables")
@db_argument
@click.argument("names", nargs=-1, metavar="[TABLE]...")
@format_option("text", "json", "markdown")
def command(db: Path, names: tuple[str, ...], form: str) -> None:
    """The tables of DB, a file that `shoe audit --db` wrote, or only those named, with their columns and what they mean."""
    from audit.tables import list_tables
    from audit.tables_text import as_markdown, as_text

    tables = list_tables(db, names)
    if form == "json":
        click.echo(as_json([attrs.asdict(table) for table in tables]))
        return
    text = as_markdown(tables) if form == "markdown" else as_text(tables, reading_width(), lambda name: click.style(name, bold=True))
    click.echo(text.rstrip("\n"))
