"""Opening --keys: where the passphrase comes from, if the folder has one."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.options import passphrase_file

if TYPE_CHECKING:
    from ledger import KeyFolder

VARIABLE = "SHOE_PASSPHRASE"


def key_folder(path: Path) -> KeyFolder:
    """The operator's folder. A passphrase is asked for here, before anything is written, and only if the folder has one."""
    from ledger import KeyFolder

    plain = KeyFolder(path)
    if not plain.vault.exists:
        return plain
    passphrase = given(passphrase_file(), f"Passphrase of {path}")
    keys = KeyFolder(path, passphrase=lambda: passphrase)
    if keys.vault.is_changing:
        click.echo(f"shoe: the passphrase of {path} was not changed to the end; run `shoe passphrase --keys {path}` again.", err=True)
    return keys


def given(file: Path | None, prompt: str, *, new: bool = False) -> str:
    """A passphrase from a file, else from SHOE_PASSPHRASE unless it is a new one, else from the person at the terminal, unseen."""
    from ledger import read_passphrase

    if file is not None:
        return read_passphrase(file)
    if not new and VARIABLE in os.environ:
        return os.environ[VARIABLE]
    if not at_a_terminal():
        option = "--new-passphrase-file" if new else f"--passphrase-file, or the variable {VARIABLE}"
        raise click.UsageError(f"A passphrase is needed, and nobody is at a terminal to type it; give {option}")
    typed: str = click.prompt(prompt, hide_input=True, confirmation_prompt="Once more" if new else False, err=True)
    return typed


def at_a_terminal() -> bool:
    """Whether somebody is there to type."""
    return sys.stdin.isatty()
