"""Stakes before the deal (T2.2, G2, G3): one open question, answered box by box in any order."""

from __future__ import annotations

from collections.abc import Generator
from math import lcm

from ledger.rules.tables import RuleSet
from ledger.table.ask import STAKES, Ask, amount_of, refuse, split_answer
from ledger.table.hand import Hand
from ledger.table.state import RoundState


def stake_step(rules: RuleSet) -> int:
    """Every possible stake is a multiple of this: the unit, and what the ratios need where breakage is exact.

    The ratios are those that a whole stake is paid or charged by: naturals, suited ones, premiums, a commission; half of it is what
    a surrender returns and what an insurance of exactly half takes, to be paid by a ratio of its own. An insurance of up to half
    is itself kept to what its ratio needs; whatever doubles a stake keeps to these multiples.
    """
    if rules.stakes.breakage == "floor":
        return rules.stakes.unit
    premiums = rules.premiums
    whole = (rules.natural.pays, rules.natural.suited_pays, rules.double.commission)
    earned = (premiums.five_cards, premiums.six_cards, premiums.sevens, premiums.six_seven_eight)
    halves = 2 if rules.surrender.offered != "off" else 1
    if rules.insurance.offered and rules.insurance.amount == "half":
        halves = 2 * rules.insurance.pays.under
    return lcm(rules.stakes.unit, halves, *(ratio.under for ratio in whole + earned if ratio))


def stake_fault(rules: RuleSet, amount: int) -> str:
    """Why the rules do not allow a stake of this size, or nothing."""
    stakes = rules.stakes
    if not stakes.minimum <= amount <= stakes.maximum:
        return f"a stake is from {stakes.minimum} to {stakes.maximum}"
    if amount % stakes.unit:
        return f"stakes are multiples of {stakes.unit}"
    if amount % (step := stake_step(rules)):
        return f"only multiples of {step} leave no fraction when a natural pays {rules.natural.pays} or half a stake is insured or given up"
    return ""


def take_stakes(table: RoundState) -> Generator[Ask, str, None]:
    """Every box in play bets once."""
    waiting = {str(box): seat for box, seat in table.company.boxes}
    stakes = table.rules.stakes
    step = stake_step(table.rules)
    placed: dict[str, Hand] = {}
    while waiting:
        ask = Ask(
            phase=STAKES,
            round=table.number,
            hands=tuple(waiting),
            seats=tuple(waiting.values()),
            balances=tuple(table.balances[seat] for seat in waiting.values()),
            legal=("bet",),
            least=stakes.minimum,
            most=stakes.maximum,
            step=step,
        )
        answer = yield ask
        while (fault := _fault(table, waiting, answer)) is not None:
            answer = yield refuse(ask, answer, fault)
        box, act = split_answer(answer)
        amount = int(act[4:])
        seat = waiting.pop(box)
        table.stake(seat, amount)
        table.log.append(answer)
        placed[box] = Hand(box, seat, amount, amount)
    table.hands = [placed[str(box)] for box, _ in table.company.boxes]


def _fault(table: RoundState, waiting: dict[str, int], answer: str) -> str | None:
    box, act = split_answer(answer)
    amount = amount_of(act, "bet")
    if box not in waiting or amount is None:
        return ""
    if fault := stake_fault(table.rules, amount):
        return f" ({fault})"
    if amount > table.balances[waiting[box]]:
        return f" (seat {waiting[box]} has {table.balances[waiting[box]]})"
    return None
