"""The pack, the shoe and the deal (B1, B2, B6.2, C1, C4, E1, G1, G6, G8, G11, H1, H2, P1, P2, T1, T2, T7)."""

from __future__ import annotations

from collections.abc import Iterator

from ledger.rules.tables import RuleSet
from ledger.rules.told.line import Line, banker, counted, has_naturals, has_peek, hides_cards, says, ten, usual

_PICTURES = {"ten": "jack, queen and king count 10", "low": "a jack counts 2, a queen 3, a king 4"}
_ACE = {
    "soft": ("an ace counts 1 or 11, whichever is better", "T2.1 C1.2 C4.1 G10"),
    "1": ("an ace counts 1, so that there are no naturals", "C1.2"),
    "11": ("an ace counts 11, so that two aces are 22 and lose at once", "C1.2"),
}
# What the players get, what the banker gets, and the clauses.
_PATTERNS = {
    "a": ("your first card face down, the second face up", "first card lies down, the second up", "P2.1 H2.1"),
    "b": ("both your cards face down", "first card lies up, the second down", "B2.3 P2.1"),
    "c": ("both your cards face up", "first card lies up, the second down", "T2.3 P2.1"),
    "d": ("both your cards face up", "first card lies down, the second up", "P2.1"),
    "e": ("your first card face down, the second face up", "first card lies up, the second down", "P2.1"),
    "f": ("both your cards face down", "first card lies down, the second up", "H2.2"),
    "g": ("your first card face down, the second face up", "first card lies down, the second up", "H2.3"),
    "h": ("your first card face up, the second face down and opened after the deal", "first card lies up, the second down", "C2.1"),
    "no-hole": ("both your cards face up", "first card lies up, and there is no second one until everyone has played", "E2.1 P2.2"),
}


def cards(rules: RuleSet) -> Iterator[Line]:
    """What is in the shoe, what it counts, and how it is shuffled."""
    pack = rules.pack
    whole = f"{counted(pack.decks, 'pack')} of {pack.size} cards{', seven to ace' if pack.size == 32 else ''}"
    total = f", {pack.decks * pack.size} in all" if pack.decks > 1 else ""
    yield says(f"The game is played with {whole}{total}.", "T1.1 E1.1 C1.1 B1.1 P1.1 H1.1" if pack.size == 52 else "C4.1")
    ace, clauses = _ACE[pack.ace]
    if pack.ace == "11" and rules.natural.pair_of_aces:
        ace += " unless they are claimed"
    low = "7" if pack.size == 32 else "2"
    yield says(
        f"Cards from {low} to 10 count what they show; {_PICTURES[pack.pictures]}; {ace}.", clauses if pack.pictures == "ten" else "C4.1"
    )
    yield _shuffle(rules)
    yield from _after_the_shuffle(rules)
    if rules.shoe.voluntary:
        yield says("The dealer may shuffle everything between any two rounds.", "P1.2")
    if rules.shoe.reshuffle != "discards":
        yield says("Should the cards run out in mid-round, those not on the table are shuffled and dealt on.", "G6")


def _shuffle(rules: RuleSet) -> Line:
    shoe = rules.shoe
    if shoe.reshuffle == "every-round":
        return says("All cards are shuffled before every round.", "T7.2 E1.1 C1.1")
    if shoe.reshuffle == "discards":
        return says(
            "Used cards go under the deck, which is dealt on until they come up; then they are shuffled and dealt, in mid-round too.",
            "B6.2 H1.3",
        )
    left = f"no more than {counted(shoe.penetration_left, 'card')} are left" if shoe.penetration_left else "no card is left"
    return says(f"The shoe is dealt on until {left}; the round in play is finished, and then all cards are shuffled.", "P1.2 T7.2")


def _after_the_shuffle(rules: RuleSet) -> Iterator[Line]:
    """Cut, joker and burnt cards."""
    shoe = rules.shoe
    burnt = f"{counted(shoe.burn, 'card')} {'is' if shoe.burn == 1 else 'are'}"
    left = f"After a shuffle the player to the {banker(rules)}’s left cuts"
    if shoe.cut == "none":
        yield usual("Nobody cuts.")
    elif shoe.cut == "stream":
        yield says(f"{left}; the place is drawn from the sealed seeds.", "C1.3 B2.1 P1.2 H1.2")
    else:
        yield says(f"{left}, wherever they like.", "C1.3 B2.1 P1.2 H1.2")
    if shoe.joker:
        yield says("A joker marks where the used cards begin; it is never dealt.", "B1.1 B2.1 H1.2")
    if shoe.burn and shoe.burn_shown:
        yield says(f"Then {burnt} shown and burnt; if an ace shows, everything is shuffled and cut again.", "B2.1 H1.2")
    elif shoe.burn:
        yield says(f"Then {burnt} burnt unseen.", "P1.2 B2.1 H1.2")


def deal(rules: RuleSet) -> Iterator[Line]:
    """Who gets which card how, and when the banker looks."""
    name, pattern = banker(rules), rules.deal.pattern
    yield says(f"One card at a time, clockwise from the {name}’s left, the {name} last, and a second time round.", "G1")
    yours, theirs, clauses = _PATTERNS[pattern]
    yield says(f"You get {yours}. The {name}’s {theirs}.", clauses)
    if hides_cards(rules):
        yield says(
            "Look at your own hidden cards, but keep them down until you double, split, are paid, or everything is settled.",
            "G8 B3.1 B3.3 H3.1",
        )
    if has_peek(rules):
        yield says(
            f"With an ace or {ten(rules)} up, the {name} looks at once whether the two cards are a natural; if so, the round ends.",
            "T3.3 B2.4 P2.2 H3.1",
        )
    elif has_naturals(rules) and pattern != "no-hole":
        yield says(f"The {name} does not look at the hidden card until everyone has played.", "C2.1 P2.2")
