"""Changes of errors in dealing, the players' choices after them, and rulings (B5, H8, P1.1)."""

from __future__ import annotations

from collections.abc import Callable

from ledger.cards import CARD_NAMES
from ledger.cheating.edits import Edit, Spot, dropped, reworded
from ledger.cheating.history import Change
from ledger.cheating.picking import Cheat, place_of, verb
from ledger.cheating.true_cards import CARD_VERBS

_ERRORS = ("missed", "extra", "exposed", "unasked")
_CHOICES = frozenset(("late", "sit", "toss", "both", "take", "refuse", "keep"))


def _is_answered_next(spot: Spot) -> bool:
    """Whether it is answered at once, and another card shows that one is missing before it."""
    return spot.is_next(*_CHOICES) and any(verb(event) in CARD_VERBS for event in spot.log[spot.at + 1 :])


def _is_in_the_deal(spot: Spot) -> bool:
    """In play a card may be taken or refused, and nothing tells which but what the hand then holds."""
    return any(verb(event) in ("deal", "down", "hole") for event in spot.log[spot.at :])


def _busts_next(spot: Spot) -> bool:
    return spot.is_next("bust")


def _third_card(spot: Spot, cheat: Cheat) -> list[str]:
    """The log with a card tossed that is none of those that the hand has."""
    held = {word for event in spot.log if event.startswith(f"{spot.who} ") for word in event.split(" ")[2:]}
    return spot.instead(f"{spot.who} toss {cheat.one_of([name for name in CARD_NAMES if name not in held])}")


def ruling(cheat: Cheat) -> Change:
    """A ruling is said to be about another round."""
    record = cheat.one_of([ruling for ruling in cheat.history.of("ruling") if ruling["about"]])
    before = record["about"]
    record["about"] = before + 1
    return Change(cheat.kind, "a ruling is said to be about another round", place_of(record), f"about {before}", f"about {before + 1}")


INCIDENTS: dict[str, Callable[[Cheat], Change]] = {
    "error-hidden": Edit(
        "an error in dealing, and what came of it, is left out",
        _ERRORS,
        lambda spot, _: [*spot.log[: spot.at], *spot.log[spot.at + 2 :]],
        _is_answered_next,
    ),
    "error-dropped": dropped("a choice stands there without the error that led to it", *_ERRORS),
    "choice-dropped": dropped("nobody asks what comes of an error", *_CHOICES, where=lambda spot: verb(spot.previous) in _ERRORS),
    "toss-of-another": Edit("a card is tossed that the hand does not have", ("toss",), _third_card),
    "take-denied": reworded("a card that was taken in the deal is said to be refused", "refuse", "take", where=_is_in_the_deal),
    "refuse-denied": reworded("a card that was refused in the deal is said to be taken", "take", "refuse", where=_is_in_the_deal),
    "toss-invented": Edit(
        "a card that was kept, and was too much, is said to be tossed",
        ("keep",),
        lambda spot, _: spot.instead(f"{spot.who} toss {spot.previous.split(' ')[-1]}"),
        lambda spot: spot.who != "D" and _busts_next(spot),
    ),
    "both-denied": Edit(
        "two hands of one box are said to be one",
        ("both",),
        lambda spot, _: spot.instead(f"{spot.who} toss {spot.previous.split(' ')[-1]}"),
    ),
    "error-invented": Edit(
        "an error is said to have happened at a table that rules none",
        ("stand",),
        lambda spot, _: spot.instead(f"{spot.who} unasked AC", f"{spot.who} toss AC", spot.event),
        lambda spot: spot.who != "D" and spot.rules["table"]["irregularities"] == "off",
    ),
    "ruling-number": Edit(
        "a line that is no ruling is named as one", ("ruling",), lambda spot, _: spot.instead(f"D ruling {spot.record['seq']}")
    ),
    "ruling-dropped": dropped("a ruling is no longer where it was made, and stands there by itself", "ruling"),
    "ruling-about": ruling,
}
