"""`shoe init`: a new ledger."""

from __future__ import annotations

from pathlib import Path

import click

from cli.clock import clock_at, clock_option
from cli.keys import key_folder
from cli.options import keys_option, ledger_argument, say


@click.command("init")
@ledger_argument
@click.option("--name", required=True, help="The ledger's name, the one its key was made for.")
@keys_option
@click.option("--height", type=click.IntRange(4, 24), default=16, show_default=True, help="Lines in a history file, as a power of two.")
@clock_option
def command(ledger: Path, name: str, keys: Path, height: int, clock: str | None) -> None:
    """Start a new ledger in the folder LEDGER: one line that names it, and the first signed checkpoint."""
    from ledger import create_ledger

    create_ledger(ledger, name, key_folder(keys), clock_at(clock), height=height)
    say(f"The ledger {name} begins in {ledger}; next: shoe record {ledger} --rules training --players Ann,Bo --bot s17 --keys {keys}")
