"""`shoe tables`: what the audit's database holds."""

from __future__ import annotations

from pathlib import Path

import attrs
import click

from cli.options import FILE, as_json, format_option


@click.command("tables")
@click.argument("db", type=FILE)
@format_option("text", "json")
def command(db: Path, form: str) -> None:
    """The tables of DB, a file that `shoe audit --db` wrote, with their columns and what they mean."""
    from audit.query import list_tables

    tables = list_tables(db)
    if form == "json":
        click.echo(as_json([attrs.asdict(table) for table in tables]))
        return
    for table in tables:
        rows = "a view" if table.rows is None else "1 row" if table.rows == 1 else f"{table.rows:,} rows"
        click.echo(f"{click.style(table.name, bold=True)}  ({rows})  {table.comment}".rstrip())
        for column in table.columns:
            click.echo(f"    {column.name:<18}  {column.type:<12}  {column.comment}".rstrip())
        click.echo()
