"""Rows as text for a person (a table), for a page (Markdown), for a spreadsheet (CSV) or for a program (JSON), streamed."""

from __future__ import annotations

import csv
import io
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from decimal import Decimal
from itertools import chain, islice
from typing import Any, Final

import attrs

from audit.tabular.cells import as_json as json_of
from audit.tabular.cells import marked, shown, text

FORMATS = ("table", "csv", "json", "markdown")
ROWS_MEASURED = 1_000
WIDEST = 60
_AS_IT_IS: Final = (str, int, type(None), float)
"""Types whose values the writer of CSV writes as we would; most are."""


def rendered(form: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> Iterator[str]:
    """Lines without their newline, in one of FORMATS."""
    return {"table": as_table, "csv": as_csv, "json": as_json, "markdown": as_markdown}[form](columns, rows)


def as_table(columns: Sequence[str], rows: Iterable[Sequence[Any]], right: Sequence[bool] = ()) -> Iterator[str]:
    """Aligned columns, numbers to the right; widths are those of the first rows, and what is longer later takes the room it needs.

    `right`: columns that go to the right, whatever they hold.
    """
    grid = _Grid.over(columns, rows, shown, right)
    lines = (grid.padded(cells) for cells in grid.rows)
    yield from ("  ".join(cells).rstrip() for cells in chain([next(lines)], [["─" * width for width in grid.widths]], lines))


def as_markdown(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> Iterator[str]:
    """A table of GitHub Flavored Markdown, which reads well as text, too."""
    grid = _Grid.over(columns, rows, marked)
    rule = ["-" * (max(width, 3) - right) + ":" * right for width, right in zip(grid.widths, grid.right, strict=True)]
    lines = (grid.padded(cells) for cells in grid.rows)
    yield from (f"| {' | '.join(cells)} |" for cells in chain([next(lines)], [rule], lines))


def as_csv(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> Iterator[str]:
    """RFC 4180, a header first; nothing is an empty field."""
    buffer = io.StringIO()
    write = csv.writer(buffer, lineterminator="").writerow
    for row in chain([columns], rows):
        write([value if type(value) in _AS_IT_IS else text(value) for value in row])
        yield buffer.getvalue()
        buffer.seek(0)
        buffer.truncate()


def as_json(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> Iterator[str]:
    """A list with one object a row, one object a line."""
    before = "["
    names = _distinct(columns)
    for row in rows:
        yield before + json_of(dict(zip(names, row, strict=True)))
        before = ","
    yield "]" if before == "," else "[]"


@attrs.frozen
class _Grid:
    """The heading and the rows as text, each column's width, and whether it is a column of numbers, which stand to the right."""

    rows: Iterator[list[str]]
    widths: list[int]
    right: Sequence[bool]

    @classmethod
    def over(cls, columns: Sequence[str], rows: Iterable[Sequence[Any]], cell: Callable[[Any], str], right: Sequence[bool] = ()) -> _Grid:
        """Measured on the first rows."""
        source = iter(rows)
        first = [list(row) for row in islice(source, ROWS_MEASURED)]
        right = right or [all(_is_number(row[at]) for row in first) and bool(first) for at in range(len(columns))]
        cells = [[cell(value) for value in row] for row in [list(columns), *first]]
        widths = [min(WIDEST, max(_width(row[at]) for row in cells)) for at in range(len(columns))]
        return cls(chain(cells, ([cell(value) for value in row] for row in source)), widths, right)

    def padded(self, cells: Sequence[str]) -> list[str]:
        """A row's cells, each with the spaces that its column needs."""
        spaces = [" " * (width - _width(cell)) for cell, width in zip(cells, self.widths, strict=True)]
        return [space + cell if right else cell + space for cell, space, right in zip(cells, spaces, self.right, strict=True)]


def _distinct(columns: Sequence[str]) -> list[str]:
    """Column names, the second `a` as `a_2`: an object has each key once."""
    names: list[str] = []
    for name in columns:
        copies = [name, *(f"{name}_{copy}" for copy in range(2, 2 + len(names)))]
        names.append(next(copy for copy in copies if copy not in names))
    return names


def _is_number(value: Any) -> bool:
    return value is None or (isinstance(value, int | float | Decimal) and not isinstance(value, bool))


def _width(shown_text: str) -> int:
    """Columns of a terminal that the text takes."""
    if shown_text.isascii():
        return len(shown_text)
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in shown_text)
