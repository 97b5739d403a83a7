"""Arguments and options that several commands share, and the reading of their values."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from shutil import get_terminal_size
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])
FOLDER = click.Path(file_okay=False, path_type=Path)
FILE = click.Path(dir_okay=False, path_type=Path)
NARROWEST, WIDEST = 60, 110


def ledger_argument(function: F) -> F:
    """LEDGER: a ledger's folder."""
    return click.argument("ledger", type=FOLDER)(function)


def db_argument(function: F) -> F:
    """DB: the file that an audit wrote; who gives the ledger instead is told how to make one of it."""
    return click.argument("db", type=_Database(dir_okay=False, path_type=Path))(function)


class _Database(click.Path):
    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if (Path(value) / "checkpoint").is_file():
            advice = f"`shoe audit {value} --vkey VKEY --db audit.duckdb` writes the database that is wanted"
            self.fail(f"“{value}” is a ledger; {advice}", param, ctx)
        return super().convert(value, param, ctx)


def keys_option(function: F) -> F:
    """--keys DIR: the operator's secrets; --passphrase-file FILE for them, which `cli.keys.key_folder` finds by itself."""
    text = "Folder for the signing key, the sessions' secrets and the last signed note; never inside the ledger."
    where = "Holds the passphrase of --keys on its one line; SHOE_PASSPHRASE, or you are asked, unless given."
    passphrase = click.option(
        "--passphrase-file", type=click.Path(path_type=Path), metavar="FILE", expose_value=False, callback=_kept, help=where
    )
    return click.option("--keys", type=FOLDER, required=True, metavar="DIR", help=text)(passphrase(function))


def _kept(ctx: click.Context, param: click.Parameter, value: Path | None) -> None:
    ctx.meta[f"{__name__}.{param.name}"] = value


def passphrase_file() -> Path | None:
    """The value of --passphrase-file in the command that runs."""
    value: Path | None = click.get_current_context().meta.get(f"{__name__}.passphrase_file")
    return value


def new_file(ctx: click.Context, param: click.Parameter, value: Path | None) -> Path | None:  # noqa: ARG001 - click's signature
    """A file that is not there yet, so that long work is not done in vain."""
    if value is not None and value.exists():
        raise click.BadParameter(f"{value} is there already, and is not written over; choose another name")
    return value


def refuse_inside(ledger: Path, option: str, path: Path | None) -> None:
    """Nothing of a reader's own is written into a ledger, which belongs to its operator and is published whole."""
    if path is not None and ledger.resolve() in (path.resolve(), *path.resolve().parents):
        raise click.BadParameter(f"{path} lies in the ledger's folder; choose a place of your own outside of it", param_hint=f"'{option}'")


def output_option(function: F) -> F:
    """-o FILE: where what a command makes is written, instead of standard output."""
    text = "Write to this file, which must not be there yet; without it to standard output."
    return click.option("-o", "--output", type=FILE, callback=new_file, metavar="FILE", help=text)(function)


def known_option(*, multiple: bool, says: str) -> Callable[[F], F]:
    """--known-checkpoint FILE, once or as often as wanted."""
    return click.option("--known-checkpoint", "known", type=FILE, multiple=multiple, metavar="FILE", help=says)


def policy_option(*, required: bool, says: str) -> Callable[[F], F]:
    """--policy FILE."""
    return click.option("--policy", type=FILE, required=required, metavar="FILE", help=says)


def written(data: bytes, output: Path | None) -> None:
    """Write to a new file, durably and whole, or to standard output; what is there already is never written over."""
    if output is None:
        click.echo(data, nl=False)
        return
    try:
        file = output.open("xb")
    except FileExistsError as error:
        raise click.UsageError(f"{output} came to be there meanwhile, and is not written over; choose another name") from error
    try:
        with file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except OSError:
        output.unlink()
        raise


def receipts_option(function: F) -> F:
    """--receipts DIR."""
    text = "A folder for signed receipts, one for each answer of a person or a script (seat-1, seat-2, …), to hand to the players."
    return click.option("--receipts", type=FOLDER, metavar="DIR", help=text)(function)


def format_option(*choices: str) -> Callable[[F], F]:
    """--format, the first choice being the default; it is read before other options, some of which depend on it."""
    form = click.Choice(choices)
    return click.option("--format", "form", type=form, default=choices[0], show_default=True, is_eager=True, help="Form of the output.")


def verifier_key(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:  # noqa: ARG001 - click's signature
    """A verifier key (vkey) as given, or from a file whose one line is one; its form is the audit's to judge."""
    if value is None or re.search(r"\+[0-9a-f]{8}\+", value):
        return value
    try:
        text = Path(value).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError, ValueError) as error:
        raise click.BadParameter(f"“{value}” is neither a verifier key (NAME+HASH+KEY) nor a readable file that holds one") from error
    if len(text.splitlines()) != 1:
        raise click.BadParameter(f"the file {value} does not hold a verifier key alone on one line")
    if not re.fullmatch(r"[^+\s]+\+[0-9a-f]{8}\+[A-Za-z0-9+/=]+", text):
        raise click.BadParameter(f"the file {value} holds no verifier key (NAME+HASH+KEY); give the one that `shoe keygen` printed")
    return text


def vkey_option(*, required: bool, says: str) -> Callable[[F], F]:
    """--vkey VKEY."""
    return click.option("--vkey", callback=verifier_key, required=required, metavar="VKEY", help=says)


def round_id(ctx: click.Context, param: click.Parameter, value: str) -> tuple[int, int, str | None]:  # noqa: ARG001 - click's signature
    """Session, round, and hand or None, from SESSION/ROUND or SESSION/ROUND/HAND such as 3/17/2.1."""
    found = re.fullmatch(r"([1-9]\d{0,6})/([1-9]\d{0,6})(?:/([1-9]\d?(?:\.[12])*))?", value)
    if not found:
        raise click.BadParameter(f"“{value}” is not SESSION/ROUND or SESSION/ROUND/HAND, such as 3/17 or 3/17/2.1")
    return int(found[1]), int(found[2]), found[3]


def memory_size(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:  # noqa: ARG001 - click's signature
    """An amount of memory in the database engine's words."""
    if value is None or re.fullmatch(r"[1-9]\d{0,5}(\.\d{1,3})? ?[KMGT]i?B", value, re.IGNORECASE):
        return value
    raise click.BadParameter(f"“{value}” is no amount of memory such as 500MB or 2GB")


def reading_width() -> int:
    """The columns that text is folded to: the reader's terminal's, within what can be read well; WIDEST where there is none."""
    return min(WIDEST, max(NARROWEST, get_terminal_size((WIDEST, 0)).columns))


def say(message: str) -> None:
    """A message for a person, on stderr."""
    click.echo(message, err=True)


def as_json(value: object) -> str:
    """JSON for programs, laid out so that people can read it too."""
    return json.dumps(value, indent=2, ensure_ascii=False)
