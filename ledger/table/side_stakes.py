"""Other people's stakes on a box: several bettors on one box (P1.4), and onlookers (B8.1)."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from functools import partial

import msgspec

from ledger.rules.steps import lowest_stake, stake_fault
from ledger.table.ask import SIDE_STAKES, Ask, amount_of, refuse, split_answer
from ledger.table.hand import Bettor, Hand
from ledger.table.stakes import NO_STAKE
from ledger.table.state import RoundState


def take_side_stakes(table: RoundState) -> Generator[Ask, str, None]:
    """Each seat that may bets on others' boxes until it has had enough; the box's owner plays for them."""
    step = table.step
    for seat in table.company.side_bettors:
        while bounds := _possible(table, seat, step):
            ask = _question(table, seat, bounds, step)
            table.put_to = partial(_put, bounds)
            answer = yield ask
            while (fault := _fault(table, bounds, answer)) is not None:
                answer = yield refuse(ask, answer, fault)
            who, act = split_answer(answer)
            if act == NO_STAKE:
                break
            hand = next(hand for hand in table.hands if hand.path == who.partition("/")[0])
            amount = int(act[4:])
            table.stake(seat, amount)
            hand.bettors.append(Bettor(who, seat, amount, amount))
            table.log.append(answer)
    for hand in table.hands:
        hand.bettors[1:] = sorted(hand.others, key=lambda bettor: bettor.seat)


def _possible(table: RoundState, seat: int, step: int) -> dict[str, tuple[int, int]]:
    """The least and most that a seat may stake, by box where it may."""
    room = table.balances[seat]
    if table.rules.stakes.table_maximum:
        total = sum(bettor.stake for hand in table.hands for bettor in hand.bettors)
        room = min(room, table.rules.stakes.table_maximum - total)
    bounds = {}
    for hand in table.hands:
        if hand.seat != seat and _is_open_to(table, seat, hand):
            low, high = table.limits.of(int(hand.path))
            least = lowest_stake(low, step)
            most = min(high - sum([bettor.stake for bettor in hand.bettors]), room)
            if least <= most:
                bounds[f"{hand.path}/{seat}"] = (least, most - most % step)
    return bounds


def _is_open_to(table: RoundState, seat: int, hand: Hand) -> bool:
    """Whether one more person may bet on a hand, and this one has not; onlookers do not count among the bettors."""
    if "." in hand.path:
        return False
    if len(hand.bettors) == 1:
        return True
    if any(bettor.seat == seat for bettor in hand.others):
        return False
    onlookers = table.company.onlookers if table.rules.table.onlookers else frozenset()
    taking_part = sum(bettor.seat not in onlookers for bettor in hand.bettors)
    return seat in onlookers or taking_part < table.rules.table.bettors_per_box


def _question(table: RoundState, seat: int, bounds: dict[str, tuple[int, int]], step: int) -> Ask:
    least, most = next(iter(bounds.values()))
    return Ask(
        phase=SIDE_STAKES,
        round=table.number,
        hands=tuple(bounds),
        seats=(seat,) * len(bounds),
        balances=(table.balances[seat],) * len(bounds),
        legal=("bet", NO_STAKE),
        least=least,
        most=most,
        step=step,
        default=NO_STAKE,
    )


def _put(bounds: Mapping[str, tuple[int, int]], ask: Ask, who: str) -> Ask:
    """The question as it stands for one of the boxes alone."""
    least, most = bounds[who]
    return msgspec.structs.replace(ask, hands=(who,), seats=ask.seats[:1], balances=ask.balances[:1], least=least, most=most)


def _fault(table: RoundState, bounds: dict[str, tuple[int, int]], answer: str) -> str | None:
    who, act = split_answer(answer)
    amount = amount_of(act, "bet")
    if who not in bounds or (amount is None and act != NO_STAKE):
        return ""
    if amount is None:
        return None
    least, most = bounds[who]
    if fault := stake_fault(table.rules, amount, (least, max(least, most))):
        return f" ({fault})"
    return None
