"""The description of an export: a Data Package (datapackage.org), from which programs know the type and meaning of each column.

Tables have a Table Schema each. What is not in those standards: the number of rows of each file, and under `sealedshoe` what the database
was made from.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import attrs

from audit.asking.tables import Column, Table
from audit.export.files import NESTED, Exported

DESCRIPTOR: Final = "datapackage.json"
FORM: Final = 1
"""Version of what an export consists of."""
_MEDIA: Final = {"csv": "text/csv", "parquet": "application/vnd.apache.parquet"}
_TYPES: Final = {"BOOLEAN": "boolean", "DATE": "date", "TIME": "time", "FLOAT": "number", "DOUBLE": "number"}
_INTEGER = re.compile(r"U?(?:TINY|SMALL|BIG|HUGE)?INT(?:EGER)?|BIGNUM")


@attrs.frozen
class Source:
    """What a database was made from: the program that wrote it, the ledger's name, its number of lines and their root."""

    auditor: str
    ledger: str
    size: int
    root: str


def described(source: Source, folder: Path, tables: Sequence[Table], files: Sequence[Exported]) -> str:
    """The text of the descriptor of files that are in a folder."""
    known = {table.name: table for table in tables}
    whole = {
        "$schema": "https://datapackage.org/profiles/2.0/datapackage.json",
        "name": re.sub(r"[^-a-z0-9._/]", "-", source.ledger.lower()),
        "title": f"Audit of the ledger {source.ledger}",
        "sealedshoe": {"export": FORM, **attrs.asdict(source)},
        "resources": [_resource(known[file.table], file, folder) for file in files],
    }
    return json.dumps(whole, indent=2, ensure_ascii=False) + "\n"


def files_of(descriptor: Path) -> set[str]:
    """Files, by their paths in its folder, of which an export consists; none where there is no descriptor of one."""
    try:
        whole = json.loads(descriptor.read_bytes())
        if whole["sealedshoe"]["export"] != FORM:
            return set()
        return {DESCRIPTOR, *(str(resource["path"]) for resource in whole["resources"])}
    except (OSError, ValueError, LookupError, TypeError):
        return set()


def _resource(table: Table, file: Exported, folder: Path) -> dict[str, Any]:
    path = folder / file.path
    with path.open("rb") as opened:
        digest = hashlib.file_digest(opened, "sha256").hexdigest()
    return {
        "name": f"{file.table}.{file.form}",
        "path": file.path,
        "description": table.comment,
        "type": "table",
        **({"profile": "tabular-data-resource", "encoding": "utf-8", "dialect": {"lineTerminator": "\r\n"}} if file.form == "csv" else {}),
        "format": file.form,
        "mediatype": _MEDIA[file.form],
        "rows": file.rows,
        "bytes": path.stat().st_size,
        "hash": f"sha256:{digest}",
        "schema": {"fields": [_field(column) for column in table.columns], "missingValues": [""]},
    }


def _field(column: Column) -> dict[str, str]:
    """A field of a Table Schema; bytes are text in base64 there."""
    field = {"name": column.name, "type": _type(column.type)}
    if column.type in {"BLOB", "UUID"}:
        field["format"] = "binary" if column.type == "BLOB" else "uuid"
    return field | ({"description": column.comment} if column.comment else {})


def _type(type_: str) -> str:
    if NESTED.fullmatch(type_):
        return "array" if type_.endswith("]") else "object"
    if _INTEGER.fullmatch(type_):
        return "integer"
    return "datetime" if type_.startswith("TIMESTAMP") else "number" if type_.startswith("DECIMAL") else _TYPES.get(type_, "string")
