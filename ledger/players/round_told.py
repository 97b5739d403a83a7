"""A finished round in a few lines, for the people who played it at a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import attrs

from ledger.cards import CARD_NUMBERS, IS_ACE, card_values
from ledger.players.terminal import shown
from ledger.rules.tables import RuleSet
from ledger.table.company import FinishedRound
from ledger.table.hand import Hand
from ledger.table.terms import NO_ACE_IS_SOFT

_CARDS = frozenset(("deal", "down", "hole", "hit", "double", "triple", "draw", "late", "extra", "exposed", "unasked"))
_OUTCOMES = {
    "bust": "over 21, the stake is lost",
    "lose": "loses",
    "push": "a tie, {0} back",
    "win": "wins, {0} with the stake",
    "natural": "a natural, {0} with the stake",
    "suited": "a natural of one suit, {0} with the stake",
    "aces": "a pair of aces, {0} with the stake",
    "pictures": "five pictures, {0} with the stake",
    "even": "even money, {0} with the stake",
    "surrender": "given up, {0} back",
    "premium": "{0}, a premium: {1} with the stake",
    "forfeit": "and pays {0} more",
}


def told(played: FinishedRound, rules: RuleSet, names: Mapping[str, str]) -> Iterator[str]:
    """One line for the dealer and one for each hand, with cards, total and outcome; `names` by box, bettor (`1/3`) and `D`."""
    story = _Story(rules)
    for event in played.log:
        story.read(*event.replace(" timeout ", " ").split(" "))
    for who, amount in story.insurances:
        yield f"{_name(names, who)}: insurance {f'won, {amount} with its stake' if amount != '0' else 'lost'}"
    if "D" in story.hands:
        yield f"{names.get('D', 'The dealer')}: {_held(story.hands.pop('D'))}"
    for path in sorted({*story.hands, *story.outcomes}, key=_order):
        hand = story.hands.get(path.partition("/")[0])
        held = f" {_held(hand)}:" if hand and "/" not in path else ""
        which = f", hand {path}" if "." in path else ""
        yield f"{_name(names, path)}{which}:{held} {', '.join(story.outcomes.get(path, ['not settled']))}"


@attrs.define
class _Story:
    """Hands and outcomes as the log goes on."""

    rules: RuleSet
    hands: dict[str, Hand] = attrs.Factory(dict)
    outcomes: dict[str, list[str]] = attrs.Factory(dict)
    insurances: list[tuple[str, str]] = attrs.Factory(list)

    def read(self, who: str, verb: str, *rest: str) -> None:
        """One event."""
        if verb in _CARDS:
            self._take(who, rest[0])
        elif verb in ("split", "both"):
            self._part(who)
        elif verb in ("toss", "refuse", "sit"):
            self._give_back(who, verb, rest)
        elif verb in _OUTCOMES:
            self.outcomes.setdefault(who, []).append(_OUTCOMES[verb].format(*rest))
        elif verb == "insurance":
            self.insurances.append((who, rest[0]))

    @property
    def _soft_aces(self) -> Sequence[bool]:
        return IS_ACE if self.rules.pack.ace == "soft" else NO_ACE_IS_SOFT

    def _take(self, who: str, card: str) -> None:
        self.hands.setdefault(who, Hand(who, 0)).take(CARD_NUMBERS[card], card_values(self.rules.pack), self._soft_aces)

    def _part(self, who: str) -> None:
        for side, card in zip((".1", ".2"), self.hands.pop(who).cards, strict=True):
            self.hands[who + side] = Hand(who + side, 0, from_split=True)
            self._take(who + side, _card_name(card))

    def _give_back(self, who: str, verb: str, rest: tuple[str, ...]) -> None:
        """A card tossed, or the one turned up that is refused; who sits the deal out has no hand."""
        if verb == "sit":
            self.hands.pop(who, None)
        elif who in self.hands:
            card = CARD_NUMBERS[rest[0]] if rest else self.hands[who].cards[-1]
            self.hands[who].give_back(card, card_values(self.rules.pack), self._soft_aces)


def _card_name(card: int) -> str:
    return next(name for name, number in CARD_NUMBERS.items() if number == card)


def _name(names: Mapping[str, str], path: str) -> str:
    box, _, bettor = path.partition("/")
    whose = box.partition(".")[0]
    return names.get(f"s{bettor}", f"Seat {bettor}") + f" on box {whose}" if bettor else names[whose]


def _order(path: str) -> tuple[list[int], int]:
    hand, _, bettor = path.partition("/")
    return [int(part) for part in hand.split(".")], int(bettor or 0)


def _held(hand: Hand) -> str:
    return f"{' '.join(map(shown, hand.cards))}, {hand.total}"
