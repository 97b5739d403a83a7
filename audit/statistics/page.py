"""The usual questions on one page of text, the audit's verdict first, what was foretold beside what was recorded last: `shoe stats`."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs

from audit.asking.query import reading, stoppable
from audit.expected import Expected, Family, Group, expected_of
from audit.statistics.about import About, about
from audit.statistics.summary import NUMBER, PERCENT, Table, many, percent, tables
from audit.tabular import as_table
from audit.values import printable

WHAT_FORETOLD = "What rules and cards foretell, beside what was recorded"
"""Heading of the comparisons."""
JOINT = "The intervals of a rule set are joint: what is foretold lies within all of them at once in 95 of 100 honest records."
"""What stands below it."""


@attrs.frozen
class Statistics:
    """Everything on the page."""

    about: About
    tables: tuple[Table, ...]
    expected: Expected


def statistics(database: Path) -> Statistics:
    """The usual questions, answered from a database that the audit wrote; raises QueryRefused for one that is not ours."""
    with reading(database) as con:
        return stoppable(con, lambda: Statistics(about(con), tuple(tables(con)), expected_of(con)))


def as_text(told: Statistics, width: int) -> str:
    """The page; running text is folded to a width, tables take the room that they need."""
    return "\n".join(printable(line) for line in _lines(told, width)) + "\n"


def as_object(told: Statistics) -> dict[str, Any]:
    """The same for a program: every figure as a number, tables with the SELECT behind each and how many rows are left out."""
    return {
        "about": attrs.asdict(told.about),
        "tables": [{"title": table.title, "question": table.question, "rows": table.figures, "more": table.more} for table in told.tables],
        "expected": [_group(group) for group in told.expected.groups],
        "together": told.expected.together,
    }


def _group(group: Group) -> dict[str, Any]:
    families = [attrs.asdict(family) for family in group.families]
    for told, family in zip(families, group.families, strict=True):
        told["comparisons"] = [attrs.asdict(one) | {"sentence": one.sentence} for one in family.comparisons]
        told["fits"] = [attrs.asdict(one) | {"p": one.p, "sentence": one.sentence} for one in family.fits]
    edge = attrs.asdict(group.edge) | {"sentence": group.edge.sentence} if group.edge else None
    return attrs.asdict(group) | {"families": families, "edge": edge}


def _lines(told: Statistics, width: int) -> Iterator[str]:
    yield told.about.sentence
    if not told.tables:
        yield ""
        yield "No round was recorded yet."
        return
    for table in told.tables:
        yield ""
        yield table.title
        right = [column.kind in (NUMBER, PERCENT) for column in table.columns]
        yield from (f"  {line}" for line in as_table([column.label for column in table.columns], table.rows, right))
        if table.more:
            yield f"  … and {table.more:,} more: {table.question}"
    yield ""
    yield WHAT_FORETOLD
    yield from _folded(JOINT, width, "  ")
    for group in told.expected.groups:
        yield from _beside(group, width)
    yield ""
    yield from textwrap.wrap(told.expected.together, width)


def _beside(group: Group, width: int) -> Iterator[str]:
    sessions = "session" if len(group.sessions) == 1 else "sessions"
    yield ""
    yield from _folded(f"{group.profile}: {sessions} {_in_runs(group.sessions)}, {many(group.rounds, 'round')}", width, "  ")
    if group.edge:
        yield from _folded(group.edge.sentence, width)
        yield from _folded(f"(Best play is worked out as if {'; '.join(group.edge.assumes)}.)", width)
    for family in group.families:
        yield from _family(family, width)


def _family(family: Family, width: int) -> Iterator[str]:
    yield f"    {family.title}"
    rows = [
        (
            one.label,
            percent(one.expected),
            percent(one.observed),
            f"{percent(one.low)} to {percent(one.high)}",
            f"{one.n:,}",
            _note(one.inside),
        )
        for one in family.comparisons
    ]
    if rows:
        labels = ["", "foretold", "observed", "joint 95% interval", "n", ""]
        shown = len(labels) if any(row[-1] for row in rows) else len(labels) - 1
        right = [False, True, True, False, True, False]
        yield from (f"      {line}" for line in as_table(labels[:shown], (row[:shown] for row in rows), right[:shown]))
        yield from _folded(f"n: {'; '.join(dict.fromkeys(one.what for one in family.comparisons))}.", width, " " * 6)
    for sentence in (family.sentence, *(fit.sentence for fit in family.fits)):
        yield from _folded(sentence, width, " " * 6)
    for reason in family.cannot:
        yield from _folded(reason, width, " " * 6)


def _note(inside: bool) -> str:  # noqa: FBT001 -- it is what is noted
    return "" if inside else "outside"


def _folded(text: str, width: int, indent: str = " " * 4) -> list[str]:
    return textwrap.wrap(text, width, initial_indent=indent, subsequent_indent=indent + "  ")


def _in_runs(numbers: tuple[int, ...]) -> str:
    """Rising numbers in words, those in a row as from–to."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ", ".join(str(first) if first == last else f"{first}–{last}" for first, last in runs)
