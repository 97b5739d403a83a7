"""The table of addresses of `docs/SERVICE.md`, made of the routes: `python -m ledger.service.api.reference docs/SERVICE.md` renews it."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from ledger.service.api.addresses import ROUTES
from ledger.service.refusals import Kind
from ledger.service.running.settings import Limits, Settings, settings_told

_PART = re.compile(r"(<!-- made: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


def addresses() -> str:
    """Every route: who may, and what it does."""
    lines = ["| | who | does |", "|---|---|---|"]
    lines += [f"| `{route.method} {route.path}` | {', '.join(route.who)} | {route.does} |" for route in ROUTES]
    return "\n".join(lines)


def problems() -> str:
    """Every kind of problem."""
    lines = ["| status | `/problems/…` | title |", "|---|---|---|"]
    lines += [f"| {kind.status} | `{kind.word}` | {kind.title} |" for kind in Kind]
    return "\n".join(lines)


def settings() -> str:
    """Every setting of the service."""
    lines = ["| setting | unless given | values | meaning |", "|---|---|---|---|"]
    for where, kind in (("", Settings), ("limits.", Limits)):
        lines += [f"| `{where}{name}` | `{_as_toml(default)}` | {words} | {says} |" for name, default, words, says in settings_told(kind)]
    return "\n".join(lines)


def renewed(page: str) -> str:
    """A page with its made parts made anew."""
    made = {"addresses": addresses, "problems": problems, "settings": settings}
    return _PART.sub(lambda part: f"{part[1]}{made[part[2]]()}\n{part[3]}", page)


def _as_toml(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return "[" + ", ".join(f'"{one}"' for one in value) + "]"
    return f'"{value}"' if isinstance(value, str) else str(value)


if __name__ == "__main__":
    for file in map(Path, sys.argv[1:]):
        file.write_text(renewed(file.read_text(encoding="utf-8")), encoding="utf-8")
