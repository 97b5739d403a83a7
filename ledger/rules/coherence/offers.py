"""The peek, naturals and surrender (B2.4, C2, C3.4, E2, E4, H6, P2.2, T3)."""

from __future__ import annotations

from collections.abc import Iterator

from ledger.rules.tables import RuleSet

PEEK = "ten-or-ace"


def peek(rules: RuleSet) -> Iterator[str]:
    """A peek needs a hole card; what is done after it needs a peek."""
    peek, pattern = rules.peek, rules.deal.pattern
    if (peek.when == "no-hole") != (pattern == "no-hole"):
        yield f'peek.when = "{peek.when}" does not go with deal.pattern = "{pattern}"; both are "no-hole" or neither is.'
    if peek.natural_takes == "original" and peek.when == PEEK:
        yield 'peek.natural_takes = "original" has a meaning only without a peek, which comes before anything is doubled; set it to "all".'
    if rules.surrender.offered == "late" and peek.when != PEEK:
        yield f'surrender.offered = "late" waits for a peek, but peek.when is "{peek.when}"; choose "early" or "early-not-ace".'


def natural_hands(rules: RuleSet) -> Iterator[str]:
    """When a natural is paid, and what a banker's takes."""
    natural, peek, settlement = rules.natural, rules.peek, rules.settlement
    if natural.paid == "after-peek" and peek.when != PEEK:
        yield f'natural.paid = "after-peek" needs a peek; with peek.when = "{peek.when}" a natural is paid "at-once" or "on-turn".'
    if settlement.banker_natural != "single" and peek.natural_takes == "original":
        yield (
            f'settlement.banker_natural = "{settlement.banker_natural}" takes twice the stake, but peek.natural_takes = "original" no more '
            "than the original one; change one of them."
        )
    if settlement.banker_natural == "double-not-naturals" and settlement.natural_ties == "push":
        yield (
            'settlement.banker_natural = "double-not-naturals" spares naturals the second stake, but settlement.natural_ties = "push" '
            'gives them the first back too; set natural_ties = "banker", or "double".'
        )
