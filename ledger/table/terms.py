"""What follows from the rules alone and is asked for in every round: worked out once for a session."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ledger.cards import IS_ACE, card_values
from ledger.rules.steps import stake_step
from ledger.rules.tables import RuleSet

NO_ACE_IS_SOFT = (False,) * 52


class Terms(msgspec.Struct, frozen=True, eq=False):
    """`step`: every stake is a multiple of it. `values` and `soft_aces`: a card's points, and whether it may count ten more, by number.

    `doubles_freely`: who can pay as much again may double any first two
    cards. `has_premiums`: some hands of three cards or more win at once. `ends_early`: a hand may end below 21 by its count of cards.
    `stakes_bound_each_other`: what one box stakes depends on others; `stakes_stand`: a stake that was made stays.
    """

    step: int
    values: Sequence[int]
    soft_aces: Sequence[bool]
    doubles_freely: bool
    has_premiums: bool
    ends_early: bool
    stakes_bound_each_other: bool
    stakes_stand: bool


def terms_of(rules: RuleSet) -> Terms:
    """The terms of a rule set."""
    values, double, premiums, stakes = card_values(rules.pack), rules.double, rules.premiums, rules.stakes
    paid = (premiums.five_cards, premiums.six_cards, premiums.sevens, premiums.six_seven_eight)
    return Terms(
        step=stake_step(rules),
        values=values,
        soft_aces=IS_ACE if rules.pack.ace == "soft" else NO_ACE_IS_SOFT,
        doubles_freely=double.offered == "any" and double.beyond_maximum and not double.commission.over,
        has_premiums=bool(premiums.sevens_gift) or any(ratio is not None for ratio in paid),
        ends_early=rules.hand.card_limit > 0 or rules.natural.five_pictures,
        stakes_bound_each_other=stakes.table_minimum > 0 or stakes.table_maximum > 0,
        stakes_stand=not stakes.withdrawal,
    )
