"""`shoe export`: the tables of the audit's database as Parquet and CSV."""

from __future__ import annotations

from pathlib import Path

import click

from cli.options import FOLDER, db_argument, say
from cli.progress import progress

BOTH = "both"


@click.command("export")
@db_argument
@click.argument("folder", type=FOLDER, metavar="DIR")
@click.option(
    "--format", "form", type=click.Choice([BOTH, "parquet", "csv"]), default=BOTH, show_default=True, help="Which files to write."
)
@click.option("--table", "names", multiple=True, metavar="NAME", help="Only this table or view; may be given several times.")
def command(db: Path, folder: Path, form: str, names: tuple[str, ...]) -> None:
    """Write the tables and views of DB, a file that `shoe audit --db` wrote, into a new folder DIR, for any program to read.

    DIR/parquet and DIR/csv hold a file for each; DIR/datapackage.json says what every column is. An earlier export in DIR is replaced.
    """
    from audit.export import FORMATS, export

    with progress("Exporting") as moved:
        files = export(db, folder, FORMATS if form == BOTH else (form,), names, moved)
    rows = {file.table: file.rows for file in files}
    tables = "1 table" if len(rows) == 1 else f"{len(rows)} tables"
    say(f"{folder}: {tables}, {sum(rows.values()):,} rows in all, described in datapackage.json.")
