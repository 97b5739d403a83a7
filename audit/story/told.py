"""What the teller of a round keeps account of: cards, stakes, balances, and the place in the shoe."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs

from audit.story.reckoning import Hand, Rules, drawn, in_words, total
from audit.story.step import Seat, Shoe, Step


@attrs.define
class Told:
    """The account so far; `steps` grows event by event."""

    rules: Rules
    seats: Sequence[Seat]
    balances: list[int]
    shoes: Mapping[int, Shoe]
    steps: list[Step] = attrs.Factory(list)
    hands: dict[str, Hand] = attrs.Factory(dict)
    banker: Hand = attrs.Factory(lambda: Hand("D"))
    insured: dict[str, int] = attrs.Factory(dict)
    settled: set[str] = attrs.Factory(set)
    shoe: int | None = None
    dealt: dict[int, int] = attrs.Factory(dict)
    phase: str = "between"

    def add(self, who: str, event: str, text: str, *clauses: str, hand: Hand | None = None, warning: str = "") -> None:
        """One step; with a hand, its cards and total as they stand now."""
        cards = tuple(hand.cards) if hand else ()
        self.steps.append(Step(self.phase, who, event, text, clauses, cards, in_words(cards) if cards else "", warning=warning))

    def seal(self, card: str) -> None:
        """Put the card's place on the step just told, and compare it with the sealed shoe."""
        if self.shoe is None:
            return
        position = self.dealt.get(self.shoe, 0)
        self.dealt[self.shoe] = position + 1
        cards = self.shoes[self.shoe].cards if self.shoe in self.shoes else ()
        wrong = bool(cards) and (position >= len(cards) or cards[position] != card)
        warning = self.steps[-1].warning
        if wrong:
            right = drawn([cards[position]]) if position < len(cards) else "no card"
            warning = f"the sealed shoe has {right} here, not {drawn([card])}"
        self.steps[-1] = attrs.evolve(self.steps[-1], shoe=self.shoe, position=position, warning=warning)

    def owner(self, path: str) -> Seat | None:
        """Whose box the hand is on."""
        box = int(path.partition(".")[0])
        return next((seat for seat in self.seats if box in seat.boxes), None)

    def label(self, path: str) -> str:
        """The player, with the box or hand where the name alone would not say which."""
        seat = self.owner(path)
        if seat is None:
            return f"Hand {path} (nobody's box)"
        several = len(seat.boxes) > 1 or "." in path
        return f"{seat.name} ({path})" if several else seat.name

    def moves(self, path: str, amount: int) -> str:
        """Book an amount on the owner's account (and the opposite on the house's); the balance in words."""
        seat = self.owner(path)
        if seat is None or seat.seat >= len(self.balances):
            return "no account"
        before = self.balances[seat.seat]
        if amount == 0:
            return f"balance stays {before}"
        self.balances[seat.seat] += amount
        self.balances[0] -= amount
        return f"balance {before} → {self.balances[seat.seat]}"

    def hand(self, path: str) -> Hand:
        """The hand at a path; one that nobody dealt begins empty, so that any log can be told."""
        return self.hands.setdefault(path, Hand(path, from_split="." in path))

    def depends(self) -> bool:
        """Whether a live hand that is no natural still waits for the dealer's total (G5)."""
        return any(
            not hand.ended and hand.path not in self.settled and not hand.bust and not hand.natural(self.rules)
            for hand in self.hands.values()
        )

    def none_left(self) -> bool:
        """Whether every card of the pack lies on the table, so that none can be dealt (G6)."""
        on_table = len(self.banker.cards) + sum(len(hand.cards) for hand in self.hands.values() if not hand.ended)
        return on_table >= int(self.rules["pack"]["decks"]) * int(self.rules["pack"]["size"])

    def must_draw(self) -> bool:
        """Whether the rules oblige the banker to draw now (T6.1, G5)."""
        if not self.depends() or self.none_left():
            return False
        points, soft = total(self.banker.cards)
        return points < 17 or (points == 17 and soft and self.rules["banker"]["soft17"] == "draw")
