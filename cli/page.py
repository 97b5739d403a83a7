"""`shoe page`: the page with which anybody checks a hand in a browser."""

from __future__ import annotations

from pathlib import Path

import click

from cli.pages import page_option, written_page


@click.command("page")
@page_option
def command(output: Path | None) -> None:
    """Write the page with which anybody checks a bundle (`shoe prove`) in a browser, with nothing installed.

    One file: open it from disk, or put it on a web server; beside a bundle there, `verify.html#bundle=hand.json&vkey=VKEY` is a link that
    checks it. It sends nothing anywhere. What it does not check, `shoe verify` does: the rules and the payouts.
    """
    from audit.pages.verifier import verifier_page

    written_page(verifier_page(), output)
