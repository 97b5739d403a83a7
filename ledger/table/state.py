"""What the phases of one round share: money, cards on the table, and the log that grows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs

from ledger.cards import CARD_NAMES, card_values
from ledger.rules.tables import RuleSet
from ledger.shoe.rack import Rack, ShoeUse
from ledger.table.ask import Ask
from ledger.table.hand import Hand
from ledger.table.shuffling import Cutter, renew

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
    """A round's record without its place in the ledger, and what the bank's next change depends on.

    `naturals` are the seats whose own box had a natural, boxes rising (B1.3, H6.3); `rulings` the words of rulings made in it, the log's
    `D ruling n` counting them from 1.
    """

    number: int
    banker: int
    before: tuple[int, ...]
    after: tuple[int, ...]
    log: tuple[str, ...]
    shoes: tuple[ShoeUse, ...]
    naturals: tuple[int, ...] = ()
    banker_natural: bool = False
    rulings: tuple[str, ...] = ()


@attrs.frozen
class Limits:
    """Minimum and maximum in force: the table's, and those of boxes that have their own (P1.3)."""

    table: tuple[int, int]
    boxes: Mapping[int, tuple[int, int]] = attrs.Factory(dict)

    def of(self, box: int) -> tuple[int, int]:
        """A box's minimum and maximum."""
        return self.boxes.get(box, self.table)


@attrs.frozen
class Company:
    """Who takes part in a round: the banker's account, (box, owner) rising, and seats that may only bet on others' boxes.

    `cutter` asks where a seat cuts, where that is done by hand.
    """

    banker: int
    boxes: tuple[tuple[int, int], ...]
    side_bettors: tuple[int, ...] = ()
    onlookers: frozenset[int] = frozenset()
    has_director: bool = False
    cutter: Cutter | None = None


class RoundState:
    """One round in play. Phases read the rules' tables that concern them and write events here."""

    __slots__ = (
        "balances",
        "company",
        "dealer",
        "hands",
        "limits",
        "log",
        "number",
        "on_table",
        "rack",
        "rules",
        "stood",
        "stood_before",
        "values",
    )

    def __init__(self, rules: RuleSet, number: int, balances: Sequence[int], company: Company, limits: Limits, rack: Rack) -> None:
        self.rules = rules
        self.number = number
        self.balances = list(balances)
        self.company = company
        self.limits = limits
        self.rack = rack
        self.values = card_values(rules.pack)
        self.log: list[str] = []
        self.on_table: list[int] = []
        self.dealer = Hand("D", company.banker)
        self.hands: list[Hand] = []
        self.stood = 0
        self.stood_before = 0

    def stake(self, seat: int, amount: int) -> None:
        """Money leaves a seat for the table; the banker's account has it until it is paid back."""
        self.balances[seat] -= amount
        self.balances[self.company.banker] += amount

    def pay(self, seat: int, amount: int) -> None:
        """A payout, the stake included, arrives at a seat."""
        self.balances[seat] += amount
        self.balances[self.company.banker] -= amount

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
        return self.rack.shoe.left > 0 or (len(self.on_table) < self.rack.pack_size and self.rack.has_a_seed_left())

    def under_the_deck(self, cards: Sequence[int]) -> None:
        """Cards that leave the table for the discards, where used cards lie under the deck (FORMAT.md §7)."""
        if self.rules.shoe.reshuffle == "discards":
            for card in cards:
                self.on_table.remove(card)

    def deal_to(self, hand: Hand, verb: str) -> int:
        """Deal the next card to a hand and write it; the caller knows that one is left, or lets ChainUsedUp end the round."""
        rack = self.rack
        if not rack.shoe.left:
            renew(self)
        card = rack.shoe.next_card()
        self.on_table.append(card)
        hand.take(card, self.values)
        self.log.append(f"{hand.path} {verb} {CARD_NAMES[card]}")
        return card
