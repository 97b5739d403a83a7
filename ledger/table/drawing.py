"""Drawing the banker: by lot, or by the first ace or black jack that falls (C1.1, B1.2, H1.1)."""

from __future__ import annotations

from collections.abc import Generator
from itertools import cycle

from ledger.cards import CARD_NAMES, IS_ACE
from ledger.table.ask import BEGIN, Ask
from ledger.table.interval import Interval

BLACK_JACKS = ("JC", "JS")


def draw_banker(table: Interval) -> Generator[Ask, str, bool]:
    """Draw among all at the table but one who has lost the bank (in debt); False if the chain has no seed for a shoe to draw from."""
    at_table = [*table.clockwise(table.banker), *({table.banker} & table.playing)]
    candidates = [seat for seat in at_table if table.balances[seat] >= 0]
    if table.rules.bank.first == "lot":
        candidates.sort()
        lot = table.rack.lot(len(candidates))
        table.log.append(f"s{candidates[lot]} lot {lot}")
        table.hand_over(candidates[lot])
        return True
    if not table.rack.has_seeds_for_new_shoes(1):
        return False
    shoe = table.rack.shoe_for_a_draw()
    table.log.append(f"D shuffle {shoe.index}")
    if not table.begun:
        table.begun = True
        yield BEGIN
    for seat in cycle(candidates):
        card = shoe.next_card()
        table.log.append(f"s{seat} lot {CARD_NAMES[card]}")
        if IS_ACE[card] if table.rules.bank.first == "first-ace" else CARD_NAMES[card] in BLACK_JACKS:
            table.hand_over(seat)
            break
    return True
