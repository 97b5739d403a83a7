"""What the teller of a round keeps account of: hands, money, the place in the shoe, and the story as it grows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

import attrs

from audit.story.act import verb
from audit.story.cards import Rules, Values, drawn, full_pack, without
from audit.story.clauses import cited
from audit.story.company import Company
from audit.story.due import Standing
from audit.story.hand import OWNER, Hand
from audit.story.step import Ruling, Shoe, Step

OF_THE_SHOE = ("shuffle", "reshuffle", "cut", "joker", "burn")


@attrs.define
class Told:
    """The account so far; `steps` grows event by event.

    `orders` holds the cards of shoes in dealing order, as far as their seeds are known, `sizes` how many cards each has, `dealt` how many
    have left it, `table` those that lie on the table; `chain` is the number of the last shoe that the session has a seed for. `lots` gives
    the numbers of the lot stream, one after another. `heirs` are the punters with a natural in the round before, where those may take the
    bank. `sold` is what the bank's sale gave or cost each account: it stands where a round is broken off. `log` is the round's, and `at`
    the place of the event being told.
    """

    rules: Rules
    company: Company
    balances: list[int]
    shoes: Mapping[int, Shoe] = attrs.Factory(dict)
    rulings: Mapping[int, Ruling] = attrs.Factory(dict)
    chain: int = 2**24
    lots: Callable[[int], int] | None = None
    heirs: Sequence[int] = ()
    round: int = 1
    broken_off: bool = False
    log: Sequence[str] = ()
    at: int = 0
    phase: str = "between"
    steps: list[Step] = attrs.Factory(list)
    hands: dict[str, Hand] = attrs.Factory(dict)
    values: Values = attrs.Factory(lambda self: Values.of(self.rules), takes_self=True)
    banker: Hand = attrs.Factory(lambda self: Hand("D", self.values), takes_self=True)
    upcard: str = ""
    hole: str = ""
    insured: dict[str, int] = attrs.Factory(dict)
    lost: dict[tuple[str, int], int] = attrs.Factory(dict)
    bids: list[tuple[int, int]] = attrs.Factory(list)
    sold: Counter[int] = attrs.Factory(Counter)
    route: str = ""
    raised: bool = False
    peeked: str = ""
    stood: bool = False
    bank_told: bool = False
    waiting_told: bool = False
    bank_told_end: bool = False
    burnt_ace: bool = False
    shoe: int | None = None
    orders: dict[int, list[str]] = attrs.Factory(dict)
    packs: dict[int, list[str]] = attrs.Factory(dict)
    cuts: dict[int, int] = attrs.Factory(dict)
    sizes: dict[int, int] = attrs.Factory(dict)
    dealt: dict[int, int] = attrs.Factory(dict)
    table: list[str] = attrs.Factory(list)

    @property
    def dealer(self) -> str:
        """Who banks: `the dealer` of the house, or a player by name."""
        return self.company.name(self.company.banker) if self.company.private else "the dealer"

    @property
    def standing(self) -> Standing:
        """What the banker's cards come to."""
        return Standing.of(self.banker, self.dealer, self.rules)

    def cites(self, *situations: str) -> tuple[str, ...]:
        """The clauses on these situations, each once, by the sections of the rule set."""
        sections = [str(section) for section in self.rules["profile"]["clauses"]]
        return tuple(dict.fromkeys(cited(situation, sections) for situation in situations))

    def cites_errors(self, situation: str) -> tuple[str, ...]:
        """The clause on an error of dealing, by the section that rules those at this table."""
        return (cited(situation, "H" if self.rules["table"]["irregularities"] == "H8" else "B"),)

    def add(self, who: str, event: str, text: str, *clauses: str, hand: Hand | None = None, warning: str = "") -> None:
        """One step; with a hand, its cards and total as they stand now."""
        cards = tuple(hand.cards) if hand else ()
        if text.startswith("the "):
            text = f"T{text[1:]}"
        total = self.values.words(cards) if cards else ""
        face_down = hand.lying_face_down if hand else ()
        self.steps.append(Step(self.phase, who, event, text, clauses, cards, face_down, total, warning=warning))

    def next_event(self) -> str:
        """The event after the one being told."""
        return self.log[self.at + 1] if self.at + 1 < len(self.log) else ""

    def next_move(self) -> str:
        """The event after the one being told that is not about the shoe: a reshuffle may stand before the card that is due."""
        return next((event for event in self.log[self.at + 1 :] if verb(event) not in OF_THE_SHOE), "")

    def hand(self, path: str) -> Hand:
        """The hand at a path; one that nobody dealt begins empty, so that any log can be told."""
        if path not in self.hands:
            self.hands[path] = Hand(path, self.values, root=path.partition(".")[0], from_split="." in path)
        return self.hands[path]

    def person(self, path: str, bettor: int = OWNER) -> int | None:
        """The account behind a stake: the bettor's, or that of the box's owner; None where it is nobody's box."""
        if bettor:
            return bettor
        seat = self.company.owner(int(path.partition(".")[0]))
        return seat.seat if seat else None

    def label(self, path: str, bettor: int = OWNER) -> str:
        """The person, with the box or hand where the name alone would not say which."""
        seat = self.company.owner(int(path.partition(".")[0]))
        if seat is None:
            return f"Hand {path} (nobody's box)"
        if bettor:
            return f"{self.company.name(bettor)} (on {seat.name}'s hand {path})"
        several = "." in path or len(self.company.boxes_of(seat.seat)) > 1
        return f"{seat.name} ({path})" if several else seat.name

    def moves(self, account: int | None, amount: int) -> str:
        """Book an amount on a person's account (and the opposite on the banker's); the balance in words."""
        if account is None or account >= len(self.balances):
            return "no account"
        before = self.balances[account]
        if amount == 0:
            return f"balance stays {before}"
        self.balances[account] += amount
        self.balances[self.company.banker] -= amount
        after = self.balances[account]
        return f"balance {before} → {after}" + (", a debt" if after < 0 else "")

    def cannot_pay(self, account: int | None, amount: int) -> str:
        """An objection where a person's free balance does not cover what they choose to add (G2)."""
        if account is None or account >= len(self.balances) or self.balances[account] >= amount:
            return ""
        return f"a free balance of {self.balances[account]} does not cover {amount}"

    def seal(self, card: str, *, lies: bool = True) -> None:
        """Put the card's place on the step just told, and compare it with the sealed shoe; `lies`: it comes to lie on the table."""
        if lies:
            self.table.append(card)
        if self.shoe is None:
            return
        position = self.dealt.get(self.shoe, 0)
        self.dealt[self.shoe] = position + 1
        order = self.orders.get(self.shoe, [])
        warning = self.steps[-1].warning
        if order and card != "xx" and (position >= len(order) or order[position] != card):
            right = drawn([order[position]]) if position < len(order) else "no card"
            warning = objections(warning, f"the sealed shoe has {right} here, not {drawn([card])}")
        self.steps[-1] = attrs.evolve(self.steps[-1], shoe=self.shoe, position=position, warning=warning)

    def next_card(self) -> str:
        """The card that the sealed shoe deals next, where its order is known."""
        order = self.orders.get(self.shoe or 0, [])
        position = self.dealt.get(self.shoe or 0, 0)
        return order[position] if position < len(order) else ""

    def under_the_deck(self, cards: Sequence[str]) -> None:
        """Cards that leave the table for the discards at once, where those are dealt again (FORMAT.md §7)."""
        if self.rules["shoe"]["reshuffle"] == "discards":
            self.table = without(self.table, cards)

    def cards_are_left(self) -> bool:
        """Whether any card can still be dealt (G6): from the shoe, or else from discards, which need a seed to be shuffled with."""
        if self.shoe is not None and self.shoe >= self.chain and self.dealt.get(self.shoe, 0) >= self.sizes.get(self.shoe, 0):
            return False
        return len(self.table) < len(full_pack(self.rules))

    def hands_in_play(self) -> list[Hand]:
        """Hands that still wait for an outcome."""
        return [hand for hand in self.hands.values() if hand.in_play()]

    def waits(self) -> bool:
        """Whether a live ordinary hand waits for the banker's total (G5)."""
        return any(hand.ordinary(self.rules) for hand in self.hands.values())


def objections(*each: str) -> str:
    """Several warnings as one."""
    return "; ".join(dict.fromkeys(filter(None, each)))


def net(amount: int) -> str:
    """`net +4`, `net 0`."""
    return f"net {amount:+d}" if amount else "net 0"
