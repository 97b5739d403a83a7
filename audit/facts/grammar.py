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
UNSEEN = 254
"""A burnt card that nobody saw (`xx`)."""
BOX_SHIFT = 10
SIDES_SHIFT = 8
"""Above it in a packed hand: the box, and which of the hands that a first split makes of it."""
DEPTH = 5
BANKER = 15 << BOX_SHIFT
MOST_BOXES = 14
MOST_SEATS = 16
MOST_CARDS = 99
"""Stands for every number of cards that no hand has, so that none is taken for three sevens."""
MOST = 10**12
"""The largest number in an event (FORMAT §2); no sum over a line's events outgrows 64 bits."""

_ACTS: tuple[tuple[str, str, str], ...] = (
    # who, verb, what it says more: "" nothing, n a number, nn two, card, cards two, seen a card or xx, kind a premium's kind and a number
    ("D", "limits", "nn"),
    ("hand", "limits", "nn"),
    ("seat", "leave", ""),
    ("seat", "out", ""),
    ("D", "shuffle", "n"),
    ("seat", "lot card", "card"),
    ("seat", "lot", "n"),
    ("D", "auction", ""),
    ("seat", "bid", "n"),
    ("seat", "pass", ""),
    ("seat", "pays", "n"),
    ("D", "keep", ""),
    ("D", "yield", ""),
    ("seat", "accept bank", ""),
    ("seat", "decline bank", ""),
    ("seat", "bank", ""),
    ("D", "reshuffle", "n"),
    ("seat", "cut", "n"),
    ("D", "joker", ""),
    ("D", "burn", "seen"),
    ("D", "announce", "n"),
    ("hand", "bet", "n"),
    ("hand", "withdraw", ""),
    ("hand", "sit", ""),
    ("D", "raise", ""),
    ("D", "decline raise", ""),
    ("hand", "redouble", ""),
    ("hand", "decline redouble", ""),
    ("hand", "deal", "card"),
    ("hand", "down", "card"),
    ("hand", "open", ""),
    ("D", "deal", "card"),
    ("D", "hole", "card"),
    ("hand", "insure", "n"),
    ("hand", "decline insurance", ""),
    ("hand", "even", "n"),
    ("hand", "decline even", ""),
    ("hand", "surrender", "n"),
    ("hand", "decline surrender", ""),
    ("hand", "claim aces", ""),
    ("hand", "decline aces", ""),
    ("D", "peek natural", ""),
    ("D", "peek clear", ""),
    ("hand", "insurance", "n"),
    ("hand", "hit", "card"),
    ("hand", "stand", ""),
    ("hand", "double", "card"),
    ("hand", "triple", "card"),
    ("hand", "commission", "n"),
    ("hand", "split", "cards"),
    ("hand", "draw", "card"),
    ("hand", "follow", "n"),
    ("hand", "stay", ""),
    ("hand", "gift", ""),
    ("D", "show", ""),
    ("D", "draw", "card"),
    ("D", "hit", "card"),
    ("D", "stand", ""),
    ("hand", "turn", ""),
    ("hand", "overstood", ""),
    ("hand", "forfeit", "n"),
    ("hand", "bust", "n"),
    ("hand", "lose", "n"),
    ("hand", "push", "n"),
    ("hand", "win", "n"),
    ("hand", "natural", "n"),
    ("hand", "suited", "n"),
    ("hand", "aces", "n"),
    ("hand", "pictures", "n"),
    ("hand", "premium", "kind"),
    ("hand", "missed", ""),
    ("hand", "late", "card"),
    ("hand", "extra", "card"),
    ("hand", "toss", "card"),
    ("hand", "both", ""),
    ("hand", "exposed", "card"),
    ("hand", "take", ""),
    ("hand", "refuse", ""),
    ("hand", "unasked", "card"),
    ("hand", "keep", ""),
    ("D", "ruling", "n"),
)
"""Every event: who, verb, arguments. What a card is dealt by (`lot card`) differs from a lot that is a number (`lot`)."""

VERBS = ("unknown", "other", "undone", "released", *dict.fromkeys(verb for _, verb, _ in _ACTS))
"""`unknown` is not of the grammar; `other` is, but of a box or a person that no table has. Read as if no error of dealing had happened, a
log has `undone` for what came to nothing, `released` for a box that sits out because of one."""
VERB = {name: number for number, name in enumerate(VERBS)}
CARD = {name: number for number, name in enumerate(NAMES)}

_N = r"(?:0|[1-9][0-9]{0,15})"
_K = r"[1-9][0-9]{0,15}"
_WHO = re.compile(rf"(?P<D>D)|s(?P<seat>{_K})|(?P<hand>{_K}(?:\.[12])*)(?:/(?P<bettor>{_K}))?")
_NUMBER = re.compile(_N)
_KIND = re.compile(rf"(?:({_K})cards|777|678)")
_TIMEOUT = "timeout "
_SHUFFLE = "D shuffle "


