"""Premiums for a punter's hand (G4, B7, H5, C3.7): which one is due, what it comes to, and why."""

from __future__ import annotations

import attrs

from audit.story.cards import Rules, share
from audit.story.hand import Hand

_SPECIAL = {"777": ("777", "sevens", "three sevens"), "678": ("678", "six_seven_eight", "six, seven and eight")}


@attrs.frozen
class Premium:
    """A premium: the log's word for it, `times` a ratio on the whole stake, what it is for, and the situation that clauses speak of."""

    kind: str
    ratio: str
    times: int
    reason: str
    situation: str

    def gain(self, stake: int) -> int:
        """What it adds to a stake."""
        return share(self.ratio, self.times * stake)

    @property
    def rate(self) -> str:
        """`2:1`, or `4 times 4:1` where each card more doubles it."""
        return self.ratio if self.times == 1 else f"{self.times} times {self.ratio}"


def premium_for(hand: Hand, rules: Rules) -> Premium | None:
    """The premium that a hand has earned when it ends; None if it has earned none."""
    if hand.bust:
        return None
    cards = len(hand.cards)
    if cards >= 5:
        return _many_cards(cards, rules)
    found = _SPECIAL.get("".join(sorted(card[0] for card in hand.cards))) if hand.total == 21 else None
    if found is None:
        return None
    kind, parameter, reason = found
    ratio = rules["premiums"][parameter]
    return None if ratio == "off" else Premium(kind, ratio, 1, reason, kind)


def _many_cards(cards: int, rules: Rules) -> Premium | None:
    premiums = rules["premiums"]
    beyond_five = cards > 5 and premiums["six_cards"] != "off"
    ratio = premiums["six_cards"] if beyond_five else premiums["five_cards"]
    if ratio == "off":
        return None
    times = 2 ** (cards - 6) if beyond_five and premiums["longer"] == "doubling" else 1
    return Premium(f"{cards}cards", ratio, times, f"{cards} cards of 21 or less", "many cards")
