"""Reading a stranger's JSON strictly: no unknown, missing or repeated key, no value of another type (FORMAT.md §2, but in any layout)."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from ledger.service.refusals import Kind, Refused


class Reader:
    """Reads bodies of one type."""

    def __init__(self, kind: type[msgspec.Struct]) -> None:
        self._decoder = msgspec.json.Decoder(kind)

    def read(self, body: bytes) -> msgspec.Struct:
        """The value; Refused, malformed where it is no JSON text and not-as-described where it is another value.

        What is told names the place and quotes nothing: a body can hold secrets.
        """
        try:
            _KEYS.decode(body.decode())
            value: msgspec.Struct = self._decoder.decode(body)
        except msgspec.ValidationError as error:
            raise Refused(Kind.NOT_AS_DESCRIBED, f"The body is not what /openapi.json describes: {_placed(error)}.") from None
        except _Repeated:
            raise Refused(Kind.MALFORMED, "The body has a key twice in one object; send each key once.") from None
        except (ValueError, RecursionError):
            raise Refused(Kind.MALFORMED, "The body is not a JSON text in UTF-8; send one.") from None
        return value


class _Repeated(Exception):
    """One object has two equal keys, of which readers keep now the first and now the last."""


def _once(pairs: list[tuple[str, Any]]) -> None:
    if len({key for key, _ in pairs}) != len(pairs):
        raise _Repeated


# A second reading, 1.5 µs for an answer: msgspec keeps the last of two equal keys and cannot say that there were two.
_KEYS = json.JSONDecoder(object_pairs_hook=_once)


def _placed(error: msgspec.ValidationError) -> str:
    """The fault in msgspec's words, without the key that a stranger chose."""
    words = str(error).replace("`", "").removesuffix(".")
    if words.startswith("Object contains unknown field"):
        _, _, place = words.partition(" - at ")
        return f"it has a field that is not known{' at ' + place if place else ''}"
    if words.startswith("Invalid enum value"):
        _, _, place = words.partition(" - at ")
        return f"a value is none of those that are listed{' at ' + place if place else ''}"
    return words[0].lower() + words[1:].replace(" - at ", " at ")
