"""The dealer and the settlement (T6, G5)."""

from __future__ import annotations

from ledger.table import banker, settlement
from ledger.table.hand import Bettor
from ledger.table.state import RoundState
from tests.support.wrong.engine import Engines, Patch
from tests.support.wrong.patches import ROUND, dealer_draws, settles

ENGINES = Engines()
wrong = ENGINES.wrong


@wrong("T6.1", "dealer-stands", deal="K 9 | K 6 | 5")
def stands_on_16(patch: Patch) -> None:
    """Stands on 16."""
    dealer_draws(patch, lambda dealer, _: dealer.total < 16)


@wrong("T6.1", "dealer-draws", deal="K 9 | K 7 | 4")
def draws_on_17(patch: Patch) -> None:
    """Draws on 17."""
    dealer_draws(patch, lambda dealer, _: dealer.total < 18)


@wrong("T6.1", "dealer-draws", deal="K 9 | A 6 | 3")
def draws_on_soft_17(patch: Patch) -> None:
    """Draws on soft 17 where the dealer stands."""
    dealer_draws(patch, lambda dealer, _: dealer.total < 17 or (dealer.total == 17 and dealer.soft))


@wrong("T6.1", "dealer-stands", deal="K 9 | A 6", banker__soft17="draw")
def stands_on_soft_17(patch: Patch) -> None:
    """Stands on soft 17 where the dealer draws."""
    dealer_draws(patch, lambda dealer, _: dealer.total < 17)


@wrong("G5", "dealer-draws", deal="K 6 | K 6 | K 5", prefers="hit")
def draws_for_nobody(patch: Patch) -> None:
    """Draws when no hand is alive."""
    dealer_draws(patch, lambda dealer, _: dealer.total < 17, always=True)


@wrong("G5", "dealer-draws", deal="A A | 9 6 | K Q 5", prefers="split", natural__after_split=True)
def draws_for_split_naturals(patch: Patch) -> None:
    """Draws for a natural after a split."""
    patch.setattr("ledger.table.banker.counts_as_natural", lambda _, hand: hand.is_natural)


@wrong("T6.1", "dealer-stands", deal="K 5 | K 6")
def stops_when_ahead(patch: Patch) -> None:
    """Stops drawing when ahead of every hand."""
    dealer_draws(
        patch, lambda dealer, table: dealer.total < 17 and dealer.total <= max(hand.total for hand in table.hands if not hand.settled)
    )


@wrong("T6.1", "dealer-shows", deal="K 9 | K 8")
def hole_stays_down(patch: Patch) -> None:
    """Never turns the hole card."""
    right = banker.play_banker

    def play(table, insured):
        yield from right(table, insured)
        table.log.remove("D show")

    patch.setattr(f"{ROUND}.play_banker", play)


@wrong("T6.1", "dealer-shows", "event-order", deal="K 9 | K 8")
def hole_turned_twice(patch: Patch) -> None:
    """Turns the hole card twice."""

    def play(table, insured):
        table.log.append("D show")
        yield from banker.play_banker(table, insured)

    patch.setattr(f"{ROUND}.play_banker", play)


@wrong("T6.2", "payout", deal="K 8 | K 8")
def push_pays(patch: Patch) -> None:
    """Pays a push like a win."""
    settles(patch, lambda _, bettor, outcome, payout: (outcome, 2 * bettor.stake if outcome == "push" else payout))


@wrong("T6.2", "outcome", deal="K 8 | K 8")
def push_wins(patch: Patch) -> None:
    """Calls a push a win."""
    settles(patch, lambda _, bettor, outcome, payout: ("win", 2 * bettor.stake) if outcome == "push" else (outcome, payout))


@wrong("T6.2", "outcome", deal="K 8 | K 8")
def ties_lose(patch: Patch) -> None:
    """Lets equal totals lose."""
    settles(patch, lambda _, __, outcome, payout: ("lose", 0) if outcome == "push" else (outcome, payout))


@wrong("T6.2", "payout", deal="5 6 | 9 8 | K", prefers="double")
def double_paid_single(patch: Patch) -> None:
    """Pays a doubled hand on its first stake."""
    settles(patch, lambda _, bettor, outcome, payout: (outcome, bettor.stake + bettor.original_stake if outcome == "win" else payout))


@wrong("T6.2", "outcome", deal="K 8 | K 6 | 9")
def dealer_never_breaks(patch: Patch) -> None:
    """Lets the dealer win with more than 21."""
    settles(patch, lambda table, _, outcome, payout: ("lose", 0) if table.dealer.total > 21 and outcome == "win" else (outcome, payout))


@wrong("T6.2", "payout", deal="K 9 | K 8")
def win_keeps_the_stake(patch: Patch) -> None:
    """Pays a win without returning the stake."""
    settles(patch, lambda _, __, outcome, payout: (outcome, payout // 2 if outcome == "win" else payout))


@wrong("T6.2", "balance-after", deal="K 9 | K 8")
def payout_not_paid(patch: Patch) -> None:
    """Writes a payout that it does not pay."""
    patch.setattr(RoundState, "pay", lambda *_: None)


@wrong("T6.2", "conservation", "balance-after", deal="K 9 | K 8")
def money_from_nowhere(patch: Patch) -> None:
    """Pays without taking it from the house."""

    def pay(table: RoundState, seat: int, amount: int) -> None:
        table.balances[seat] += amount

    patch.setattr(RoundState, "pay", pay)


@wrong("T6.2", "settlement-missing", deal="K 9 / K 9 | K 8")
def hand_notsettles(patch: Patch) -> None:
    """Forgets the last hand."""
    right = settlement.settle_hands

    def settle(table, insured):
        table.hands.pop()
        right(table, insured)

    patch.setattr(f"{ROUND}.settle_hands", settle)


@wrong("T6.2", "settlement-doubled", "event-order", deal="K 9 | K 8")
def settled_twice(patch: Patch) -> None:
    """Pays every winner twice."""
    right = RoundState.settle

    def settle(table: RoundState, bettor: Bettor, outcome: str, payout: int) -> None:
        right(table, bettor, outcome, payout)
        if outcome == "win":
            right(table, bettor, outcome, payout)

    patch.setattr(RoundState, "settle", settle)
