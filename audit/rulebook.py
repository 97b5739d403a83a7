"""The words of the rulebook's clauses, by id, from docs/RULEBOOK.md, of which the package holds a copy."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib import resources

_BULLET = re.compile(r"^ *- ")
_CLAUSE = re.compile(r"(?:^|(?<=[.;:)] ))([TECBPHG]\d+(?:\.\d+)?) ")
"""Where a clause begins: at the beginning of a bullet, or of a sentence within one."""
_MARKUP = re.compile(r"\*\*|`")


@cache
def clause_texts() -> Mapping[str, str]:
    """Every clause, as `T6.1` → `The dealer turns the hole card, …`."""
    texts: dict[str, str] = {}
    for bullet in _bullets(resources.files("audit").joinpath("RULEBOOK.md").read_text("utf-8")):
        _, *parts = _CLAUSE.split(bullet)
        for id_, text in zip(parts[::2], parts[1::2], strict=True):
            texts[id_] = _MARKUP.sub("", text).strip().rstrip(";:") + ("" if text.strip().endswith(".") else ".")
    return texts


def _bullets(text: str) -> list[str]:
    """The bullets, each on one line."""
    bullets: list[str] = []
    inside = False
    for line in text.splitlines():
        if _BULLET.match(line):
            bullets.append(_BULLET.sub("", line))
            inside = True
        elif inside and line.startswith("  "):
            bullets[-1] += f" {line.strip()}"
        else:
            inside = False
    return bullets
