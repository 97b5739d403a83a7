"""`shoe sql`: one SELECT on the audit's database."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.options import db_argument, format_option, memory_size
from cli.progress import patience

if TYPE_CHECKING:
    from audit.asking.question import Question

LONGEST_WAIT = 86_400


@click.command("sql")
@db_argument
@click.argument("select", required=False)
@click.option(
    "--file",
    "file",
    type=click.Path(path_type=Path, allow_dash=True),
    metavar="FILE",
    help="Read the SELECT from a file; - is standard input.",
)
@click.option(
    "--param",
    "parameters",
    multiple=True,
    metavar="NAME=VALUE",
    help="The value of $NAME: a number, true, false, null, else text; \"'7'\" is a text.",
)
@format_option("table", "csv", "json", "markdown")
@click.option(
    "--time-limit",
    type=click.IntRange(1, LONGEST_WAIT),
    default=300,
    show_default=True,
    metavar="SECONDS",
    help="When a question is stopped whose last row was not read yet.",
)
@click.option(
    "--memory-limit", callback=memory_size, default="2GB", show_default=True, metavar="SIZE", help="Memory that the answer may take."
)
def command(
    db: Path, select: str | None, file: Path | None, parameters: tuple[str, ...], form: str, time_limit: int, memory_limit: str
) -> None:
    """Ask DB, a file that `shoe audit --db` wrote, one SELECT.

    The database is opened read-only and reaches nothing else. `shoe tables DB` says what there is to ask for.
    """
    from audit.asking.asked import asked
    from audit.asking.question import Limits

    question = _question(select, file, parameters)
    with asked(db, question, form, Limits(time_limit, memory_limit)) as answer:
        with patience("Asking"):
            first = next(answer, b"")
        click.echo(first, nl=False)
        for piece in answer:
            click.echo(piece, nl=False)


def _question(select: str | None, file: Path | None, parameters: tuple[str, ...]) -> Question:
    """The one question that was given, in the one way or the other."""
    from audit.asking.question import LONGEST, Question, as_text, read_question

    if (select is None) == (file is None):
        raise click.UsageError("Give one question: a SELECT, or --file FILE")
    if file is None:
        if _is_file(select or ""):
            raise click.UsageError(f"{select} is a file; to ask the question in it, give --file {select}")
        return Question(select or "", parameters)
    if str(file) == "-":
        return Question(as_text(sys.stdin.buffer.read(LONGEST + 1), "Standard input"), parameters)
    return Question(read_question(file), parameters)


def _is_file(words: str) -> bool:
    """Whether somebody gave a file where the question itself is wanted."""
    try:
        return Path(words).is_file()
    except (OSError, ValueError):  # longer than a name may be, or with a character that none has
        return False
