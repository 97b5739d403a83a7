"""`shoe checkpoint`: what a player keeps, so that nobody can rewrite the ledger unnoticed."""

from __future__ import annotations

from pathlib import Path

import click

from cli.options import FILE, ledger_argument, output_option, say, written
from cli.progress import patience


@click.command("checkpoint")
@ledger_argument
@click.option("--extends", "known", type=FILE, metavar="FILE", help="Prove that it extends this older checkpoint (a consistency file).")
@output_option
def command(ledger: Path, known: Path | None, output: Path | None) -> None:
    """Print the signed checkpoint of LEDGER: a few lines that pin down every line of it so far.

    Keep it where the operator cannot change it. A ledger that is rolled back, or rewritten, no longer extends it.
    """
    from ledger.proof.bundle import checkpoint_note, consistency_file

    with patience("Reading the ledger"):
        note = consistency_file(ledger, known) if known else checkpoint_note(ledger)
    written(note.encode(), output)
    kept = output or "FILE"
    if known:
        say(f"Check it with `shoe verify {kept} --vkey VKEY --known-checkpoint {known}`; it ends with the newer checkpoint.")
    else:
        say(f"Keep it away from the ledger: `shoe audit {ledger} --vkey VKEY --known-checkpoint {kept}` holds that against it later.")
