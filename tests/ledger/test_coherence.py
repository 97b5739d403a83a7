"""Combinations of parameters: what makes no sense is refused with the reason, what a clause allows is not (G7)."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest

import ledger.rules.coherence
from ledger.rules.coherence import incoherent
from ledger.rules.ruleset import altered, load_profile, profile_names

REFUSED: dict[str, tuple[str, dict[str, Any], str]] = {
    # Who banks and who sits where.
    "a house's bank drawn for": ("training", {"bank.first": "lot"}, 'bank.first = "lot" is for a bank that players hold'),
    "a house's bank that moves": ("training", {"bank.change": "every-deal"}, 'bank.change = "every-deal" is for a bank that players hold'),
    "a house's bank auctioned": ("training", {"bank.auction": True}, "there is nothing to auction"),
    "a house that announces": ("training", {"stakes.announced": True}, "the house announces none"),
    "a player's bank never found": ("classic", {"bank.first": "house"}, 'bank.first = "house" is for bank.holder = "house"'),
    "a player's bank that stays": ("classic", {"bank.change": "house"}, 'bank.change = "house" is for bank.holder = "house"'),
    "always auctioned, never auctioned": ("home", {"bank.change": "auction", "bank.auction": False}, "so bank.auction must be true"),
    "nobody may sit": ("training", {"table.players_min": 6, "table.players_max": 5}, "nobody could sit down"),
    "more boxes than there are": ("enhc", {"table.boxes_per_player": 7}, "table.boxes_per_player (7) is above table.boxes (6)"),
    "more players than boxes": ("training", {"table.boxes": 5}, "table.players_max = 6 needs as many boxes, but table.boxes is 5"),
    "more bettors than people": ("permanent-bank", {"table.bettors_per_box": 15}, "table.bettors_per_box (15) is above"),
    "a banker alone": ("home", {"table.players_min": 1}, "table.players_min = 1 is the banker alone"),
    "punters without a box": (
        "classic",
        {"table.boxes": 8},
        "table.players_max = 10 needs a box for all but the banker, but table.boxes is 8",
    ),
    "two places in a private game": ("classic", {"table.boxes_per_player": 2}, "in a private game everyone has one place"),
    "more bettors than punters": ("classic", {"table.bettors_per_box": 10}, "is more than the people who do not bank (9)"),
    # Stakes.
    "a minimum above the maximum": ("training", {"stakes.minimum": 4}, "stakes.minimum (4) is above stakes.maximum (2)"),
    "a minimum off the unit": ("club", {"stakes.minimum": 3}, "stakes.minimum = 3 is no possible stake (stakes are multiples of 2)"),
    "a stack below a stake": ("club", {"session.stack": 1}, "session.stack = 1 does not cover one stake of 2"),
    "a table that cannot be staked at": ("enhc", {"stakes.table_maximum": 1}, "(1) is below the least that must be staked (2)"),
    "a table whose limits cross": ("enhc", {"stakes.table_minimum": 170}, "(160) is below the least that must be staked (170)"),
    "a table minimum out of reach": (
        "enhc",
        {"stakes.table_minimum": 241, "stakes.table_maximum": 0},
        "stakes.table_minimum (241) cannot be reached: 6 boxes at 40 make 240",
    ),
    "H2.3 with stakes first": ("club", {"deal.pattern": "g"}, '"a" deals the same cards with stakes before them'),
    "a raise before any card": ("club", {"stakes.banker_raise": "free"}, 'it needs stakes.when = "after-first-card"'),
    "withdrawal once the deal has begun": ("home", {"stakes.withdrawal": True}, "which has begun where"),
    "redoubling what nobody doubles": ("home", {"stakes.banker_raise": "never"}, 'stakes.redouble = "free" answers a doubling'),
    # Cards.
    "an indicator without a cut card": ("enhc", {"shoe.penetration_left": 20}, "set it to 0"),
    "a shuffle between two shuffles": ("classic", {"shoe.voluntary": True}, "shuffles before each round anyway"),
    "a joker that marks nothing": ("permanent-bank", {"shoe.joker": True, "shoe.burn": 0}, "none lie there"),
    "a joker and a burnt card": ("home", {"shoe.joker": True}, "shoe.joker = true stands in for a burnt card, but shoe.burn is 1"),
    "a burnt card shown, none burnt": ("changing-bank", {"shoe.burn_shown": True}, "shoe.burn_shown = true shows a burnt card"),
    "an indicator before the first card": (
        "permanent-bank",
        {"pack.decks": 1, "shoe.penetration_left": 49},
        "shoe.penetration_left = 49 leaves no card to deal of 49 once 3 are burnt",
    ),
    "too few cards for the boxes": (
        "seventeen-and-four",
        {"shoe.burn": 10, "table.players_max": 12, "table.boxes": 14},
        "22 cards once 10 are burnt are not enough to deal 11 boxes and the banker their first cards",
    ),
    "a six in a pack of 32": ("seventeen-and-four", {"premiums.six_seven_eight": "2:1"}, "premiums.six_seven_eight needs a six"),
    "five pictures that make 50": ("classic", {"natural.five_pictures": True}, "five of them make 50"),
    # Naturals and offers.
    "a peek without a hole card": (
        "enhc",
        {"peek.when": "after-play"},
        'peek.when = "after-play" does not go with deal.pattern = "no-hole"',
    ),
    "a hole card that is not dealt": ("classic", {"peek.when": "no-hole"}, 'does not go with deal.pattern = "h"'),
    "what a peek leaves nothing of": ("training", {"peek.natural_takes": "original"}, "has a meaning only without a peek"),
    "late surrender without a peek": ("enhc", {"surrender.offered": "late"}, 'surrender.offered = "late" waits for a peek'),
    "after a peek that never comes": ("classic", {"natural.paid": "after-peek"}, 'natural.paid = "after-peek" needs a peek'),
    "twice the stake and no more than once": (
        "enhc",
        {"peek.natural_takes": "original", "settlement.banker_natural": "double"},
        "takes twice the stake, but",
    ),
    "naturals that pay once and not at all": (
        "changing-bank",
        {"settlement.banker_natural": "double-not-naturals"},
        "spares naturals the second stake",
    ),
    # Play.
    "totals without a list": ("training", {"double.offered": "totals"}, "double.totals lists the totals"),
    "a list without totals": ("training", {"double.totals": [9]}, "double.totals lists the totals"),
    "a triple without a double": ("classic", {"double.offered": "off"}, "double.triple goes with a double"),
    "a hidden double without a double": ("changing-bank", {"double.offered": "off"}, "double.face_down goes with a double"),
    "a charge without a double": (
        "enhc",
        {"double.offered": "off", "double.totals": [], "double.commission": "1:2"},
        "double.commission goes with a double",
    ),
    "a double that never fits": (
        "training",
        {"double.beyond_maximum": False},
        "leaves no room to double even the smallest stake (2) within stakes.maximum (2)",
    ),
    "a triple that never fits": (
        "classic",
        {"double.beyond_maximum": False, "stakes.maximum": 5},
        "leaves no room to triple even the smallest stake (2) within stakes.maximum (5)",
    ),
    "a triple on a hidden card": (
        "classic",
        {"double.face_down": True},
        "asks for a card on top of one that double.face_down = true keeps hidden",
    ),
    "a charge above the stake": ("enhc", {"double.commission": "3:2"}, "is more than the whole stake"),
    "more hands from aces than hands": ("training", {"split.aces_hands": 5}, "split.aces_hands (5) is above split.hands (4)"),
    "a free banker under orders": ("home", {"banker.soft17": "stand"}, 'banker.soft17 = "stand" is an order'),
    "a gift and a ratio": ("classic-full", {"premiums.sevens_gift": "a bottle"}, "two ways to reward three sevens"),
    "six cards of five": ("home", {"hand.card_limit": 5}, "premiums.six_cards cannot be earned where hand.card_limit = 5"),
    "doubling on from nothing": ("changing-bank", {"premiums.six_cards": "off"}, "goes on from premiums.six_cards, which is off"),
}


@pytest.mark.parametrize(("base", "changes", "says"), REFUSED.values(), ids=REFUSED.keys())
def test_what_makes_no_sense_is_refused_with_the_reason(base, changes, says) -> None:
    """One sentence, that names the parameters and says what would do."""
    complaints = incoherent(altered(load_profile(base), changes))
    assert any(says in complaint for complaint in complaints), complaints
    assert all("\n" not in complaint and complaint.endswith(".") for complaint in complaints)


@pytest.mark.parametrize(
    ("base", "changes"),
    [
        ("training", {"insurance.offered": True}),
        ("classic", {"natural.even_money": "ten-or-ace"}),
        ("classic", {"natural.suited_pays": "2:1"}),
        ("classic", {"natural.after_split": True}),
        ("classic", {"natural.pair_of_aces": True}),
        ("seventeen-and-four", {"natural.five_pictures": True}),
        ("changing-bank", {"bank.change": "natural"}),
        ("home", {"bank.change": "home"}),
    ],
)
def test_with_the_ace_at_1_what_needs_a_natural_is_refused(base, changes) -> None:
    """C1.2: then there is no natural."""
    ((path, value),) = changes.items()
    setting = f"{path} = {str(value).lower() if isinstance(value, bool) else f'{chr(34)}{value}{chr(34)}'}"
    complaints = incoherent(altered(load_profile(base), {"pack.ace": "1", **changes}))
    assert (
        f'{setting} has no meaning with pack.ace = "1", for then there is no natural (C1.2); change it, or let the ace count 11.'
        in complaints
    )


ALLOWED: dict[str, tuple[str, dict[str, Any]]] = {
    "C1.2 ace at 1": ("classic", {"pack.ace": "1", "insurance.offered": False, "natural.even_money": "never"}),
    "C1.2 ace at 11": ("classic", {"pack.ace": "11"}),
    "C1.2 ace at 11, C3.6": ("classic-full", {"pack.ace": "11"}),
    "C1.3 a cut by hand": ("classic", {"shoe.cut": "hand"}),
    "C2.5": ("classic", {"banker.soft17": "draw"}),
    "C2.5, as the banker pleases": ("classic", {"banker.soft17": "free"}),
    "C2.2 with B2.4's peek": ("classic", {"peek.when": "ten-or-ace"}),
    "C3.1 to C3.5 all off": (
        "classic",
        {
            "split.pairs": "off",
            "double.offered": "off",
            "double.triple": False,
            "surrender.offered": "off",
            "insurance.offered": False,
        },
    ),
    "C3.6 to C3.9 at seventeen and four": (
        "seventeen-and-four",
        {"natural.pair_of_aces": True, "premiums.sevens": "3:1", "natural.suited_pays": "2:1", "hand.card_limit": 5},
    ),
    "C3.7 a gift": ("classic-full", {"premiums.sevens": "off", "premiums.sevens_gift": "a bottle"}),
    "C3.8 widened": ("classic-full", {"natural.suited_rank": "ten-value"}),
    "B1.1 a single deck": ("changing-bank", {"pack.decks": 1}),
    "B1.2 a black jack": ("changing-bank", {"bank.first": "black-jack"}),
    "B1.3 five deals": ("changing-bank", {"bank.change": "five-deals"}),
    "B1.3 every deal": ("changing-bank", {"bank.change": "every-deal"}),
    "B1.3 always auctioned": ("changing-bank", {"bank.change": "auction"}),
    "B2.1 a burnt card": ("changing-bank", {"shoe.joker": False, "shoe.burn": 1, "shoe.burn_shown": True}),
    "B2.2 the Pontoon form": ("changing-bank", {"stakes.when": "after-first-card"}),
    "B2.2 with H2.3's doubling": (
        "changing-bank",
        {"stakes.when": "after-first-card", "stakes.banker_raise": "free", "stakes.redouble": "free"},
    ),
    "B2.4": ("changing-bank", {"settlement.natural_ties": "banker", "settlement.banker_natural": "double-not-naturals"}),
    "B4.1": ("changing-bank", {"double.offered": "totals", "double.totals": [9, 10, 11]}),
    "B4.2": ("changing-bank", {"split.pairs": "value", "split.hands": 4}),
    "B6.1": ("changing-bank", {"settlement.ties": "push"}),
    "B8.1": ("changing-bank", {"table.onlookers": True}),
    "B8.1 at P": ("permanent-bank", {"table.onlookers": True}),
    "B8.1 at T, more people than boxes": ("training", {"table.onlookers": True, "table.players_max": 9}),
    "P1.1": ("permanent-bank", {"pack.decks": 2, "table.boxes": 6, "table.boxes_per_player": 6}),
    "P2.2 no peek": ("permanent-bank", {"peek.when": "after-play", "peek.natural_takes": "original"}),
    "P2.2 no hole card": ("permanent-bank", {"peek.when": "no-hole", "deal.pattern": "no-hole"}),
    "P3.3 up": ("permanent-bank", {"double.face_down": False}),
    "P4.1 with B3.3": ("permanent-bank", {"banker.play": "free", "banker.soft17": "free"}),
    "H1.2 a joker": ("home", {"shoe.joker": True, "shoe.burn": 0, "shoe.burn_shown": False}),
    "H7.2": ("club", {"double.offered": "totals", "double.totals": [10, 11]}),
    "H9.1": ("home", {"stakes.banker_raise": "picture-or-ace", "stakes.redouble": "ace-not-picture"}),
    "E5.1 a commission": ("enhc", {"double.commission": "1:2"}),
    "E2.2 at T, beside insurance": ("training", {"natural.even_money": "ace"}),
    "C1.2 at T": ("training", {"pack.ace": "1", "insurance.offered": False}),
    "B8.1 at B, more people than places": ("changing-bank", {"table.onlookers": True, "table.players_max": 16}),
    "G7 early": ("training", {"surrender.offered": "early"}),
    "G7 late": ("training", {"surrender.offered": "late"}),
    "G7 a natural after a split": ("classic", {"natural.after_split": True}),
    "G7 original": ("enhc", {"peek.natural_takes": "original"}),
    "G7 8 decks, 6:5": ("club", {"pack.decks": 8, "natural.pays": "6:5", "stakes.breakage": "floor"}),
    "T7.2": ("training", {"shoe.reshuffle": "cut-card", "shoe.penetration_left": 60}),
}


@pytest.mark.parametrize(("base", "changes"), ALLOWED.values(), ids=ALLOWED.keys())
def test_an_option_that_a_clause_names_is_allowed(base, changes) -> None:
    assert incoherent(altered(load_profile(base), changes)) == []


@pytest.mark.parametrize("name", profile_names())
@pytest.mark.parametrize("pattern", "abcdefh")
def test_any_pattern_of_dealing_goes_with_any_profile_that_deals_a_hole_card(name, pattern) -> None:
    """P2.1, G7, G11."""
    rules = load_profile(name)
    if rules.deal.pattern != "no-hole":
        assert incoherent(altered(rules, {"deal.pattern": pattern})) == []


def test_no_reason_for_a_refusal_is_left_untried() -> None:
    """Each `yield` of a sentence has a rule set above that brings it out."""
    folder = Path(ledger.rules.coherence.__file__).parent
    sentences = [
        node
        for path in sorted(folder.glob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Yield)
    ]
    told = {c for base, changes, _ in REFUSED.values() for c in incoherent(altered(load_profile(base), changes))}
    told |= set(incoherent(altered(load_profile("training"), {"pack.ace": "1"})))
    untried = [ast.unparse(node) for node in sentences if not any(_fits(node.value, sentence) for sentence in told)]
    assert len(sentences) > 40
    assert untried == []


def _fits(value: ast.expr | None, sentence: str) -> bool:
    """Whether a sentence has all the fixed parts of a yielded text, in order."""
    parts = [value] if isinstance(value, ast.Constant) else value.values if isinstance(value, ast.JoinedStr) else []
    at = 0
    for part in parts:
        if isinstance(part, ast.Constant):
            at = sentence.find(str(part.value), at)
            if at < 0:
                return False
    return bool(parts)
