"""The deal: cards up and down, who could see them, and hands that are opened (T2.3, C2.1, E2.1, B2.3, P2.1, H2, G8)."""

from __future__ import annotations

from audit.story.act import Act, verb
from audit.story.cards import drawn
from audit.story.hand import Hand
from audit.story.told import Told

SHOWN_FOR = {"double": "double", "split": "split", "natural": "natural", "suited": "natural", "aces": "aces"}
"""What a hand is shown for, by the event that follows; else it is shown to be settled."""


def deals(told: Told) -> tuple[str, ...]:
    """The clause on this table's pattern."""
    return told.cites(f"deal {told.rules['deal']['pattern']}")


def card(told: Told, act: Act) -> None:
    """`1 deal 9C`, `1 down 9C`."""
    hand = told.hand(act.path)
    down = act.word == "down"
    hand.cards.append(act.card)
    before = drawn(hand.cards[:-1])
    clauses = deals(told)
    if hand.natural:
        clauses = (*clauses, *told.cites("natural"))
    text = f"{told.label(act.path)}: {_lies(told, hand, act.card, before, down=down)}."
    hand.down |= {len(hand.cards) - 1} if down else set()
    told.add(act.who, act.event, text, *clauses, hand=hand)
    told.seal(act.card)


def _lies(told: Told, hand: Hand, given: str, before: str, *, down: bool) -> str:
    """The cards and how they lie: what the others see, and what only their owner knows."""
    makes = hand.makes
    alone = len(hand.cards) == 1
    owner = told.company.owner(int(hand.path.partition(".")[0]))
    only = f"only {owner.name} may look" if owner else "nobody may look"
    if down:
        return f"{drawn([given])} face down, {only}" if alone else f"{drawn([given])} face down; with {before} {makes}, {only}"
    if hand.hidden:
        return f"{drawn([given])} face up; with the hidden {before} {makes}"
    return drawn(hand.cards) if alone else f"{drawn(hand.cards)}, {makes}"


def banker_card(told: Told, act: Act) -> None:
    """`D deal 9S`, `D hole 8H`."""
    told.banker.cards.append(act.card)
    whose = "The dealer" if not told.company.private else told.dealer
    if act.word == "hole":
        told.hole = act.card
        told.banker.down.add(len(told.banker.cards) - 1)
        looks = f", and only {told.dealer} may look" if told.rules["stakes"]["when"] == "after-first-card" else ""
        text = f"{whose}'s hole card lies face down{looks}; it is {drawn([act.card])}."
    else:
        told.upcard = act.card
        text = f"{whose}'s upcard is {drawn([act.card])}."
    told.add("D", act.event, text, *deals(told), hand=told.banker)
    told.seal(act.card)


def opened(told: Told, act: Act) -> None:
    """`1 open`: a hidden hand is turned up."""
    hand = told.hand(act.path)
    warning = "" if hand.hidden else "it lies open already"
    hand.down.clear()
    text = f"{told.label(act.path)} shows {drawn(hand.cards)}, {hand.words}."
    situation = SHOWN_FOR.get(verb(told.next_move()), "open")
    told.add(act.who, act.event, text, *told.cites(situation), hand=hand, warning=warning)
