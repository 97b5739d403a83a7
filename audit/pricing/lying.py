"""A round as far as its log goes: hands, stakes, and the questions of errors that were still open."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import attrs

from audit.facts.grammar import BANKER, BOX_SHIFT, NO_CARD, VERBS, Parsed
from audit.facts.lying import parts

Person = tuple[int, int]
"""A hand, packed, and the seat of another bettor on it (0: its owner)."""


@attrs.define
class Lying:
    """What lies on the table, by packed hand; a box's own hand is box · 1024.

    `cards` of each hand in play, the banker's among them; `stakes` by person, as they stand; `missed` boxes without their first card;
    `errors`: the error that a hand's owner has not answered yet, with its card; `pending`: places in the log of answers to a double or a
    split that does not stand there; `doubled` and `charged`: who doubled a hand, and who paid commission for it; `made`: hands of a split;
    `answered`: who said whether they redouble.
    """

    cards: dict[int, list[int]] = attrs.Factory(dict)
    stakes: dict[Person, int] = attrs.Factory(dict)
    missed: set[int] = attrs.Factory(set)
    errors: dict[int, tuple[str, int]] = attrs.Factory(dict)
    pending: list[int] = attrs.Factory(list)
    doubled: dict[Person, int] = attrs.Factory(dict)
    charged: set[Person] = attrs.Factory(set)
    made: set[int] = attrs.Factory(set)
    answered: set[Person] = attrs.Factory(set)
    raised: str = ""
    banker_stood: bool = False
    _followers: set[int] = attrs.Factory(set)

    @classmethod
    def after(cls, events: Iterable[Parsed]) -> Lying:
        """After these events, whatever they are: what makes no sense moves nothing."""
        lying = cls()
        for at, event in enumerate(events):
            teller = _TELLERS.get(VERBS[event.verb])
            if teller is not None:
                teller(lying, event, at)
        return lying

    @property
    def banker(self) -> list[int]:
        """The banker's cards."""
        return self.cards.get(BANKER, [])

    def boxes(self) -> list[int]:
        """Boxes with a stake of their owner, rising."""
        return sorted(hand for (hand, bettor), stake in self.stakes.items() if bettor == 0 and stake > 0)

    def roots(self) -> list[int]:
        """First hands in the order of the deal: of a box that is played as two (`both`) each of them."""
        return sorted(hand for hand in self.cards if hand < BANKER and hand not in self.made)

    def _given(self, event: Parsed, _: int) -> None:
        self.cards.setdefault(event.hand, []).append(event.card)
        self.missed.discard(event.hand)

    def _doubles(self, event: Parsed, at: int) -> None:
        self._given(event, at)
        stake = self.stakes.get((_box(event.hand), 0), 0)
        if VERBS[event.verb] == "double":
            self.doubled[event.hand, 0] = stake
            for bettor in self._followers:
                self.doubled[event.hand, bettor] = self.stakes.get((_box(event.hand), bettor), 0)
        self._acts()

    def _splits(self, event: Parsed, _: int) -> None:
        first, second = parts(event.hand)
        self.cards.pop(event.hand, None)
        self.cards[first], self.cards[second] = [event.card], [event.second]
        self.made |= {first, second}
        self._acts()

    def _acts(self) -> None:
        self._followers, self.pending = set(), []

    def _follows(self, event: Parsed, at: int) -> None:
        if VERBS[event.verb] == "follow":
            self._followers.add(event.bettor)
        self.pending.append(at)

    def _stakes(self, event: Parsed, _: int) -> None:
        self.stakes[event.hand, event.bettor] = event.n

    def _takes_back(self, event: Parsed, _: int) -> None:
        """A withdrawal; or the box sits out, with the card that it may have."""
        self.stakes.pop((event.hand, event.bettor), None)
        if VERBS[event.verb] == "sit":
            self.cards.pop(event.hand, None)
            self.missed.discard(event.hand)
            self.errors.pop(event.hand, None)

    def _raises(self, event: Parsed, _: int) -> None:
        self.raised = VERBS[event.verb]
        if self.raised == "raise":
            self.stakes = {person: 2 * stake for person, stake in self.stakes.items()}

    def _redoubles(self, event: Parsed, _: int) -> None:
        person = event.hand, event.bettor
        self.answered.add(person)
        if VERBS[event.verb] == "redouble" and person in self.stakes:
            self.stakes[person] *= 2

    def _missed(self, event: Parsed, _: int) -> None:
        self.missed.add(event.hand)

    def _errs(self, event: Parsed, _: int) -> None:
        self.errors[event.hand] = VERBS[event.verb], event.card

    def _keeps(self, event: Parsed, _: int) -> None:
        """A card given in error is taken; or it is a banker who keeps the bank."""
        card = self._error(event)[1]
        if card != NO_CARD:
            self.cards.setdefault(event.hand, []).append(card)

    def _lets_go(self, event: Parsed, _: int) -> None:
        """Refused; of two cards the one that is not tossed stays."""
        error, card = self._error(event)
        mine = self.cards.get(event.hand, [])
        if error == "extra" and event.card != card and mine:
            mine[-1] = card

    def _plays_two(self, event: Parsed, _: int) -> None:
        card = self._error(event)[1]
        first, second = parts(event.hand)
        self.cards[first], self.cards[second] = self.cards.pop(event.hand, []), [card]

    def _error(self, event: Parsed) -> tuple[str, int]:
        """The error that a choice answers, and its card; nothing where there is none."""
        return self.errors.pop(event.hand, ("", NO_CARD))

    def _charges(self, event: Parsed, _: int) -> None:
        self.charged.add((event.hand, event.bettor))

    def _stands(self, event: Parsed, _: int) -> None:
        self.banker_stood = self.banker_stood or event.hand == BANKER


def _box(hand: int) -> int:
    return hand >> BOX_SHIFT << BOX_SHIFT


_TELLERS: Mapping[str, Callable[[Lying, Parsed, int], None]] = {
    **dict.fromkeys(("deal", "down", "hole", "hit", "draw", "late"), Lying._given),  # noqa: SLF001 -- a table of its own methods
    **dict.fromkeys(("double", "triple"), Lying._doubles),  # noqa: SLF001
    "split": Lying._splits,  # noqa: SLF001
    **dict.fromkeys(("follow", "stay"), Lying._follows),  # noqa: SLF001
    "bet": Lying._stakes,  # noqa: SLF001
    **dict.fromkeys(("withdraw", "sit"), Lying._takes_back),  # noqa: SLF001
    **dict.fromkeys(("raise", "decline raise"), Lying._raises),  # noqa: SLF001
    **dict.fromkeys(("redouble", "decline redouble"), Lying._redoubles),  # noqa: SLF001
    "missed": Lying._missed,  # noqa: SLF001
    **dict.fromkeys(("extra", "exposed", "unasked"), Lying._errs),  # noqa: SLF001
    **dict.fromkeys(("take", "keep"), Lying._keeps),  # noqa: SLF001
    **dict.fromkeys(("toss", "refuse"), Lying._lets_go),  # noqa: SLF001
    "both": Lying._plays_two,  # noqa: SLF001
    "commission": Lying._charges,  # noqa: SLF001
    "stand": Lying._stands,  # noqa: SLF001
}
