"""`shoe rotate`: another signing key for a ledger."""

from __future__ import annotations

from pathlib import Path

import click

from cli.clock import clock_at, clock_option
from cli.keys import key_folder
from cli.options import keys_option, ledger_argument, say
from cli.progress import patience


@click.command("rotate")
@ledger_argument
@keys_option
@clock_option
def command(ledger: Path, keys: Path, clock: str | None) -> None:
    """Change the signing key of LEDGER: a new one is named in the ledger, signed by both, and the old one is destroyed.

    Prints the new verifier key. Whoever holds an older one can go on checking with it: the notes in LEDGER/rotations lead from each key to
    the next.
    """
    from ledger import rotate

    with patience("Changing the key"):
        done = rotate(ledger, key_folder(keys), clock_at(clock))
    for warning in done.warnings:
        say(f"shoe: {warning}")
    click.echo(done.vkey)
    say(
        f"Line {done.line} names the new key, and the old one is destroyed. Publish the line above, which is also in "
        f"{keys / 'verifier.vkey'}; older verifier keys of the ledger stay good for checking it."
    )
