"""What is offered before anyone plays, and naturals (B2.4, B3.1, C2, C3.5 to C4.1, E2, E3, E7.2, H3.1, H5, H6, P2.2, P3.1, T3)."""

from __future__ import annotations

from collections.abc import Iterator

from ledger.rules.tables import RuleSet
from ledger.rules.told.line import Line, banker, has_naturals, has_peek, says, ten, usual


def offers(rules: RuleSet) -> Iterator[Line]:
    """A pair of aces, even money, insurance; early surrender has a part of its own."""
    natural, insurance, name = rules.natural, rules.insurance, banker(rules)
    if natural.pair_of_aces:
        yield says(
            "Two aces as your first two cards beat every hand, a natural too. Claim them and they are paid like a natural, before anyone "
            "plays or, against an ace, at the end; or split them and forgo that.",
            "C3.6",
        )
        yield says(f"Two such hands tie, and the {name}’s pair of aces beats naturals and pays no insurance.", "C3.6")
    if natural.even_money != "never":
        cards = "an ace" if natural.even_money == "ace" else f"an ace or {ten(rules)}"
        yield says(f"Against {cards} you may have a natural paid 1:1 at once instead of waiting.", "E2.2 C2.2")
    if insurance.offered:
        amount = "exactly" if insurance.amount == "half" else "up to"
        yield says(
            f"Against an ace you may insure your box for {amount} half its stake: that pays {insurance.pays} if the {name} has a natural, "
            "and is lost otherwise.",
            "T3.2 T3.4 E3.1 C3.5 P3.1",
        )
        if insurance.naturals:
            yield says("You may insure a natural too.", "T3.2 P3.1")
        else:
            yield says("A natural cannot be insured.", "E3.1 C3.5")
    elif has_naturals(rules):
        yield usual("There is no insurance.")


def naturals(rules: RuleSet) -> Iterator[Line]:
    """What a natural is, pays and waits for; what the banker's takes."""
    natural = rules.natural
    if not has_naturals(rules):
        yield says("There are none, for an ace counts 1.", "C1.2")
    else:
        yield says(
            f"An ace and {ten(rules)} as first two cards are a natural. Yours pays {natural.pays} and beats any other 21.",
            "T3.1 T3.5 E2.2 C2.2 C4.1 B6.1 P5.1 H5",
        )
        yield _when_paid(rules)
        if natural.suited_pays:
            card = ten(rules) if natural.suited_rank == "ten-value" else "a ten"
            yield says(f"An ace and {card} of one suit pay {natural.suited_pays}.", "C3.8")
        if rules.split.pairs != "off":
            yield _after_a_split(rules)
        yield from _the_bankers(rules)
    if natural.five_pictures:
        yield says(
            f"Five pictures in a hand that was not split equal a natural and pay {natural.pays} at the end; the {banker(rules)}’s beat all "
            "but naturals and five pictures.",
            "C4.1",
        )


def _when_paid(rules: RuleSet) -> Line:
    name, on_turn = banker(rules), rules.natural.paid == "on-turn"
    when = "when you show it on your turn" if on_turn else "before anyone plays"
    if has_peek(rules):
        return says(f"It is paid {when}, the {name} having none.", "B3.1 P3.3" if on_turn else "T3.5 H3.1")
    clauses = "B3.1 P2.2" if on_turn else "E2.2 C2.2"
    return says(f"It is paid {when}, unless an ace or {ten(rules)} is up; then it waits for the {name}’s cards.", clauses)


def _after_a_split(rules: RuleSet) -> Line:
    if rules.natural.after_split:
        return says(f"A two-card 21 after a split counts as a natural too, but loses to the {banker(rules)}’s.", "G7")
    return usual("A two-card 21 after a split is no natural but an ordinary 21.", "T5.4 E6.2 C3.1 B4.2")


def _the_bankers(rules: RuleSet) -> Iterator[Line]:
    """The banker's natural against stakes and against naturals."""
    name, settlement = banker(rules), rules.settlement
    times = "the stake" if settlement.banker_natural == "single" else "twice the stake"
    yield says(f"The {name}’s natural beats every other hand and takes {times}.", "T3.3 E7.2 C2.4 B2.4 P2.2 H6.2")
    if not has_peek(rules):
        if rules.peek.natural_takes == "all":
            yield says("Doubled and split stakes are lost to it in full.", "E7.2 C2.4 G7 P2.2")
        else:
            yield says("No more than a box’s original stake is lost to it; what was doubled or split comes back.", "G7 P2.2")
    if settlement.natural_ties == "push":
        yield says("Against a natural of your own it takes nothing: your stake comes back.", "T3.3 E7.2 C2.2 B2.4 P2.2 H3.1")
    elif settlement.banker_natural == "double":
        yield says("Your own natural loses to it like any other hand.", "H6.1")
    else:
        yield says("Your own natural loses to it too, the stake once.", "B2.4 H6.1")
