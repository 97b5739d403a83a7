"""`shoe prove`: one round, or one hand of it, as a file that a stranger can check."""

from __future__ import annotations

from pathlib import Path

import click

from cli.options import format_option, known_option, ledger_argument, output_option, round_id, say, written
from cli.progress import patience


@click.command("prove")
@ledger_argument
@click.argument("which", callback=round_id, metavar="SESSION/ROUND[/HAND]")
@output_option
@known_option(multiple=False, says="A checkpoint that whoever asks has kept: the bundle then proves that this ledger extends it.")
@format_option("bundle", "tlog-proof")
def command(ledger: Path, which: tuple[int, int, str | None], output: Path | None, known: Path | None, form: str) -> None:
    """Write what proves one round of LEDGER, or one hand of it, to somebody who has nothing but the verifier key.

    A bundle has the lines on which the round depends, with a proof that each is in the signed tree; `shoe verify` checks it offline, down
    to the seed that was committed to. With --format tlog-proof only that the round's line is in the ledger (C2SP). It needs no keys.
    """
    from ledger.proof.bundle import hand_bundle, line_proof

    session, round_, hand = which
    if form == "tlog-proof" and (hand or known):
        raise click.UsageError("A tlog-proof is of the round's whole line, without an older checkpoint: leave out the hand and the option")
    with patience("Reading the ledger"):
        data = hand_bundle(ledger, session, round_, hand, known) if form == "bundle" else line_proof(ledger, session, round_).encode()
    written(data, output)
    if output:
        say(f"{output}: whoever has the verifier key checks it, offline, with `shoe verify {output} --vkey VKEY`.")
