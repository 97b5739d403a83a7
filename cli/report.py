"""`shoe report`: the audit's database as one page to look at."""

from __future__ import annotations

from pathlib import Path

import click

from cli.options import db_argument
from cli.pages import page_option, written_page
from cli.progress import patience


@click.command("report")
@db_argument
@page_option
def command(db: Path, output: Path | None) -> None:
    """Write what DB, a file that `shoe audit --db` wrote, tells as one page, complete in itself.

    The verdict first; findings with their hands drawn as cards; standings, money over time, what was foretold beside what came, return by
    upcard, insurance; what was checked and what could not be. It asks the network for nothing and runs nothing.
    """
    from audit.pages.report import report_page

    with patience("Reading the database"):
        page = report_page(db)
    written_page(page, output)
