"""The banker's own play: forced or as the banker pleases, while a hand depends on it (T6.1, E7, C2.5, B3.3, H3.3, G5)."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from ledger.rules.tables import RuleSet
from ledger.table.ask import BANKER, Ask, answered
from ledger.table.hand import FIVE_PICTURES, Hand
from ledger.table.insurance import Insured
from ledger.table.premiums import pay_premium
from ledger.table.shuffling import deal, ready
from ledger.table.state import RoundState

STANDS_AT = 17


def play_banker(table: RoundState, insured: Sequence[Insured]) -> Generator[Ask, str, None]:
    """Show the hole card, or take a second card where something depends on it; draw for live hands; turn what was doubled face down."""
    if table.rules.deal.pattern == "no-hole":
        if _needs_second_card(table, insured) and table.a_card_is_left():
            yield from deal(table, table.dealer, "draw")
    elif table.rules.banker.play != "free" or insured or not all(hand.busted for hand in table.hands):
        show_hole_card(table)
    for hand in table.hands:
        if _is_live(table.rules, hand):
            yield from _draw(table)
            break
    if table.rules.double.face_down:
        for hand in table.hands:
            if hand.face_down:
                table.log.append(f"{hand.path} turn")
                pay_premium(table, hand)


def show_hole_card(table: RoundState) -> None:
    """The hole card is turned, always: a natural's too, which ends the round (T3.3, G5)."""
    table.log.append("D show")


def counts_as_natural(rules: RuleSet, hand: Hand) -> bool:
    """Whether a hand is paid as a natural and so does not wait for the banker's total (T5.4, G7)."""
    if hand.from_split and rules.natural.after_split:
        return len(hand.cards) == 2 and hand.total == 21
    return hand.is_natural


def has_stopped(table: RoundState) -> bool:
    """Whether the banker can have no further card: 21 or more, what beats totals, the card limit, no card left."""
    dealer, rules = table.dealer, table.rules
    if not table.terms.ends_early and not rules.natural.pair_of_aces:
        return dealer.total >= 21 or not table.a_card_is_left()
    cards = len(dealer.cards)
    return (
        dealer.total >= 21
        or (rules.natural.pair_of_aces and dealer.is_pair_of_aces)
        or (cards == FIVE_PICTURES and rules.natural.five_pictures and dealer.has_five_pictures)
        or (rules.hand.card_limit > 0 and cards >= rules.hand.card_limit)
        or not table.a_card_is_left()
    )


def must_draw(total: int, *, soft: bool, soft17: str) -> bool:
    """Whether a banker who plays by rule draws."""
    return total < STANDS_AT or (total == STANDS_AT and soft and soft17 == "draw")


def _is_live(rules: RuleSet, hand: Hand) -> bool:
    """A live ordinary hand: unsettled, no natural, not claimed."""
    return not hand.settled and not hand.claimed and not counts_as_natural(rules, hand)


def _needs_second_card(table: RoundState, insured: Sequence[Insured]) -> bool:
    """E7.3: only where a live hand, a waiting natural or an insurance depends on it; a natural after a split fears a natural alone."""
    return bool(insured) or any(
        not hand.settled and (table.can_make_a_natural() or not hand.from_split or not counts_as_natural(table.rules, hand))
        for hand in table.hands
    )


def _draw(table: RoundState) -> Generator[Ask, str, None]:
    dealer, banker = table.dealer, table.rules.banker
    while not has_stopped(table):
        soft17 = dealer.total == STANDS_AT and dealer.soft
        if banker.play == "free" or (soft17 and banker.soft17 == "free"):
            act = yield from answered(table.table_question(BANKER, "D", table.banker, ("hit", "stand"), default="stand"))
            if act == "stand":
                table.log.append("D stand")
                return
            yield from deal(table, dealer, "hit")
        elif must_draw(dealer.total, soft=dealer.soft, soft17=banker.soft17):
            if table.must_shuffle:
                yield from ready(table)
            table.deal_to(dealer, "draw")
        else:
            return
