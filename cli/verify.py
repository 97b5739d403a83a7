"""`shoe verify`: one file that was given as a proof, checked offline."""

from __future__ import annotations

from pathlib import Path

import click

from cli.options import FILE, as_json, format_option, known_option, policy_option, reading_width, vkey_option, written
from cli.pages import HTML, page_option, written_page


@click.command("verify")
@click.argument("file", type=FILE)
@vkey_option(required=True, says="The ledger's verifier key, or a file that holds it.")
@known_option(multiple=False, says="A checkpoint that you kept: is this one of the same history?")
@click.option(
    "--consistency", type=FILE, metavar="FILE", help="A consistency file (`shoe checkpoint --extends`) between the two checkpoints."
)
@click.option(
    "--receipt", "receipts", type=FILE, multiple=True, metavar="FILE", help="A receipt that you kept: does the bundle's round bear it out?"
)
@policy_option(required=False, says="Which witnesses must have cosigned its checkpoint (C2SP tlog-policy).")
@format_option("text", "json", "html")
@page_option
@click.pass_context
def command(
    ctx: click.Context,
    file: Path,
    vkey: str,
    known: Path | None,
    consistency: Path | None,
    receipts: tuple[Path, ...],
    policy: Path | None,
    form: str,
    output: Path | None,
) -> None:
    """Check FILE with nothing but the verifier key: a bundle, tlog-proof, checkpoint, consistency file, equivocation or receipt.

    Says what it proves, what it cannot prove and why, and gives a verdict; of a bundle it tells the round. Exit status: 0 proven and right,
    1 it shows something wrong, 3 it could not be verified.
    """
    from audit.evidence.verify import verify

    verified = verify(file, vkey, known=known, consistency=consistency, policy=policy, receipts=receipts)
    if form == HTML:
        from audit.pages.hand import verified_page

        written_page(verified_page(verified), output)
    else:
        from audit.evidence.text import as_object, as_text

        told = f"{as_json(as_object(verified))}\n" if form == "json" else as_text(verified, reading_width())
        written(told.encode(), output)
    ctx.exit(verified.status)
