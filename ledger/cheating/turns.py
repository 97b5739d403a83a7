"""Changes of doubles, triples, commissions and what other bettors do after them (B4.1, B8.1, C3.3, E5.1, P1.4)."""

from __future__ import annotations

from ledger.cheating.edits import Edit, Spot, amount, dropped, reworded
from ledger.cheating.picking import verb


def _ends_well(spot: Spot) -> bool:
    """Whether the hand is paid, so that its payment tells of its stake."""
    return spot.paid(spot.who) > 0


def _is_first_act(spot: Spot) -> bool:
    """Whether a first hand of two cards does this first and then stands; a triple or a double that is turned apart."""
    before = spot.found("hit", "double", "split", "draw", "unasked", "exposed", who=spot.who)
    return spot.who != "D" and before[0] == spot.event and spot.is_next("stand") and _ends_well(spot)


def _is_answered(spot: Spot) -> bool:
    """Whether a bettor's answer shows later: a double that is paid, or a split, whose second hand is theirs only if they followed."""
    hand, _, bettor = spot.who.partition("/")
    after = next(event for event in spot.log[spot.at :] if event.split(" ")[0] == hand)
    return verb(after) == "split" or spot.paid(f"{hand}/{bettor}") > 0


def _before_the_bank(spot: Spot) -> int:
    """Where the banker begins to play."""
    return next(at for at, event in enumerate(spot.log) if event == "D show" or event.startswith(("D draw ", "D hit ", "D stand")))


def _stake_of_the_bettor(spot: Spot) -> int:
    """What another bettor has on the box."""
    bettor = spot.who.partition("/")[2]
    return next((int(event.split(" ")[2]) for event in spot.log if event.startswith(f"{spot.box}/{bettor} bet ")), 0)


TURNS = {
    "commission-amount": amount("a commission is charged one unit too high", 1, "commission"),
    "commission-dropped": dropped("a friend's commission is forgotten", "commission"),
    "double-as-hit": reworded("a double is written as a hit", "hit {2}", "double", where=_ends_well),
    "hit-as-double": reworded("a hit is written as a double", "double {2}", "hit", where=_is_first_act),
    "triple-as-hit": reworded("a triple is written as a hit", "hit {2}", "triple"),
    "triple-unasked": dropped(
        "who doubled is not asked about a third stake",
        "stand",
        where=lambda spot: spot.rules["double"]["triple"] and spot.previous.startswith(f"{spot.who} double "),
    ),
    "turn-dropped": dropped("a card doubled face down is never turned", "turn"),
    "turn-early": Edit(
        "a card doubled face down is turned before the banker plays",
        ("turn",),
        lambda spot, _: spot.moved(_before_the_bank(spot)),
        lambda spot: any(event.startswith("D ") for event in spot.log[_before_the_bank(spot) : spot.at]),
    ),
    "double-bust-at-once": Edit(
        "a card doubled face down is said to be too much at once",
        ("bust",),
        lambda spot, _: spot.moved(next(at for at, event in enumerate(spot.log) if event.startswith(f"{spot.who} double ")) + 1),
        lambda spot: bool(spot.found("turn", who=spot.who)),
    ),
    "follow-amount": amount("who follows a double or split stakes one unit more", 1, "follow"),
    "follow-denied": reworded("who followed is said to have stayed", "stay", "follow", where=_is_answered),
    "stay-denied": Edit(
        "who stayed is said to have followed",
        ("stay",),
        lambda spot, _: spot.instead(f"{spot.who} follow {_stake_of_the_bettor(spot)}"),
        _is_answered,
    ),
    "follow-unasked": dropped("someone is not asked whether to follow", "follow", "stay"),
}
