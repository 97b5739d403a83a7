"""One table as a file of Parquet or CSV, its rows in the order of their columns, so that two exports of one database are alike.

CSV is RFC 4180: a header, lines that end with CR LF, nothing as an empty field and empty text in quotes; times in ISO 8601, UTC; `true` and
`false`; bytes in base64; what holds other values as JSON.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import attrs

from audit.asking.query import execute
from audit.asking.tables import Column, Table
from audit.errors import QueryRefused

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

NESTED = re.compile(r".*\]|(?:STRUCT|MAP|UNION|TUPLE)\b.*", re.DOTALL)
_FILE_NAME = re.compile(r"[a-z0-9_]{1,64}")
_PARQUET = "FORMAT parquet, COMPRESSION zstd"
_CSV = "FORMAT csv, HEADER, NEW_LINE '\\r\\n', TIMESTAMPFORMAT '%Y-%m-%dT%H:%M:%SZ'"


@attrs.frozen
class Exported:
    """A file that was written: the table's name, the form, the path in the folder, the number of rows."""

    table: str
    form: str
    path: str
    rows: int


def write_parquet(connection: DuckDBPyConnection, table: Table, folder: Path) -> Exported:
    """Write FOLDER/parquet/NAME.parquet."""
    sorted_rows = f"{_select(table, _for_parquet, f'main.{_named(table.name)}')} ORDER BY ALL"
    return _copied(connection, table, folder, "parquet", sorted_rows)


def write_csv(connection: DuckDBPyConnection, table: Table, folder: Path) -> Exported:
    """Write FOLDER/csv/NAME.csv, from its Parquet where that is there: the rows need not be sorted again."""
    parquet = folder / "parquet" / f"{table.name}.parquet"
    source = f"read_parquet({_quoted(str(parquet))})" if parquet.exists() else f"(FROM main.{_named(table.name)} ORDER BY ALL)"
    return _copied(connection, table, folder, "csv", _select(table, _for_csv, source))


def _copied(connection: DuckDBPyConnection, table: Table, folder: Path, form: str, select: str) -> Exported:
    if not _FILE_NAME.fullmatch(table.name):
        raise QueryRefused(f"The table “{table.name}” cannot be exported: its name cannot be a file's.")
    path = f"{form}/{table.name}.{form}"
    (folder / form).mkdir(exist_ok=True)
    execute(connection, f"COPY ({select}) TO {_quoted(str(folder / path))} ({_PARQUET if form == 'parquet' else _CSV})")
    return Exported(table.name, form, path, connection.fetchall()[0][0])


def _select(table: Table, written: Callable[[Column], str], source: str) -> str:
    """Every name in it is quoted."""
    columns = ", ".join(f"{written(column)} AS {_named(column.name)}" for column in table.columns)
    return f"SELECT {columns} FROM {source}"  # noqa: S608


def _for_parquet(column: Column) -> str:
    """Parquet has no integers beyond 64 bits, but decimals of 38 digits."""
    return f"{_named(column.name)}::DECIMAL(38, 0)" if column.type in {"HUGEINT", "UHUGEINT"} else _named(column.name)


def _for_csv(column: Column) -> str:
    name = _named(column.name)
    return f"to_json({name})" if NESTED.fullmatch(column.type) else f"to_base64({name})" if column.type == "BLOB" else name


def _named(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
