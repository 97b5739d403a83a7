"""`shoe keygen`: the operator's key pair."""

from __future__ import annotations

import os
from pathlib import Path

import click

from cli.keys import VARIABLE, given
from cli.options import keys_option, passphrase_file, say


@click.command("keygen")
@click.argument("name")
@keys_option
@click.option("--passphrase", is_flag=True, help="Seal the secrets of the folder with a passphrase, which every later command then needs.")
def command(name: str, keys: Path, passphrase: bool) -> None:
    """Make a key pair for the ledger NAME and print its verifier key.

    Give the verifier key to everyone who may want to check the ledger; keep the folder to yourself. With --passphrase you are asked for
    one, unless --passphrase-file or SHOE_PASSPHRASE gives it.
    """
    from ledger import KeyFolder

    file = passphrase_file()
    if file is not None and not passphrase:
        raise click.UsageError("--passphrase-file is of use with --passphrase only; add it, or leave the file out")
    chosen = given(file, f"Passphrase of {keys}", new=file is None and VARIABLE not in os.environ) if passphrase else None
    click.echo(KeyFolder(keys).create(name, chosen))
    say(f"The signing key is in {keys}, for you alone; publish the line above, which is also in {keys / 'verifier.vkey'}.")
