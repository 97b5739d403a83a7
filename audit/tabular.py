"""Rows as text for a person (a table), for a spreadsheet (CSV) or for a program (JSON), streamed."""

from __future__ import annotations

import csv
import datetime as dt
import io
import json
import math
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from itertools import chain, islice
from typing import Any

from audit.values import printable

FORMATS = ("table", "csv", "json")
ROWS_MEASURED = 1_000
WIDEST = 60


def rendered(form: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> Iterator[str]:
    """Lines without their newline, in one of FORMATS."""
    return {"table": as_table, "csv": as_csv, "json": as_json}[form](columns, rows)


def as_table(columns: Sequence[str], rows: Iterable[Sequence[Any]], right: Sequence[bool] = ()) -> Iterator[str]:
    """Aligned columns, numbers to the right; widths are those of the first rows, and what is longer later takes the room it needs.

    `right`: columns that go to the right, whatever they hold.
    """
    source = iter(rows)
    first = [list(row) for row in islice(source, ROWS_MEASURED)]
    right = right or [all(_is_number(row[at]) for row in first) and bool(first) for at in range(len(columns))]
    cells = [[shown(value) for value in row] for row in [list(columns), *first]]
    widths = [min(WIDEST, max(_width(row[at]) for row in cells)) for at in range(len(columns))]
    yield _line(cells[0], widths, right)
    yield "  ".join("─" * width for width in widths)
    for row in chain(cells[1:], ([shown(value) for value in row] for row in source)):
        yield _line(row, widths, right)


def as_csv(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> Iterator[str]:
    """RFC 4180, a header first; nothing is an empty field."""
    for row in chain([columns], rows):
        buffer = io.StringIO()
        csv.writer(buffer, lineterminator="").writerow([_field(value) for value in row])
        yield buffer.getvalue()


def as_json(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> Iterator[str]:
    """A list with one object a row, one object a line."""
    before = "["
    names = _distinct(columns)
    for row in rows:
        whole = {name: _finite(value) for name, value in zip(names, row, strict=True)}
        yield before + json.dumps(whole, ensure_ascii=False, default=plain)
        before = ","
    yield "]" if before == "," else "[]"


def plain(value: Any) -> Any:
    """A value that JSON has no form for: decimals as numbers that have all their digits, else as text; bytes as hex, times in ISO 8601."""
    if isinstance(value, Decimal):
        number = int(value) if value == value.to_integral_value() else float(value)
        return number if Decimal(str(number)) == value else str(value)
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, dt.date | dt.time):
        return value.isoformat()
    return str(value)


def shown(value: Any) -> str:
    """A value in a table for people: fractions with four places, nothing as empty, no control characters."""
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.4f}"
    text = value.hex() if isinstance(value, bytes) else str(value)
    return printable(text)


def _finite(value: Any) -> Any:
    """JSON has no infinity and no not-a-number: nothing stands for them."""
    return None if isinstance(value, float) and not math.isfinite(value) else value


def _field(value: Any) -> Any:
    """A value in CSV: truth as in JSON, bytes as hex."""
    return str(value).lower() if isinstance(value, bool) else plain(value) if isinstance(value, bytes) else value


def _distinct(columns: Sequence[str]) -> list[str]:
    """Column names, the second `a` as `a_2`: an object has each key once."""
    names: list[str] = []
    for name in columns:
        copies = [name, *(f"{name}_{copy}" for copy in range(2, 2 + len(names)))]
        names.append(next(copy for copy in copies if copy not in names))
    return names


def _is_number(value: Any) -> bool:
    return value is None or (isinstance(value, int | float | Decimal) and not isinstance(value, bool))


def _width(text: str) -> int:
    """Columns of a terminal that the text takes."""
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def _line(cells: Sequence[str], widths: Sequence[int], right: Sequence[bool]) -> str:
    padded = []
    for cell, width, to_right in zip(cells, widths, right, strict=True):
        space = " " * (width - _width(cell))
        padded.append(space + cell if to_right else cell + space)
    return "  ".join(padded).rstrip()
