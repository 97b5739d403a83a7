"""`shoe seat`: a player's own entropy, on a machine of their own, by files."""

from __future__ import annotations

from pathlib import Path

import click

from cli.options import FILE, new_file, output_option, say, vkey_option, written

secret_option = click.option("--secret", type=FILE, required=True, metavar="FILE", help="Keeps your entropy until it is told; yours alone.")
KEY = "The ledger's verifier key, or a file that holds it, as you got it before the session."


@click.group("seat")
def command() -> None:
    """Give your own entropy to a session, so that its operator cannot have chosen the cards.

    The operator gives you an invitation; `join` verifies it and makes your entropy, whose hash you give back. When every seat is signed the
    operator gives you a file of all seats; `reveal` verifies that, and only then writes what tells your entropy.
    """


@command.command("join")
@click.argument("invitation", type=FILE)
@vkey_option(required=True, says=KEY)
@secret_option
@click.option("--sign", is_flag=True, help="Sign every answer that you give: also make a key for that, and write its public half.")
@output_option
def join(invitation: Path, vkey: str, secret: Path, output: Path | None, *, sign: bool) -> None:
    """Verify INVITATION, say what you sit down to, make your entropy and write its hash, which is for the operator.

    Run again with the same secret it gives the same hash.
    """
    from audit.seat.joining import join as joined

    done = joined(invitation, vkey, secret, signs=sign)
    for line in done.invited.told():
        say(line)
    written(done.hash_file, output)
    say(f"If this is what was agreed, give the operator {output or 'the line above'}. Keep {secret} to yourself.")


@command.command("reveal")
@click.argument("seats", type=FILE)
@vkey_option(required=True, says=KEY)
@secret_option
@click.option(
    "-k",
    "--keep-checkpoint",
    "keep",
    type=FILE,
    callback=new_file,
    metavar="FILE",
    help="Keep the checkpoint over all seats in this new file.",
)
@output_option
def reveal(seats: Path, vkey: str, secret: Path, keep: Path | None, output: Path | None) -> None:
    """Verify the file SEATS, and only if it proves that every hash is signed and no start is, write what tells your entropy.

    The checkpoint over all seats is what binds the operator: keep it, and hold it against the ledger afterwards.
    """
    from audit.seat.revealing import reveal as revealed

    done = revealed(seats, vkey, secret)
    for line in done.told():
        say(line)
    if keep is not None:
        written(done.checkpoint.encode(), keep)
    written(done.reveal_file, output)
    kept = keep or "FILE (give -k FILE, and this command keeps it)"
    say(f"Give the operator {output or 'the line above'}. Afterwards: shoe audit LEDGER --vkey VKEY --known-checkpoint {kept}")


@command.command("answer")
@click.argument("question", metavar="QUESTION_HASH")
@click.argument("said", metavar="ANSWER")
@secret_option
def answer(question: str, said: str, secret: Path) -> None:
    """Print your signature over the question with this hash and an ANSWER to it, such as "1 hit", with the key that `join --sign` made."""
    from audit.seat.answering import answer as signed

    click.echo(signed(question, said, secret))
