"""A finished round in a few lines, for the people who played it at a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ledger.cards import CARD_NUMBERS, card_values
from ledger.players.terminal import shown
from ledger.rules.tables import RuleSet
from ledger.table.hand import Hand
from ledger.table.state import FinishedRound

_CARDS = frozenset(("deal", "hole", "hit", "double", "draw"))
_OUTCOMES = {
    "bust": "over 21, the stake is lost",
    "lose": "loses",
    "push": "a tie, {0} back",
    "win": "wins, {0} with the stake",
    "natural": "a natural, {0} with the stake",
    "surrender": "given up, {0} back",
}


def told(played: FinishedRound, rules: RuleSet, names: Mapping[str, str]) -> Iterator[str]:
    """One line for the dealer and one for each hand, with cards, total and outcome; `names` by box."""
    hands: dict[str, Hand] = {}
    outcomes: dict[str, str] = {}
    values = card_values(rules.pack)
    for event in played.log:
        who, verb, *rest = event.split(" ")
        if verb in _CARDS:
            hands.setdefault(who, Hand(who, 0)).take(CARD_NUMBERS[rest[0]], values)
        elif verb == "split":
            del hands[who]
            for side, card in zip((".1", ".2"), rest, strict=True):
                hands.setdefault(who + side, Hand(who + side, 0)).take(CARD_NUMBERS[card], values)
        elif verb in _OUTCOMES:
            outcomes[who] = _OUTCOMES[verb].format(rest[0])
        elif verb == "insurance":
            yield f"{names[who]}: insurance {f'won, {rest[0]} with its stake' if rest[0] != '0' else 'lost'}"
    if "D" in hands:
        yield f"The dealer: {_held(hands.pop('D'))}"
    for path in sorted(hands, key=lambda path: [int(part) for part in path.split(".")]):
        box, dot, _ = path.partition(".")
        hand = f", hand {path}" if dot else ""
        yield f"{names[box]}{hand}: {_held(hands[path])}: {outcomes.get(path, 'not settled')}"


def _held(hand: Hand) -> str:
    return f"{' '.join(map(shown, hand.cards))}, {hand.total}"
