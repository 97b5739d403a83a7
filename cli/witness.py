"""`shoe witness`: others sign that they have seen the checkpoint."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.clock import clock_at
from cli.errors import CLEAN, NOT_VERIFIED, REFUSED
from cli.keys import key_folder
from cli.options import as_json, format_option, keys_option, ledger_argument, policy_option, say, verifier_key

if TYPE_CHECKING:
    from audit.policy import Policy
    from ledger import Asked, Witness


@click.command("witness")
@ledger_argument
@click.argument("url", required=False)
@click.option(
    "--witness", "vkey", callback=verifier_key, metavar="VKEY", help="The verifier key of the witness at URL, or a file that holds it."
)
@policy_option(required=False, says="Ask every witness of this policy that has an address in it (C2SP tlog-policy).")
@keys_option
@format_option("text", "json")
@click.pass_context
def command(ctx: click.Context, ledger: Path, url: str | None, vkey: str | None, policy: Path | None, keys: Path, form: str) -> None:
    """Have the checkpoint of LEDGER cosigned by the witness at URL, its submission prefix (C2SP tlog-witness), and keep the cosignature.

    The witness remembers the checkpoint and signs no other history of the ledger. Each new checkpoint is to be cosigned anew.

    Exit status: 0 cosigned (with --policy: its quorum is met), 2 not cosigned, 3 a witness holds another history or is not to be believed.
    """
    from ledger import witness

    if (policy is None) == (url is None) or (url is None) != (vkey is None):
        raise click.UsageError("Say whom to ask: URL with --witness VKEY, or --policy FILE alone")
    rules = _read(policy)
    whom = _of_policy(rules) if rules else _one(url or "", vkey or "")
    asked = witness(ledger, key_folder(keys), whom, clock_at(None), tell=lambda warning: say(f"shoe: {warning}"))
    if form == "json":
        click.echo(as_json([_as_object(one) for one in asked]))
    for one in asked:
        if one.fault:
            say(f"shoe: {one.fault}")
        elif one.cosignature and form == "text":
            click.echo(f"{one.name} cosigned at {one.cosignature.when}")
    ctx.exit(_status(asked, rules, ledger))


def _status(asked: Sequence[Asked], rules: Policy | None, ledger: Path) -> int:
    """What a program is told."""
    if any(one.is_disputed for one in asked):
        return NOT_VERIFIED
    if rules is None or not any(one.cosignature for one in asked):
        return REFUSED if any(one.fault for one in asked) else CLEAN
    from audit.ledger_dir import read_note

    judged = rules.judge(read_note(ledger))
    if not judged.met:
        say(f"shoe: The policy's quorum ({judged.wanted}) is not met; missing: {', '.join(judged.missing)}.")
    return CLEAN if judged.met else REFUSED


def _read(policy: Path | None) -> Policy | None:
    if policy is None:
        return None
    from audit.policy import read_policy

    return read_policy(policy)


def _one(url: str, vkey: str) -> list[Witness]:
    from ledger import Witness, WitnessKey

    return [Witness(url, WitnessKey.of_vkey(vkey))]


def _of_policy(rules: Policy) -> list[Witness]:
    """The witnesses of a policy that can be asked."""
    named = [witness for one in rules.witnesses.values() if one.url for witness in _one(one.url, one.vkey)]
    if not named:
        raise click.UsageError("The policy gives no address of a witness; write it after the key in the witness's line")
    return named


def _as_object(one: Asked) -> dict[str, str | int | None]:
    given = one.cosignature
    return {"name": one.name, "time": given.time if given else None, "line": given.line if given else None, "fault": one.fault or None}
