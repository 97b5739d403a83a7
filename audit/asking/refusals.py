"""What DuckDB says against a question, as one sentence that says what to do."""

from __future__ import annotations

import json
import re

import attrs

from audit.asking.question import Limits
from audit.errors import QueryRefused

_NEAR = re.compile(r'(?:Candidate (?:bindings|tables): :?|Did you mean) ?(".*")')
_HINTS = {
    "Permission": "a question reaches nothing but its own database.",
    "Catalog": "`shoe tables DB` lists what there is.",
    "Binder": "`shoe tables DB` lists what there is.",
}


@attrs.frozen
class Said:
    """An error of DuckDB's: its kind in one word or two, what it says, in several lines, and where (a byte of the question, from 0)."""

    kind: str
    message: str
    position: int | None

    @classmethod
    def of(cls, error: Exception) -> Said:
        """What an error says, whether its connection gives errors as JSON or as text."""
        kind, _, rest = str(error).partition(" Error: ")
        try:
            told = json.loads(rest)
        except ValueError:
            return cls(kind, rest or kind, None)
        syntax = told.get("error_subtype") == "SYNTAX_ERROR"
        return cls(kind, told["exception_message"], int(told["position"]) if syntax and "position" in told else None)

    @property
    def first(self) -> str:
        """Its first line, without a closing mark."""
        return self.message.partition("\n")[0].rstrip("!.?")


def refused(error: Exception, sql: str, limits: Limits | None = None) -> QueryRefused:
    """The error to raise in its place."""
    said = Said.of(error)
    if limits and "maximum execution time" in said.message:
        return too_long(limits)
    if limits and said.kind == "Out of Memory":
        return too_much(limits)
    if said.position is not None:
        return QueryRefused(f"DuckDB does not understand the question: {said.first}, {_place(sql, said.position)}.")
    near = _NEAR.search(said.message)
    hint = f"did you mean {near[1]}?" if near else _HINTS.get(said.kind, "")
    return QueryRefused(f"DuckDB cannot answer that: {said.first}" + (f"; {hint}" if hint else "."))


def too_long(limits: Limits) -> QueryRefused:
    """Time is over."""
    seconds = "second" if limits.seconds == 1 else "seconds"
    return QueryRefused(f"The question was stopped after {limits.seconds:g} {seconds}; ask for less, or allow more with --time-limit.")


def too_much(limits: Limits) -> QueryRefused:
    """Memory does not suffice."""
    return QueryRefused(f"The question needs more memory than {limits.memory}; ask for less, or allow more with --memory-limit.")


def _place(sql: str, position: int) -> str:
    """Where a byte of the question stands, for a person."""
    before = sql.encode()[:position].decode(errors="ignore")
    return f"line {before.count(chr(10)) + 1}, column {len(before.rpartition(chr(10))[2]) + 1}"
