"""Questions in SQL to a database that `shoe audit --db` wrote.

The statement may come from anyone: it must be a single SELECT by DuckDB's own parser, and runs on a
connection that is read-only, reaches no other file or network, and has its configuration locked. What else a stranger's
question may do, take all memory or never end, is for audit/asking/asked.py to bound.
The database itself must be one that the reader trusts: DuckDB does not promise to open a hostile one safely.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import attrs

from audit.asking.question import Limits, Question, Value, the_select
from audit.asking.refusals import Said, refused
from audit.errors import QueryRefused

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

LAYOUT = 2
"""Version of the tables: it changes when a query that was right before would be wrong, or one that is right now would not have been."""
ROWS_AT_ONCE = 2_000
Told = TypeVar("Told")
Setting = str | bool | int | float | list[str]
SAFE: dict[str, Setting] = {
    "enable_external_access": False,
    "lock_configuration": True,
    "autoload_known_extensions": False,
    "allow_community_extensions": False,
    "allow_persistent_secrets": False,
    "python_enable_replacements": False,
    "errors_as_json": True,
}
CLOSING = ("enable_external_access", "lock_configuration")
OPENING = {setting: value for setting, value in SAFE.items() if setting not in CLOSING}


class OtherLayout(QueryRefused):
    """A database of ours whose tables are those of another version."""


class InUse(QueryRefused):
    """A database that another program has open, which keeps everybody else out."""


@attrs.frozen
class Result:
    """What a SELECT answered: the column names, and the rows as they come."""

    columns: tuple[str, ...]
    rows: Iterator[tuple[Any, ...]]


@contextmanager
def run_sql(database: Path, question: str | Question, limits: Limits | None = None) -> Iterator[Result]:
    """The answer to one SELECT, its rows streamed while the context is open.

    Raises QueryRefused for a database that is not ours and for anything but a single SELECT that DuckDB can answer within the limits.
    """
    import duckdb

    asked = Question(question) if isinstance(question, str) else question
    with opened(database, limits.settings() if limits else {}) as connection:
        try:
            execute(connection, asked.sql, asked.values_for(the_select(connection, asked.sql)))
            columns = tuple(str(column[0]) for column in connection.description or ())
        except duckdb.Error as error:
            raise refused(error, asked.sql, limits) from error
        yield Result(columns, _streamed(connection, asked.sql, limits))


def execute(connection: DuckDBPyConnection, sql: str, values: Mapping[str, Value] | None = None) -> None:
    """Run a statement that Ctrl-C can stop."""
    stoppable(connection, lambda: connection.execute(sql, values or None))


def stoppable(connection: DuckDBPyConnection, asking: Callable[[], Told]) -> Told:
    """Ask in a thread of its own: DuckDB does not hear Ctrl-C while it works, and the main thread does."""
    with ThreadPoolExecutor(1) as thread:
        running = thread.submit(asking)
        try:
            return running.result()
        except KeyboardInterrupt:
            while not running.done():  # it may just have been between two statements
                connection.interrupt()
                wait([running], 0.1)
            raise


@contextmanager
def opened(database: Path, settings: Mapping[str, Setting] | None = None, writes: Path | None = None) -> Iterator[DuckDBPyConnection]:
    """A connection to one of our databases that can read it, and write files into one folder if told; QueryRefused if it is none."""
    import duckdb

    if not database.is_file():
        raise QueryRefused(f"There is no database {database}; make one with `shoe audit LEDGER --vkey VKEY --db {database}`.")
    try:
        connection = duckdb.connect(str(database), read_only=True, config={**(OPENING if writes else SAFE), **(settings or {})})
    except duckdb.Error as error:
        if in_use := used_by(error):
            raise InUse(f"{database} is open in {in_use}; close it there first.") from error
        raise QueryRefused(
            f"{database} cannot be opened as a database ({Said.of(error).first}); give a file that `shoe audit --db` wrote."
        ) from error
    with connection:
        if writes:
            _confine(connection, writes)
        _require_ours(connection, database)
        yield connection


@contextmanager
def reading(database: Path) -> Iterator[DuckDBPyConnection]:
    """The same for questions of our own: a database in which they find no answer is damaged, or was tampered with."""
    import duckdb

    with opened(database) as connection:
        try:
            yield connection
        except duckdb.Error as error:
            said = Said.of(error).first
            raise QueryRefused(
                f"{database} is not whole ({said}); make it anew with `shoe audit LEDGER --vkey VKEY --db {database}`."
            ) from error


def _confine(connection: DuckDBPyConnection, folder: Path) -> None:
    """Let it reach one folder and nothing else, before it runs anything; DuckDB wants a folder told after it has opened the database."""
    place = str(folder.absolute()).replace("'", "''")
    for setting, value in {"allowed_directories": f"['{place}/']", "temp_directory": f"'{place}/spill'"}.items():
        connection.execute(f"SET {setting} = {value}")
    for setting in CLOSING:
        connection.execute(f"SET {setting} = {SAFE[setting]}")


def used_by(error: Exception) -> str:
    """Who has the database open, where that is the error; else ""."""
    text = str(error)
    if "Could not set lock on file" not in text:
        return ""
    process = re.search(r"\(PID ([0-9]+)\)", text)
    return f"another program (process {process[1]})" if process else "another program"


def _require_ours(connection: DuckDBPyConnection, database: Path) -> None:
    """Our databases say so in the table `about`, and the version of their tables."""
    import duckdb

    try:
        about = connection.execute("SELECT format, auditor, ledger, size, root FROM about").fetchall()
    except duckdb.Error as error:
        raise QueryRefused(f"{database} is not a database that `shoe audit --db` wrote; make one with it.") from error
    if len(about) != 1:
        raise QueryRefused(f"{database} was not finished; run `shoe audit --db {database}` again.")
    if about[0][0] != LAYOUT:
        raise OtherLayout(
            f"{database} was written by another version ({about[0][1]}); make it anew with `shoe audit LEDGER --vkey VKEY --db {database}`."
        )


def _streamed(connection: DuckDBPyConnection, sql: str, limits: Limits | None) -> Iterator[tuple[Any, ...]]:
    import duckdb

    try:
        while rows := connection.fetchmany(ROWS_AT_ONCE):
            yield from rows
    except duckdb.Error as error:
        raise refused(error, sql, limits) from error
