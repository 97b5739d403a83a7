"""`shoe serve`: live tables over HTTP."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import attrs
import click

from cli.clock import clock_at
from cli.errors import CLEAN, INTERRUPTED
from cli.keys import key_folder
from cli.options import FILE, keys_option, ledger_argument, refuse_inside, say

if TYPE_CHECKING:
    from ledger.service.running.settings import Settings

EXTRA = ("httptools", "prometheus_client", "starlette", "uvicorn", "uvloop")
VERIFIER = Path(__file__).parents[1] / "audit" / "web" / "built" / "verify.html"


@click.command("serve")
@ledger_argument
@keys_option
@click.option("--config", type=FILE, metavar="FILE", help="Settings in TOML (docs/OPERATIONS.md).")
@click.option("--port", type=click.IntRange(0, 65535), metavar="N", help="The port, instead of the settings'; 0 takes a free one.")
@click.option("--host", metavar="H", help="The address to listen at, instead of the settings'; this machine's own unless given.")
@click.option(
    "--name",
    "names",
    multiple=True,
    metavar="NAME",
    help="A name or address under which it answers, besides the settings' `hosts`; may be given several times.",
)
def command(ledger: Path, keys: Path, config: Path | None, port: int | None, host: str | None, names: tuple[str, ...]) -> int:
    """Hold LEDGER open for live tables over HTTP: people on their own devices, a director, anyone who watches or verifies.

    What stands at each address is in docs/SERVICE.md, running it for others in docs/OPERATIONS.md.

    SIGTERM or Ctrl-C stops it in good order: running requests end, everything acknowledged is durable, and tables go on where they stood
    when it is started again. A second Ctrl-C does not wait (exit status 130).
    """
    refuse_inside(ledger, "--config", config)
    try:
        from ledger.service.running.house import House
    except ModuleNotFoundError as error:
        if error.name not in EXTRA:
            raise
        raise click.UsageError("The service needs packages that are not installed: `pip install 'sealedshoe[service]'`") from error
    house = House(
        ledger=ledger,
        keys=key_folder(keys),
        settings=_settings(config, port, host, names),
        verifier=VERIFIER,
        clock=clock_at(None),
        tell=lambda words: say(f"shoe: {words}"),
    )
    return CLEAN if house.serve() else INTERRUPTED


def _settings(config: Path | None, port: int | None, host: str | None, names: tuple[str, ...]) -> Settings:
    from ledger.service.running.settings import Settings, read_settings, with_names

    settings = with_names(read_settings(config) if config else Settings(), names)
    return attrs.evolve(settings, port=settings.port if port is None else port, host=settings.host if host is None else host)
