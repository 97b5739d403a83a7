"""Settlement of every hand that is still open (T3.3, T6.2)."""

from __future__ import annotations

from ledger.table.banker import counts_as_natural
from ledger.table.hand import Hand
from ledger.table.naturals import natural_payout
from ledger.table.state import RoundState


def settle_hands(table: RoundState, *, dealer_natural: bool) -> None:
    """Compare each live hand with the dealer's, in order of the hands' paths."""
    for hand in table.hands:
        if hand.settled:
            continue
        outcome = _against_natural(hand) if dealer_natural else _against(table, hand)
        table.settle(hand, outcome, _payout(table, hand, outcome))


def _against_natural(hand: Hand) -> str:
    return "push" if hand.is_natural else "lose"


def _against(table: RoundState, hand: Hand) -> str:
    if counts_as_natural(table.rules, hand):
        return "natural"
    dealer = table.dealer.total
    if dealer > 21 or hand.total > dealer:
        return "win"
    return "push" if hand.total == dealer else "lose"


def _payout(table: RoundState, hand: Hand, outcome: str) -> int:
    """What comes back, the stake included; a returned stake is no profit."""
    if outcome == "lose":
        return 0
    if outcome == "push":
        return hand.stake
    if outcome == "natural":
        return natural_payout(table, hand)
    return 2 * hand.stake
