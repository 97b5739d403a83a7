"""The rule set of an `open` record as the audit understands it (FORMAT §5, RULES.md): every parameter and its domain.

A parameter or value that is missing here is named by `not_understood`: what depends on it is not checked, and the audit never calls
such a session clean.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from math import gcd
from typing import Any

import attrs

from audit.values import text_fault

Rules = Mapping[str, Mapping[str, Any]]

_RATIO = re.compile(r"(0|[1-9][0-9]{0,2}):([1-9][0-9]{0,2})")


def ratio(text: str) -> tuple[int, int] | None:
    """Read `a:b` in lowest terms, no number over 100; None if it is not that."""
    found = _RATIO.fullmatch(text)
    if not found:
        return None
    a, b = int(found[1]), int(found[2])
    return (a, b) if max(a, b) <= 100 and gcd(a, b) == 1 else None


@attrs.frozen
class Domain:
    """What values a parameter may have, and the type of its column; a ratio has two columns."""

    holds: Callable[[Any], bool]
    kind: type
    is_ratio: bool = False

    def columns(self, name: str) -> dict[str, type]:
        """Columns of the parameter with their types."""
        return {f"{name}_for": int, f"{name}_per": int} if self.is_ratio else {name: self.kind}

    def row(self, name: str, value: Any) -> dict[str, int | str | bool]:
        """Values of the columns; a ratio that is off is 0:1, of totals each is a bit."""
        if self.is_ratio:
            a, b = ratio(value) or (0, 1)
            return {f"{name}_for": a, f"{name}_per": b}
        return {name: sum(1 << total for total in value) if isinstance(value, list) else value}


def _whole(least: int, most: int) -> Domain:
    return Domain(lambda value: type(value) is int and least <= value <= most, int)


def _one_of(*values: str | int) -> Domain:
    return Domain(lambda value: any(type(value) is type(known) and value == known for known in values), type(values[0]))


def _ratio(*others: str, zero: bool = False) -> Domain:
    def holds(value: object) -> bool:
        return isinstance(value, str) and (value in others or ((pair := ratio(value)) is not None and (zero or pair[0] > 0)))

    return Domain(holds, int, is_ratio=True)


def _text(longest: int, *, empty: bool = False) -> Domain:
    return Domain(lambda value: isinstance(value, str) and ((empty and not value) or text_fault(value, longest) is None), str)


def _is_totals(value: object) -> bool:
    if not isinstance(value, list) or not all(type(total) is int and 4 <= total <= 21 for total in value):
        return False
    return value == sorted(set(value))


def _is_sections(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(section, str) and section in set("GTECBPH") for section in value)


_FLAG = Domain(lambda value: isinstance(value, bool), bool)
_OFF = ("off",)

DOMAINS: dict[str, dict[str, Domain]] = {
    "profile": {"name": _text(32), "title": _text(120), "clauses": Domain(_is_sections, list)},
    "pack": {
        "decks": _one_of(1, 2, 4, 6, 8),
        "size": _one_of(32, 52),
        "ace": _one_of("soft", "1", "11"),
        "pictures": _one_of("ten", "low"),
    },
    "shoe": {
        "reshuffle": _one_of("every-round", "cut-card", "discards"),
        "penetration_left": _whole(0, 400),
        "cut": _one_of("none", "stream", "hand"),
        "burn": _whole(0, 10),
        "burn_shown": _FLAG,
        "joker": _FLAG,
        "voluntary": _FLAG,
    },
    "table": {
        "players_min": _whole(1, 16),
        "players_max": _whole(1, 16),
        "boxes": _whole(1, 14),
        "boxes_per_player": _whole(1, 14),
        "bettors_per_box": _whole(1, 16),
        "onlookers": _FLAG,
        "irregularities": _one_of("off", "B5", "H8"),
        "rulings": _FLAG,
    },
    "session": {"rounds": _whole(1, 10**6), "stack": _whole(1, 10**12)},
    "stakes": {
        "minimum": _whole(1, 10**9),
        "maximum": _whole(1, 10**9),
        "unit": _whole(1, 10**9),
        "table_minimum": _whole(0, 10**9),
        "table_maximum": _whole(0, 10**9),
        "limits_by": _one_of("rules", "banker"),
        "raised_on_request": _FLAG,
        "announced": _FLAG,
        "when": _one_of("before-deal", "after-first-card"),
        "withdrawal": _FLAG,
        "sitting_out": _FLAG,
        "banker_raise": _one_of("never", "free", "picture-or-ace"),
        "redouble": _one_of("never", "free", "ace-not-picture"),
        "breakage": _one_of("exact", "floor"),
    },
    "deal": {"pattern": _one_of(*"abcdefgh", "no-hole")},
    "insurance": {"offered": _FLAG, "amount": _one_of("up-to-half", "half"), "pays": _ratio(), "naturals": _FLAG},
    "peek": {"when": _one_of("ten-or-ace", "after-play", "no-hole"), "natural_takes": _one_of("all", "original")},
    "natural": {
        "pays": _ratio(),
        "paid": _one_of("after-peek", "at-once", "on-turn"),
        "even_money": _one_of("never", "ace", "ten-or-ace"),
        "after_split": _FLAG,
        "suited_pays": _ratio(*_OFF),
        "suited_rank": _one_of("ten", "ten-value"),
        "pair_of_aces": _FLAG,
        "five_pictures": _FLAG,
    },
    "surrender": {"offered": _one_of("off", "early", "early-not-ace", "late")},
    "double": {
        "offered": _one_of("off", "any", "totals"),
        "totals": Domain(_is_totals, int),
        "after_split": _FLAG,
        "triple": _FLAG,
        "face_down": _FLAG,
        "commission": _ratio(zero=True),
        "beyond_maximum": _FLAG,
    },
    "split": {
        "pairs": _one_of("off", "value", "rank", "rank-or-picture"),
        "hands": _whole(2, 5),
        "aces_hands": _whole(1, 5),
        "aces_play": _one_of("one-card", "hit", "as-others"),
        "second_card": _one_of("on-turn", "at-once"),
    },
    "hand": {"card_limit": _one_of(0, 5)},
    "banker": {"play": _one_of("forced", "free"), "soft17": _one_of("stand", "draw", "free")},
    "settlement": {
        "ties": _one_of("push", "banker"),
        "natural_ties": _one_of("push", "banker"),
        "banker_natural": _one_of("single", "double", "double-not-naturals"),
    },
    "premiums": {
        "five_cards": _ratio(*_OFF),
        "six_cards": _ratio(*_OFF),
        "longer": _one_of("as-six", "doubling"),
        "sevens": _ratio(*_OFF),
        "sevens_gift": _text(200, empty=True),
        "six_seven_eight": _ratio(*_OFF),
    },
    "bank": {
        "holder": _one_of("house", "player"),
        "first": _one_of("house", "lot", "first-ace", "black-jack"),
        "change": _one_of("house", "every-deal", "five-deals", "natural", "home", "auction"),
        "auction": _FLAG,
    },
}
"""Every parameter of RULES.md with the values that it may have."""


def not_understood(rules: Rules) -> list[str]:
    """Name every parameter of a rule set that the format does not know, or not with such a value, with the reason."""
    return list(_faults(rules))


def _faults(rules: Rules) -> Iterator[str]:
    for table in sorted(rules.keys() | DOMAINS.keys()):
        known, given = DOMAINS.get(table, {}), rules.get(table, {})
        for name in sorted(known.keys() | given.keys()):
            fault = _fault(table, name, given)
            if fault:
                yield f"{table}.{name} {fault}"
        if table not in DOMAINS and not given:
            yield f"{table} is not known"


def _fault(table: str, name: str, given: Mapping[str, Any]) -> str | None:
    domain = DOMAINS.get(table, {}).get(name)
    if domain is None:
        return "is not known"
    if name not in given:
        return "is missing"
    value = given[name]
    return None if domain.holds(value) else f"= {shown(value)} is not a value that RULES.md allows"


def shown(value: object) -> str:
    """Write a value as in a rule set."""
    return str(value).lower() if isinstance(value, bool) else repr(value).replace("'", '"')


_PLAYED = {table: inner for table, inner in DOMAINS.items() if table != "profile"}
PARAMETERS: dict[str, type] = {
    column: kind
    for table, inner in _PLAYED.items()
    for name, domain in inner.items()
    for column, kind in domain.columns(f"{table}_{name}").items()
}
"""Every parameter that play depends on, as columns."""


def parameters(rules: Rules) -> dict[str, int | str | bool]:
    """Flatten an understood rule set to PARAMETERS: `table_name` each; a ratio gives `…_for` and `…_per`, totals a bit each."""
    row: dict[str, int | str | bool] = {}
    for table, inner in _PLAYED.items():
        for name, domain in inner.items():
            row |= domain.row(f"{table}_{name}", rules[table][name])
    return row
