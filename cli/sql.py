"""`shoe sql`: one SELECT on the audit's database."""

from __future__ import annotations

from pathlib import Path

import click

from cli.options import FILE, format_option


@click.command("sql")
@click.argument("db", type=FILE)
@click.argument("question", metavar="SELECT")
@format_option("table", "csv", "json")
def command(db: Path, question: str, form: str) -> None:
    """Ask DB, a file that `shoe audit --db` wrote, one SELECT.

    The database is opened read-only and reaches nothing else. `shoe tables DB` says what there is to ask for.
    """
    from audit.query import run_sql
    from audit.tabular import rendered

    with run_sql(db, question) as answer:
        for line in rendered(form, answer.columns, answer.rows):
            click.echo(line)
