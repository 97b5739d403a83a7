"""A round that was broken off, gone on with: every question takes its default, every card that was due is dealt (FORMAT §4, "Defaults").

Only what cards or money depend on is written; that a hand stands, or an offer is declined, changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from audit.facts.counting import MOST
from audit.facts.grammar import BANKER, BOX_SHIFT, UNSEEN, hand_name, parse
from audit.pricing.lying import Lying, Person
from audit.pricing.supply import CardsUsedUpError, Supply
from audit.shoes import NAMES

_PATTERNS = {
    "a": ("down", "deal", "hole", "deal"),
    "g": ("down", "deal", "hole", "deal"),
    "b": ("down", "down", "deal", "hole"),
    "c": ("deal", "deal", "deal", "hole"),
    "d": ("deal", "deal", "hole", "deal"),
    "e": ("down", "deal", "deal", "hole"),
    "f": ("down", "down", "hole", "deal"),
    "h": ("deal", "down", "deal", "hole"),
    "no-hole": ("deal", "deal", "deal", ""),
}
"""How cards lie by pattern (FORMAT §9, Deal): a box's first, its second; the banker's first, the second."""
_RANKS, _PICTURES = 13, (10, 11, 12)
_LOW = (2, 3, 4)


@attrs.define
class Completion:
    """The round's log as it grows; `kept` has what each account had when the stakes in the log were made, `owners` the seat by box."""

    supply: Supply
    kept: Sequence[int]
    owners: dict[int, int]

    @property
    def _rules(self) -> dict[str, int | str | bool]:
        return self.supply.session.params or {}

    @property
    def _log(self) -> list[str]:
        return self.supply.log

    def lying(self) -> Lying:
        """What lies on the table by now."""
        return Lying.after(map(parse, self._log))

    def punters(self) -> None:
        """All until the banker plays; raises CardsUsedUpError, and SeedNotToldError where a seed is still secret."""
        for at in reversed(self.lying().pending):
            del self._log[at]  # nobody knows any more what they answered to
        self._answer_errors()
        self._busts()
        first, second, banker_first, banker_second = _PATTERNS[str(self._rules["deal_pattern"])]
        if not self.lying().banker:
            self._first_pass(first, banker_first)
        for box in sorted(self.lying().missed):
            self._deal(box, "late")
        self._raise()
        if len(self.lying().banker) < 1 + bool(banker_second) or not banker_second:
            self._second_pass(second, banker_second)
        self._split_hands()
        self._commissions()

    def _answer_errors(self) -> None:
        """A card given in error is not taken."""
        for hand, (error, card) in self.lying().errors.items():
            self._log.append(f"{hand_name(hand)} refuse" if error == "exposed" else f"{hand_name(hand)} toss {NAMES[card]}")

    def _busts(self) -> None:
        """A hand with too many is bust at once, and its cards are discards (§7); but not one that stood, or has a card face down."""
        over = {parse(event).hand for event in self._log if event.split(" ")[1] in ("bust", "stand")}
        for hand, cards in sorted(self.lying().cards.items()):
            if hand != BANKER and hand not in over and UNSEEN not in cards and self._total(cards)[0] > MOST:
                self._log.append(f"{hand_name(hand)} bust 0")

    def _first_pass(self, verb: str, of_banker: str) -> None:
        lying = self.lying()
        for box in lying.boxes():
            if not any(hand >> BOX_SHIFT == box >> BOX_SHIFT for hand in lying.cards) and box not in lying.missed:
                self._deal(box, verb)
        self._deal(BANKER, of_banker)

    def _second_pass(self, verb: str, of_banker: str) -> None:
        lying = self.lying()
        playing = set(lying.boxes())
        for hand in lying.roots():
            if len(lying.cards[hand]) == 1 and hand >> BOX_SHIFT << BOX_SHIFT in playing:
                self._deal(hand, verb)
        if of_banker:
            self._deal(BANKER, of_banker)

    def _deal(self, hand: int, verb: str) -> None:
        if self.supply.give(hand_name(hand), verb) is None:
            raise CardsUsedUpError("the cards ran out before everybody had two")

    def _raise(self) -> None:
        """Where a first card decides it, a raise and the redoubles after it are no questions (H9.1)."""
        lying = self.lying()
        of_cards, redouble = self._rules["stakes_banker_raise"] == "picture-or-ace", self._rules["stakes_redouble"] == "ace-not-picture"
        money = list(self.kept)
        if of_cards and not lying.raised and len(lying.banker) == 1 and (_is_ace(lying.banker[0]) or _is_picture(lying.banker[0])):
            self._log.append("D raise")
            for (hand, bettor), stake in lying.stakes.items():
                money[self._account(hand, bettor)] -= stake
        now = self.lying()
        if not redouble or now.raised != "raise" or len(now.banker) != 1:
            return
        for (hand, bettor), stake in sorted(now.stakes.items()):
            account = self._account(hand, bettor)
            if (hand, bettor) not in now.answered and self._has_ace(now, hand) and money[account] >= stake:
                self._log.append(f"{_name((hand, bettor))} redouble")
                money[account] -= stake

    def _account(self, hand: int, bettor: int) -> int:
        return bettor or self.owners.get(hand >> BOX_SHIFT, 0)

    @staticmethod
    def _has_ace(lying: Lying, box: int) -> bool:
        cards = next((cards for hand, cards in sorted(lying.cards.items()) if hand >> BOX_SHIFT == box >> BOX_SHIFT), [])
        return bool(cards) and _is_ace(cards[0])

    def _split_hands(self) -> None:
        """Hands of a split that have one card get another, while there are any (G6)."""
        lying = self.lying()
        for hand in sorted(lying.made):
            if len(lying.cards.get(hand, ())) == 1:
                self.supply.give(hand_name(hand), "draw")

    def _commissions(self) -> None:
        """Who has doubled and not been charged yet is charged (E5.1)."""
        share = int(self._rules["double_commission_for"]), int(self._rules["double_commission_per"])
        lying = self.lying()
        for person, stake in sorted(lying.doubled.items()):
            if share[0] and person not in lying.charged:
                self._log.append(f"{_name(person)} commission {stake * share[0] // share[1]}")

    def banker(self, *, lives: bool, waits: bool) -> None:
        """The banker's play: as obliged, a free banker as below 17.

        `lives`: an ordinary hand depends on it; `waits`: something else does.
        """
        lying = self.lying()
        if self._rules["deal_pattern"] == "no-hole" and len(lying.banker) == 1 and (lives or waits):
            self.supply.give("D", "draw")
        verb = "hit" if self._rules["banker_play"] == "free" else "draw"
        while lives and not lying.banker_stood and self._draws(self.lying().banker):
            if self.supply.give("D", verb) is None:
                return

    def _draws(self, cards: Sequence[int]) -> bool:
        rules = self._rules
        total, is_soft = self._total(cards)
        limit = int(rules["hand_card_limit"])
        is_over = (
            (rules["natural_pair_of_aces"] and len(cards) == 2 and all(map(_is_ace, cards)))
            or (rules["natural_five_pictures"] and len(cards) == 5 and all(map(_is_picture, cards)))
            or 0 < limit <= len(cards)
        )
        draws_on = total == 17 and is_soft and rules["banker_soft17"] == "draw" and rules["banker_play"] != "free"
        return not is_over and (total < 17 or draws_on)

    def _total(self, cards: Sequence[int]) -> tuple[int, bool]:
        """Best total, and whether an ace counts 11 in it that could count 1 (G10, C1.2, C4.1)."""
        pictures = _LOW if self._rules["pack_pictures"] == "low" else (10, 10, 10)
        hard = sum(pictures[card % _RANKS - 10] if _is_picture(card) else card % _RANKS + 1 for card in cards)
        aces, ace = sum(map(_is_ace, cards)), self._rules["pack_ace"]
        if ace == "soft":
            return (hard + 10, True) if aces and hard <= 11 else (hard, False)
        return hard + 10 * aces * (ace == "11"), False


def _is_ace(card: int) -> bool:
    return card % _RANKS == 0


def _is_picture(card: int) -> bool:
    return card % _RANKS in _PICTURES


def _name(person: Person) -> str:
    hand, bettor = person
    return f"{hand_name(hand)}/{bettor}" if bettor else hand_name(hand)
