"""The banker's hand as it ended, and what was drawn or decided on it (T6, B3.3, C2.5)."""

from __future__ import annotations

import numpy as np

from audit.facts.columns import Columns, alike, take
from audit.facts.grammar import NO_CARD
from audit.facts.hands import is_banker
from audit.facts.play import ACES, Play
from audit.facts.state import PICTURE


def banker_hand(play: Play) -> Columns:
    """By round: total of the first two cards (0 without two) and whether both are aces; cards, total, soft, pictures in the end, stood."""
    told = ("cards", "total", "soft", "marks", "stood")
    banker = take({name: play.hand[name] for name in ("rnd", "first", "second", *told)}, is_banker(play.hand))
    final = {name: np.zeros(play.size, dtype=banker[name].dtype) for name in told}
    two = {name: np.full(play.size, NO_CARD, dtype=np.uint8) for name in ("first", "second")}
    for name, values in (final | two).items():
        values[banker["rnd"]] = banker[name]
    total = play.counting.two(two["first"], two["second"], np.arange(play.size))
    return {
        "two_total": np.where(two["second"] == NO_CARD, np.uint8(0), total),
        "two_aces": np.isin(two["first"], ACES) & np.isin(two["second"], ACES),
        "dealer_cards": final["cards"],
        "dealer_total": final["total"],
        "dealer_soft": final["soft"],
        "dealer_stood": final["stood"] > 0,
        "dealer_pictures": (final["marks"] // PICTURE).astype(np.int16) if play.counting.special else alike(play.size, 0, np.int16),
    }


def draws(play: Play) -> Columns:
    """What the banker drew, hit and stood, with the hand before it."""
    rows = play.by_banker("draw", "hit", "stand")
    table = {name: play.event[name].take(rows) for name in ("rnd", "step", "verb")}
    table |= play.state.columns(rows, "count_before", "total_before", "soft_before", "closed_before", "pictures_before")
    return table | {"stock": play.shoes.stock.take(rows)}
