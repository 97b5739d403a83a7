"""Events of a round's log as values (FORMAT §8, the full grammar).

A hand is packed in a number that sorts as its path does: box · 1024, then two bits for each of at most five splits, the first one highest;
so 1 < 1.1 < 1.1.2 < 1.2 < 2. The banker is box 15, after every other.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from audit.shoes import NAMES

NO_CARD = 255
BOX_SHIFT = 10
DEPTH = 5
BANKER = 15 << BOX_SHIFT
MOST_BOXES = 14
MOST_SEATS = 16
MOST = 10**12
"""The largest number in an event (FORMAT §2); no sum over a line's events outgrows 64 bits."""

VERBS = (
    "unknown",  # not of the grammar
    "other",  # of the grammar, for rules that no check reads yet
    "out",
    "leave",
    "shuffle",
    "reshuffle",
    "bet",
    "deal",
    "hole",
    "insure",
    "decline",
    "peek natural",
    "peek clear",
    "insurance",
    "hit",
    "stand",
    "double",
    "split",
    "draw",
    "surrender",
    "show",
    "bust",
    "lose",
    "push",
    "win",
    "natural",
)
VERB = {name: number for number, name in enumerate(VERBS)}
CARD = {name: number for number, name in enumerate(NAMES)}

_N = r"(?:0|[1-9][0-9]{0,15})"
_K = r"[1-9][0-9]{0,15}"
_C = r"[A2-9TJQK][CDHS]"
_HAND = rf"(?:{_K}(?:\.[12])*(?:/{_K})?)"
_SEAT = rf"(?:s{_K})"

_NOW: tuple[tuple[str, str, str], ...] = (
    ("D", "shuffle", "n"),
    ("D", "reshuffle", "n"),
    ("D", "deal", "card"),
    ("D", "hole", "card"),
    ("D", "draw", "card"),
    ("D", "peek natural", ""),
    ("D", "peek clear", ""),
    ("D", "show", ""),
    ("seat", "out", ""),
    ("seat", "leave", ""),
    ("hand", "bet", "n"),
    ("hand", "deal", "card"),
    ("hand", "insure", "n"),
    ("hand", "decline", "insurance"),
    ("hand", "insurance", "n"),
    ("hand", "hit", "card"),
    ("hand", "stand", ""),
    ("hand", "double", "card"),
    ("hand", "split", "cards"),
    ("hand", "draw", "card"),
    ("hand", "surrender", "n"),
    ("hand", "bust", "n"),
    ("hand", "lose", "n"),
    ("hand", "push", "n"),
    ("hand", "win", "n"),
    ("hand", "natural", "n"),
)
"""Events that the checks read: who, verb, arguments."""

_LATER = re.compile(
    rf"D (?:limits {_N} {_N}|auction|keep|yield|joker|indicator {_N}|burn (?:{_C}|xx)|announce {_N})"
    rf"|D (?:raise|decline raise|hit {_C}|stand|ruling {_N})"
    rf"|{_SEAT} (?:lot (?:{_C}|{_N})|bid {_N}|pass|pays {_N}|accept bank|decline bank|bank|shuffle {_N}|cut {_N})"
    rf"|{_HAND} (?:limits {_N} {_N}|withdraw|sit|redouble|decline redouble|down {_C}|open|even {_N}|decline even)"
    rf"|{_HAND} (?:decline surrender|claim aces|decline aces|triple {_C}|commission {_N}|follow {_N}|stay|gift|turn|overstood)"
    rf"|{_HAND} (?:(?:suited|aces|pictures) {_N}|premium (?:{_K}cards|777|678) {_N})"
    rf"|{_HAND} (?:forfeit {_N}|missed|late {_C}|extra {_C}|toss {_C}|both|exposed {_C}|take|refuse|unasked {_C}|keep)"
)
_WHO = re.compile(rf"(?P<D>D)|(?P<seat>{_SEAT})|(?P<hand>{_HAND})")
_NUMBER = re.compile(_N)


class Parsed(NamedTuple):
    """One event: verb number, packed hand (0 for a person), seat (0 for none), amount or index, cards (255 for none)."""

    verb: int
    hand: int = 0
    seat: int = 0
    n: int = 0
    card: int = NO_CARD
    second: int = NO_CARD


UNKNOWN = Parsed(VERB["unknown"])
OTHER = Parsed(VERB["other"])


def parse(text: str) -> Parsed:
    """Read one event; what is not of the grammar becomes the verb `unknown`, what no check reads `other`."""
    who, _, act = text.partition(" ")
    kind, hand, seat = _who(who)
    found = _act(kind, act)
    if found is None or hand is None:
        if found is None:
            known = _LATER.fullmatch(text.replace(" timeout ", " ", 1)) or (act.startswith("timeout ") and _act(kind, act[8:]))
            return OTHER if kind and known else UNKNOWN
        return OTHER
    verb, n, card, second = found
    return Parsed(verb, hand, seat, n, card, second)


@lru_cache(maxsize=1 << 12)
def _who(who: str) -> tuple[str, int | None, int]:
    """Kind of actor, packed hand and seat; no kind for what is not of the grammar, no hand where no table has it."""
    found = _WHO.fullmatch(who)
    if not found:
        return "", None, 0
    if found["D"]:
        return "D", BANKER, 0
    if found["seat"]:
        return "seat", 0 if int(who[1:]) <= MOST_SEATS else None, min(int(who[1:]), MOST_SEATS)
    return "hand", pack_hand(who), 0


def _act(kind: str, act: str) -> tuple[int, int, int, int] | None:
    """Verb, number and cards of an act that the checks read."""
    fixed = _FIXED.get((kind, act))
    if fixed is not None:
        return fixed
    verb, _, rest = act.partition(" ")
    code = _COUNTED.get((kind, verb))
    if code is None or not _NUMBER.fullmatch(rest):
        return None
    n = int(rest)
    return (code, n, NO_CARD, NO_CARD) if n <= MOST else None


def _fixed() -> dict[tuple[str, str], tuple[int, int, int, int]]:
    """Every act without a number, as many as there are."""
    acts: dict[tuple[str, str], tuple[int, int, int, int]] = {}
    for kind, verb, argument in _NOW:
        code = VERB[verb]
        if argument == "card":
            acts |= {(kind, f"{verb} {name}"): (code, 0, card, NO_CARD) for name, card in CARD.items()}
        elif argument == "cards":
            acts |= {(kind, f"{verb} {a} {b}"): (code, 0, one, two) for a, one in CARD.items() for b, two in CARD.items()}
        elif argument != "n":
            acts[kind, f"{verb} {argument}".rstrip()] = (code, 0, NO_CARD, NO_CARD)
    return acts


_FIXED = _fixed()
_COUNTED = {(kind, verb): VERB[verb] for kind, verb, argument in _NOW if argument == "n"}


def pack_hand(path: str) -> int | None:
    """Pack a hand's path; None where no table has such a hand, or another person's stake is meant."""
    box, *splits = path.split(".")
    if "/" in path or len(splits) > DEPTH or not box.isdigit() or int(box) > MOST_BOXES:
        return None
    packed = int(box) << BOX_SHIFT
    for depth, side in enumerate(splits):
        packed |= int(side) << (2 * (DEPTH - 1 - depth))
    return packed


def hand_name(packed: int) -> str:
    """Write a packed hand as in the log."""
    if packed == BANKER:
        return "D"
    sides = ((packed >> (2 * (DEPTH - 1 - depth))) & 3 for depth in range(DEPTH))
    return ".".join([str(packed >> BOX_SHIFT), *(str(side) for side in sides if side)])
