"""What the phases of one round share: money, cards on the table, and the log that grows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ledger.cards import CARD_NAMES, IS_ACE
from ledger.players.source import Strategy
from ledger.table.ask import Ask
from ledger.table.company import Company
from ledger.table.hand import Bettor, Hand
from ledger.table.interval import Interval

TEN = 10


class RoundState:
    """One round in play. Phases read the rules' tables that concern them and write events here.

    `step`: every stake is a multiple of it. `strategies`: those of the seats that need not be asked for their turns and least stakes.
    `put_to` puts the open question for stakes to another of the boxes that may answer it.
    """

    __slots__ = (
        "balances",
        "begun",
        "company",
        "dealer",
        "hands",
        "limits",
        "log",
        "number",
        "on_table",
        "put_to",
        "rack",
        "rules",
        "rulings",
        "soft_aces",
        "step",
        "stood",
        "stood_before",
        "strategies",
        "terms",
        "upcard",
        "values",
    )

    def __init__(self, interval: Interval, company: Company, balances: Sequence[int], strategies: Mapping[int, Strategy]) -> None:
        self.rules = interval.rules
        self.number = interval.number
        self.balances = list(balances)
        self.company = company
        self.strategies = strategies
        self.begun = interval.begun
        self.limits = interval.limits
        self.terms = terms = interval.terms
        self.step = terms.step
        self.rack = interval.rack
        self.values = terms.values
        self.soft_aces = terms.soft_aces
        self.log = list(interval.log)
        self.on_table: list[int] = []
        self.put_to: Callable[[Ask, str], Ask] | None = None
        self.dealer = Hand("D", company.banker)
        self.hands: list[Hand] = []
        self.rulings: list[str] = []
        self.stood = 0
        self.stood_before = 0
        self.upcard: int | None = None

    @property
    def banker(self) -> int:
        """The banker's account."""
        return self.company.banker

    def can_make_a_natural(self) -> bool:
        """Whether the banker's upcard is an ace or counts ten, and so may belong to a natural."""
        card = self.upcard
        return card is not None and self.rules.pack.ace != "1" and (IS_ACE[card] or self.values[card] == TEN)

    def stake(self, seat: int, amount: int) -> None:
        """Money leaves a seat for the table; the banker's account has it until it is paid back."""
        self.balances[seat] -= amount
        self.balances[self.company.banker] += amount

    def pay(self, seat: int, amount: int) -> None:
        """A payout, the stake included, arrives at a seat."""
        self.balances[seat] += amount
        self.balances[self.company.banker] -= amount

    def settle(self, bettor: Bettor, outcome: str, payout: int) -> None:
        """Write what one bettor's stake on a hand comes to, and pay it."""
        self.log.append(f"{bettor.path} {outcome} {payout}")
        if payout:
            self.pay(bettor.seat, payout)

    def bust(self, hand: Hand) -> None:
        """A hand over 21 loses at once, for everyone on it; where used cards go under the deck, so do these (B3.2, H1.3)."""
        for bettor in hand.bettors:
            self.settle(bettor, "bust", 0)
        hand.settled = hand.busted = True
        self.under_the_deck(hand.cards)

    def under_the_deck(self, cards: Sequence[int]) -> None:
        """Cards that leave the table for the discards (FORMAT.md §7)."""
        if self.rules.shoe.reshuffle == "discards":
            for card in cards:
                self.on_table.remove(card)

    def open(self, hand: Hand) -> None:
        """A hand with a hidden card is turned up, once."""
        if hand.hidden:
            self.log.append(f"{hand.path} open")
            hand.hidden = False

    def question(self, phase: str, hand: Hand, legal: tuple[str, ...], *, default: str = "") -> Ask:
        """A question about one hand to its owner."""
        seat = hand.seat
        return Ask(
            phase=phase,
            round=self.number,
            hands=(hand.path,),
            seats=(seat,),
            balances=(self.balances[seat],),
            legal=legal,
            cards=tuple(hand.cards),
            total=hand.total,
            soft=hand.soft,
            upcard=self.upcard,
            stood_before=self.stood_before,
            default=default,
        )

    def question_for(
        self,
        bettor: Bettor,
        hand: Hand,
        phase: str,
        legal: tuple[str, ...],
        amounts: tuple[int, int, int] = (0, 0, 1),
        *,
        default: str = "",
    ) -> Ask:
        """A question to one bettor on a hand; `amounts` are least, most and step."""
        return Ask(
            phase=phase,
            round=self.number,
            hands=(bettor.path,),
            seats=(bettor.seat,),
            balances=(self.balances[bettor.seat],),
            legal=legal,
            least=amounts[0],
            most=amounts[1],
            step=amounts[2],
            cards=tuple(hand.cards),
            total=hand.total,
            soft=hand.soft,
            upcard=self.upcard,
            stood_before=self.stood_before,
            default=default,
        )

    def table_question(self, phase: str, who: str, seat: int, legal: tuple[str, ...], most: int = 0, *, default: str = "") -> Ask:
        """A question to the banker, or to the table itself (seat 0), about `who`; an amount that it names costs nothing."""
        return Ask(
            phase=phase,
            round=self.number,
            hands=(who,),
            seats=(seat,),
            balances=(max(most, self.balances[seat]),),
            legal=legal,
            least=min(1, most),
            most=most,
            cards=tuple(self.dealer.cards),
            total=self.dealer.total,
            soft=self.dealer.soft,
            upcard=self.upcard,
            default=default,
        )

    def question_to_seat(self, phase: str, seat: int, legal: tuple[str, ...], amounts: tuple[int, int, int]) -> Ask:
        """A question to one seat about the shoe; `amounts`, least, most and step, cost nothing."""
        least, most, step = amounts
        balance = max(most, self.balances[seat])
        return Ask(phase, self.number, (f"s{seat}",), (seat,), (balance,), legal, least=least, most=most, step=step)

    def a_card_is_left(self) -> bool:
        """Whether a card can be dealt: from the shoe, or from the discards that would be shuffled (G6)."""
        shoe = self.rack.shoe
        return shoe.dealt < shoe.size or (len(self.on_table) < self.rack.pack_size and self.rack.has_a_seed_left())

    @property
    def must_shuffle(self) -> bool:
        """Whether the discards come up before the next card (G6)."""
        shoe = self.rack.shoe
        return shoe.dealt == shoe.size

    def deal_to(self, hand: Hand, verb: str) -> int:
        """Deal the shoe's next card to a hand and write it; one is left, and the round has begun (see `shuffling.deal`)."""
        card = self.rack.shoe.next_card()
        self.on_table.append(card)
        hand.take(card, self.values, self.soft_aces)
        self.log.append(f"{hand.path} {verb} {CARD_NAMES[card]}")
        return card

    def deal_round(self, verb: str) -> None:
        """Deal a card to each hand as `deal_to` would; the shoe has as many, and the round has begun."""
        log, values, soft_aces, names, hands = self.log, self.values, self.soft_aces, CARD_NAMES, self.hands
        cards = self.rack.shoe.next_cards(len(hands))
        self.on_table += cards
        for hand, card in zip(hands, cards, strict=True):
            hand.take(card, values, soft_aces)
            log.append(f"{hand.path} {verb} {names[card]}")
        if verb == "down":
            for hand in hands:
                hand.hidden = True
