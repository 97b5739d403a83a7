"""What the phases of one round share: money, cards on the table, and the log that grows."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from ledger.cards import CARD_NAMES, card_values
from ledger.rules.tables import RuleSet
from ledger.shoe.rack import Rack, ShoeUse
from ledger.table.ask import Ask
from ledger.table.hand import Hand

HOUSE = 0


@attrs.frozen
class Seat:
    """A person at the table: seat number from 1, the boxes they play (FORMAT.md §4)."""

    number: int
    name: str
    boxes: tuple[int, ...]
    stack: int


@attrs.frozen
class FinishedRound:
    """A round's record without its place in the ledger."""

    number: int
    banker: int
    before: tuple[int, ...]
    after: tuple[int, ...]
    log: tuple[str, ...]
    shoes: tuple[ShoeUse, ...]


class RoundState:
    """One round in play. Phases read the rules' tables that concern them and write events here."""

    __slots__ = (
        "balances",
        "banker",
        "boxes",
        "dealer",
        "hands",
        "log",
        "number",
        "on_table",
        "rack",
        "rules",
        "stood",
        "stood_before",
        "values",
    )

    def __init__(self, rules: RuleSet, number: int, balances: Sequence[int], boxes: Sequence[tuple[int, int]], rack: Rack) -> None:
        self.rules = rules
        self.number = number
        self.balances = list(balances)
        self.boxes = tuple(boxes)
        self.rack = rack
        self.banker = HOUSE
        self.values = card_values(rules.pack)
        self.log: list[str] = []
        self.on_table: list[int] = []
        self.dealer = Hand("D", HOUSE)
        self.hands: list[Hand] = []
        self.stood = 0
        self.stood_before = 0

    def stake(self, seat: int, amount: int) -> None:
        """Money leaves a seat for the table; the banker's account has it until it is paid back."""
        self.balances[seat] -= amount
        self.balances[self.banker] += amount

    def pay(self, seat: int, amount: int) -> None:
        """A payout, the stake included, arrives at a seat."""
        self.balances[seat] += amount
        self.balances[self.banker] -= amount

    def settle(self, hand: Hand, outcome: str, payout: int) -> None:
        """Write a hand's outcome and pay it."""
        self.log.append(f"{hand.path} {outcome} {payout}")
        if payout:
            self.pay(hand.seat, payout)
        hand.settled = True

    def question(self, phase: str, hand: Hand, legal: tuple[str, ...], least: int = 0, most: int = 0, step: int = 1) -> Ask:
        """A question about one hand to its owner."""
        return Ask(
            phase=phase,
            round=self.number,
            hands=(hand.path,),
            seats=(hand.seat,),
            balances=(self.balances[hand.seat],),
            legal=legal,
            least=least,
            most=most,
            step=step,
            cards=tuple(hand.cards),
            total=hand.total,
            soft=hand.soft,
            upcard=self.dealer.cards[0],
            stood_before=self.stood_before,
        )

    def a_card_is_left(self) -> bool:
        """Whether a card can be dealt: from the shoe, or from the discards that would be shuffled (G6)."""
        return len(self.on_table) < self.rack.pack_size

    def deal_to(self, hand: Hand, verb: str) -> int:
        """Deal the next card to a hand and write it; the caller knows that one is left."""
        rack = self.rack
        if not rack.shoe.left:
            self.log.append(f"D reshuffle {rack.reshuffle(self.on_table)}")
        card = rack.shoe.next_card()
        self.on_table.append(card)
        hand.take(card, self.values)
        self.log.append(f"{hand.path} {verb} {CARD_NAMES[card]}")
        return card
