"""`shoe passphrase`: set, change or take away the passphrase of a key folder."""

from __future__ import annotations

from pathlib import Path

import click

from cli.keys import given, key_folder
from cli.options import keys_option, say


@click.command("passphrase")
@keys_option
@click.option(
    "--new-passphrase-file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Holds the new passphrase on its one line; you are asked unless given.",
)
@click.option("--remove", is_flag=True, help="Take the passphrase away: the secrets then lie unsealed, readable by their owner only.")
def command(keys: Path, new_passphrase_file: Path | None, remove: bool) -> None:
    """Set or change the passphrase that seals the signing key and the sessions' secrets in --keys.

    Broken off, it can be run again. There is no way round a passphrase that is forgotten: without it the ledger cannot be continued.
    """
    from ledger import remove_passphrase, set_passphrase

    if remove and new_passphrase_file is not None:
        raise click.UsageError("--remove takes the passphrase away, and --new-passphrase-file gives one; leave one of them out")
    folder = key_folder(keys)
    if remove:
        files = remove_passphrase(folder)
        say(f"{_files(files, keys)} unsealed." if files else f"{keys} has no passphrase.")
        return
    files = set_passphrase(folder, given(new_passphrase_file, f"New passphrase of {keys}", new=True))
    say(f"{_files(files, keys)} sealed with the passphrase; whoever forgets it cannot continue the ledger.")


def _files(number: int, keys: Path) -> str:
    return f"1 file in {keys} is now" if number == 1 else f"{number} files in {keys} are now"
