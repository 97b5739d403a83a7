"""Doubling and tripling (T4.2, C3.2, C3.3, E5.1, B4.1, H7.2), and how other bettors on a hand follow (P1.4, B8.1)."""

from __future__ import annotations

from collections.abc import Generator

from ledger.table.ask import FOLLOW, TURN, Ask, answered
from ledger.table.hand import Bettor, Hand
from ledger.table.shuffling import deal
from ledger.table.state import RoundState


def may_double(table: RoundState, hand: Hand) -> bool:
    """Whether a two-card hand may double and its owner can pay for it."""
    if table.terms.doubles_freely and not hand.from_split:
        return table.balances[hand.seat] >= hand.bettors[0].original_stake
    double = table.rules.double
    if double.offered == "off" or (double.offered == "totals" and hand.total not in double.totals):
        return False
    if hand.from_aces and table.rules.split.aces_play != "as-others":
        return False
    if hand.from_split and not double.after_split:
        return False
    stake = hand.bettors[0].original_stake
    cost = stake + commission(table, stake) if double.commission.over else stake
    return table.balances[hand.seat] >= cost and (double.beyond_maximum or within_maximum(table, hand, 2 * stake))


def within_maximum(table: RoundState, hand: Hand, stake: int) -> bool:
    """Whether a doubled or tripled stake is allowed beside the box's maximum (B4.1)."""
    return table.rules.double.beyond_maximum or stake <= table.limits.of(int(hand.path.partition(".")[0]))[1]


def commission(table: RoundState, stake: int) -> int:
    """What a double of this stake costs beyond it (E5.1)."""
    return table.rules.double.commission.of(stake)


def double(table: RoundState, hand: Hand) -> Generator[Ask, str, None]:
    """The original stake once more and exactly one card; then perhaps a third stake and card."""
    doubling = [hand.bettors[0], *(yield from follow(table, hand, charged=True))]
    table.open(hand)
    for bettor in doubling:
        table.stake(bettor.seat, bettor.original_stake)
        bettor.stake += bettor.original_stake
    yield from deal(table, hand, "double")
    if table.rules.double.commission.over:
        for bettor in doubling:
            charge = commission(table, bettor.original_stake)
            table.log.append(f"{bettor.path} commission {charge}")
            table.stake(bettor.seat, charge)
    if table.rules.double.face_down:
        hand.face_down = True
    elif hand.total > 21:
        table.bust(hand)
    elif table.rules.double.triple and hand.total < 21:
        yield from _offer_triple(table, hand)


def _offer_triple(table: RoundState, hand: Hand) -> Generator[Ask, str, None]:
    can_pay = table.balances[hand.seat] >= hand.original_stake
    if not (can_pay and table.a_card_is_left() and within_maximum(table, hand, 3 * hand.original_stake)):
        return
    act = yield from answered(table.question(TURN, hand, ("triple", "stand")))
    if act == "stand":
        table.log.append(f"{hand.path} stand")
        table.stood += 1
        return
    tripling = [hand.bettors[0], *(yield from follow(table, hand, charged=False))]
    for bettor in tripling:
        table.stake(bettor.seat, bettor.original_stake)
        bettor.stake += bettor.original_stake
    yield from deal(table, hand, "triple")
    if hand.total > 21:
        table.bust(hand)


def follow(table: RoundState, hand: Hand, *, charged: bool) -> Generator[Ask, str, list[Bettor]]:
    """Those of the other bettors who match with their own original stake, before the card is seen."""
    following = []
    for bettor in hand.others:
        cost = bettor.original_stake + (commission(table, bettor.original_stake) if charged else 0)
        if table.balances[bettor.seat] < cost:
            continue
        act = yield from answered(table.question_for(bettor, hand, FOLLOW, ("follow", "stay"), default="stay"))
        table.log.append(f"{bettor.path} {act}" + (f" {bettor.original_stake}" if act == "follow" else ""))
        if act == "follow":
            following.append(bettor)
    return following
