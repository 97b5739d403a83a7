"""`--own`, `--exchange`, `--wait`: players who give their own entropy, by files in a folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from cli.breaking_off import noticed
from cli.options import FOLDER, say

if TYPE_CHECKING:
    from ledger import Exchange

F = TypeVar("F", bound=Callable[..., Any])


def exchange_options(function: F) -> F:
    """--exchange DIR and --wait MINUTES."""
    where = "Folder through which files go to players with their own entropy, and come from them (see `shoe seat`)."
    long = "How long to wait for hashes (then the house makes the entropy) and for reveals (then the session is closed); else until Ctrl-C."
    function = click.option("--wait", type=click.FloatRange(0), metavar="MINUTES", help=long)(function)
    return click.option("--exchange", "exchange_folder", type=FOLDER, metavar="DIR", help=where)(function)


def names_in(value: str | None) -> tuple[str, ...]:
    """The names in a list with commas."""
    return tuple(name.strip() for name in value.split(",")) if value else ()


@contextmanager
def waiting(folder: Path | None, minutes: float | None) -> Iterator[Exchange | None]:
    """The exchange, if there is one; meanwhile Ctrl-C ends the waiting, and the session is left open."""
    if folder is None:
        if minutes is not None:
            raise click.UsageError("--wait says how long players' files are waited for: add --exchange DIR")
        yield None
        return
    from ledger import Exchange, Patience

    with noticed() as stop:
        yield Exchange(folder, say, Patience(minutes, stop))
