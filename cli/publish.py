"""`shoe publish`: a ledger as files that any web server can serve."""

from __future__ import annotations

from pathlib import Path

import attrs
import click

from cli.options import FOLDER, as_json, format_option, ledger_argument
from cli.progress import patience


@click.command("publish")
@ledger_argument
@click.argument("folder", type=FOLDER, metavar="DIR")
@format_option("text", "json")
def command(ledger: Path, folder: Path, form: str) -> None:
    """Write LEDGER, or what is new in it, to DIR as a static tree of tiles (C2SP tlog-tiles) that any web server can serve.

    The checkpoint comes last, with the cosignatures that it has. No keys are needed, and nothing but the ledger itself is published.
    `shoe audit`, `explain`, `standings` and `prove` read DIR like the ledger.
    """
    from ledger import publish

    with patience("Publishing"):
        done = publish(ledger, folder)
    if form == "json":
        click.echo(as_json(attrs.asdict(done)))
        return
    lines, files = f"{done.size:,} line{'s' * (done.size != 1)}", f"{done.written:,} file{'s' * (done.written != 1)}"
    click.echo(f"{done.name}: {lines} published in {folder}; {files} written, {done.removed:,} removed.")
