"""Insurance: its offer against an ace, with even money for those who hold a natural, and its settlement (T3.2, T3.4, E3.1, P3.1)."""

from __future__ import annotations

from collections.abc import Generator

import attrs

from ledger.cards import IS_ACE
from ledger.table.ask import INSURANCE, Ask, answered
from ledger.table.hand import Bettor, Hand
from ledger.table.naturals import may_take_even_money, offer_even_money
from ledger.table.state import RoundState

DECLINE = "decline insurance"


@attrs.frozen
class Insured:
    """One insurance: the first hand that it was taken on, whose, and how much."""

    root: str
    path: str
    seat: int
    amount: int


def offer_insurance(table: RoundState) -> Generator[Ask, str, list[Insured]]:
    """Each hand in turn: even money for a natural, insurance for the others; the insurances taken."""
    rules = table.rules.insurance
    taken: list[Insured] = []
    against_an_ace = rules.offered and table.upcard is not None and IS_ACE[table.upcard]
    if not against_an_ace and table.rules.natural.even_money == "never":
        return taken
    for hand in table.hands:
        if hand.settled or hand.claimed:
            continue
        even = may_take_even_money(table, hand)
        insurable = against_an_ace and (rules.naturals or not hand.is_natural)
        for bettor in list(hand.bettors):
            if even:
                yield from offer_even_money(table, hand, bettor)
            if insurable and bettor in hand.bettors:
                amount = yield from _offer(table, hand, bettor)
                if amount:
                    taken.append(Insured(hand.path, bettor.path, bettor.seat, amount))
    return taken


def settle_insurance(table: RoundState, taken: list[Insured], *, dealer_natural: bool) -> None:
    """Pay the insurances against a natural, else they are lost."""
    pays = table.rules.insurance.pays
    for insured in taken:
        payout = insured.amount + pays.of(insured.amount) if dealer_natural else 0
        table.log.append(f"{insured.path} insurance {payout}")
        table.pay(insured.seat, payout)


def _offer(table: RoundState, hand: Hand, bettor: Bettor) -> Generator[Ask, str, int]:
    """The insurance stake that a bettor makes, 0 for none; nobody is asked who cannot."""
    rules = table.rules.insurance
    step = rules.pays.under if table.rules.stakes.breakage == "exact" else 1
    half = bettor.original_stake // 2
    most = min(half, table.balances[bettor.seat])
    least = half if rules.amount == "half" else step
    if not step <= least <= most or least % step:
        return 0
    act = yield from answered(table.question_for(bettor, hand, INSURANCE, ("insure", DECLINE), (least, most, step), default=DECLINE))
    table.log.append(f"{bettor.path} {act}")
    if act == DECLINE:
        return 0
    amount = int(act[7:])
    table.stake(bettor.seat, amount)
    return amount
