"""Names of ledgers, tables and players (FORMAT.md §2)."""

from __future__ import annotations

from collections.abc import Iterable
from unicodedata import category, normalize

from ledger.errors import NameRefused

LONGEST_NAME = 32
LONGEST_TEXT = 500
LONGEST_LEDGER_NAME = 64
# Control, format, surrogate and private-use characters; spaces of every kind. Unassigned ones are left alone:
# which they are depends on the Unicode version of whoever reads.
_REFUSED_CATEGORIES = frozenset(("Cc", "Cf", "Cs", "Co", "Zl", "Zp", "Zs"))


def name_fault(name: str, longest: int = LONGEST_NAME) -> str:
    """Why a text cannot be a name, or nothing."""
    if not name:
        return "it is empty"
    if len(name) > longest:
        return f"it has {len(name)} characters, and at most {longest} are allowed"
    for character in name:
        if character != " " and category(character) in _REFUSED_CATEGORIES:
            return f"it holds the control character, invisible character or unusual space U+{ord(character):04X}"
    if normalize("NFC", name) != name:
        return "its accents are not in composed form (NFC)"
    if name != name.strip(" ") or "  " in name:
        return "it has a space at an end or two in a row"
    return ""


def check_name(name: str, what: str) -> str:
    """The name itself; NameRefused with the reason if it is not allowed."""
    if fault := name_fault(name):
        raise NameRefused(f"{what} {name!r} cannot be used because {fault}; choose another name.")
    return name


def check_ledger_name(name: str) -> str:
    """The name of a ledger, which is its key's name too; no white space and no `+` (C2SP)."""
    fault = name_fault(name, LONGEST_LEDGER_NAME)
    if not fault and (" " in name or "+" in name):
        fault = "it holds a space or a plus sign"
    if fault:
        raise NameRefused(f"The ledger name {name!r} cannot be used because {fault}; choose one like “club.example/tables”.")
    return name


def check_players(names: Iterable[str]) -> tuple[str, ...]:
    """The players of a session; no two may be equal when `folded`."""
    seen: dict[str, str] = {}
    for name in names:
        check_name(name, "The player's name")
        alike = folded(name)
        if alike in seen:
            raise NameRefused(f"The players {seen[alike]!r} and {name!r} cannot be told apart; give one of them another name.")
        seen[alike] = name
    return tuple(seen.values())


def folded(name: str) -> str:
    """A name without what people overlook: NFKC, full case folding, and NFKC again, for folding can decompose (`ΰ`)."""
    return normalize("NFKC", normalize("NFKC", name).casefold())
