"""The bot `seed`: the advice that the house gives its guests (H9)."""

from __future__ import annotations

from ledger.cards import IS_ACE, RANK_OF, UPCARD_VALUES
from ledger.players.source import Seen
from ledger.table.ask import Ask

SEVERAL = 2
"""How many who stood are several (H9.2)."""
_ACE = 11
_JACK_RANK = 10
_NEVER_SPLIT = frozenset((4, 5, 10))
_ALWAYS_SPLIT = frozenset((1, 8))


def wishes(hand: Seen, upcard_card: int, legal: tuple[str, ...], stood_before: int) -> tuple[str, ...]:
    """The actions that H9 advises, best first."""
    upcard = UPCARD_VALUES[upcard_card]
    if "split" in legal:
        value = min(RANK_OF[hand.cards[0]] + 1, 10)
        if value in _ALWAYS_SPLIT or (value not in _NEVER_SPLIT and upcard <= 6):
            return ("split",)
    total = hand.total
    if hand.soft:
        return ("stand",) if total >= 18 else ("hit",)
    if (total == 11 and upcard != _ACE) or (total == 10 and upcard < 10):
        return ("double", "hit")
    if total >= 17 or (total >= 13 and upcard <= 6) or stands_behind_others(total, stood_before):
        return ("stand",)
    return ("hit",)


def stands_behind_others(total: int, stood_before: int) -> bool:
    """Whether a hard total stands only because several before the player have stood (H9.2)."""
    return total in {12, 13} and stood_before >= SEVERAL


def offers(ask: Ask) -> tuple[str, ...]:
    """What H9.1 says of doubling on the first card; whatever else is offered is declined."""
    if "raise" in ask.legal and raises(ask.cards[0]):
        return ("raise",)
    if "redouble" in ask.legal and redoubles(ask.cards[0]):
        return ("redouble",)
    return ()


def raises(first_card: int) -> bool:
    """Whether the dealer doubles all stakes on this first card: a picture or an ace (H9.1)."""
    return RANK_OF[first_card] >= _JACK_RANK or IS_ACE[first_card]


def redoubles(first_card: int) -> bool:
    """Whether a player redoubles after the dealer's doubling: with an ace, not with a picture or a lesser card (H9.1)."""
    return IS_ACE[first_card]
