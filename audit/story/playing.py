"""Turns, the dealer's turn and the settlement, each event as a sentence (T4, T5, T6)."""

from __future__ import annotations

from collections.abc import Mapping

from audit.story.reckoning import Hand, drawn, due, in_words, net
from audit.story.told import Told

Said = Mapping[str, str]


def _decides(told: Told, event: str, path: str, did: str, *clauses: str, card: str = "") -> None:
    """A decision or a card that a rule gives, and what the hand is after it."""
    hand = told.hand(path)
    if card:
        hand.cards.append(card)
    ends = ", which loses at once" if hand.bust else ", and 21 ends by itself" if card and hand.total == 21 else ""
    now = f": {drawn(hand.cards)}, {in_words(hand.cards)}{ends}" if card else ""
    told.add(path, event, f"{told.label(path)} {did}{now}.", *clauses, hand=hand)
    if card:
        told.seal(card)


def hit(told: Told, event: str, said: Said) -> None:
    """`1 hit 5C`."""
    _decides(told, event, said["hand"], f"hits {in_words(told.hand(said['hand']).cards)}", "T4.1", card=said["card"])


def stand(told: Told, event: str, said: Said) -> None:
    """`1 stand`."""
    _decides(told, event, said["hand"], f"stands on {in_words(told.hand(said['hand']).cards)}", "T4.1")


def double(told: Told, event: str, said: Said) -> None:
    """`1 double KH`: the stake again, one card, and the hand ends."""
    hand = told.hand(said["hand"])
    more = hand.stake
    hand.stake += more
    did = f"doubles {in_words(hand.cards)}, stake {more} → {hand.stake}, {told.moves(hand.path, -more)}, exactly one card"
    _decides(told, event, hand.path, did, "T4.2", card=said["card"])


def split(told: Told, event: str, said: Said) -> None:
    """`1 split 8C 8D`: hand 1 ends, 1.1 and 1.2 begin."""
    hand = told.hand(said["hand"])
    hand.ended = True
    for number, card in (("1", said["card"]), ("2", said["second"])):
        told.hands[f"{hand.path}.{number}"] = Hand(f"{hand.path}.{number}", hand.stake, [card], from_split=True)
    aces = said["card"][0] == said["second"][0] == "A"
    rest = "; aces get one card each" if aces and told.rules["split"]["aces_play"] == "one-card" else ""
    text = f"{told.label(hand.path)} splits {drawn(hand.cards)} into {hand.path}.1 and {hand.path}.2, {hand.stake} on each{rest}"
    told.add(hand.path, event, f"{text}; {told.moves(hand.path, -hand.stake)}.", "T5.1", *(["T5.3"] if aces else []), hand=hand)


def draw(told: Told, event: str, said: Said) -> None:
    """`1.1 draw 5C`."""
    _decides(told, event, said["hand"], "gets the split hand's second card", "T5.1", card=said["card"])


def surrender(told: Told, event: str, said: Said) -> None:
    """`1 surrender 1`."""
    hand, paid = told.hand(said["hand"]), int(said["n"])
    half = hand.stake // 2
    gives_up = f"{told.label(hand.path)} surrenders {in_words(hand.cards)}"
    text = f"{gives_up}: half of {hand.stake} comes back, {net(paid - hand.stake)}; {told.moves(hand.path, paid)}."
    told.settled.add(hand.path)
    told.add(hand.path, event, text, "G7", hand=hand, warning="" if paid == half else f"the rules give {half}")


def show(told: Told, event: str, _said: Said) -> None:
    """`D show`."""
    hole = drawn(told.banker.cards[1:2])
    told.add("D", event, f"The dealer turns {hole}: {drawn(told.banker.cards)}, {in_words(told.banker.cards)}.", "T6.1", hand=told.banker)


def banker_draws(told: Told, event: str, said: Said) -> None:
    """`D draw 5C`, and whether the rules oblige."""
    before = in_words(told.banker.cards)
    warning = "" if told.must_draw() else f"the rules give the dealer no card on {before} here"
    told.banker.cards.append(said["card"])
    text = f"The dealer must draw on {before}: {drawn(told.banker.cards)}, {in_words(told.banker.cards)}."
    told.add("D", event, text, "T6.1", hand=told.banker, warning=warning)
    told.seal(said["card"])


def banker_ends(told: Told) -> None:
    """Not written in the log: why the dealer draws no further card."""
    if told.phase != "bank":
        return
    has = in_words(told.banker.cards)
    if told.banker.natural(told.rules):
        text, clause = "The dealer's natural ends the round.", "T3.3"
    elif not told.depends():
        text, clause = "No ordinary hand is alive, so the dealer draws nothing.", "G5"
    elif told.none_left():
        text, clause = f"No card is left: the dealer stands on {has} as every hand does.", "G6"
    elif told.banker.bust:
        text, clause = f"The dealer has {has}: every live hand wins.", "T6.2"
    else:
        text, clause = f"The dealer stands on {has}.", "T6.1"
    told.add("D", "", text, clause, hand=told.banker, warning=f"the rules make the dealer draw on {has}" if told.must_draw() else "")
    told.phase = "settle"


def outcome(told: Told, event: str, said: Said) -> None:
    """`1 win 4` and its kin: the payout with its arithmetic."""
    hand, paid = told.hand(said["hand"]), int(said["n"])
    right = due(hand, told.banker, told.rules)
    told.settled.add(hand.path)
    warning = "" if (right.outcome, right.payout) == (said["outcome"], paid) else f"the rules give {right.outcome} {right.payout}"
    text = f"{told.label(hand.path)}, {drawn(hand.cards)}: {right.because}; {net(paid - hand.stake)}; {told.moves(hand.path, paid)}."
    told.add(hand.path, event, text, *right.clauses, hand=hand, warning=warning)
