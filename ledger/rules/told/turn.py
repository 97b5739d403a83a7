"""A player's turn: hitting, doubling, splitting, giving up (B3, B4, C2.3, C3, E4 to E6, G7, G10, H3, H7, P3, T4, T5)."""

from __future__ import annotations

from collections.abc import Iterator

from ledger.rules.tables import RuleSet
from ledger.rules.told.line import Line, banker, counted, has_naturals, hides_cards, listed, says, usual

_PAIRS = {
    "value": ("of equal value, a jack and a king too,", "T5.1 E6.1 B4.2"),
    "rank": ("of equal rank", "B4.2 P3.3 H7.1"),
    "rank-or-picture": ("of equal rank, or two pictures (but not a ten and a king),", "C3.1"),
}
_ACES = {
    "one-card": says("Split aces get one card each and then stand.", "T5.3 C3.1 B4.2 P3.3"),
    "hit": says("Split aces may be hit, but not doubled.", "E6.2"),
    "as-others": says("Split aces are played like other split hands.", "H7.1"),
}


def turn(rules: RuleSet) -> Iterator[Line]:
    """What everyone may always do."""
    name = banker(rules)
    yield says(f"Boxes play in order from the {name}’s left, each with all its hands before the next.", "G1 T4.1 P3.2")
    yield says(
        f"Hit as often as you like, or stand. At 21 the turn passes by itself; over 21 you lose at once, whatever the {name} does later.",
        "T4.1 C2.3 E6.3 B3.2 H3.2 G10",
    )
    if hides_cards(rules):
        yield says("Say at once when you are over 21.", "B3.2 H3.2 G8")
    if rules.hand.card_limit:
        yield says(f"A hand, the {name}’s too, has {counted(rules.hand.card_limit, 'card')} at most: then it stands.", "C3.9")


def doubling(rules: RuleSet) -> Iterator[Line]:
    """When, for how much, and how the card comes."""
    double = rules.double
    if double.offered == "off":
        yield usual("Stakes cannot be doubled.")
        return
    if double.offered == "any":
        yield says("On any first two cards you may double: exactly your stake more, exactly one card.", "T4.2 C3.2 B4.1 P3.3 H7.2")
    else:
        yield says(
            f"On two cards that make {listed(double.totals)} you may double: exactly your stake more, exactly one card.", "E5.1 B4.1 H7.2"
        )
    if rules.split.pairs != "off":
        yield _after_a_split(rules)
    if double.triple:
        yield says("After a double you may triple: the same stake once more, and one more card.", "C3.3")
    if double.face_down:
        yield says(
            f"The card lies face down until the {banker(rules)} has played. Till then your hand is in play; turned over 21, it just loses.",
            "B4.1 P3.3",
        )
    if double.commission.over:
        share = (
            f"{double.commission.over}/{double.commission.under} of the original stake"
            if double.commission.under > 1
            else "the original stake"
        )
        yield says(f"A commission of {share} is charged for it and not given back.", "E5.1")
    if double.beyond_maximum:
        yield usual("A doubled stake may exceed the maximum.", "T4.2 B4.1 P3.3")
    else:
        yield says("A doubled stake must not exceed the maximum.", "E1.2 P1.3")


def _after_a_split(rules: RuleSet) -> Line:
    if not rules.double.after_split:
        return says("Split hands cannot be doubled.", "E5.1 E6.1 B4.1 P3.3 H7.1")
    spared = rules.split.aces_hands > 1 and rules.split.aces_play != "as-others"
    return says(f"Split hands may be doubled too{', aces excepted' if spared else ''}.", "T4.2 C3.1")


def splitting(rules: RuleSet) -> Iterator[Line]:
    """What is a pair, how often it may be split, and how the hands are played."""
    split = rules.split
    if split.pairs == "off":
        yield usual("Pairs cannot be split.")
        return
    pair, clauses = _PAIRS[split.pairs]
    yield says(f"Two first cards {pair} may be split into two hands, with a second stake equal to the first.", clauses)
    if split.hands == 2:
        yield says("A box splits once.", "E6.1 H7.1")
    else:
        yield says(f"New pairs may be split again, up to {split.hands} hands on a box.", "T5.2 C3.1 B4.2 P3.3")
    if split.second_card == "on-turn":
        yield says("Each hand gets its second card when its turn comes.", "T5.1 E6.1 B4.2 P3.3")
    else:
        yield says("Both hands get their second card at once.", "C3.1 H7.1")
    if split.aces_hands == 1:
        yield says("Aces cannot be split.", "H7.1")
        return
    if split.aces_hands < split.hands:
        often = "once only" if split.aces_hands == 2 else f"up to {split.aces_hands} hands"
        yield says(f"Aces may be split {often}.", "T5.3 C3.1 B4.2 P3.3")
    yield _ACES[split.aces_play]


def surrender(rules: RuleSet) -> Iterator[Line]:
    """When half a stake comes back."""
    offered, name = rules.surrender.offered, banker(rules)
    if offered == "off":
        yield usual("There is no surrender.", "T1.2")
        return
    if offered == "late":
        yield says("As your first action you may give up a hand that was not split: half its stake comes back.", "G7")
        return
    against, clauses = (", though not against an ace", "E4.1 G7") if offered == "early-not-ace" else (", against any card", "C3.4 G7")
    but = "any hand but a natural" if has_naturals(rules) else "your hand"
    yield says(f"Before anyone plays you may give up {but}{against}: half its stake comes back, whatever the {name} makes.", clauses)
    if rules.insurance.offered:
        yield usual("Its insurance, if you made one, stands.", "C3.5")
