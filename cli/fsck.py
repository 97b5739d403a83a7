"""`shoe fsck`: what crashes and disks left behind in a ledger, and mending it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.keys import key_folder
from cli.options import as_json, format_option, keys_option, ledger_argument, say
from cli.progress import patience

if TYPE_CHECKING:
    from ledger import Checked


@click.command("fsck")
@ledger_argument
@keys_option
@click.option("--repair", is_flag=True, help="Mend what can be mended; what is taken out is kept in the folder `quarantine` of --keys.")
@format_option("text", "json")
@click.pass_context
def command(ctx: click.Context, ledger: Path, keys: Path, repair: bool, form: str) -> None:
    """Say whether LEDGER and its keys are as they were signed, and what a crash or a disk left behind. Nothing is changed without --repair.

    Exit status: 0 in order, or mended; 1 --repair would mend it; 2 refused; 3 no repair can mend it, and it says what to restore.
    """
    from ledger import fsck

    with patience("Reading the ledger"):
        checked = fsck(ledger, key_folder(keys), repair=repair)
    click.echo(as_json(_as_object(checked)) if form == "json" else _as_text(ledger, checked))
    if form == "text":
        _say_what_next(checked)
    ctx.exit(checked.status)


def _as_text(ledger: Path, checked: Checked) -> str:
    lines = "1 line is" if checked.size == 1 else f"{checked.size} lines are"
    state = f"{lines} signed." if checked.troubles else f"{lines} signed, and everything is in order."
    return "\n".join([f"{ledger}: {state}", *(f"– {trouble}" for trouble in checked.troubles), *checked.done])


def _as_object(checked: Checked) -> dict[str, object]:
    troubles = [
        {
            "kind": trouble.kind.word,
            "where": str(trouble.where),
            "from_byte": trouble.start,
            "found": trouble.found,
            "remedy": trouble.remedy,
            "mendable": trouble.kind.mendable,
        }
        for trouble in checked.troubles
    ]
    return {"size": checked.size, "troubles": troubles, "mended": checked.mended, "done": list(checked.done), "status": checked.status}


def _say_what_next(checked: Checked) -> None:
    if checked.hopeless and checked.mended and len(checked.hopeless) < len(checked.troubles):
        say("What can be mended was; the rest no repair can mend.")
    elif checked.hopeless:
        say("No repair can mend this, and none was tried.")
    elif checked.mended and checked.troubles:
        say("Mended: nothing that was signed was touched.")
    elif checked.troubles:
        say("Nothing was changed. With --repair this is mended: nothing that was signed is touched.")
