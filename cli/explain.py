"""`shoe explain`: one round told step by step."""

from __future__ import annotations

from pathlib import Path

import attrs
import click

from cli.options import RoundId, VerifierKey, as_json, format_option, ledger_argument


@click.command("explain")
@ledger_argument
@click.argument("which", type=RoundId(), metavar="SESSION/ROUND[/HAND]")
@click.option("--vkey", type=VerifierKey(), metavar="VKEY", help="Check the checkpoint's signature first, with this verifier key.")
@format_option("text", "json")
def command(ledger: Path, which: tuple[int, int, str | None], vkey: str | None, form: str) -> None:
    """Tell one round of LEDGER from its recorded log: cards, totals, decisions, the dealer's draws, each payout with its clause.

    With a hand (3/17/2.1) only what concerns that hand. Where the rules or the sealed shoe disagree with the record, it says so.
    """
    from audit.explain import as_text, explain

    session, round_, hand = which
    story = explain(ledger, session, round_, hand=hand, vkey=vkey)
    click.echo(as_json(attrs.asdict(story)) if form == "json" else as_text(story).rstrip("\n"))
