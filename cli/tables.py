"""`shoe tables`: what the audit's database holds."""

from __future__ import annotations

from pathlib import Path

import attrs
import click

from cli.options import as_json, db_argument, format_option, reading_width, say


@click.command("tables")
@db_argument
@click.argument("names", nargs=-1, metavar="[TABLE]...")
@format_option("text", "json", "markdown")
def command(db: Path, names: tuple[str, ...], form: str) -> None:
    """The tables of DB, a file that `shoe audit --db` wrote; of those named also the columns and what they mean.

    For programs, and as Markdown, the columns are always told.
    """
    from audit.asking.tables import list_tables
    from audit.asking.tables_text import as_list, as_markdown, as_text

    tables = list_tables(db, names)
    if form == "json":
        click.echo(as_json([attrs.asdict(table) for table in tables]))
        return
    if form == "markdown":
        text = as_markdown(tables)
    else:
        text = (as_text if names else as_list)(tables, reading_width(), lambda name: click.style(name, bold=True))
    click.echo(text.rstrip("\n"))
    if form == "text" and not names:
        say(f"Columns: shoe tables {db} TABLE...")
