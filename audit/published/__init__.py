"""The tables of the database that an audit writes, one SQL file each: comments for table and columns, and the SELECT that fills it.

The views of `audit/statistics` come after them.

Of a view there is, after `-- shown`, what it selects from the rows that are stored (packed.py). Text is cast to VARCHAR where a
ledger may have none: no rows, or nothing but NULL, do not tell their type.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import resources

import attrs

from audit.published.packed import SCHEMA

_HEAD = re.compile(r"-- (table|comment): (.+)")
_COLUMN = re.compile(r"-- column (\w+): (.+)")


@attrs.frozen
class Published:
    """One table of the database: its comment, its columns' comments, and the SELECT that fills it.

    Where it is a view, `shown` is what that selects from packed rows; `sql` fills those, "" where they are another one's.
    """

    name: str
    comment: str
    columns: dict[str, str]
    sql: str
    shown: str

    @property
    def store(self) -> str:
        """Name of the table that holds its rows."""
        return f"{SCHEMA}.{self.name}" if self.shown else self.name

    @property
    def of_ledger(self) -> bool:
        """Whether it is about the ledger as a whole and not filled unit by unit."""
        return f"FROM {self.name}_rows" in self.sql


@cache
def published() -> tuple[Published, ...]:
    """Every table of the database, by name, and then every view that answers a usual question."""
    return (*_read("audit.published"), *_read("audit.statistics"))


def _read(package: str) -> list[Published]:
    files = (file.read_text("utf-8") for file in resources.files(package).iterdir() if file.name.endswith(".sql"))
    return sorted(map(_published, files), key=lambda table: table.name)


def _published(text: str) -> Published:
    filling, _, shown = text.partition("-- shown\n")
    head, sql = dict(_HEAD.findall(filling)), "\n".join(line for line in filling.splitlines() if not line.startswith("--"))
    return Published(head["table"], head["comment"], dict(_COLUMN.findall(filling)), sql, shown)
