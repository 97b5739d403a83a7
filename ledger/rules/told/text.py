"""An explanation as plain text for a terminal or a sheet of paper."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable

from ledger.rules.told.line import Part


def laid_out(name: str, title: str, parts: Iterable[Part], width: int) -> str:
    """Name and title, then each part under its heading: a statement begins at a dash and ends with its clauses in brackets."""
    lines = textwrap.wrap(f"{name}: {title}", width, subsequent_indent="  ")
    for part in parts:
        lines += ["", part.title]
        for line in part.lines:
            clauses = f"  [{', '.join(line.clauses)}]" if line.clauses else ""
            lines += textwrap.wrap(line.text + clauses, width, initial_indent="  – ", subsequent_indent="    ", break_on_hyphens=False)
    return "\n".join(lines) + "\n"
