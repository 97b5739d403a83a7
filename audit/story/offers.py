"""Two aces, even money, insurance, early surrender and the peek (C3.6, C2.2, E2.2, T3, E3.1, E4.1, B2.4), each event as a sentence."""

from __future__ import annotations

from audit.story.act import Act
from audit.story.cards import drawn, share
from audit.story.told import Told, net, objections


def aces(told: Told, act: Act) -> None:
    """`1 claim aces`, `1 decline aces`."""
    hand = told.hand(act.path)
    hand.claimed = act.word == "claim"
    does = "claims the pair of aces, which beats every hand" if hand.claimed else "plays the pair of aces as any hand"
    warning = "" if hand.pair_of_aces else f"the hand is {drawn(hand.cards)}"
    told.add(act.who, act.event, f"{told.label(act.path)} {does}.", *told.cites("aces"), hand=hand, warning=warning)


def even(told: Told, act: Act) -> None:
    """`1 even 20`: 1:1 at once for a natural, instead of waiting."""
    hand = told.hand(act.path)
    stake = hand.stake(act.bettor)
    right = 2 * stake.whole
    stake.settle("even money", act.n)
    warning = objections("" if act.n == right else f"the rules give {right}", _may_be_even(told, act))
    moved = told.moves(told.person(act.path, act.bettor), act.n)
    sum_ = f"stake {stake.whole} + {stake.whole} = {right}"
    text = f"{told.label(act.path, act.bettor)} takes even money for the natural, 1:1 at once: {sum_}; {net(act.n - stake.whole)}; {moved}."
    told.add(act.who, act.event, text, *told.cites("even money"), hand=hand, warning=warning)


def decline_even(told: Told, act: Act) -> None:
    """`1 decline even`."""
    text = f"{told.label(act.path, act.bettor)} takes no even money and waits."
    told.add(act.who, act.event, text, *told.cites("even money"), warning=_may_be_even(told, act))


def _may_be_even(told: Told, act: Act) -> str:
    against = told.rules["natural"]["even_money"]
    fits = told.values.makes_natural(told.upcard) if told.upcard else False
    offered = fits and (against == "ten-or-ace" or (against == "ace" and told.upcard[0] == "A"))
    if not told.hand(act.path).natural:
        return "the hand is no natural"
    return "" if offered else f"against {drawn([told.upcard])} the rules offer no even money"


def insure(told: Told, act: Act) -> None:
    """`1 insure 1`."""
    account = told.person(act.path, act.bettor)
    told.insured[act.who] = told.hand(act.path).stake(act.bettor).insured = act.n
    most = told.hand(act.path).stake(act.bettor).base // 2
    half = told.rules["insurance"]["amount"] == "half"
    allowed = act.n == most if half else 0 < act.n <= most
    warning = objections(
        "" if allowed else f"the rules allow exactly {most}" if half else f"the rules allow at most {most}", told.cannot_pay(account, act.n)
    )
    text = f"{told.label(act.path, act.bettor)} insures for {act.n}; {told.moves(account, -act.n)}."
    told.add(act.who, act.event, text, *told.cites("insurance"), warning=warning)


def decline_insurance(told: Told, act: Act) -> None:
    """`1 decline insurance`."""
    told.add(act.who, act.event, f"{told.label(act.path, act.bettor)} takes no insurance.", *told.cites("insurance"))


def insurance(told: Told, act: Act) -> None:
    """`1 insurance 3`: what the insurance pays."""
    stake, ratio = told.insured.get(act.who, 0), told.rules["insurance"]["pays"]
    told.hand(act.path).stake(act.bettor).insurance = act.n
    right = stake + share(ratio, stake) if told.banker.natural else 0
    if right:
        why = f"{told.dealer} has a natural; it pays {ratio}: stake {stake} + {right - stake} = {right}"
    else:
        why = f"{told.dealer} has no natural; it is lost"
    moved = told.moves(told.person(act.path, act.bettor), act.n)
    text = f"{told.label(act.path, act.bettor)}, insurance of {stake}: {why}; {net(act.n - stake)}; {moved}."
    told.add(act.who, act.event, text, *told.cites("insurance settled"), warning="" if act.n == right else f"the rules give {right}")


def surrender(told: Told, act: Act) -> None:
    """`1 surrender 1`: half the stake comes back; the owner's decision is the other bettors' too."""
    hand = told.hand(act.path)
    stake = hand.stake(act.bettor)
    half = stake.base // 2
    stake.settle("surrender", act.n)
    hand.surrendered = True
    moved = told.moves(told.person(act.path, act.bettor), act.n)
    gives_up = "goes with it" if act.bettor else f"surrenders {hand.words}"
    text = f"{told.label(act.path, act.bettor)} {gives_up}: half of {stake.base} comes back, {net(act.n - stake.base)}; {moved}."
    warning = "" if act.n == half else f"the rules give {half}"
    told.add(act.who, act.event, text, *told.cites("surrender"), hand=hand, warning=warning)


def decline_surrender(told: Told, act: Act) -> None:
    """`1 decline surrender`."""
    told.add(act.who, act.event, f"{told.label(act.path)} does not surrender.", *told.cites("surrender"))


def peek(told: Told, act: Act) -> None:
    """`D peek clear`, `D peek natural`."""
    natural = told.banker.natural
    cards = drawn(told.banker.cards)
    told.peeked = act.word
    if act.word == "clear":
        text, wrong = f"{told.dealer} peeks under {drawn([told.upcard])}: no natural, and play goes on.", natural
    else:
        text, wrong = f"{told.dealer} peeks: {cards} is a natural, and nobody plays on.", not natural
    told.add("D", act.event, text, *told.cites("peek"), warning=f"{told.dealer}'s cards are {cards}" if wrong else "")
