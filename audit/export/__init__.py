"""The tables of a database as files that any program reads: Parquet and CSV, and a description of each column beside them (datapackage.py).

The folder is built beside its final place, and moved there when it is whole. An earlier export there is replaced, whatever else is not.
"""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from audit.asking.query import opened
from audit.asking.refusals import Said
from audit.asking.tables import chosen, tables_of
from audit.errors import ExportError, QueryRefused
from audit.export.datapackage import DESCRIPTOR, Source, described, files_of
from audit.export.files import Exported, write_csv, write_parquet

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from audit.asking.tables import Table

FORMATS: Final = ("parquet", "csv")
MEMORY: Final = "2GB"
"""What sorting may take before it goes to the folder that is being built."""
_ADVICE = "make room on the disk, or choose another place"
_ERRNO = re.compile(r"errno\W+([0-9]+)")


def export(
    database: Path,
    folder: Path,
    formats: Sequence[str] = FORMATS,
    names: Sequence[str] = (),
    moved: Callable[[int, int], None] = lambda _done, _all: None,
) -> tuple[Exported, ...]:
    """Write the tables and views, or those named, into the folder, in some of FORMATS; `moved` is told how many of all files are done.

    Raises QueryRefused for a database that is not ours or has no such table, ExportError where the folder cannot be written.
    """
    with _building(folder) as new, opened(database, {"memory_limit": MEMORY}, writes=new) as connection:
        tables = chosen(tables_of(connection), names)
        files = []
        for done, (table, form) in enumerate([(table, form) for table in tables for form in FORMATS if form in formats]):
            moved(done, len(tables) * len(formats))
            files.append(_written(connection, table, form, new, folder))
        (new / DESCRIPTOR).write_text(described(_source(connection), new, tables, files), encoding="utf-8")
        shutil.rmtree(new / "spill", ignore_errors=True)
    return tuple(files)


def _written(connection: DuckDBPyConnection, table: Table, form: str, new: Path, folder: Path) -> Exported:
    import duckdb

    try:
        return (write_parquet if form == "parquet" else write_csv)(connection, table, new)
    except duckdb.Error as error:
        if not isinstance(error, duckdb.IOException) or "Could not read" in str(error):
            raise QueryRefused(f"The table {table.name} cannot be exported: {Said.of(error).first}.") from error
        number = _ERRNO.search(str(error))
        reason = os.strerror(int(number[1])) if number else Said.of(error).first
        raise ExportError(f"Cannot write {folder}: {reason}; {_ADVICE}.") from None


def _source(connection: DuckDBPyConnection) -> Source:
    about = connection.execute("SELECT auditor, ledger, size, root FROM about").fetchall()
    return Source(*about[0])


@contextmanager
def _building(folder: Path) -> Iterator[Path]:
    """A new folder that comes into its place when all went well; else nothing of it is left."""
    place = folder.resolve()
    try:
        _require_replaceable(place, folder)
        beside = Path(tempfile.mkdtemp(prefix=".export-", dir=place.parent))
    except OSError as error:
        raise ExportError(f"Cannot write {folder}: {error.strerror}; choose a place that exists and that you may write to.") from None
    try:
        (beside / "new").mkdir()
        yield beside / "new"
        _put(beside / "new", place, beside / "old")
    except OSError as error:
        raise ExportError(f"Cannot write {folder}: {error.strerror or error}; {_ADVICE}.") from None
    finally:
        shutil.rmtree(beside, ignore_errors=True)


def _put(new: Path, place: Path, aside: Path) -> None:
    """Move the new folder to its place, or let there be what was."""
    try:
        if place.exists():
            place.rename(aside)
        new.rename(place)
    except BaseException:
        if aside.exists() and not place.exists():
            aside.rename(place)
        raise


def _require_replaceable(place: Path, folder: Path) -> None:
    """A folder that is not there, or is empty, or holds an earlier export and nothing else."""
    if not place.exists():
        return
    if not place.is_dir():
        raise ExportError(f"{folder} is a file; choose another name for the folder.")
    found = {path.relative_to(place).as_posix() for path in place.rglob("*") if not path.is_dir()}
    if found - files_of(place / DESCRIPTOR):
        raise ExportError(f"{folder} holds something else than an earlier export, which would be lost; choose another name.")
