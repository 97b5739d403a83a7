"""Insurance: its offer before the peek and its settlement after it (T3.2, T3.4)."""

from __future__ import annotations

from collections.abc import Generator

from ledger.cards import IS_ACE
from ledger.table.ask import INSURANCE, Ask, amount_of, refuse, split_answer
from ledger.table.hand import Hand
from ledger.table.state import RoundState

DECLINE = "decline insurance"


def offer_insurance(table: RoundState) -> Generator[Ask, str, list[tuple[Hand, int]]]:
    """Against an ace every box that can pay is asked in turn; the insurances taken."""
    rules = table.rules.insurance
    upcard = table.dealer.cards[0]
    taken: list[tuple[Hand, int]] = []
    if not (rules.offered and IS_ACE[upcard]):
        return taken
    step = rules.pays.under if table.rules.stakes.breakage == "exact" else 1
    for hand in table.hands:
        if hand.is_natural and not rules.naturals:
            continue
        half = hand.original_stake // 2
        most = min(half, table.balances[hand.seat])
        least = half if rules.amount == "half" else step
        if not step <= least <= most or least % step:
            continue
        amount = yield from _ask(table, hand, least, most, step)
        if amount:
            table.stake(hand.seat, amount)
            taken.append((hand, amount))
    return taken


def settle_insurance(table: RoundState, taken: list[tuple[Hand, int]], *, dealer_natural: bool) -> None:
    """Pay the insurances against a natural, else they are lost."""
    pays = table.rules.insurance.pays
    for hand, amount in taken:
        payout = amount + pays.of(amount) if dealer_natural else 0
        table.log.append(f"{hand.path} insurance {payout}")
        table.pay(hand.seat, payout)


def _ask(table: RoundState, hand: Hand, least: int, most: int, step: int) -> Generator[Ask, str, int]:
    ask = table.question(INSURANCE, hand, ("insure", DECLINE), least, most, step)
    answer = yield ask
    while (amount := _amount(ask, answer)) is None:
        answer = yield refuse(ask, answer)
    table.log.append(answer)
    return amount


def _amount(ask: Ask, answer: str) -> int | None:
    """The insurance stake that an answer gives, 0 for none; None if it is not allowed."""
    who, act = split_answer(answer)
    if who != ask.who:
        return None
    if act == DECLINE:
        return 0
    amount = amount_of(act, "insure")
    if amount is None or not ask.least <= amount <= ask.most or amount % ask.step:
        return None
    return amount
