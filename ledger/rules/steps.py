"""Which stakes are possible: the step that they are multiples of, and why one is refused (G, T2.2, H4.2, FORMAT.md §9)."""

from __future__ import annotations

from math import lcm

from ledger.rules.tables import RuleSet


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


def lowest_stake(low: int, step: int) -> int:
    """The smallest possible stake that is not below the minimum."""
    return -(-low // step) * step


def stake_fault(rules: RuleSet, amount: int, limits: tuple[int, int] | None = None, step: int = 0) -> str:
    """Why no stake of this size is allowed between these limits, or the rules' own; nothing if it is. `step` saves working it out."""
    low, high = limits or (rules.stakes.minimum, rules.stakes.maximum)
    if not low <= amount <= high:
        return f"a stake is from {low} to {high}"
    if amount % rules.stakes.unit:
        return f"stakes are multiples of {rules.stakes.unit}"
    step = step or stake_step(rules)
    return f"only multiples of {step} leave no fraction in what these rules pay, charge or give back" if amount % step else ""
