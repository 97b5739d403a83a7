"""The shoe, the stakes, the deal, insurance and the peek, each event as a sentence (T2, T3, T7)."""

from __future__ import annotations

from collections.abc import Mapping

from audit.story.reckoning import drawn, in_words, net, share
from audit.story.told import Told

Said = Mapping[str, str]


def dealt_on(told: Told) -> None:
    """A shoe that goes on from the round before: nothing is written."""
    told.phase = "shoe"
    for shoe in told.shoes.values():
        told.shoe, told.dealt[shoe.index] = shoe.index, shoe.first
        told.add("D", "", f"Shoe {shoe.index} is dealt on from its card {shoe.first}. {shoe.seal}", "T7.2", warning=shoe.broken)


def shuffle(told: Told, event: str, said: Said) -> None:
    """`D shuffle 1`, `D reshuffle 2`."""
    told.shoe = int(said["n"])
    shoe = told.shoes.get(told.shoe)
    told.dealt[told.shoe] = shoe.first if shoe else 0
    if shoe is None:
        told.add("D", event, f"Shoe {told.shoe} is shuffled.", "T7.2", warning="the record does not list this shoe")
        return
    if event.startswith("D reshuffle"):
        what, clause = "the discards, for the cards have run out", "G6"
    else:
        what, clause = f"{told.rules['pack']['decks'] * told.rules['pack']['size']} cards", "T7.2"
    told.add("D", event, f"Shoe {told.shoe} is shuffled: {what}. {shoe.seal}", clause, warning=shoe.broken)


def leave(told: Told, event: str, said: Said) -> None:
    """`s1 leave`, `s1 out`."""
    name = next((seat.name for seat in told.seats if f"s{seat.seat}" == said["seat"]), said["seat"])
    why = "leaves of their own will" if event.endswith("leave") else f"cannot cover {told.rules['stakes']['minimum']} any more and is out"
    told.add(said["seat"], event, f"{name} {why}.", "T7.1")


def bet(told: Told, event: str, said: Said) -> None:
    """`1 bet 2`."""
    path, stake = said["hand"], int(said["n"])
    told.hand(path).stake = stake
    low, high = told.rules["stakes"]["minimum"], told.rules["stakes"]["maximum"]
    warning = "" if low <= stake <= high else f"the rules allow {low} to {high}"
    told.add(path, event, f"{told.label(path)} stakes {stake} on box {path}; {told.moves(path, -stake)}.", "T2.2", warning=warning)


def card(told: Told, event: str, said: Said) -> None:
    """`1 deal 9C`."""
    hand = told.hand(said["hand"])
    hand.cards.append(said["card"])
    name = told.label(hand.path)
    if hand.natural(told.rules):
        told.add(hand.path, event, f"{name}: {drawn(hand.cards)}, a natural.", "T2.3", "T3.1", hand=hand)
    elif len(hand.cards) == 1:
        told.add(hand.path, event, f"{name}: {drawn(hand.cards)}.", "T2.3", hand=hand)
    else:
        told.add(hand.path, event, f"{name}: {drawn(hand.cards)}, {in_words(hand.cards)}.", "T2.3", hand=hand)
    told.seal(said["card"])


def banker_card(told: Told, event: str, said: Said) -> None:
    """`D deal 9S`, `D hole 8H`."""
    card = said["card"]
    told.banker.cards.append(card)
    hole = event.startswith("D hole")
    text = f"The dealer's hole card lies face down; it is {drawn([card])}." if hole else f"The dealer's upcard is {drawn([card])}."
    told.add("D", event, text, "T2.3")
    told.seal(card)


def insure(told: Told, event: str, said: Said) -> None:
    """`1 insure 1`."""
    path, amount = said["hand"], int(said["n"])
    told.insured[path] = amount
    most = told.hand(path).stake // 2
    warning = "" if 0 < amount <= most else f"the rules allow at most {most}"
    told.add(path, event, f"{told.label(path)} insures for {amount}; {told.moves(path, -amount)}.", "T3.2", warning=warning)


def decline(told: Told, event: str, said: Said) -> None:
    """`1 decline insurance`."""
    told.add(said["hand"], event, f"{told.label(said['hand'])} takes no insurance.", "T3.2")


def peek(told: Told, event: str, said: Said) -> None:
    """`D peek clear`, `D peek natural`."""
    natural = told.banker.natural(told.rules)
    cards = drawn(told.banker.cards)
    if said["seen"] == "natural":
        text, wrong = f"The dealer peeks: {cards} is a natural, and nobody plays on.", not natural
    else:
        text, wrong = "The dealer peeks: no natural, and play goes on.", natural
    told.add("D", event, text, "T3.3", warning=f"the dealer's cards are {cards}" if wrong else "")


def insurance(told: Told, event: str, said: Said) -> None:
    """`1 insurance 3`: what the insurance pays."""
    path, paid = said["hand"], int(said["n"])
    stake, ratio = told.insured.get(path, 0), told.rules["insurance"]["pays"]
    right = stake + share(ratio, stake) if told.banker.natural(told.rules) else 0
    why = (
        f"the dealer has a natural; it pays {ratio}: stake {stake} + {right - stake} = {right}"
        if right
        else "the dealer has no natural; it is lost"
    )
    text = f"{told.label(path)}, insurance of {stake}: {why}; {net(paid - stake)}; {told.moves(path, paid)}."
    told.add(path, event, text, "T3.4", warning="" if paid == right else f"the rules give {right}")
