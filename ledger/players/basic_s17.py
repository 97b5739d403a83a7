"""The bot `s17`: the published basic strategy for four decks and more, S17, peek, double after split, no surrender.

One letter for each upcard 2 3 4 5 6 7 8 9 10 A: H hit, S stand, D double or else hit, T double or else stand, P split.
"""

from __future__ import annotations

from ledger.cards import RANK_OF, UPCARD_VALUES
from ledger.players.source import Seen

HARD = {
    9: "HDDDDHHHHH",
    10: "DDDDDDDDHH",
    11: "DDDDDDDDDH",
    12: "HHSSSHHHHH",
    13: "SSSSSHHHHH",
    14: "SSSSSHHHHH",
    15: "SSSSSHHHHH",
    16: "SSSSSHHHHH",
}
SOFT = {
    12: "HHHHHHHHHH",
    13: "HHHDDHHHHH",
    14: "HHHDDHHHHH",
    15: "HHDDDHHHHH",
    16: "HHDDDHHHHH",
    17: "HDDDDHHHHH",
    18: "STTTTSSHHH",
}
# By the value of one card of the pair, an ace as 1; fives play as ten, tens stand.
PAIRS = {
    1: "PPPPPPPPPP",
    2: "PPPPPP....",
    3: "PPPPPP....",
    4: "...PP.....",
    6: "PPPPP.....",
    7: "PPPPPP....",
    8: "PPPPPPPPPP",
    9: "PPPPP.PP..",
}
_WISHES = {"H": ("hit",), "S": ("stand",), "D": ("double", "hit"), "T": ("double", "stand")}


def wishes(hand: Seen, upcard: int, legal: tuple[str, ...], _stood_before: int) -> tuple[str, ...]:
    """The actions that the strategy would like, best first."""
    column = UPCARD_VALUES[upcard] - 2
    if "split" in legal:
        value = min(RANK_OF[hand.cards[0]] + 1, 10)
        if value in PAIRS and PAIRS[value][column] == "P":
            return ("split",)
    rows = SOFT if hand.soft else HARD
    beyond = "H" if hand.total < min(rows) else "S"
    return _WISHES[rows[hand.total][column] if hand.total in rows else beyond]
