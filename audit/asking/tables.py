"""What the tables of a database hold: their columns, and the comments that document both."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

import attrs

from audit.asking.query import opened
from audit.errors import QueryRefused

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


@attrs.frozen
class Column:
    """A column of a table, with the comment that documents it."""

    name: str
    type: str
    comment: str


@attrs.frozen
class Table:
    """A table or view, with its comment, its number of rows (None for a view) and its columns."""

    name: str
    comment: str
    rows: int | None
    columns: tuple[Column, ...]


def list_tables(database: Path, names: Sequence[str] = ()) -> tuple[Table, ...]:
    """Every table and view of the database with its columns, in alphabetical order, or those named; QueryRefused for one unknown."""
    with opened(database) as connection:
        return chosen(tables_of(connection), names)


def chosen(known: Sequence[Table], names: Sequence[str]) -> tuple[Table, ...]:
    """All, or those named; QueryRefused for one unknown."""
    for name in names:
        if name not in {table.name for table in known}:
            near = get_close_matches(name, [table.name for table in known], n=1, cutoff=0.5)
            hint = f"did you mean {near[0]}?" if near else "`shoe tables DB` lists what there is."
            raise QueryRefused(f"There is no table “{name}” in the database; {hint}")
    return tuple(table for table in known if not names or table.name in names)


def tables_of(connection: DuckDBPyConnection) -> tuple[Table, ...]:
    """Every table and view that a connection reads."""
    tables = connection.execute(
        "SELECT table_name, coalesce(comment, ''), estimated_size FROM duckdb_tables() WHERE NOT internal AND schema_name = 'main'"
        " UNION ALL SELECT view_name, coalesce(comment, ''), NULL FROM duckdb_views() WHERE NOT internal AND schema_name = 'main'"
        " ORDER BY 1"
    ).fetchall()
    columns = connection.execute(
        "SELECT table_name, column_name, data_type, coalesce(comment, '') FROM duckdb_columns()"
        " WHERE NOT internal AND schema_name = 'main' ORDER BY 1, column_index"
    ).fetchall()
    return tuple(
        Table(name, comment, rows, tuple(Column(*rest) for table, *rest in columns if table == name)) for name, comment, rows in tables
    )
