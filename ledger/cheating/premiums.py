"""Changes of premiums, gifts and what is lost beyond the stake (B2.4, B5.6, B7, C3.7, H5, H6.2)."""

from __future__ import annotations

from ledger.cheating.edits import Edit, Spot, amount, dropped, followed
from ledger.cheating.picking import verb

_KINDS = {"777": "5cards", "678": "777", "5cards": "678", "6cards": "5cards"}


def _has_premiums(spot: Spot) -> bool:
    premiums = spot.rules["premiums"]
    return any(premiums[name] != "off" for name in ("five_cards", "six_cards", "sevens", "six_seven_eight"))


def _without_the_charge(spot: Spot) -> list[str]:
    """The log without a hand's words of having stood on too much, and what it costs."""
    return spot.without(lambda event: event.split(" ")[0].partition("/")[0] == spot.hand and verb(event) == "forfeit")


def _as_an_ordinary_win(spot: Spot) -> list[str]:
    """The log with the premium's hand paid 1:1 at the end instead."""
    stake = next(int(event.split(" ")[2]) for event in spot.log if event.startswith(f"{spot.box} bet "))
    return [*spot.instead(), f"{spot.who} win {2 * stake}"]


PREMIUMS = {
    "premium-amount": amount("a premium is paid one unit short", -1, "premium"),
    "premium-kind": Edit(
        "a premium is paid for something else",
        ("premium",),
        lambda spot, _: spot.instead(f"{spot.who} premium {_KINDS.get(spot.words[2], '777')} {spot.words[3]}"),
    ),
    "premium-dropped": dropped("a premium is not paid", "premium"),
    "premium-as-win": Edit(
        "a premium is paid as an ordinary win",
        ("premium",),
        lambda spot, _: _as_an_ordinary_win(spot),
        lambda spot: "/" not in spot.who and "." not in spot.who,
    ),
    "premium-invented": followed(
        "a friend is paid a premium for nothing",
        "{who} premium 777 8",
        "stand",
        where=lambda spot: spot.who != "D" and _has_premiums(spot) and not spot.is_next("premium"),
    ),
    "gift-dropped": dropped("three sevens are not given what was agreed on", "gift"),
    "gift-invented": followed(
        "a friend is given what three sevens earn",
        "{who} gift",
        "stand",
        where=lambda spot: spot.who != "D" and spot.rules["premiums"]["sevens_gift"] != "",
    ),
    "forfeit-amount": amount("the banker takes one unit more than a loss costs", 1, "forfeit"),
    "forfeit-dropped": dropped("a friend's second loss is forgotten", "forfeit"),
    "forfeit-invented": followed(
        "the banker takes a second stake for an ordinary loss",
        "{who} forfeit 2",
        "lose",
        where=lambda spot: not spot.is_next("forfeit"),
    ),
    "overstood-hidden": Edit(
        "a hand stood on over 21 is passed off as an ordinary loss", ("overstood",), lambda spot, _: _without_the_charge(spot)
    ),
    "overstood-invented": Edit(
        "an ordinary loss is said to have stood on over 21",
        ("lose",),
        lambda spot, _: spot.instead(f"{spot.who} overstood", spot.event, f"{spot.who} forfeit 2"),
        lambda spot: spot.rules["table"]["irregularities"] != "off" and not spot.found("overstood", who=spot.who) and "/" not in spot.who,
    ),
}
