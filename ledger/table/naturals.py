"""Naturals: even money, and when they are paid (T3.5, E2.2, C2.2, B3.1, H3.1); a pair of aces that beats them (C3.6)."""

from __future__ import annotations

from collections.abc import Generator

from ledger.cards import IS_ACE, RANK_OF
from ledger.table.ask import ACES, EVEN, Ask, answered
from ledger.table.hand import Bettor, Hand
from ledger.table.state import TEN, RoundState

_TEN_RANK = 9


def claim_aces(table: RoundState) -> Generator[Ask, str, None]:
    """The holder of two aces claims them, or plays them as any hand."""
    claimable = table.rules.natural.pair_of_aces
    for hand in table.hands:
        if hand.total > 21 and not claimable:
            table.bust(hand)
        elif claimable and hand.is_pair_of_aces:
            act = yield from answered(table.question(ACES, hand, ("claim aces", "decline aces")))
            table.log.append(f"{hand.path} {act}")
            hand.claimed = act == "claim aces"
            if not hand.claimed and hand.total > 21:
                table.bust(hand)


def may_take_even_money(table: RoundState, hand: Hand) -> bool:
    """Whether a natural that would have to wait is offered 1:1 now."""
    against = table.rules.natural.even_money
    if against == "never" or not hand.is_natural or not table.can_make_a_natural():
        return False
    return against == "ten-or-ace" or (table.upcard is not None and IS_ACE[table.upcard])


def offer_even_money(table: RoundState, hand: Hand, bettor: Bettor) -> Generator[Ask, str, None]:
    """1:1 at once instead of waiting; it settles the stake."""
    act = yield from answered(table.question_for(bettor, hand, EVEN, ("even", "decline even")))
    if act == "even":
        table.settle(bettor, "even", 2 * bettor.stake)
        hand.bettors.remove(bettor)
        hand.settled = not hand.bettors
    else:
        table.log.append(f"{bettor.path} decline even")


def pay_early(table: RoundState) -> None:
    """Claimed aces and naturals that are paid before anyone plays; the others wait."""
    an_ace_is_up = table.upcard is not None and IS_ACE[table.upcard]
    naturals = table.rules.natural.paid != "on-turn" and may_be_paid(table)
    for hand in table.hands:
        due = not an_ace_is_up if hand.claimed else naturals and hand.is_natural
        if due and not hand.settled:
            pay_natural(table, hand)


def may_be_paid(table: RoundState) -> bool:
    """Whether no banker's natural can meet one any more: the upcard makes none, or the peek was clear."""
    return table.rules.peek.when == "ten-or-ace" or not table.can_make_a_natural()


def pay_natural(table: RoundState, hand: Hand) -> None:
    """A natural, or a claimed pair of aces, is shown and paid to everyone with a stake on it."""
    table.open(hand)
    outcome = natural_outcome(table, hand)
    for bettor in hand.bettors:
        table.settle(bettor, outcome, natural_payout(table, bettor.stake, outcome))
    hand.settled = True


def natural_outcome(table: RoundState, hand: Hand) -> str:
    """What a hand that wins as a natural is called."""
    if hand.claimed:
        return "aces"
    if hand.has_five_pictures:
        return "pictures"
    return "suited" if table.rules.natural.suited_pays is not None and _is_suited(table, hand) else "natural"


def natural_payout(table: RoundState, stake: int, outcome: str) -> int:
    """A natural's stake and what it wins."""
    natural = table.rules.natural
    pays = natural.suited_pays if outcome == "suited" and natural.suited_pays is not None else natural.pays
    return stake + pays.of(stake)


def _is_suited(table: RoundState, hand: Hand) -> bool:
    """Ace and ten of one suit, unsplit (C3.8)."""
    one, other = hand.cards
    ten = other if IS_ACE[one] else one
    if hand.from_split or one // 13 != other // 13:
        return False
    return RANK_OF[ten] == _TEN_RANK or (table.rules.natural.suited_rank == "ten-value" and table.values[ten] == TEN)
