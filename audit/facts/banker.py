"""The banker's hand as it ended, and what was drawn or decided on it (T6, B3.3, C2.5)."""

from __future__ import annotations

import numpy as np

from audit.facts.columns import Columns, take
from audit.facts.events import is_verb
from audit.facts.grammar import BANKER, NO_CARD
from audit.facts.hands import PICTURE, is_banker
from audit.facts.play import ACES, Play


def banker_hand(play: Play) -> Columns:
    """By round: total of the first two cards (0 without two) and whether both are aces; cards, total, soft, pictures in the end, stood."""
    banker = take(play.hand, is_banker(play.hand))
    final = {name: np.zeros(play.size, dtype=np.int64) for name in ("cards", "total", "soft", "marks", "stood")}
    two = {name: np.full(play.size, NO_CARD, dtype=np.uint8) for name in ("first", "second")}
    for name, values in (final | two).items():
        values[banker["rnd"]] = banker[name]
    total = play.counting.two(two["first"], two["second"], np.arange(play.size))
    return {
        "two_total": np.where(two["second"] == NO_CARD, 0, total),
        "two_aces": np.isin(two["first"], ACES) & np.isin(two["second"], ACES),
        "dealer_cards": final["cards"],
        "dealer_total": final["total"],
        "dealer_soft": final["soft"] > 0,
        "dealer_stood": final["stood"] > 0,
        "dealer_pictures": final["marks"] // PICTURE,
    }


def draws(play: Play) -> Columns:
    """What the banker drew, hit and stood, with the hand before it."""
    rows = np.flatnonzero(is_verb(play.verb, "draw", "hit", "stand") & (play.event["hand"] == BANKER))
    before = ("count_before", "total_before", "soft_before", "closed_before", "pictures_before")
    table = {name: play.event[name][rows] for name in ("rnd", "step", "verb")} | {name: play.state[name][rows] for name in before}
    return table | {"stock": play.shoes.stock[rows]}
