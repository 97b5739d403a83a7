"""Premiums for a punter's hand, paid at once and kept whatever the banker makes (G4, B7, H5, C3.7)."""

from __future__ import annotations

from ledger.cards import RANK_OF
from ledger.rules.domain import Ratio
from ledger.rules.tables import Premiums
from ledger.table.hand import Hand
from ledger.table.state import RoundState

_SEVENS = [6, 6, 6]
_SIX_SEVEN_EIGHT = [5, 6, 7]


def pay_premium(table: RoundState, hand: Hand) -> None:
    """What is due to a hand that has ended, not over 21: a premium on each whole stake, or a gift and play goes on."""
    cards = len(hand.cards)
    if cards < 3 or hand.total > 21 or not table.terms.has_premiums:
        return
    premiums = table.rules.premiums
    due = _of_three_cards(premiums, hand) if cards == 3 else _of_many_cards(premiums, cards)
    if due is not None:
        table.open(hand)
        kind, times, ratio = due
        for bettor in hand.bettors:
            table.settle(bettor, f"premium {kind}", bettor.stake + ratio.of(times * bettor.stake))
        hand.settled = True
    elif premiums.sevens_gift and cards == 3 and _ranks(hand) == _SEVENS and hand.total == 21:
        table.log.append(f"{hand.path} gift")


def _of_three_cards(premiums: Premiums, hand: Hand) -> tuple[str, int, Ratio] | None:
    """Kind, multiplier and ratio of a special 21."""
    if hand.total != 21:
        return None
    ranks = _ranks(hand)
    if premiums.sevens is not None and ranks == _SEVENS:
        return "777", 1, premiums.sevens
    if premiums.six_seven_eight is not None and ranks == _SIX_SEVEN_EIGHT:
        return "678", 1, premiums.six_seven_eight
    return None


def _of_many_cards(premiums: Premiums, cards: int) -> tuple[str, int, Ratio] | None:
    """Kind, multiplier and ratio for five cards and more; beyond six each card doubles it, or nothing more."""
    if cards < 5:
        return None
    kind = f"{cards}cards"
    if cards == 5 or premiums.six_cards is None:
        return None if premiums.five_cards is None else (kind, 1, premiums.five_cards)
    return kind, 2 ** (cards - 6) if premiums.longer == "doubling" else 1, premiums.six_cards


def _ranks(hand: Hand) -> list[int]:
    return sorted(RANK_OF[card] for card in hand.cards)
