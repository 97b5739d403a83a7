"""Splitting a pair into two hands (T5, E6, C3.1, B4.2, H7.1)."""

from __future__ import annotations

from collections.abc import Generator

from ledger.cards import CARD_NAMES, IS_ACE
from ledger.table.ask import Ask
from ledger.table.doubling import follow
from ledger.table.hand import Bettor, Hand, is_pair
from ledger.table.shuffling import deal
from ledger.table.state import RoundState


def may_split(table: RoundState, hand: Hand, hands: int) -> bool:
    """Whether a two-card hand may split, its owner's balance apart; `hands`: those of its box by now."""
    rules = table.rules.split
    first, second = hand.cards
    most = rules.aces_hands if IS_ACE[first] else rules.hands
    return hands < most and is_pair(first, second, rules.pairs, table.values)


def split(table: RoundState, hand: Hand) -> Generator[Ask, str, tuple[Hand, Hand]]:
    """Two hands of one card each, the second one with an equal stake; others who do not follow stay on the first."""
    following = [hand.bettors[0], *(yield from follow(table, hand, charged=False))]
    table.open(hand)
    first, second = hand.cards
    table.log.append(f"{hand.path} split {CARD_NAMES[first]} {CARD_NAMES[second]}")
    for bettor in following:
        table.stake(bettor.seat, bettor.original_stake)
    halves = (_half(table, hand, ".1", first, hand.bettors), _half(table, hand, ".2", second, following))
    if table.rules.split.second_card == "at-once":
        for half in halves:
            if table.a_card_is_left():
                yield from deal(table, half, "draw")
    return halves


def _half(table: RoundState, hand: Hand, side: str, card: int, bettors: list[Bettor]) -> Hand:
    path = hand.path + side
    stakes = [
        Bettor(path + bettor.path.removeprefix(hand.path), bettor.seat, bettor.original_stake, bettor.original_stake) for bettor in bettors
    ]
    half = Hand(path, hand.seat, stakes, root=hand.root, from_split=True, from_aces=IS_ACE[card])
    half.take(card, table.values, table.soft_aces)
    return half
