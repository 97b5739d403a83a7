"""What this engine can play, and which combinations of parameters make sense.

A rule set that asks for more is refused by the parameter's name before a session opens.
"""

from __future__ import annotations

from collections.abc import Iterator

from ledger.rules.ruleset import to_object
from ledger.rules.tables import RuleSet
from ledger.table.stakes import stake_fault

# The values that the engine plays, for every parameter that it does not play in full.
PLAYED: dict[str, tuple[object, ...]] = {
    "pack.size": (52,),
    "pack.ace": ("soft",),
    "pack.pictures": ("ten",),
    "shoe.reshuffle": ("every-round", "cut-card"),
    "shoe.cut": ("none",),
    "shoe.burn": (0,),
    "shoe.burn_shown": (False,),
    "shoe.joker": (False,),
    "shoe.voluntary": (False,),
    "table.boxes_per_player": (1,),
    "table.bettors_per_box": (1,),
    "table.onlookers": (False,),
    "table.irregularities": (False,),
    "table.rulings": (False,),
    "stakes.table_minimum": (0,),
    "stakes.table_maximum": (0,),
    "stakes.limits_by": ("rules",),
    "stakes.raised_on_request": (False,),
    "stakes.announced": (False,),
    "stakes.when": ("before-deal",),
    "stakes.withdrawal": (False,),
    "stakes.sitting_out": (False,),
    "stakes.banker_raise": ("never",),
    "stakes.redouble": ("never",),
    "deal.pattern": ("c",),
    "peek.when": ("ten-or-ace",),
    "natural.paid": ("after-peek",),
    "natural.even_money": ("never",),
    "natural.suited_pays": ("off",),
    "natural.pair_of_aces": (False,),
    "natural.five_pictures": (False,),
    "surrender.offered": ("off", "late"),
    "double.triple": (False,),
    "double.face_down": (False,),
    "double.commission": ("0:1",),
    "double.beyond_maximum": (True,),
    "hand.card_limit": (0,),
    "banker.play": ("forced",),
    "banker.soft17": ("stand", "draw"),
    "settlement.ties": ("push",),
    "settlement.natural_ties": ("push",),
    "settlement.banker_natural": ("single",),
    "premiums.five_cards": ("off",),
    "premiums.six_cards": ("off",),
    "premiums.sevens": ("off",),
    "premiums.sevens_gift": ("",),
    "premiums.six_seven_eight": ("off",),
    "bank.holder": ("house",),
    "bank.first": ("house",),
    "bank.change": ("house",),
    "bank.auction": (False,),
}


def unsupported(rules: RuleSet) -> list[str]:
    """One sentence for each parameter whose value the engine cannot play yet."""
    whole = to_object(rules)
    complaints = []
    for path, values in PLAYED.items():
        table, _, parameter = path.partition(".")
        if whole[table][parameter] not in values:
            allowed = " or ".join(_shown(value) for value in values)
            complaints.append(f"{path} = {_shown(whole[table][parameter])} cannot be played yet; it must be {allowed}.")
    return complaints


def incoherent(rules: RuleSet) -> list[str]:
    """One sentence for each combination of parameters that makes no sense."""
    return [*_about_people_and_money(rules), *_about_cards(rules), *_about_actions(rules)]


def _about_people_and_money(rules: RuleSet) -> Iterator[str]:
    stakes, table = rules.stakes, rules.table
    if stakes.minimum > stakes.maximum:
        yield f"stakes.minimum ({stakes.minimum}) is above stakes.maximum ({stakes.maximum}); lower one or raise the other."
    elif fault := stake_fault(rules, stakes.minimum):
        yield f"stakes.minimum = {stakes.minimum} is no possible stake ({fault}); choose another minimum, or another unit or breakage."
    if table.players_min > table.players_max:
        yield f"table.players_min ({table.players_min}) is above table.players_max ({table.players_max}); nobody could sit down."
    yield from _about_boxes(rules)
    if rules.session.stack < stakes.minimum:
        yield f"session.stack = {rules.session.stack} does not cover one stake of {stakes.minimum}."


def _about_boxes(rules: RuleSet) -> Iterator[str]:
    table = rules.table
    if rules.bank.holder == "player":
        if table.players_max - 1 > table.boxes:
            yield f"table.players_max = {table.players_max} needs a box for all but the banker, but table.boxes is {table.boxes}."
    elif table.players_max > table.boxes and table.bettors_per_box == 1:
        yield f"table.players_max = {table.players_max} needs as many boxes, but table.boxes is {table.boxes}."


def _about_cards(rules: RuleSet) -> Iterator[str]:
    shoe, table = rules.shoe, rules.table
    if shoe.reshuffle != "cut-card" and shoe.penetration_left:
        yield 'shoe.penetration_left has a meaning only with shoe.reshuffle = "cut-card"; set it to 0.'
    cards = rules.pack.decks * rules.pack.size
    if shoe.penetration_left >= cards:
        yield f"shoe.penetration_left = {shoe.penetration_left} leaves no card to deal of {cards}."
    if cards < 2 * table.boxes + 2:
        yield f"{cards} cards are not enough to deal {table.boxes} boxes and the banker two each."


def _about_actions(rules: RuleSet) -> Iterator[str]:
    if (rules.double.offered == "totals") != bool(rules.double.totals):
        yield 'double.totals lists the totals for double.offered = "totals", and is empty otherwise.'
    if rules.split.aces_hands > rules.split.hands:
        yield f"split.aces_hands ({rules.split.aces_hands}) is above split.hands ({rules.split.hands})."


def _shown(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else f'"{value}"' if isinstance(value, str) else str(value)
