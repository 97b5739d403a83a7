"""`shoe keygen`: the operator's key pair."""

from __future__ import annotations

from pathlib import Path

import click

from cli.options import keys_option, say


@click.command("keygen")
@click.argument("name")
@keys_option
def command(name: str, keys: Path) -> None:
    """Make a key pair for the ledger NAME and print its verifier key.

    Give the verifier key to everyone who may want to check the ledger; keep the folder to yourself.
    """
    from ledger import KeyFolder

    click.echo(KeyFolder(keys).create(name))
    say(f"The signing key is in {keys}, for you alone; publish the line above, which is also in {keys / 'verifier.vkey'}.")
