"""The values that FORMAT §2 defines, checked to the letter.

Each function returns `None` when the value is right, else half a sentence that says what is wrong with it.
"""

import base64
import binascii
import re
import unicodedata
from datetime import datetime

MAX_INTEGER = 2**53 - 1
NAME_LENGTH = 32
TEXT_LENGTH = 500
LEDGER_NAME_LENGTH = 64

_HASH = re.compile(r"[0-9a-f]{64}")
_TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z")
# Control, format, surrogate, private-use and separator characters; an unassigned one is no fault, for which they
# are depends on the reader's version of Unicode.
_UNPRINTABLE = frozenset(("Cc", "Cf", "Cs", "Co", "Zl", "Zp"))


def hash_fault(text: str) -> str | None:
    """Check 32 bytes in lower-case hexadecimal."""
    return None if _HASH.fullmatch(text) else "is not 64 lower-case hexadecimal digits"


def time_fault(text: str) -> str | None:
    """Check a time in UTC: the form and that such a moment exists."""
    if not _TIME.fullmatch(text):
        return "is not a time as in 2026-01-31T09:00:00Z"
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return "is a time that no calendar has"
    return None


def text_fault(text: str, longest: int = TEXT_LENGTH) -> str | None:
    """Check printable text of at most `longest` code points: NFC, no control or invisible characters, single inner spaces."""
    if not 1 <= len(text) <= longest:
        return f"does not have 1 to {longest} characters"
    if not unicodedata.is_normalized("NFC", text):
        return "is not in Unicode form NFC"
    for character in text:
        category = unicodedata.category(character)
        if category in _UNPRINTABLE:
            return f"holds the unprintable character U+{ord(character):04X}"
        if category == "Zs" and character != " ":
            return f"holds the odd space U+{ord(character):04X}"
    if text != text.strip(" ") or "  " in text:
        return "has a space at an end or two in a row"
    return None


def printable(text: str) -> str:
    """A stranger's text, safe to show: a terminal obeys control characters, so each becomes a mark."""
    return text if text.isprintable() else "".join(character if character.isprintable() else "�" for character in text)


def name_fault(text: str) -> str | None:
    """Check the name of a person or a table."""
    return text_fault(text, NAME_LENGTH)


def ledger_name_fault(text: str) -> str | None:
    """Check a ledger's name, which is also its key's (C2SP signed note)."""
    fault = text_fault(text, LEDGER_NAME_LENGTH)
    if fault is None and (" " in text or "+" in text):
        return "holds a space or a plus sign"
    return fault


def folded(name: str) -> str:
    """Fold a name so that two which people could confuse become equal (NFKC and case)."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def base64_bytes(text: str) -> bytes | None:
    """Decode base64 (RFC 4648 §4); None unless `text` is exactly what encoding the result gives."""
    try:
        raw = base64.b64decode(text.encode("ascii"), validate=True)
    except (UnicodeEncodeError, binascii.Error):
        return None
    return raw if base64.b64encode(raw).decode("ascii") == text else None
