"""One value of an answer as text: for a person, for a field of CSV, for JSON, for a cell of Markdown."""

from __future__ import annotations

import datetime as dt
import json
import math
import re
from decimal import Decimal
from typing import Any

from audit.values import printable

_MARKUP = re.compile(r"[\\`*\[\]<>&|~$]|(?<![^\W_])_|_(?![^\W_])")
_ESCAPED = r"\\\g<0>"
_LINE_END = re.compile(r"\r\n|\r|\n")
_ROUND_BELOW, _ROUND_ABOVE = 1e-3, 1e15
"""Sizes between which four places are what a person wants to see of a fraction."""


def shown(value: Any) -> str:
    """A value for people: fractions with four places, date and time apart, nothing as empty, no control characters."""
    if isinstance(value, str):
        return printable(value)
    if isinstance(value, dt.datetime):
        return str(value)
    if isinstance(value, float) and (value == 0 or _ROUND_BELOW <= abs(value) < _ROUND_ABOVE):
        return f"{value:.4f}"
    return printable(f"{value:.4g}" if isinstance(value, float) else text(value))


def moment(time: str) -> str:
    """A time as a ledger writes it (FORMAT §2), for people: `2026-01-31 09:00:00 UTC`."""
    return time.replace("T", " ").replace("Z", " UTC")


def marked(value: Any) -> str:
    """A value in a cell of a Markdown table: shown, on one line, and what would be markup shown as it is."""
    if not isinstance(value, str):
        return _MARKUP.sub(_ESCAPED, shown(value))
    return "<br>".join([_MARKUP.sub(_ESCAPED, printable(line)) for line in _LINE_END.split(value)])


def text(value: Any) -> str:
    """A value whole: nothing as empty, truth as in SQL, bytes as hex, times in ISO 8601, what holds other values as JSON."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Decimal):
        return f"{value:f}"
    if isinstance(value, dict | list | tuple):
        return as_json(value)
    told = plain(value)
    return told if isinstance(told, str) else str(value)


def as_json(value: Any) -> str:
    """A value as JSON on one line, with escapes for what a terminal might obey."""
    try:
        line = _encode(value)
    except (TypeError, ValueError):  # a key that is no text, or a number that is none
        line = _encode(plain(value))
    return line if line.isprintable() else "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in line)


def plain(value: Any) -> Any:
    """A value in JSON's own terms: decimals as numbers that have all their digits, else as text; bytes as hex, times in ISO 8601.

    JSON has no infinity and no not-a-number: nothing stands for them.
    """
    if value is None or isinstance(value, str | int):
        return value
    if isinstance(value, float | Decimal):
        return _number(value)
    if isinstance(value, dict):
        return {key if isinstance(key, str) else text(key): plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    if isinstance(value, dt.date | dt.time):
        return value.isoformat().replace("+00:00", "Z")
    return value.hex() if isinstance(value, bytes) else str(value)


def _number(value: float | Decimal) -> float | str | None:
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    number = int(value) if value == value.to_integral_value() else float(value)
    return number if Decimal(str(number)) == value else f"{value:f}"


_encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False, default=plain).encode
