"""What happened in recorded rounds, counted: verbs with what tells them apart, and situations that are rare."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from ledger.rules.tables import RuleSet
from ledger.table.company import FinishedRound

# The arguments that make another kind of event of the same verb.
_TOLD_APART = frozenset(("decline", "peek", "claim", "premium", "accept"))
_CARD_VERBS = frozenset(("deal", "down", "hole", "hit", "double", "triple", "draw", "late", "extra", "exposed", "unasked"))


def count(seen: Counter[str], played: FinishedRound, rules: RuleSet) -> None:
    """Count the events of one round, and what is rare in it."""
    hands: dict[str, int] = {}
    parted: dict[str, str] = {}
    for number, event in enumerate(played.log):
        who, verb, rest, name = _read(event)
        if who == "D":
            seen[f"D {name}"] += 1
            continue
        seen[("s " if who.startswith("s") else "") + name] += 1
        if "/" in who:
            seen[f"/ {name}"] += 1
            continue
        if verb in _CARD_VERBS:
            hands[who] = hands.get(who, 0) + 1
        if verb in ("split", "both"):
            seen[f"{verb} of a hand parted by {parted.get(who, 'nothing')}"] += 1
            hands |= dict.fromkeys((f"{who}.1", f"{who}.2"), hands.pop(who) // 2)
            parted |= dict.fromkeys((f"{who}.1", f"{who}.2"), "aces" if rest and rest[0][0] == "A" else verb)
        if verb in ("hit", "double", "split") and parted.get(who) == "aces":
            seen[f"{verb} of split aces"] += 1
        if verb == "bust":
            seen["bust in settlement"] += "D show" in played.log[:number]
        elif verb == "lose":
            seen["lose with something back"] += rest != ["0"]
    seen["hand of one card"] += sum(cards == 1 for cards in hands.values())
    seen["debt"] += min(played.after[1:]) < 0
    seen["no card left"] += _cards_out(played) >= rules.pack.decks * rules.pack.size
    seen["shoe goes on"] += played.shoes[-1].seed is None


@lru_cache(1 << 14)
def _read(event: str) -> tuple[str, str, Sequence[str], str]:
    """Who, the verb, its arguments, and what it is counted as."""
    who, verb, *rest = event.split(" ")
    return who, verb, rest, _name(verb, rest)


def _name(verb: str, rest: Sequence[str]) -> str:
    if verb == "insurance":
        return "insurance lost" if rest == ["0"] else "insurance paid"
    if verb == "burn":
        return "burn xx" if rest == ["xx"] else "burn shown"
    if verb == "lot":
        return "lot number" if rest[0].isdecimal() else "lot card"
    if verb == "premium" and rest[0].endswith("cards") and rest[0] != "5cards":
        return "premium 6cards and more"
    return f"{verb} {rest[0]}" if verb in _TOLD_APART and rest else verb


def _cards_out(played: FinishedRound) -> int:
    return sum(_read(event)[1] in _CARD_VERBS for event in played.log)
