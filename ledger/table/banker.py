"""The dealer's own play (T6.1, G5)."""

from __future__ import annotations

from ledger.rules.tables import RuleSet
from ledger.table.hand import Hand
from ledger.table.state import RoundState

STANDS_AT = 17


def play_dealer(table: RoundState) -> None:
    """Turn the hole card; draw to 17 while an ordinary hand is alive."""
    dealer = table.dealer
    show_hole_card(table)
    if not any(not hand.settled and not counts_as_natural(table.rules, hand) for hand in table.hands):
        return
    draws_on_soft_17 = table.rules.banker.soft17 == "draw"
    while table.a_card_is_left():
        total = dealer.total
        if total > STANDS_AT or (total == STANDS_AT and not (dealer.soft and draws_on_soft_17)):
            return
        table.deal_to(dealer, "draw")


def show_hole_card(table: RoundState) -> None:
    """The hole card is turned, always: a natural's too, which ends the round (T3.3, G5)."""
    table.log.append("D show")


def counts_as_natural(rules: RuleSet, hand: Hand) -> bool:
    """Whether a hand is paid as a natural and so does not wait for the dealer's total (T5.4, G7)."""
    if hand.from_split and rules.natural.after_split:
        return len(hand.cards) == 2 and hand.total == 21
    return hand.is_natural
