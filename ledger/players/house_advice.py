"""The bot `seed`: the advice that the house gives its guests (H9)."""

from __future__ import annotations

from ledger.cards import RANK_OF
from ledger.table.ask import Ask

_ACE = 11
_NEVER_SPLIT = frozenset((4, 5, 10))
_ALWAYS_SPLIT = frozenset((1, 8))


def wishes(ask: Ask, upcard: int) -> tuple[str, ...]:
    """The actions that H9 advises, best first; `upcard` is 2 to 11, 11 for an ace."""
    if "split" in ask.legal:
        value = min(RANK_OF[ask.cards[0]] + 1, 10)
        if value in _ALWAYS_SPLIT or (value not in _NEVER_SPLIT and upcard <= 6):
            return ("split",)
    total = ask.total
    if ask.soft:
        return ("stand",) if total >= 18 else ("hit",)
    if (total == 11 and upcard != _ACE) or (total == 10 and upcard < 10):
        return ("double", "hit")
    if total >= 17 or (total >= 13 and upcard <= 6):
        return ("stand",)
    return ("hit",)
