"""Which events of a log are answers of players, whose they are, and upon how much of it they were given (FORMAT §15)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import attrs

_OF_HANDS = frozenset(
    (
        *("bet", "sit", "withdraw", "redouble", "decline redouble", "claim aces", "decline aces", "insure", "decline insurance", "even"),
        *("decline even", "surrender", "decline surrender", "hit", "stand", "double", "triple", "split", "follow", "stay"),
        *("late", "take", "refuse", "toss", "keep", "both"),
    )
)
_OF_SEATS = frozenset(("bid", "pass", "accept bank", "decline bank", "cut"))
_OF_BANKERS = frozenset(("announce", "raise", "decline raise", "limits", "auction", "keep", "yield", "hit", "stand"))
_COMPLETED = frozenset(("hit", "double", "triple", "split", "late", "follow", "even", "surrender"))
_IN_TWO_WORDS = frozenset(("decline", "accept", "claim"))
_OF_THE_SHOE = frozenset(("reshuffle", "cut", "joker", "burn"))
_OF_THE_DEAL = frozenset(("deal", "down", "missed", "exposed", "extra"))
_DIGITS = 3
"""More has no number of a box or a seat."""


@attrs.frozen
class Event:
    """An event in its parts; `verb` is one word, or two where the act has no meaning in one."""

    who: str
    verb: str
    rest: str
    is_default: bool

    @classmethod
    def of(cls, text: str) -> Event:
        """Whatever the text is."""
        who, _, act = text.partition(" ")
        is_default = act.startswith("timeout ")
        verb, _, rest = act.removeprefix("timeout ").partition(" ")
        return cls(who, f"{verb} {rest}", "", is_default) if verb in _IN_TWO_WORDS else cls(who, verb, rest, is_default)

    @property
    def box(self) -> str:
        """The box of its hand."""
        return self.who.partition("/")[0].partition(".")[0]


@attrs.frozen
class Answer:
    """An answer at a place of the log, `seen` events before it; `is_due`: it was asked for, and so must be signed."""

    at: int
    seat: int
    said: str
    seen: int
    is_due: bool


@attrs.frozen
class Company:
    """Who sits at the table in a round: owners by box; who held the bank before it, None where the house banks; its parameters."""

    owners: Mapping[str, int]
    banker: int | None
    params: Mapping[str, Any]


def answers(log: Sequence[str], company: Company) -> Iterator[Answer]:
    """Every answer of a seat in a log, but defaults."""
    events = [Event.of(text) for text in log]
    stakes = next((at for at, event in enumerate(events) if _opens(events, at, event)), len(events))
    banker, staked = company.banker, set[str]()
    for at, event in enumerate(events):
        seat = _whose(event, company, banker)
        if event.verb == "bank" and banker is not None:
            banker = _number(event.who[1:])
        is_first = _opens(events, at, event) and event.who not in staked
        if is_first:
            staked.add(event.who)
        if seat and not event.is_default:
            said = f"{event.who} {event.verb}" if event.verb in _COMPLETED else log[at]
            yield Answer(at, seat, said, stakes if is_first else _asked_at(events, at, company.params), _is_due(events, at, company.params))


def _whose(event: Event, company: Company, banker: int | None) -> int:
    """The seat that gave the answer in an event; 0 for none."""
    who, verb, params = event.who, event.verb, company.params
    if who == "D":
        compelled = {"auction": params["bank_change"] == "auction", "raise": params["stakes_banker_raise"] != "free"}
        return (banker or 0) if verb in _OF_BANKERS and not compelled.get(verb, False) else 0
    if who.startswith("s"):
        return _number(who[1:]) if verb in _OF_SEATS and (verb != "cut" or params["shoe_cut"] == "hand") else 0
    _, slash, bettor = who.partition("/")
    if verb not in _OF_HANDS or (slash and verb == "surrender"):
        return 0
    return _number(bettor) if slash else company.owners.get(event.box, 0)


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= _DIGITS else 0


def _opens(events: Sequence[Event], at: int, event: Event) -> bool:
    """Whether it answers the question for stakes that is open to all: a bet, or a `sit` that is not the choice after an error."""
    if "/" in event.who or event.verb not in ("bet", "sit"):
        return False
    mine = [other.verb for other in events[:at] if other.who == event.who] if event.verb == "sit" else []
    return mine[-1:] != ["exposed"] and ("missed" not in mine or "late" in mine)


def _asked_at(events: Sequence[Event], at: int, params: Mapping[str, Any]) -> int:
    """How many events stood in the log when the question was put that this event answers."""
    event = events[at]
    if event.verb not in ("hit", "late", "double", "triple", "split"):
        return at
    at = _back(events, at, lambda other: other.verb in _OF_THE_SHOE)
    if event.verb in ("hit", "late"):
        return at
    # Under this pattern hands are opened by the deal, and none is hidden when it is asked.
    opens = params["deal_pattern"] != "h"
    at -= opens and at > 0 and (events[at - 1].who, events[at - 1].verb) == (event.who, "open")
    return _back(events, at, lambda other: other.verb in ("follow", "stay") and other.who.startswith(f"{event.who}/"))


def _back(events: Sequence[Event], at: int, passes: Callable[[Event], bool]) -> int:
    while at > 0 and passes(events[at - 1]):
        at -= 1
    return at


def _is_due(events: Sequence[Event], at: int, params: Mapping[str, Any]) -> bool:
    """Whether the act was one of several: rules may bring some of them about without a question."""
    event = events[at]
    if event.verb == "redouble" and params["stakes_redouble"] == "ace-not-picture":
        return not _first_card(events[:at], event).startswith("A")
    if event.verb == "late" or (event.verb == "refuse" and params["table_irregularities"] == "H8"):
        return bool(_boxes(events, _OF_THE_DEAL) - _boxes(events[:at], frozenset(("sit",))) - {event.box})
    if event.verb == "toss" and at > 0 and events[at - 1].verb == "extra":
        before = [other.rest for other in events[: at - 1] if other.who == event.who and other.verb in ("deal", "down")]
        return before[-1:] != [events[at - 1].rest]
    return True


def _boxes(events: Sequence[Event], verbs: frozenset[str]) -> set[str]:
    return {event.box for event in events if event.verb in verbs and event.who != "D"}


def _first_card(events: Sequence[Event], mine: Event) -> str:
    """The first card of a hand before the second pass of the deal; one of two hands that an error made of one has its own."""
    cards: list[str] = []
    for at, event in enumerate(events):
        taken = event.verb == "exposed" and at + 1 < len(events) and events[at + 1].verb == "take"
        if event.who == mine.box and (taken or event.verb in ("deal", "down", "late", "extra")):
            cards.append(event.rest)
        elif event.who == mine.box and event.verb == "toss" and event.rest in cards:
            cards.remove(event.rest)
    _, _, side = mine.who.partition("/")[0].partition(".")
    return "".join(cards[side == "2" :][:1])
