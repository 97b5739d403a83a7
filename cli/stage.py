"""How `shoe demo` speaks: one heading a step, what the person is looking at, and the thing itself."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from audit.report import Finding

MEANINGS = {
    "A key and a ledger": "Everyone who wants to check the ledger needs this one line, the verifier key; the operator keeps the rest.",
    "Six players, ten rounds": "All ten shoes were fixed and sealed in the ledger before anyone staked. The players are programs here, "
    "each with a way of playing.",
    "The audit": "It shares no code with the recorder: it works out every card, decision and payment anew, and trusts nothing but "
    "the verifier key.",
    "The standings": "Worked out from the recorded balances, by net result against a stack of 100 (T7.1).",
    "One hand, explained": "On the left the ledger's own words; then what they mean; in brackets the clause of the rulebook.",
    "Now the operator cheats": "The operator holds the signing key: a copy of the ledger is changed in one place, hashed and signed anew. "
    "Its signature is perfect.",
    "Yours to try": "Everything that was made, and what to do with it next.",
}
WIDTH = 100


def told(finding: Finding) -> list[str]:
    """A finding as a person should meet it first."""
    return [
        click.style(f"CAUGHT  against the rule “{finding.title}”", fg="red", bold=True) + f"  ({_where(finding)})",
        f"  check     {finding.code}",
        f"  clauses   {', '.join(finding.clauses)}",
        f"  expected  {finding.expected}",
        f"  recorded  {finding.recorded}",
        *([f"  {finding.detail}"] if finding.detail else []),
    ]


def _where(finding: Finding) -> str:
    """`session 1, round 5, hand 1.2`, as far as the finding is about these."""
    who = finding.who
    if who:
        who = "the dealer" if who == "D" else f"seat {who[1:]}" if who[0] == "s" else f"hand {who}"
    places = (f"session {finding.session}" if finding.session else "", f"round {finding.round}" if finding.round else "", who)
    return ", ".join(filter(None, places)) or "the whole ledger"


def step(number: int, title: str, which: str = "") -> None:
    """A heading and what the person is looking at."""
    click.echo()
    click.echo(click.style(f"{number}  {title}", bold=True) + (f": {which}" if which else ""))
    click.echo(textwrap.fill(MEANINGS[title], WIDTH, initial_indent="   ", subsequent_indent="   "))


def lines(texts: Iterable[str]) -> None:
    """What the step shows, indented."""
    for line in texts:
        click.echo(f"     {line}".rstrip())
