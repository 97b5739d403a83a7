"""The database of an audit: one DuckDB file with every fact in readable tables, each table and column with a comment.

Each unit's facts become Parquet files in a folder of their own; the file is built beside its final place and moved there when it is whole.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import attrs

from audit.asking.query import InUse, OtherLayout, opened, run_sql, used_by
from audit.errors import DatabaseError, QueryRefused
from audit.facts.columns import Columns
from audit.judge import table_of
from audit.modelling import model
from audit.published import Published, packed, published
from audit.statistics import estimates

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

BUILT = "built.duckdb"
_PARQUET = "FORMAT parquet, COMPRESSION lz4, DICTIONARY_SIZE_LIMIT 1"
"""Without dictionaries: to look for them takes a third of the writing, and a half more bytes live but a moment."""
_TWICE = "SELECT 1 FROM rounds GROUP BY session, round HAVING count(*) > 1 LIMIT 1"


@attrs.frozen
class Part:
    """Lines whose facts are in a database: the first one, how many, and the name of what they came to (ADR 18), "" for none."""

    first: int
    lines: int
    key: str


@attrs.frozen
class Building:
    """A database in the making: a folder for new facts, and the parts whose facts the database has already."""

    database: Path
    folder: Path
    has: tuple[Part, ...] = ()


@contextmanager
def building(database: Path, *, growing: bool) -> Iterator[Building]:
    """Give a folder for facts; the database that is made of them replaces `database` at the end.

    With `growing` it may be that very one with more in it. Raises DatabaseError, also for a file not ours there.
    """
    _require_replaceable(database)
    try:
        folder = Path(tempfile.mkdtemp(prefix=".facts-", dir=database.parent))
    except OSError as error:
        raise DatabaseError(f"Cannot write {database}: {error.strerror}; choose a folder that exists and that you may write to.") from None
    try:
        yield Building(database, folder, _parts(database) if growing and database.exists() else ())
        if (folder / BUILT).exists():
            (folder / BUILT).replace(database)
    except OSError as error:
        raise DatabaseError(f"Cannot write {database}: {error.strerror or error}.") from None
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _parts(database: Path) -> tuple[Part, ...]:
    """Parts whose facts a database has.

    None where its tables are another version's, or a round's number is there twice, so that its facts cannot be told apart.
    """
    try:
        with run_sql(database, _TWICE) as twice:
            if next(twice.rows, None) is not None:
                return ()
    except OtherLayout:
        return ()
    with run_sql(database, "SELECT first, lines, key FROM parts WHERE key IS NOT NULL") as parts:
        return tuple(Part(*row) for row in parts.rows)


def _require_replaceable(database: Path) -> None:
    """An older database of ours may be written over, nobody's diary."""
    if not database.exists():
        return
    try:
        with opened(database):
            return
    except InUse as error:
        raise DatabaseError(str(error)) from None
    except OtherLayout:
        return
    except QueryRefused:
        raise DatabaseError(f"{database} is there already and is no database of an audit; choose another name.") from None


def write_facts(con: DuckDBPyConnection, folder: Path, unit: int) -> None:
    """Write one unit's facts, which are registered on the connection, as Parquet."""
    con.execute(model("published"))
    for table in published():
        if table.sql and not table.of_ledger:
            file = _quoted(str(folder / f"{table.name}-{unit:08d}.parquet"))
            con.execute(f"COPY ({table.sql}) TO {file} ({_PARQUET})")


def write_ledger(making: Building, rows: Mapping[str, Columns], parts: Sequence[Part], recalled: Collection[Part]) -> None:
    """Build the database from the facts in the folder and the rows of the tables that are about the ledger as a whole.

    `parts`: of what lines it then has the facts; `recalled`: those that the folder has none of, since they were not judged again. Raises
    DatabaseError.
    """
    import duckdb

    every = dict(rows) | {"parts": table_of([attrs.asdict(part) for part in parts], {"first": int, "lines": int, "key": str})}
    grows = any(part in recalled for part in making.has)
    try:
        with duckdb.connect(str(making.database if grows else making.folder / BUILT)) as con:
            if grows:
                _grow(con, making, every, [part for part in making.has if part not in recalled])
            else:
                _build(con, making, every)
    except duckdb.IOException as error:
        if in_use := used_by(error):
            raise DatabaseError(f"{making.database} is open in {in_use}; close it there first.") from None
        raise DatabaseError(f"Cannot write {making.database}: {str(error).splitlines()[0]}") from None


def _build(con: DuckDBPyConnection, making: Building, rows: Mapping[str, Columns]) -> None:
    con.begin()
    packed.prepare(con)
    estimates.define(con)
    for table in published():
        if table.of_ledger:
            con.register(f"{table.name}_rows", rows[table.name])
            con.sql(table.sql).create(table.name)
            con.unregister(f"{table.name}_rows")
        elif table.sql:
            con.read_parquet(str(making.folder / f"{table.name}-*.parquet")).create(table.store)
    for table in published():
        if table.shown:
            con.execute(f"CREATE VIEW {table.name} AS {table.shown}")
        _describe(con, table)
    con.commit()


def _grow(con: DuckDBPyConnection, making: Building, rows: Mapping[str, Columns], stale: Sequence[Part]) -> None:
    """Let go of the facts of parts that are no more, add the new ones, and write all that is about the ledger as a whole anew: at once."""
    con.begin()
    con.execute("CREATE TEMP TABLE gone (session BIGINT, round BIGINT)")
    for part in stale:
        lines = [part.first, part.first + part.lines]
        con.execute("INSERT INTO gone SELECT session, round FROM rounds WHERE seq >= ? AND seq < ?", lines)
    for table in published():
        name = table.name  # our own
        if table.of_ledger:
            con.register(f"{name}_rows", rows[name])
            con.execute(f"DELETE FROM {name}")  # noqa: S608
            con.sql(table.sql).insert_into(name)
            con.unregister(f"{name}_rows")
            continue
        if not table.sql:
            continue
        con.execute(f"DELETE FROM {table.store} AS t USING gone WHERE t.session = gone.session AND t.round = gone.round")  # noqa: S608
        if any(making.folder.glob(f"{name}-*.parquet")):
            con.read_parquet(str(making.folder / f"{name}-*.parquet")).insert_into(table.store)
    con.commit()


def _describe(con: DuckDBPyConnection, table: Published) -> None:
    """Put the comments where DuckDB shows them; all text is our own."""
    con.execute(f"COMMENT ON {'VIEW' if table.shown else 'TABLE'} {table.name} IS {_quoted(table.comment)}")
    for column, comment in table.columns.items():
        con.execute(f'COMMENT ON COLUMN {table.name}."{column}" IS {_quoted(comment)}')


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
