"""The table as a round leaves it: every hand, whose it is, and what came of each stake on it."""

from __future__ import annotations

from collections.abc import Iterator

from audit.story.hand import OWNER, Hand, Stake
from audit.story.step import DIVIDED, FinalHand, FinalStake
from audit.story.told import Told


def final_table(told: Told, only: str | None = None) -> tuple[FinalHand, ...]:
    """The banker's hand, then those of the boxes in order; or `only` one of these, with what it was split from and into."""
    hands = sorted(told.hands.values(), key=lambda hand: [int(part) for part in hand.path.split(".")])
    wanted = (hand for hand in hands if only is None or f"{hand.path}.".startswith(f"{only}.") or f"{only}.".startswith(f"{hand.path}."))
    banker = [_final(told, told.banker, told.dealer)] if told.banker.cards else []
    return (*banker, *(_final(told, hand, _owner(told, hand)) for hand in wanted))


def _owner(told: Told, hand: Hand) -> str:
    account = told.person(hand.path)
    return "nobody" if account is None else told.company.name(account)


def _final(told: Told, hand: Hand, name: str) -> FinalHand:
    total = ("natural" if hand.natural else told.values.words(hand.cards)) if hand.cards else ""
    return FinalHand(hand.path, name, tuple(hand.cards), hand.lying_face_down, total, _became(hand), tuple(_stakes(told, hand)))


def _became(hand: Hand) -> str:
    if hand.sits:
        return "sits this deal out"
    return DIVIDED if hand.ended else ""


def _stakes(told: Told, hand: Hand) -> Iterator[FinalStake]:
    """What lay on a hand; the stake of one that was split lies on its halves, and only its insurance is its own."""
    for bettor, stake in sorted(hand.stakes.items()):
        staked = 0 if hand.ended else stake.whole
        if staked or stake.insured or stake.outcome:
            yield _final_stake(told, _bettor(told, hand, bettor), staked, stake)


def _bettor(told: Told, hand: Hand, bettor: int) -> str:
    return _owner(told, hand) if bettor == OWNER else told.company.name(bettor)


def _final_stake(told: Told, name: str, staked: int, stake: Stake) -> FinalStake:
    if told.broken_off:
        return FinalStake(name, staked, "broken off", staked, stake.insured, stake.insured)
    return FinalStake(name, staked, stake.outcome, stake.payout, stake.insured, stake.insurance, stake.charged)
