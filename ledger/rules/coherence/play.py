"""Doubling, splitting, the banker's play, settlement and premiums (B4, B7, C3, E5, G5)."""

from __future__ import annotations

from collections.abc import Iterator

from ledger.rules.tables import RuleSet


def double_and_split(rules: RuleSet) -> Iterator[str]:
    """What belongs to a double needs one."""
    double, split = rules.double, rules.split
    if (double.offered == "totals") != bool(double.totals):
        yield 'double.totals lists the totals for double.offered = "totals", and is empty otherwise.'
    if double.offered == "off":
        for name, is_set in (("triple", double.triple), ("face_down", double.face_down), ("commission", double.commission.over)):
            if is_set:
                yield f'double.{name} goes with a double, and double.offered is "off"; allow doubling or switch it off.'
    elif not double.beyond_maximum:
        yield from _within_maximum(rules)
    if double.triple and double.face_down:
        yield "double.triple = true asks for a card on top of one that double.face_down = true keeps hidden; choose one of them."
    if double.commission.over > double.commission.under:
        yield f'double.commission = "{double.commission}" is more than the whole stake; it is a share of it, "1:1" at most.'
    if split.aces_hands > split.hands:
        yield f"split.aces_hands ({split.aces_hands}) is above split.hands ({split.hands})."


def _within_maximum(rules: RuleSet) -> Iterator[str]:
    """A maximum that stands for doubled stakes too must leave room for one."""
    stakes = rules.stakes
    times, name = (3, "triple") if rules.double.triple else (2, "double")
    fixed = stakes.limits_by == "rules" and not stakes.raised_on_request
    if fixed and times * stakes.minimum > stakes.maximum:
        yield (
            f"double.beyond_maximum = false leaves no room to {name} even the smallest stake ({stakes.minimum}) within stakes.maximum "
            f"({stakes.maximum}); raise the maximum or set it to true."
        )


def banker_and_settlement(rules: RuleSet) -> Iterator[str]:
    """A banker who plays as he pleases does so on soft 17 too."""
    banker = rules.banker
    if banker.play == "free" and banker.soft17 != "free":
        yield f'banker.soft17 = "{banker.soft17}" is an order, but banker.play = "free" gives none; set banker.soft17 = "free".'


def premiums(rules: RuleSet) -> Iterator[str]:
    """A premium must be possible, and agreed in one way."""
    premiums = rules.premiums
    if premiums.sevens and premiums.sevens_gift:
        yield "premiums.sevens and premiums.sevens_gift are two ways to reward three sevens; leave one of them out (C3.7)."
    if premiums.six_cards and rules.hand.card_limit:
        yield f"premiums.six_cards cannot be earned where hand.card_limit = {rules.hand.card_limit} ends a hand; switch one of them off."
    if premiums.longer == "doubling" and not premiums.six_cards:
        yield 'premiums.longer = "doubling" goes on from premiums.six_cards, which is off; set it to "as-six".'
