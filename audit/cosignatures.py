"""Cosignatures of witnesses below a checkpoint (FORMAT §3, C2SP tlog-cosignature)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import attrs

from audit.errors import SignatureError
from audit.notes import VerifierKey, signature_of, split_note, verify

_TIME = 8
_LENGTH = _TIME + 64
_LATEST = 2**63 - 1
_LAST_YEAR = datetime(9999, 12, 31, tzinfo=UTC).timestamp()


@attrs.frozen
class Cosignature:
    """A witness's verified statement that it saw the checkpoint as the latest, at a second of Unix time."""

    key: VerifierKey
    time: int

    @property
    def when(self) -> str:
        """The time as the ledger writes times."""
        if self.time > _LAST_YEAR:
            return f"second {self.time}"
        return datetime.fromtimestamp(self.time, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def cosignatures(note: bytes, witnesses: Sequence[VerifierKey]) -> list[Cosignature]:
    """What these witnesses cosigned, each once and with its latest time; raises NoteError, or SignatureError for a line that fails."""
    text, lines = split_note(note)
    known = {(key.name, key.key_id): key for key in witnesses}
    found: dict[VerifierKey, int] = {}
    for line in lines:
        name, key_id, blob = signature_of(line)
        key = known.get((name, key_id))
        if key is not None:
            found[key] = max(_verified(key, blob, text), found.get(key, 0))
    return [Cosignature(key, found[key]) for key in witnesses if key in found]


def others(note: bytes, name: str) -> list[str]:
    """Names under further signature lines than those of the ledger's own name, each once."""
    names = (signature_of(line)[0] for line in split_note(note)[1])
    return list(dict.fromkeys(signer for signer in names if signer != name))


def _verified(key: VerifierKey, blob: bytes, text: str) -> int:
    """The time of a cosignature."""
    time = int.from_bytes(blob[:_TIME], "big")
    if len(blob) != _LENGTH or time > _LATEST:
        fault = f"{len(blob)} bytes and not {_LENGTH}" if len(blob) != _LENGTH else "a time beyond 2^63 seconds"
        raise SignatureError(f"The cosignature of {key.name} on the checkpoint has {fault}; get another copy.")
    try:
        verify(key, blob[_TIME:], f"cosignature/v1\ntime {time}\n{text}".encode())
    except SignatureError:
        raise SignatureError(
            f"The cosignature of {key.name} on the checkpoint is wrong: it, or the checkpoint, was altered; get another copy."
        ) from None
    return time
