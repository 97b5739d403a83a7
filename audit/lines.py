"""Lines of the log as records: strict, and in their one canonical form (FORMAT §2, RFC 8785).

Every fault raises `LineError`, which names the line. A repeated key, `1.0` for `1`, white space or an odd escape cannot
pass: the record is encoded again and must give the same bytes.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec

from audit.errors import LineError
from audit.notes import vkey_fault
from audit.records import (
    KINDS,
    Begin,
    Close,
    Event,
    Key,
    Ledger,
    Open,
    Record,
    Round,
    Ruling,
    Seat,
    ShoeUse,
    Signed,
    SignedAnswer,
    Start,
    Unknown,
    Void,
)
from audit.values import base64_bytes, hash_fault, ledger_name_fault, name_fault, text_fault, time_fault

LONGEST = 65_535
ROUND_MARK = b'"record":"round"'
EVENT_MARK = b'"record":"event"'
"""They stand in the canonical bytes of every round and every tournament, and unescaped in no string."""
VOID_MARK = b'"record":"void"'
BEGIN_MARK = b'"record":"begin"'

SIGNATURE_BYTES = 64
_ANSWER = re.compile(r"(?=.{3,64}\Z)[0-9A-Za-z./]+( [0-9A-Za-z]+)+")
_DEEPEST = 16
_TOO_DEEP = "is nested too deeply to be a record"
_ENCODER = msgspec.json.Encoder(order="sorted")
_DECODER = msgspec.json.Decoder(Record)
_ANYTHING = msgspec.json.Decoder()


def decode_line(raw: bytes, seq: int) -> Record | Unknown:
    """Decode the bytes of line `seq` (without the newline), or raise LineError."""
    if len(raw) > LONGEST:
        raise LineError(seq, f"has {len(raw)} bytes; at most {LONGEST} are allowed")
    try:
        record = _DECODER.decode(raw)
    except RecursionError as error:
        raise LineError(seq, _TOO_DEEP) from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        return _unknown_or_refused(raw, seq, error)
    if _ENCODER.encode(record) != raw:
        raise LineError(seq, "is not in canonical form (keys sorted, no repeated key, no white space, integers only: FORMAT §2)")
    for field, fault in _faults(record):
        if fault:
            raise LineError(seq, f"has a bad `{field}`: it {fault}")
    return record


def canonical(value: object) -> bytes:
    """Encode a value in the canonical form."""
    return _ENCODER.encode(value)


def answer_fault(text: str) -> str | None:
    """Check an answer: who, and what they do, as in an event (FORMAT §8)."""
    return None if _ANSWER.fullmatch(text) else "is not who, a space, and what they do"


def seed_fault(shoes: list[ShoeUse]) -> str | None:
    """Check the seeds of a round's shoes."""
    return next((fault for use in shoes if use.seed is not None and (fault := hash_fault(use.seed))), None)


def _unknown_or_refused(raw: bytes, seq: int, error: Exception) -> Unknown:
    """Let pass only what could be a kind of record that came after this version."""
    try:
        value = _ANYTHING.decode(raw)
    except RecursionError:
        raise LineError(seq, _TOO_DEEP) from error
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise LineError(seq, "is not JSON: this is no ledger, or the line was cut") from error
    kind = value.get("record") if isinstance(value, dict) else None
    if not isinstance(kind, str):
        raise LineError(seq, "is no record of a ledger: it is not an object with a `record`") from error
    if kind in KINDS:
        raise LineError(seq, f"is not a `{kind}` record of the format: {error}") from error
    if not _plain(value) or canonical(value) != raw or not isinstance(value.get("seq"), int) or not isinstance(value.get("time"), str):
        raise LineError(seq, f"is of the unknown kind `{kind}` and not in canonical form with `seq` and `time`") from error
    return Unknown(kind, seq)


def _plain(value: object, depth: int = 0) -> bool:
    """Whether no number in it has a fraction or an exponent, every key is ASCII, and it is not nested for nesting's sake."""
    if depth > _DEEPEST:
        return False
    if isinstance(value, dict):
        return all(key.isascii() and _plain(inner, depth + 1) for key, inner in value.items())
    if isinstance(value, list):
        return all(_plain(inner, depth + 1) for inner in value)
    return not isinstance(value, float)


def _ascii_keys(record: Open) -> str | None:
    keys = [key for table, inner in record.rules.items() for key in (table, *inner)]
    return None if all(key.isascii() for key in keys) else "has a key that is not ASCII"


def _key_fault(key: str | None) -> str | None:
    if key is None:
        return None
    raw = base64_bytes(key)
    return None if raw is not None and len(raw) == 32 else "is not the base64 of 32 bytes"


def _signed_fault(answer: SignedAnswer) -> str | None:
    raw = base64_bytes(answer.signature)
    if raw is None or len(raw) != SIGNATURE_BYTES:
        return f"has a signature that is not the base64 of {SIGNATURE_BYTES} bytes"
    fault = answer_fault(answer.answer)
    return f"has an answer that {fault}" if fault else None


def _entropy_fault(record: Start) -> str | None:
    return next((fault for entropy in record.entropy if (fault := hash_fault(entropy))), None)


Faults = list[tuple[str, str | None]]
_CHECKS: dict[type, Callable[..., Faults]] = {
    Ledger: lambda r: [("name", ledger_name_fault(r.name)), ("vkey", vkey_fault(r.vkey))],
    Open: lambda r: [
        ("commitment", hash_fault(r.commitment)),
        ("rules", _ascii_keys(r)),
        ("rules_hash", hash_fault(r.rules_hash)),
        ("table", name_fault(r.table)),
    ],
    Seat: lambda r: [("entropy_hash", hash_fault(r.entropy_hash)), ("key", _key_fault(r.key)), ("name", name_fault(r.name))],
    Start: lambda r: [("entropy", _entropy_fault(r))],
    Begin: lambda r: [("shoes", seed_fault(r.shoes))],
    Round: lambda r: [("shoes", seed_fault(r.shoes))],
    Void: lambda r: [("shoes", seed_fault(r.shoes)), ("reason", text_fault(r.reason))],
    Signed: lambda r: [("answers", next(filter(None, map(_signed_fault, r.answers)), None))],
    Ruling: lambda r: [("text", text_fault(r.text))],
    Event: lambda r: [("name", name_fault(r.name)), *(("standings", name_fault(row.name)) for row in r.standings)],
    Key: lambda r: [("vkey", vkey_fault(r.vkey))],
    Close: lambda r: [("seed", hash_fault(r.seed))],
}


def _faults(record: Record) -> Faults:
    """Faults, or None for each checked field, the time first."""
    return [("time", time_fault(record.time)), *_CHECKS[type(record)](record)]
