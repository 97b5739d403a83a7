"""The shoe's own phase: shuffle, cut, joker and burn (C1.3, B2.1, P1.2, H1.2); discards that come up (G6, B6.2, H1.3)."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING

from ledger.cards import CARD_NAMES, IS_ACE
from ledger.table.ask import BEGIN, CUT, Ask, amount_of, answered

if TYPE_CHECKING:
    from ledger.table.hand import Hand
    from ledger.table.state import RoundState


def open_shoe(table: RoundState) -> Generator[Ask, str, None]:
    """A round's shoe: the one that goes on, or the chain's next."""
    shoe = table.rack.begin_round()
    if shoe is not None:
        table.log.append(f"D shuffle {shoe}")
        while (yield from _must_shuffle_again(table)):
            table.log.append(f"D shuffle {table.rack.shuffle()}")


def begin(table: RoundState) -> Generator[Ask, str, None]:
    """Directly before the round's first card that is shown or dealt: a live round is signed here."""
    if not table.begun:
        table.begun = True
        yield BEGIN


def ready(table: RoundState) -> Generator[Ask, str, None]:
    """Before a card: the discards are shuffled where none is left, ChainUsedUp without a seed (G6); and the round begins with its first."""
    shoe = table.rack.shoe
    if shoe.dealt == shoe.size:
        yield from renew(table)
    yield from begin(table)


def deal(table: RoundState, hand: Hand, verb: str) -> Generator[Ask, str, int]:
    """Deal the next card to a hand (see `ready`)."""
    shoe = table.rack.shoe
    if shoe.dealt == shoe.size or not table.begun:
        yield from ready(table)
    return table.deal_to(hand, verb)


def renew(table: RoundState) -> Generator[Ask, str, None]:
    """The discards become the next shoe, directly before a card that is due; ChainUsedUp where no seed is left for it."""
    table.log.append(f"D reshuffle {table.rack.reshuffle(table.on_table)}")
    while (yield from _must_shuffle_again(table)):
        table.log.append(f"D reshuffle {table.rack.reshuffle(table.on_table)}")


def _must_shuffle_again(table: RoundState) -> Generator[Ask, str, bool]:
    """Cut, lay in the joker and burn; whether a burnt ace asks for a new shuffle (B2.1, H1.2)."""
    rules, shoe = table.rules.shoe, table.rack.shoe
    if rules.cut != "none":
        yield from _cut(table)
    if rules.joker:
        table.log.append("D joker")
    if rules.burn and rules.burn_shown:
        yield from begin(table)
    for _ in range(min(rules.burn, shoe.size - 1)):
        card = shoe.next_card()
        table.log.append(f"D burn {CARD_NAMES[card] if rules.burn_shown else 'xx'}")
        if rules.burn_shown and IS_ACE[card] and table.rack.has_a_seed_left() and not shoe.holds_nothing_but(IS_ACE):
            return True
    return False


def _cut(table: RoundState) -> Generator[Ask, str, None]:
    """The owner of the lowest box cuts: the player to the banker's left (C1.3)."""
    seat, shoe = table.company.boxes[0][1], table.rack.shoe
    if table.rules.shoe.cut == "hand":
        ask = table.question_to_seat(CUT, seat, ("cut",), (0, shoe.size - 1, 1))
        at = amount_of((yield from answered(ask)), "cut") or 0
    else:
        at = table.rack.cut_number(seat)
    shoe.cut(at)
    table.log.append(f"s{seat} cut {at}")
