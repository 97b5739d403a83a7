"""`shoe stats`: the usual questions on one page."""

from __future__ import annotations

from pathlib import Path

import click

from cli.options import as_json, db_argument, format_option, reading_width
from cli.progress import patience


@click.command("stats")
@db_argument
@format_option("text", "json")
def command(db: Path, form: str) -> None:
    """Answer the usual questions from DB, a file that `shoe audit --db` wrote, on one page.

    Who won and lost, by session, player, upcard and decision; insurance, naturals, doubles and splits, the bank; and what rules and cards
    foretell beside what was recorded. Each estimate has a 95% interval in which a round, with all its boxes, counts as one draw.
    """
    from audit.statistics.page import as_object, as_text, statistics

    with patience("Reading the database"):
        told = statistics(db)
    click.echo(as_json(as_object(told)) if form == "json" else as_text(told, reading_width()).rstrip("\n"))
