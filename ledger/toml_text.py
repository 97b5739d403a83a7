"""TOML from a person's file: parsed or refused in one sentence, its words safe to show, the nearest right word named."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from ledger.errors import LedgerError

_LONGEST_SHOWN = 60


def read_toml(path: Path, what: str, error: type[LedgerError]) -> dict[str, Any]:
    """The tables of a TOML file; `error` where it cannot be read, with `what` it is in words."""
    try:
        return parse_toml(path.read_text(encoding="utf-8"), str(path), error)
    except OSError as problem:
        raise error(f"{what} {path} cannot be read ({problem.strerror}); give a readable TOML file.") from problem
    except UnicodeDecodeError as problem:
        raise error(f"{what} {path} is not UTF-8 text; save it as UTF-8.") from problem


def parse_toml(text: str, source: str, error: type[LedgerError]) -> dict[str, Any]:
    """The tables of a TOML text; `error` where it is none."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise error(f"{source} is not valid TOML ({problem}); mend it there.") from problem
    except ValueError as problem:
        raise error(f"{source} holds a number of thousands of digits; mend it there.") from problem
    except RecursionError as problem:
        raise error(f"{source} has lists or tables nested too deeply to be read; no setting needs more than one list.") from problem


def nearest(word: str, known: Iterable[str]) -> str:
    """The known word that was probably meant, as an aside; nothing where none is near."""
    near = get_close_matches(word, list(known), n=1, cutoff=0.5)
    return f" (did you mean “{near[0]}”?)" if near else ""


def shown(value: object) -> str:
    """A value as it stands in the file, or its beginning."""
    try:
        return cut(f'"{value}"' if isinstance(value, str) else str(value).lower() if isinstance(value, bool) else str(value))
    except (ValueError, RecursionError):  # A number of thousands of digits, or thousands of tables in one another.
        return "what is there, too long to be shown"


def cut(text: str) -> str:
    """A stranger's text, safe to show: in one line, and its beginning only if it is long."""
    head = text[: _LONGEST_SHOWN + 1]
    safe = "".join(character if character.isprintable() else character.encode("unicode_escape").decode() for character in head)
    return safe if len(safe) <= _LONGEST_SHOWN else safe[: _LONGEST_SHOWN - 3] + "…"
