"""`shoe explain`: one round told step by step."""

from __future__ import annotations

from pathlib import Path

import attrs
import click

from cli.errors import CLEAN, FINDINGS
from cli.options import as_json, format_option, ledger_argument, reading_width, round_id, vkey_option, written
from cli.pages import HTML, page_option, written_page
from cli.progress import patience


@click.command("explain")
@ledger_argument
@click.argument("which", callback=round_id, metavar="SESSION/ROUND[/HAND]")
@vkey_option(required=False, says="Audit the whole ledger with this verifier key, and say what was found about the round.")
@format_option("text", "json", "html")
@page_option
@click.pass_context
def command(ctx: click.Context, ledger: Path, which: tuple[int, int, str | None], vkey: str | None, form: str, output: Path | None) -> None:
    """Tell one round of LEDGER from its recorded log: cards, totals, decisions, the dealer's draws, each payout with its clause.

    With a hand (3/17/2.1) only what concerns that hand. Where the rules or the sealed shoe disagree with the record, it says so, and
    the exit status is 1. As html it is a page with the cards drawn, complete in itself.
    """
    from audit.explain import as_text, explain

    session, round_, hand = which
    with patience("Reading the ledger"):
        story = explain(ledger, session, round_, hand=hand, vkey=vkey)
    if form == HTML:
        from audit.pages.hand import hand_page

        written_page(hand_page(story), output)
    else:
        told = f"{as_json(attrs.asdict(story))}\n" if form == "json" else as_text(story, reading_width())
        written(told.encode(), output)
    ctx.exit(FINDINGS if story.findings or story.warnings else CLEAN)
