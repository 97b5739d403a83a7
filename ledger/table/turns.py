"""The players' turns: hit, stand, double, split, surrender (T4, T5, G1)."""

from __future__ import annotations

from collections.abc import Generator

from ledger.cards import CARD_NAMES, IS_ACE
from ledger.table.ask import TURN, Ask, refuse, split_answer
from ledger.table.hand import Hand, is_pair
from ledger.table.state import RoundState

BUST_OVER = 21


def play_turns(table: RoundState) -> Generator[Ask, str, None]:
    """Each box plays all of its hands, a split hand's new hand right after it (depth first)."""
    finished: list[Hand] = []
    for first in table.hands:
        if first.settled:
            finished.append(first)
            continue
        table.stood_before = table.stood
        box_hands = 1
        waiting = [first]
        while waiting:
            hand = waiting.pop()
            second = yield from _play_hand(table, hand, box_hands)
            if second is None:
                finished.append(hand)
            else:
                box_hands += 1
                waiting += (second[1], second[0])
    table.hands = finished


def _play_hand(table: RoundState, hand: Hand, box_hands: int) -> Generator[Ask, str, tuple[Hand, Hand] | None]:
    """One hand until it ends; the two hands that it became if it was split."""
    if len(hand.cards) == 1 and table.a_card_is_left():
        table.deal_to(hand, "draw")
    while hand.total < BUST_OVER and table.a_card_is_left():
        legal = legal_actions(table, hand, box_hands)
        if legal == ("stand",):
            return None
        act = yield from _ask(table, hand, legal)
        if act == "stand":
            table.log.append(f"{hand.path} stand")
            table.stood += 1
            return None
        if act == "split":
            return _split(table, hand)
        if act == "surrender":
            table.settle(hand, "surrender", hand.stake // 2)
            return None
        if act == "double":
            table.stake(hand.seat, hand.original_stake)
            hand.stake += hand.original_stake
        table.deal_to(hand, act)
        if hand.total > BUST_OVER:
            table.settle(hand, "bust", 0)
            table.under_the_deck(hand.cards)
        if act == "double":
            return None
    return None


def legal_actions(table: RoundState, hand: Hand, box_hands: int) -> tuple[str, ...]:
    """What a hand under 21 may do; `("stand",)` alone means that it ends without being asked."""
    rules = table.rules
    one_card_aces = hand.from_aces and rules.split.aces_play == "one-card"
    actions = ["stand"] if one_card_aces else ["hit", "stand"]
    if len(hand.cards) != 2:
        return tuple(actions)
    can_pay = table.balances[hand.seat] >= hand.original_stake
    if can_pay and may_double(table, hand):
        actions.append("double")
    if can_pay and may_split(table, hand, box_hands):
        actions.append("split")
    if rules.surrender.offered == "late" and not hand.from_split:
        actions.append("surrender")
    return tuple(actions)


def may_double(table: RoundState, hand: Hand) -> bool:
    """Whether a two-card hand may double, its owner's balance apart (T4.2)."""
    rules = table.rules
    double = rules.double
    if double.offered == "off" or (double.offered == "totals" and hand.total not in double.totals):
        return False
    if hand.from_aces and rules.split.aces_play != "as-others":
        return False
    return double.after_split or not hand.from_split


def may_split(table: RoundState, hand: Hand, box_hands: int) -> bool:
    """Whether a two-card hand may split, its owner's balance apart (T5.1 to T5.3)."""
    split = table.rules.split
    first, second = hand.cards
    most = split.aces_hands if IS_ACE[first] else split.hands
    return box_hands < most and is_pair(first, second, split.pairs)


def _split(table: RoundState, hand: Hand) -> tuple[Hand, Hand]:
    first, second = hand.cards
    table.log.append(f"{hand.path} split {CARD_NAMES[first]} {CARD_NAMES[second]}")
    table.stake(hand.seat, hand.original_stake)
    halves = []
    for branch, card in ((".1", first), (".2", second)):
        half = Hand(hand.path + branch, hand.seat, hand.original_stake, hand.original_stake, from_split=True, from_aces=IS_ACE[first])
        half.take(card, table.values)
        halves.append(half)
    if table.rules.split.second_card == "at-once":
        for half in halves:
            if table.a_card_is_left():
                table.deal_to(half, "draw")
    return halves[0], halves[1]


def _ask(table: RoundState, hand: Hand, legal: tuple[str, ...]) -> Generator[Ask, str, str]:
    ask = table.question(TURN, hand, legal)
    answer = yield ask
    while True:
        who, act = split_answer(answer)
        if who == hand.path and act in legal:
            return act
        answer = yield refuse(ask, answer)
