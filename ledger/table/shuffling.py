"""The shoe's own phase: shuffle, cut, joker and burn (C1.3, B2.1, P1.2, H1.2); discards that come up (G6, B6.2, H1.3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ledger.cards import CARD_NAMES, IS_ACE

if TYPE_CHECKING:
    from ledger.table.state import RoundState

# Where a seat cuts a shoe of so many cards by hand; a number below it.
Cutter = Callable[[int, int], int]


def open_shoe(table: RoundState) -> None:
    """A round's shoe: the one that goes on, or the chain's next."""
    shoe = table.rack.begin_round()
    if shoe is not None:
        table.log.append(f"D shuffle {shoe}")
        while _must_shuffle_again(table):
            table.log.append(f"D shuffle {table.rack.shuffle()}")


def renew(table: RoundState) -> None:
    """The discards become the next shoe, directly before a card that is due; ChainUsedUp where no seed is left for it."""
    table.log.append(f"D reshuffle {table.rack.reshuffle(table.on_table)}")
    while _must_shuffle_again(table):
        table.log.append(f"D reshuffle {table.rack.reshuffle(table.on_table)}")


def _must_shuffle_again(table: RoundState) -> bool:
    """Cut, lay in the joker and burn; whether a burnt ace asks for a new shuffle (B2.1, H1.2)."""
    rules, shoe = table.rules.shoe, table.rack.shoe
    if rules.cut != "none":
        _cut(table)
    if rules.joker:
        table.log.append("D joker")
    for _ in range(min(rules.burn, shoe.size - 1)):
        card = shoe.next_card()
        table.log.append(f"D burn {CARD_NAMES[card] if rules.burn_shown else 'xx'}")
        if rules.burn_shown and IS_ACE[card] and table.rack.has_a_seed_left() and not shoe.holds_nothing_but(IS_ACE):
            return True
    return False


def _cut(table: RoundState) -> None:
    """The owner of the lowest box cuts: the player to the banker's left (C1.3)."""
    seat, shoe = table.company.boxes[0][1], table.rack.shoe
    at = table.company.cutter(seat, shoe.size) if table.company.cutter else table.rack.cut_number(seat)
    shoe.cut(at)
    table.log.append(f"s{seat} cut {at}")
