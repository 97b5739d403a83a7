"""What may be staked, when, and who may raise it (B2.2, C1.3, E1.2, G2, G9, H2.3, H4.2, H9.1, P1.3, T2.2)."""

from __future__ import annotations

from collections.abc import Iterator

from ledger.rules.steps import stake_step
from ledger.rules.tables import LARGEST_STAKE, RuleSet
from ledger.rules.told.line import Line, banker, says, usual

_LIMITS = "T2.2 E1.2 B2.2 C1.3 P1.3 H4.2"


def stakes(rules: RuleSet) -> Iterator[Line]:
    """In the order in which it comes up at the table."""
    table = rules.stakes
    if table.announced:
        yield says("First the banker says how much is in the bank; it does not limit your stake.", "C1.3")
    if table.when == "before-deal":
        yield says(f"You stake before any card is dealt: {_amount(rules)}.", _LIMITS)
    else:
        yield says(f"You stake once you have seen your first card: {_amount(rules)}.", "B2.2 H2.3")
    yield _breakage(rules)
    yield from _limits(rules)
    if table.withdrawal:
        yield says("You may take your stake back until the deal begins.", "E1.2")
    if table.sitting_out:
        yield says("You need not stake: whoever sits a deal out says so, and a stake already made comes back.", "G9")
    else:
        yield usual("Whoever can cover the smallest stake plays.", "T2.2 T7.1")
    yield from _raises(rules)
    yield says("Whatever you add later of your own will has to be covered by your own money, and nobody in debt may stake.", "G2")


def _amount(rules: RuleSet) -> str:
    """The limits and the step, in words."""
    table, step = rules.stakes, stake_step(rules)
    if table.minimum == table.maximum:
        return f"exactly {table.minimum:,} on a box"
    multiples = f", in multiples of {step:,}" if step > 1 else ""
    if table.maximum == LARGEST_STAKE:
        return f"any amount from {table.minimum:,}{multiples}"
    return f"from {table.minimum:,} to {table.maximum:,} on a box{multiples}"


def _breakage(rules: RuleSet) -> Line:
    if rules.stakes.breakage == "exact":
        return says("No stake may leave a fraction in what is paid, charged or given back.", "G")
    return says("What comes to a fraction is rounded down for the house.", "G")


def _limits(rules: RuleSet) -> Iterator[Line]:
    """Limits beyond those of a box."""
    table = rules.stakes
    if table.limits_by == "banker":
        yield says(f"Within these limits the {banker(rules)} sets narrower ones, and may change them between deals.", "B2.2")
    if table.raised_on_request:
        yield says("On request a player’s maximum may be raised; it is recorded.", "P1.3")
    least = f"at least {table.table_minimum:,}" if table.table_minimum else ""
    most = f"at most {table.table_maximum:,}" if table.table_maximum else ""
    if least or most:
        yield says(f"All stakes together come to {' and '.join(filter(None, (least, most)))}.", "E1.2")


def _raises(rules: RuleSet) -> Iterator[Line]:
    """The banker's doubling of all stakes, and the answer to it."""
    table, name = rules.stakes, banker(rules)
    if table.banker_raise == "never":
        return
    if table.banker_raise == "free":
        yield says(
            f"Then the {name}, having looked at the first card, may double all stakes or none, once, even if that puts you into debt.",
            "H2.3 G2",
        )
    else:
        yield says(
            f"With a picture or an ace as first card, and only then, the {name} doubles all stakes, even if that puts you into debt.",
            "H9.1 G2",
        )
    if table.redouble == "free":
        yield says("If they are doubled, you may in turn redouble your own, beyond the maximum too.", "H2.3")
    elif table.redouble == "ace-not-picture":
        yield says(
            "If they are doubled, you redouble your own with an ace as first card, do not with a picture, and may with any other, beyond "
            "the maximum too.",
            "H9.1 H2.3",
        )
