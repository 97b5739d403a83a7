"""How much may be staked, and when (E1.2, B2.2, P1.3, H2.3, H4.2)."""

from __future__ import annotations

from collections.abc import Iterator

from ledger.rules.steps import stake_step
from ledger.rules.tables import RuleSet


def limits(rules: RuleSet) -> Iterator[str]:
    """At least one stake must be possible, and nobody may begin without the money for it."""
    stakes, table = rules.stakes, rules.table
    if stakes.minimum > stakes.maximum:
        yield f"stakes.minimum ({stakes.minimum}) is above stakes.maximum ({stakes.maximum}); lower one or raise the other."
    elif fault := _fraction(rules):
        yield f"stakes.minimum = {stakes.minimum} is no possible stake ({fault}); choose another minimum, or another unit or breakage."
    if rules.session.stack < stakes.minimum:
        yield f"session.stack = {rules.session.stack} does not cover one stake of {stakes.minimum}."
    if stakes.table_maximum and stakes.table_maximum < max(stakes.minimum, stakes.table_minimum):
        least = max(stakes.minimum, stakes.table_minimum)
        yield f"stakes.table_maximum ({stakes.table_maximum}) is below the least that must be staked ({least}); raise it, or set it to 0."
    if stakes.table_minimum > table.boxes * stakes.maximum:
        most = table.boxes * stakes.maximum
        yield f"stakes.table_minimum ({stakes.table_minimum}) cannot be reached: {table.boxes} boxes at {stakes.maximum} make {most}."


def _fraction(rules: RuleSet) -> str:
    """Why the smallest stake cannot be made, or nothing."""
    least, unit, step = rules.stakes.minimum, rules.stakes.unit, stake_step(rules)
    if least % unit:
        return f"stakes are multiples of {unit}"
    return f"only multiples of {step} leave no fraction in what these rules pay, charge or give back" if least % step else ""


def timing(rules: RuleSet) -> Iterator[str]:
    """What may be done with stakes once a card is out."""
    stakes = rules.stakes
    if stakes.when == "before-deal":
        if rules.deal.pattern == "g":
            yield 'deal.pattern = "g" has its stakes after the first card (stakes.when); "a" deals the same cards with stakes before them.'
        if stakes.banker_raise != "never":
            yield f'stakes.banker_raise = "{stakes.banker_raise}" goes by a first card; it needs stakes.when = "after-first-card".'
    elif stakes.withdrawal:
        yield 'stakes.withdrawal = true lets a stake be taken back until the deal, which has begun where stakes.when is "after-first-card".'
    if stakes.redouble != "never" and stakes.banker_raise == "never":
        yield f'stakes.redouble = "{stakes.redouble}" answers a doubling by the dealer; set stakes.banker_raise too, or set it to "never".'
