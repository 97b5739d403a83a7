"""Changes of how cards lie, of offers and their answers, and of when naturals are paid (C2, C3.4 to C3.6, E2 to E4, G8, P2.1)."""

from __future__ import annotations

from ledger.cheating.edits import Edit, Spot, amount, dropped, reworded
from ledger.cheating.picking import verb

_NATURALS = ("natural", "suited", "aces")
_AT_ONCE = frozenset(("bust", "premium", "gift", "commission"))
_PLAYED = frozenset(("hit", "stand", "double", "split", "draw", "show", "surrender"))


def _of_a_hand(spot: Spot) -> bool:
    return spot.who != "D"


def _end_of_play(spot: Spot) -> int:
    """Where the settlement of a round begins: behind the last thing that anybody played or drew, and what came of it at once."""
    at = 1 + max((at for at, event in enumerate(spot.log) if verb(event) in _PLAYED), default=-1)
    while at < len(spot.log) and verb(spot.log[at]) in _AT_ONCE:
        at += 1
    return at


def _is_paid_early(spot: Spot) -> bool:
    """Whether a first hand is paid before the play is over."""
    return "." not in spot.who and spot.at + 1 < _end_of_play(spot)


def _is_paid_late(spot: Spot) -> bool:
    """Whether a first hand that was not played is settled at the end, when others were played."""
    if spot.found("hit", "stand", "double", "split", "draw", "take", "keep", who=spot.hand):
        return False
    first = spot.place_of("hit", "stand", "double", "split", "show")
    return "." not in spot.who and first is not None and spot.at >= _end_of_play(spot)


def _into_settlement(spot: Spot) -> list[str]:
    return spot.moved(_end_of_play(spot))


def _into_offers(spot: Spot) -> list[str]:
    return spot.moved(spot.place_of("hit", "stand", "double", "split", "show") or 0)


DEALING = {
    "shown": reworded("a card that lay face down is written as shown", "deal {2}", "down"),
    "covered": reworded("a card that lay face up is written as hidden", "down {2}", "deal", where=_of_a_hand),
    "hole-shown": reworded("the hole card is written as shown", "deal {2}", "hole"),
    "upcard-covered": reworded("the upcard is written as a hole card", "hole {2}", "deal", by="D"),
    "open-dropped": dropped("a hidden hand is never opened", "open"),
    "open-early": Edit(
        "a hidden hand is opened before anybody plays",
        ("open",),
        lambda spot, _: spot.moved(spot.place_of("hit", "stand", "double", "split") or 0),
        lambda spot: (spot.place_of("hit", "stand", "double", "split") or spot.at) < spot.at - 1,
    ),
}

OFFERS = {
    "even-amount": amount("even money is paid one unit short", -1, "even"),
    "even-unasked": dropped("a natural is not offered even money", "decline even"),
    "even-denied": reworded("even money that was taken is denied", "decline even", "even"),
    "aces-unasked": dropped("who has a pair of aces is not asked about it", "claim", "decline aces"),
    "claim-denied": reworded("a claim of two aces is denied", "decline aces", "claim"),
    "claim-invented": reworded("two aces that were played are said to be claimed", "claim aces", "decline aces"),
    "surrender-amount": amount("a surrender gives back one unit less", -1, "surrender"),
    "surrender-denied": reworded(
        "a surrender is denied", "decline surrender", "surrender", where=lambda spot: spot.rules["surrender"]["offered"] != "late"
    ),
    "surrender-unasked": dropped("a box is not asked whether it surrenders", "decline surrender"),
    "insurance-unasked": dropped("a box is not asked about insurance", "decline insurance"),
    "early-payment-late": Edit(
        "a natural that is due at once is paid in settlement", _NATURALS, lambda spot, _: _into_settlement(spot), _is_paid_early
    ),
    "late-payment-early": Edit(
        "a natural that must wait is paid at once", (*_NATURALS, "push", "lose"), lambda spot, _: _into_offers(spot), _is_paid_late
    ),
}