class Parsed(NamedTuple):
    """One event: verb number, packed hand (0 for a person), seat of a person, seat of another bettor on the hand (0: its owner).

    Then an amount or index, a second one (of `limits`; of a premium its number of cards, 777 or 678), cards (255 for none, 254 for one
    that nobody saw), and whether the answer was the default, taken for want of one (`timeout`).
    """

    verb: int
    hand: int = 0
    seat: int = 0
    bettor: int = 0
    n: int = 0
    more: int = 0
    card: int = NO_CARD
    second: int = NO_CARD
    timeout: int = 0


USUAL = 32
"""Letters of nearly every event."""
UNKNOWN = Parsed(VERB["unknown"])
OTHER = Parsed(VERB["other"])
Act = tuple[int, int, int, int, int]


def parse(text: str) -> Parsed:
    """Read one event; what is not of the grammar becomes the verb `unknown`, what no table has `other`."""
    if text.startswith(_SHUFFLE) and _NUMBER.fullmatch(text, len(_SHUFFLE)) and len(text) < len(_SHUFFLE) + len(str(MOST)):
        return Parsed(VERB["shuffle"], BANKER, n=int(text[len(_SHUFFLE) :]))  # a new one for every shoe: not worth remembering
    return _remembered(text) if len(text) <= USUAL else _parse(text)


@lru_cache(maxsize=1 << 16)
def _remembered(text: str) -> Parsed:
    """Read an event of the usual length: the units of a ledger have most of theirs in common."""
    return _parse(text)


def _parse(text: str) -> Parsed:
    name, _, act = text.partition(" ")
    who = _who(name)
    late = act.startswith(_TIMEOUT)
    found = _act(who.kind, act[len(_TIMEOUT) :] if late else act)
    if found is None:
        return UNKNOWN
    return Parsed(found[0], who.hand, who.seat, who.bettor, *found[1:], timeout=int(late)) if who.exists else OTHER


class _Who(NamedTuple):
    """Kind of actor, packed hand, seat, other bettor, and whether any table has it; no kind for what is not of the grammar."""

    kind: str
    hand: int = 0
    seat: int = 0
    bettor: int = 0
    exists: bool = True


@lru_cache(maxsize=1 << 12)
def _who(name: str) -> _Who:
    found = _WHO.fullmatch(name)
    if not found:
        return _Who("")
    if found["D"]:
        return _Who("D", BANKER)
    person = int(found["seat"] or found["bettor"] or 0)
    if found["seat"]:
        return _Who("seat", seat=person, exists=person <= MOST_SEATS)
    hand = pack_hand(found["hand"])
    return _Who("hand", hand or 0, bettor=person, exists=hand is not None and person <= MOST_SEATS)


def _act(kind: str, act: str) -> Act | None:
    """Verb, numbers and cards of an act; None for what is not of the grammar."""
    fixed = _FIXED.get((kind, act))
    if fixed is not None:
        return fixed
    verb, *rest = act.split(" ")
    wanted = _COUNTED.get((kind, verb))
    if wanted is None:
        return None
    code, arguments = wanted
    if arguments == "kind":
        premium = _KIND.fullmatch(rest[0]) if rest else None
        if not premium:
            return None
        rest[0] = str(min(int(premium[1]), MOST_CARDS)) if premium[1] else rest[0]
    if len(rest) != len(_NUMBERS[arguments]) or not all(map(_NUMBER.fullmatch, rest)):
        return None
    numbers = dict(zip(_NUMBERS[arguments], map(int, rest), strict=True))
    n, more = numbers["n"], numbers.get("more", 0)
    return (code, n, more, NO_CARD, NO_CARD) if max(n, more) <= MOST else None


_NUMBERS = {"n": ("n",), "nn": ("n", "more"), "kind": ("more", "n")}
"""Where the numbers of an act belong."""


def _fixed() -> dict[tuple[str, str], Act]:
    """Every act without a number, as many as there are."""
    acts: dict[tuple[str, str], Act] = {}
    for kind, verb, argument in _ACTS:
        code, said = VERB[verb], verb.removesuffix(" card")
        if argument in ("card", "seen"):
            acts |= {(kind, f"{said} {name}"): (code, 0, 0, card, NO_CARD) for name, card in CARD.items()}
        if argument == "seen":
            acts[kind, f"{said} xx"] = (code, 0, 0, UNSEEN, NO_CARD)
        if argument == "cards":
            acts |= {(kind, f"{said} {a} {b}"): (code, 0, 0, one, two) for a, one in CARD.items() for b, two in CARD.items()}
        if not argument:
            acts[kind, said] = (code, 0, 0, NO_CARD, NO_CARD)
    return acts


_FIXED = _fixed()
_COUNTED = {(kind, verb): (VERB[verb], argument) for kind, verb, argument in _ACTS if argument in _NUMBERS}


def pack_hand(path: str) -> int | None:
    """Pack a hand's path; None where no table has such a hand."""
    box, *splits = path.split(".")
    if len(splits) > DEPTH or int(box) > MOST_BOXES:
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
