"""A question in SQL as somebody asks it: its text, values for its parameters, and how much time and memory the answer may take."""

from __future__ import annotations

import re
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Final

import attrs

from audit.bounded import read_bounded
from audit.errors import QueryRefused

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, Statement

Value = int | Decimal | bool | str | None

LONGEST: Final = 1 << 20
"""Bytes of the longest question: a megabyte."""
_PARAMETER = re.compile(r"\$?(\w+)=(.*)", re.DOTALL)
_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]{0,37})")
_DECIMAL = re.compile(r"-?[0-9]{1,19}\.[0-9]{1,18}")
_NAMED: Final[dict[str, Value]] = {"true": True, "false": False, "null": None}
_QUOTED = re.compile(r"'(.*)'|\"(.*)\"", re.DOTALL)
_UNITS: Final = {"K": 1, "M": 2, "G": 3, "T": 4}


@attrs.frozen
class Question:
    """A SELECT, and texts NAME=VALUE for its parameters, which stand in it as `$NAME`."""

    sql: str
    parameters: tuple[str, ...] = ()

    def values_for(self, select: Statement) -> dict[str, Value]:
        """Values for the parameters of a SELECT, one for each and no other; raises QueryRefused."""
        values, has = self.values(), sorted(select.named_parameters)
        given, wanted = {name.casefold() for name in values}, {name.casefold() for name in has}
        if missing := [name for name in has if name.casefold() not in given]:
            told = " and ".join(f"${name}" for name in missing)
            raise QueryRefused(f"The question asks for {told}; give the value with --param {missing[0]}=VALUE.")
        if unknown := [name for name in values if name.casefold() not in wanted]:
            told = " and ".join(f"${name}" for name in has) or "no parameter"
            raise QueryRefused(f"There is no ${unknown[0]} in the question, which has {told}.")
        return values

    def values(self) -> dict[str, Value]:
        """Values by name; raises QueryRefused for what is no parameter, or is given twice."""
        found: dict[str, Value] = {}
        for text in self.parameters:
            name, value = parameter(text)
            if name in found:
                raise QueryRefused(f"The parameter {name} is given twice; give it one value.")
            found[name] = value
        return found


@attrs.frozen
class Limits:
    """What an answer may take: seconds until its last row is read, and memory in DuckDB's words, such as "2GB"."""

    seconds: float = 300
    memory: str = "2GB"

    def settings(self) -> dict[str, str | bool]:
        """The same as settings of DuckDB's; what does not fit into memory goes to no file."""
        return {"max_execution_time": str(round(self.seconds * 1000)), "memory_limit": self.memory, "temp_directory": ""}

    @property
    def bytes(self) -> int:
        """The memory in bytes: 2GB are 2·10⁹, 2GiB are 2·2³⁰."""
        number, unit = self.memory[: -(3 if "i" in self.memory else 2)], self.memory.upper().rstrip("B").rstrip("I")[-1]
        return int(Decimal(number.strip()) * (1024 if "i" in self.memory else 1000) ** _UNITS[unit])


def parameter(text: str) -> tuple[str, Value]:
    """Name and value from NAME=VALUE: an integer, a decimal, true, false, null, else text; in quotes ('7') always text, without them."""
    parts = _PARAMETER.fullmatch(text)
    if not parts:
        raise QueryRefused(f"“{text}” is no parameter; give it as NAME=VALUE, such as session=3.")
    return parts[1], _value(parts[2])


def _value(text: str) -> Value:
    if text in _NAMED:
        return _NAMED[text]
    if _INTEGER.fullmatch(text):
        return int(text)
    if _DECIMAL.fullmatch(text):
        return Decimal(text)
    quoted = _QUOTED.fullmatch(text)
    return text if not quoted else quoted[1] if quoted[1] is not None else quoted[2]


def the_select(connection: DuckDBPyConnection, sql: str) -> Statement:
    """The one SELECT that a text must be; raises QueryRefused, and DuckDB's error for what is no SQL."""
    import duckdb

    statements = connection.extract_statements(sql)
    if not statements:
        raise QueryRefused('There is no question in that text; ask one like "SELECT * FROM about".')
    if len(statements) > 1:
        raise QueryRefused(f"Only one SELECT is run at a time, and there are {len(statements)} statements; ask them one by one.")
    kind = statements[0].type
    if kind == duckdb.StatementType.MULTI:
        raise QueryRefused(
            "A PIVOT that looks for its columns itself is several statements; name them, as in PIVOT … ON outcome IN ('win', 'lose')."
        )
    if kind != duckdb.StatementType.SELECT:
        raise QueryRefused(f"{_kind_name(kind)} statement is not run here; ask with a single SELECT, which changes nothing.")
    return statements[0]


def _kind_name(kind: object) -> str:
    name = str(kind).rpartition(".")[2].replace("_", " ")
    return f"{'An' if name[0] in 'AEIOU' else 'A'} {name}"


def read_question(path: Path) -> str:
    """The text of a file of SQL."""
    return as_text(read_bounded(path, LONGEST, QueryRefused, "give a file that holds one SELECT"), str(path))


def as_text(data: bytes, source: str) -> str:
    """The text of bytes that were read from a source, which are UTF-8 with or without a byte order mark; raises QueryRefused."""
    if len(data) > LONGEST:
        raise QueryRefused(f"{source} is longer than a question may be, a megabyte; give a file that holds one SELECT.")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise QueryRefused(f"{source} is not text in UTF-8 (byte {error.start}); save it as UTF-8.") from None
