"""Errors of dealing, the choice that a player makes after each, and a supervisor's ruling (B5, H8, P1.1), each event as a sentence."""

from __future__ import annotations

from audit.story.act import Act
from audit.story.cards import drawn
from audit.story.hand import OWNER, Hand, Stake
from audit.story.told import Told, objections


def missed(told: Told, act: Act) -> None:
    """`1 missed`: passed over in the first pass."""
    told.hand(act.path)
    told.add(act.who, act.event, f"{told.label(act.path)} is passed over by mistake and gets no card.", *told.cites_errors("missed"))


def late(told: Told, act: Act) -> None:
    """`1 late 5C`: the card that was missed, from the top, before the second pass."""
    hand = told.hand(act.path)
    hand.cards.append(act.card)
    hand.down |= {len(hand.cards) - 1} if told.rules["deal"]["pattern"] in "abefg" else set()
    lies = " face down" if hand.hidden else ""
    text = f"{told.label(act.path)} takes the missing card from the top: {drawn([act.card])}{lies}."
    told.add(act.who, act.event, text, *told.cites_errors("missed"), hand=hand)
    told.seal(act.card)


def extra(told: Told, act: Act) -> None:
    """`1 extra 5C`: a second card in the same pass."""
    hand = told.hand(act.path)
    hand.cards.append(act.card)
    text = f"{told.label(act.path)} is dealt a second card in the same pass by mistake: {drawn([act.card])}."
    told.add(act.who, act.event, text, *told.cites_errors(_two(hand)))
    told.seal(act.card)


def _two(hand: Hand) -> str:
    """In which pass a hand got two cards, by how many it has now."""
    return "two cards" if len(hand.cards) <= 2 else "two cards, second pass"


def toss(told: Told, act: Act) -> None:
    """`1 toss 5C`: one of two cards, or one that was not asked for, goes under the deck."""
    hand = told.hand(act.path)
    unasked = any(event == f"{act.who} unasked {act.card}" for event in told.log[max(0, told.at - 1) : told.at])
    clauses = told.cites_errors("unasked" if unasked else _two(hand))
    held = act.card in hand.cards
    take_away(told, hand, act.card)
    text = f"{told.label(act.path)} tosses {drawn([act.card])} face down under the deck and keeps {drawn(hand.cards)}, {hand.makes}."
    told.add(act.who, act.event, text, *clauses, hand=hand, warning="" if held else "the hand has no such card")


def take_away(told: Told, hand: Hand, card: str) -> None:
    """The last such card of the hand goes to the discards."""
    hand.take_away(card)
    told.under_the_deck([card])


def both(told: Told, act: Act) -> None:
    """`1 both`: two cards of the first pass become two first hands, each with the stake of the box."""
    hand = told.hand(act.path)
    hand.ended = True
    staked = OWNER in hand.stakes
    stake = hand.stake()
    account = told.person(act.path)
    for side, card in zip(("1", "2"), hand.cards, strict=False):
        half = Hand(f"{hand.path}.{side}", hand.values, root=f"{hand.path}.{side}", cards=[card], down={0} if hand.hidden else set())
        if staked:
            half.stakes[OWNER] = Stake(stake.whole, stake.whole)
        told.hands[half.path] = half
    warning = objections(
        told.cannot_pay(account, stake.whole),
        "" if len(hand.cards) == 2 else "the hand has no two cards",
        "" if set(hand.stakes) <= {OWNER} else "another bettor's stake lies on the box",
    )
    stakes = f", {stake.whole} on each; {told.moves(account, -stake.whole)}" if staked else ""
    text = f"{told.label(act.path)} plays both cards, {drawn(hand.cards)}, as two hands, {hand.path}.1 and {hand.path}.2{stakes}."
    told.add(act.who, act.event, text, *told.cites_errors("two cards"), hand=hand, warning=warning)


def exposed(told: Told, act: Act) -> None:
    """`1 exposed 5C`: the card that is due lies face up in the deck."""
    hand = told.hand(act.path)
    hand.cards.append(act.card)
    text = f"{drawn([act.card])} is found face up in the deck, when {told.label(act.path)} is to have a card."
    told.add(act.who, act.event, text, *told.cites_errors("exposed"))
    told.seal(act.card)


def take(told: Told, act: Act) -> None:
    """`1 take`: the card found face up is the hand's, as the card that was due."""
    hand = told.hand(act.path)
    text = f"{told.label(act.path)} takes it: {drawn(hand.cards)}, {hand.words}."
    told.add(act.who, act.event, text, *told.cites_errors("exposed"), hand=hand)


def refuse(told: Told, act: Act) -> None:
    """`1 refuse`: the card found face up goes under the deck."""
    hand = told.hand(act.path)
    card = hand.cards[-1] if hand.cards else "xx"
    take_away(told, hand, card)
    text = f"{told.label(act.path)} refuses {drawn([card])}, which goes under the deck."
    told.add(act.who, act.event, text, *told.cites_errors("exposed"), hand=hand)


def unasked(told: Told, act: Act) -> None:
    """`1 unasked 5C`: a card that nobody had asked for."""
    hand = told.hand(act.path)
    hand.cards.append(act.card)
    text = f"{told.label(act.path)} is given {drawn([act.card])} without having asked."
    told.add(act.who, act.event, text, *told.cites_errors("unasked"))
    told.seal(act.card)


def keep(told: Told, act: Act) -> None:
    """`1 keep`: the card that was not asked for."""
    hand = told.hand(act.path)
    text = f"{told.label(act.path)} keeps it: {drawn(hand.cards)}, {hand.words}."
    told.add(act.who, act.event, text, *told.cites_errors("unasked"), hand=hand)


def ruling(told: Told, act: Act) -> None:
    """`D ruling 17`: the supervisor's words, from the record of that number."""
    found = told.rulings.get(act.n)
    if found is None:
        text, warning = f"The supervisor ruled, by line {act.n} of the ledger.", f"line {act.n} is no ruling of this session"
    else:
        text = f"The supervisor ruled: “{found.text}” (line {act.n})."
        warning = "" if found.about == told.round else f"that ruling is about round {found.about}"
    told.add("D", act.event, text, *told.cites("ruling"), warning=warning)
