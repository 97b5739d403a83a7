"""`shoe rules list|show|check`: rule sets as data."""

from __future__ import annotations

import json
import textwrap
from typing import Any

import click

from cli.options import as_json, format_option, reading_width

BESIDE_COMMENT, COMMENT_WIDTH = 34, 72


@click.group("rules")
def command() -> None:
    """List the profiles, show one, check your own rule set."""


@command.command("list")
@format_option("text", "json")
def list_profiles(form: str) -> None:
    """The profiles that come with the program."""
    from ledger.rules.ruleset import load_profile, profile_names

    titles = {name: load_profile(name).profile.title for name in profile_names()}
    if form == "json":
        click.echo(as_json([{"name": name, "title": title} for name, title in titles.items()]))
        return
    for name, title in titles.items():
        click.echo(f"{name:<20}  {title}")


@command.command("show")
@click.argument("name_or_file", metavar="NAME_OR_FILE")
@format_option("text", "toml", "json")
def show(name_or_file: str, form: str) -> None:
    """A rule set as one would explain it at the table, each statement with its clauses; or its parameters, as TOML or JSON."""
    from ledger.rules.ruleset import load, to_object
    from ledger.rules.told import as_text

    rules = load(name_or_file)
    if form == "text":
        click.echo(as_text(rules, reading_width()).rstrip("\n"))
    elif form == "json":
        click.echo(as_json(to_object(rules)))
    else:
        _show_parameters(to_object(rules))


def _show_parameters(whole: dict[str, dict[str, Any]]) -> None:
    """Every parameter with its meaning and its clauses, in a form that reads back."""
    from ledger.rules.ruleset import parameters

    table_before = ""
    for table, name, _, clauses, says in parameters():
        if table != table_before:
            click.echo(f"{'' if not table_before else chr(10)}[{table}]")
            table_before = table
        setting = f"{name} = {as_toml(whole[table][name])}"
        comment = textwrap.wrap(f"{says} ({clauses})" if clauses else says, COMMENT_WIDTH)
        if len(setting) > BESIDE_COMMENT:
            click.echo(setting)
            setting = ""
        for line in comment:
            click.echo(f"{setting:<{BESIDE_COMMENT}}  # {line}")
            setting = ""


@command.command("check")
@click.argument("file", metavar="FILE")
def check(file: str) -> None:
    """Whether a rule set is well formed and makes sense."""
    from ledger.rules.coherence import incoherent
    from ledger.rules.ruleset import load

    rules = load(file)
    complaints = incoherent(rules)
    for complaint in complaints:
        click.echo(f"shoe: {file}: {complaint}", err=True)
    if complaints:
        raise click.exceptions.Exit(2)
    click.echo(f"{file} is a rule set that can be played: {rules.profile.title}.")


def as_toml(value: object) -> str:
    """A parameter's value as it stands in a rule set's file."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return f"[{', '.join(map(as_toml, value))}]"
    # JSON's quoting is TOML's, for text without control characters.
    return json.dumps(value, ensure_ascii=False)
