"""What is damaged: a true bundle, the ledger that it is of, and chance."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Callable
from random import Random
from typing import Any

import attrs

from tests.support.bundles import Book, Line, as_bytes


@attrs.frozen
class Case:
    """A true bundle, the ledger that it is of, and chance."""

    book: Book
    bundle: dict[str, Any]
    random: Random

    def records(self, *kinds: str) -> list[Line]:
        """The bundle's lines of these kinds, of all kinds where none is named."""
        read = [json.loads(entry["line"]) for entry in self.bundle["lines"]]
        return [record for record in read if not kinds or record["record"] in kinds]

    @property
    def target(self) -> Line:
        """The round that the bundle is about."""
        return next(record for record in self.records("round", "void") if record["round"] == self.bundle["hand"]["round"])

    def with_(self, **changes: Any) -> bytes:
        """The file with other values."""
        return as_bytes(self.bundle | changes)

    def with_entry(self, at: int, **changes: Any) -> bytes:
        """The file with one line, or its proof, changed."""
        entries = list(self.bundle["lines"])
        entries[at] = entries[at] | changes
        return self.with_(lines=entries)

    def signed(self, *lines: Line) -> bytes:
        """The file as the operator would have it, these lines changed."""
        return as_bytes(self.book.signed_anew(self.bundle, {line["seq"]: line for line in lines}))

    def entry(self) -> int:
        """One of the lines."""
        return self.random.randrange(len(self.bundle["lines"]))


Damage = Callable[[Case], bytes | None]
"""Makes a damaged file, or None where the bundle has nothing of the kind."""


def flipped(encoded: str, random: Random) -> str:
    """Base64 of the same length in which one bit is another."""
    raw = bytearray(b64decode(encoded))
    raw[random.randrange(4, len(raw)) if len(raw) > 32 else random.randrange(len(raw))] ^= 1 << random.randrange(8)
    return b64encode(raw).decode()


def another_hex(text: str, random: Random) -> str:
    at = random.randrange(len(text))
    return text[:at] + random.choice([digit for digit in "0123456789abcdef" if digit != text[at]]) + text[at + 1 :]


def with_log(record: Line, changes: dict[int, str]) -> Line:
    return record | {"log": [changes.get(at, event) for at, event in enumerate(record["log"])]}
