"""Settlement of every stake that is still open (T3.3, T6.2, E7, C2, B6.1, H4.1, H6; FORMAT.md §9)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ledger.rules.tables import RuleSet
from ledger.table.banker import counts_as_natural
from ledger.table.hand import Bettor, Hand
from ledger.table.insurance import Insured, settle_insurance
from ledger.table.naturals import natural_outcome, natural_payout
from ledger.table.state import RoundState

_STAKES_BACK = {"lose": 0, "bust": 0, "push": 1, "win": 2}
"""What comes back in stakes, the stake included; a returned stake is no profit."""


class Standing(msgspec.Struct, frozen=True, gc=False):
    """What the banker's hand is worth: `rank` 2 a pair of aces, 1 a natural or five pictures, 0 a total; `total` 0 when over 21."""

    rank: int
    total: int
    is_natural: bool


def settle_hands(table: RoundState, insured: Sequence[Insured]) -> None:
    """Insurances that still wait, then each hand against the banker's, in order of the hands' paths, for everyone with a stake on it."""
    banker = standing(table)
    losses = _Losses(table, banker)
    root = ""
    for hand in table.hands:
        if insured and hand.root != root:
            root = hand.root
            settle_insurance(table, [each for each in insured if each.root == root], dealer_natural=banker.is_natural)
        if not hand.settled:
            if hand.hidden:
                table.open(hand)
            if hand.overstood:
                table.log.append(f"{hand.path} overstood")
            outcome = outcome_of(table, hand, banker)
            for bettor in hand.bettors:
                settle_stake(table, hand, bettor, outcome, losses)
        hand.settled = True


def standing(table: RoundState) -> Standing:
    """What the banker has."""
    dealer, natural = table.dealer, table.rules.natural
    total = dealer.total if dealer.total <= 21 else 0
    if natural.pair_of_aces and dealer.is_pair_of_aces:
        return Standing(2, 21, is_natural=False)
    pictures = natural.five_pictures and dealer.has_five_pictures
    return Standing(1 if dealer.is_natural or pictures else 0, total, is_natural=dealer.is_natural)


def outcome_of(table: RoundState, hand: Hand, banker: Standing) -> str:
    """How a hand that is not settled yet fares, in the words of the log."""
    rules = table.rules
    if hand.claimed:
        return "push" if banker.rank == 2 else "aces"
    total = hand.total
    if total > 21:
        return "lose" if hand.overstood else "bust"
    special = hand.is_natural or (rules.natural.five_pictures and hand.has_five_pictures)
    if banker.rank > 0:
        return _tie(rules.settlement.natural_ties) if special and banker.rank == 1 else "lose"
    if special or (hand.from_split and counts_as_natural(rules, hand)):
        return natural_outcome(table, hand)
    if total == banker.total:
        return _tie(rules.settlement.ties)
    return "win" if total > banker.total else "lose"


def _tie(ties: str) -> str:
    return "push" if ties == "push" else "lose"


def settle_stake(table: RoundState, hand: Hand, bettor: Bettor, outcome: str, losses: _Losses) -> None:
    """One bettor's outcome, paid; and what a rule takes beyond the stake."""
    if outcome == "lose" and (losses.are_more_than_stakes or hand.overstood):
        back = 0 if hand.overstood else losses.what_comes_back(hand, bettor)
        table.settle(bettor, "lose", back)
        forfeit = bettor.original_stake if hand.overstood else losses.forfeit(hand, bettor.stake - back)
        if forfeit is not None:
            table.log.append(f"{bettor.path} forfeit {forfeit}")
            table.stake(bettor.seat, forfeit)
        return
    stakes = _STAKES_BACK.get(outcome)
    table.settle(bettor, outcome, natural_payout(table, bettor.stake, outcome) if stakes is None else stakes * bettor.stake)


class _Losses:
    """What a banker's natural takes: all that is staked, or the original stake once (G7); the stake, or twice that (B2.4, H6.2)."""

    def __init__(self, table: RoundState, banker: Standing) -> None:
        self._rules: RuleSet = table.rules
        self.are_more_than_stakes = self._natural = banker.is_natural
        self._lost: dict[tuple[str, int], int] = {}
        for hand in table.hands if banker.is_natural else ():
            if hand.busted or (hand.face_down and hand.total > 21):
                for bettor in hand.bettors:
                    self._add(hand, bettor, bettor.stake)

    def what_comes_back(self, hand: Hand, bettor: Bettor) -> int:
        """Of a stake that loses: nothing, but where a natural takes the original stake only, what is beyond it on this box."""
        if not self._natural or self._rules.peek.natural_takes == "all":
            return 0
        still = max(0, bettor.original_stake - self._lost.get((hand.root, bettor.seat), 0))
        lost = min(still, bettor.stake)
        self._add(hand, bettor, lost)
        return bettor.stake - lost

    def forfeit(self, hand: Hand, lost: int) -> int | None:
        """What is lost once more to a banker's natural; None where no rule says so."""
        takes = self._rules.settlement.banker_natural
        if not self._natural or takes == "single" or (takes == "double-not-naturals" and counts_as_natural(self._rules, hand)):
            return None
        return lost

    def _add(self, hand: Hand, bettor: Bettor, amount: int) -> None:
        key = (hand.root, bettor.seat)
        self._lost[key] = self._lost.get(key, 0) + amount
