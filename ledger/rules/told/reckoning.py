"""The banker's play, settlement and premiums (B3.3, B6.1, B7, C2.5, C2.6, C3.7, E7, G4, G5, H3.3 to H6, P4, P5, T6)."""

from __future__ import annotations

from collections.abc import Iterator

from ledger.rules.tables import RuleSet
from ledger.rules.told.line import Line, banker, says, usual

_SOFT = {
    "stand": ("soft 17 too", "T6.1 C2.5 P4.1 H3.3"),
    "draw": ("but draws on soft 17", "E7.1 C2.5"),
    "free": ("but plays soft 17 at will", "C2.5 G5"),
}


def banker_plays(rules: RuleSet) -> Iterator[Line]:
    """Forced or free, and for whom at all."""
    name, banker_ = banker(rules), rules.banker
    if banker_.play == "free":
        yield says(f"The {name} draws or stands at will.", "B3.3 H3.3")
    else:
        soft, clauses = _SOFT[banker_.soft17] if rules.pack.ace == "soft" else ("", "T6.1 E7.1 C2.5 P4.1 H3.3")
        yield says(f"The {name} draws to 16 or less and stands on 17 or more{', ' if soft else ''}{soft}.", clauses)
    if rules.deal.pattern == "no-hole":
        yield says(
            f"The {name} takes a second card only if a hand, a waiting natural or an insurance depends on it, and more only for a hand.",
            "E7.3 E2.3 G5",
        )
    elif banker_.play == "free":
        waits = " unless an insurance waits for it" if rules.insurance.offered and rules.peek.when != "ten-or-ace" else ""
        yield says(f"If every one of you is over 21, the {name}’s hidden card stays unseen{waits}, and nothing is drawn.", "B3.3 G5")
    else:
        yield says(f"The {name}’s hidden card is always shown, but more are drawn only while a hand depends on them.", "T6.1 G5")


def settlement(rules: RuleSet) -> Iterator[Line]:
    """Totals compared."""
    name = banker(rules)
    clauses = "T6.2 E7.4 C2.6 B6.1 P5.1 H4.1"
    yield says(
        f"If the {name} is over 21, every hand still in play wins 1:1; otherwise a higher total wins 1:1, a lower one loses.", clauses
    )
    if rules.settlement.ties == "push":
        yield says("With equal totals your stake comes back.", clauses)
    else:
        yield says(f"Equal totals are the {name}’s.", "B6.1 H6.1")


def premiums(rules: RuleSet) -> Iterator[Line]:
    """Hands that pay more than 1:1."""
    premiums, name = rules.premiums, banker(rules)
    lines = [*_many_cards(rules)]
    if premiums.sevens:
        lines.append(says(f"Three sevens pay {premiums.sevens}.", "B7.2 H5 C3.7"))
    if premiums.six_seven_eight:
        lines.append(says(f"A six, a seven and an eight pay {premiums.six_seven_eight}.", "B7.3 H5"))
    if lines:
        yield from lines
        highest = "The highest one counts, in" if len(lines) > 1 else "That is in"
        yield says(
            f"{highest} place of 1:1 and on the whole stake; it is paid at once and kept whatever the {name} makes. The {name} has none.",
            "B7 B7.4 C3.7 H5 G4",
        )
    if premiums.sevens_gift:
        yield says(f"Three sevens earn a gift: {premiums.sevens_gift.rstrip('.')}.", "C3.7")
    if not lines and not premiums.sevens_gift:
        yield usual("There are none.", "P5.1")


def _many_cards(rules: RuleSet) -> Iterator[Line]:
    premiums = rules.premiums
    if premiums.five_cards:
        more = " or more" if premiums.six_cards is None and not rules.hand.card_limit else ""
        yield says(f"Five cards{more} of 21 or less pay {premiums.five_cards}.", "B7.1 H5")
    if premiums.six_cards:
        if premiums.longer == "doubling":
            yield says(f"Six cards of 21 or less pay {premiums.six_cards}, and twice as much with each further card.", "B7.1")
        else:
            yield says(f"Six cards or more of 21 or less pay {premiums.six_cards}.", "H5")
