"""What a database holds, told to a person: its tables, or each with its columns and what they mean."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Sequence

from audit.asking.tables import Table
from audit.tabular import as_markdown as grid
from audit.tabular.cells import marked, shown

INDENT = "    "
NARROWEST_COMMENT = 24
"""Columns below which a comment is not squeezed in beside the types, and goes on lines of its own."""


def as_list(tables: Sequence[Table], width: int, name: Callable[[str], str] = str) -> str:
    """The tables alone and what each is about, in a text of that many columns; `name` may set a table's name apart."""
    longest = max((len(shown(table.name)) for table in tables), default=0)
    return "\n".join(line for table in tables for line in _entry(table, longest, width, name))


def as_text(tables: Sequence[Table], width: int, name: Callable[[str], str] = str) -> str:
    """A text of that many columns; `name` may set a table's name apart."""
    return "\n".join(line for table in tables for line in _table(table, width, name))


def as_markdown(tables: Sequence[Table]) -> str:
    """The same as Markdown, a heading and a table for each."""
    return "\n".join(line for table in tables for line in _section(table))


def _entry(table: Table, longest: int, width: int, name: Callable[[str], str]) -> Iterator[str]:
    head, rest = shown(table.name), " " * (longest + 2)
    first, *more = textwrap.wrap(shown(table.comment), max(NARROWEST_COMMENT, width - len(rest))) or [""]
    yield f"{name(head)}{' ' * (len(rest) - len(head))}{first}".rstrip()
    yield from (f"{rest}{line}" for line in more)


def _table(table: Table, width: int, name: Callable[[str], str]) -> Iterator[str]:
    yield f"{name(shown(table.name))}  ({_size(table)})"
    yield from textwrap.wrap(shown(table.comment), width, initial_indent="  ", subsequent_indent="  ")
    first, second = (max((len(shown(value)) for value in values), default=0) for values in zip(*_named(table), strict=True))
    for column in table.columns:
        head = f"{INDENT}{shown(column.name):<{first}}  {shown(column.type):<{second}}"
        if width - len(head) < NARROWEST_COMMENT:
            yield head.rstrip()
            head = INDENT
        yield from textwrap.wrap(f"{head}  {shown(column.comment)}", width, subsequent_indent=" " * (len(head) + 2))
    yield ""


def _named(table: Table) -> list[tuple[str, str]]:
    return [(column.name, column.type) for column in table.columns] or [("", "")]


def _section(table: Table) -> Iterator[str]:
    yield f"## {marked(table.name)} ({_size(table)})\n"
    if table.comment:
        yield f"{marked(table.comment)}\n"
    yield from grid(("column", "type", "meaning"), [(column.name, column.type, column.comment) for column in table.columns])
    yield ""


def _size(table: Table) -> str:
    return "a view" if table.rows is None else "1 row" if table.rows == 1 else f"{table.rows:,} rows"
