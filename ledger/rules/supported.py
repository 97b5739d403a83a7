"""What this engine can play; what makes no sense is told by `ledger.rules.coherence`.

A rule set that asks for more is refused by the parameter's name before a session opens.
"""

from __future__ import annotations

from ledger.rules.coherence import incoherent
from ledger.rules.ruleset import to_object
from ledger.rules.tables import RuleSet

__all__ = ["PLAYED", "incoherent", "unsupported"]

# The values that the engine plays, for every parameter that it does not play in full.
PLAYED: dict[str, tuple[object, ...]] = {
    "pack.ace": ("soft",),
    "pack.pictures": ("ten",),
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


def _shown(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else f'"{value}"' if isinstance(value, str) else str(value)
