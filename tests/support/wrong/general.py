"""What holds for every table (G), as far as the other modules do not show it."""

from __future__ import annotations

import msgspec

from ledger.cards import RANK_OF
from ledger.table import raising, settlement
from ledger.table.ask import answered
from tests.support.wrong.engine import Engines, Patch
from tests.support.wrong.patches import RAISING, judges, moves, phase_by, plays_by, settles, writes

ENGINES = Engines()
wrong = ENGINES.wrong
CHANGING, HOME, CLUB = "changing-bank", "home", "club"
EARLY = {"surrender__offered": "early"}


@wrong("G2", "bank-asked", profile=CHANGING, deal="A ! A K | 9 8 ; K 9 | K 8", stake=40, session__stack=40)
def indebted_banker_stays(patch: Patch) -> None:
    """Leaves the bank with a banker in debt."""
    patch.setattr("ledger.table.bank.has_lost_it", lambda _: False)


@wrong("G2", "redouble", profile=HOME, deal="A 5 ! K 9 | 8 9", stake=20, session__stack=50, prefers="D raise, redouble")
def redoubled_on_credit(patch: Patch) -> None:
    """Lets a player redouble beyond the balance."""
    right = raising._redouble

    def redouble(table, hand, bettor):
        balances, table.balances = table.balances, [10**6] * len(table.balances)
        yield from right(table, hand, bettor)
        table.balances = [money + after - 10**6 for money, after in zip(balances, table.balances, strict=True)]

    patch.setattr(f"{RAISING}._redouble", redouble)


@wrong("G2", "bank-auction", profile=CHANGING, deal="A ! K 9 | K 8 ; K 9 | K 8", prefers="D auction, s2 bid 1000010")
def bid_on_credit(patch: Patch) -> None:
    """Takes a bid beyond the balance."""
    patch.setattr("ledger.table.bank.answered", lambda ask: answered(_without_limit(ask)))


def _without_limit(ask):
    return msgspec.structs.replace(ask, most=10**9) if ask.phase == "bid" else ask


@wrong("G4", "payout", profile=CLUB, deal="5 ! 2 2 | 8 9 | 3 2 4", prefers="1 hit, 1 hit, 1 hit")
def premium_and_win(patch: Patch) -> None:
    """Pays a premium and a win on top of it."""
    settles(patch, lambda _, bettor, outcome, payout: (outcome, payout + bettor.stake * outcome.startswith("premium")))


@wrong("G4", "payout", profile=CLUB, deal="5 ! 6 7 | 8 9 | 8", prefers="double")
def premium_on_half(patch: Patch) -> None:
    """Pays a doubled hand's premium on the first stake."""
    settles(
        patch,
        lambda _, bettor, outcome, payout: (
            outcome,
            payout - 2 * bettor.original_stake if outcome.startswith("premium") else payout,
        ),
    )


@wrong("G4", "premium-place", profile=CHANGING, deal="A ! 6 7 | 9 8 | 8", prefers="double")
def premium_before_the_turn(patch: Patch) -> None:
    """Pays a premium before the card of the double is turned."""
    moves(patch, "1 premium", "D show")


@wrong("G7", "event-order", deal="K 6 | K 8", changes=EARLY)
def early_surrender_late(patch: Patch) -> None:
    """Offers early surrender after the peek."""
    moves(patch, "1 decline surrender", "1 stand")


@wrong("G7", "surrender-offer", deal="K 6 | A 8", changes=EARLY)
def not_against_an_ace(patch: Patch) -> None:
    """Offers early surrender against an ace to nobody."""
    phase_by(patch, "ledger.table.round.offer_early_surrender", surrender__offered="early-not-ace")


@wrong("G7", "card", players=3, session__rounds=3, pack__decks=8)
def six_decks(patch: Patch) -> None:
    """Shuffles six decks where the rules have eight."""
    plays_by(patch, pack__decks=6)


@wrong("G8", "outcome", profile=CHANGING, deal="A ! K 6 | K 6 | 9 9", prefers="double, D hit")
def hidden_bust_wins(patch: Patch) -> None:
    """Lets a face-down double over 21 win when the banker is over 21 too."""
    judges(patch, lambda _, hand, standing: "win" if hand.total > 21 and not standing.total else None)


@wrong("G9", "bank-asked", profile=CHANGING, deal="A ! A K | 9 8 ; K 9 | K 8")
def banker_before_claims(patch: Patch) -> None:
    """Asks the banker before those with naturals."""

    def first(log: list[str]) -> list[str]:
        return ["D keep", *(event for event in log if event != "D keep")] if "D keep" in log else log

    writes(patch, first)


@wrong("G9", "balance-after", profile=CHANGING, deal="A ! K 9 / K 9 | K 8", prefers="2 sit", stakes__sitting_out=True)
def sitting_out_costs(patch: Patch) -> None:
    """Takes a stake from who sits the deal out."""
    right = settlement.settle_hands

    def settle(table, insured):
        right(table, insured)
        table.stake(table.company.boxes[1][1], 2)

    patch.setattr("ledger.table.round.settle_hands", settle)


@wrong("G10", "outcome", deal="9 9 | K 9")
def nines_as_tens(patch: Patch) -> None:
    """Counts a nine as ten."""
    patch.setattr("ledger.table.terms.card_values", lambda _: tuple(10 if rank > 7 else rank + 1 for rank in RANK_OF))


@wrong("G11", "deal-banker", profile=CLUB, deal="5 ! K 9 | 8 9")
def another_pattern(patch: Patch) -> None:
    """Deals the dealer up, then down, where the pattern is down, then up."""
    plays_by(patch, deal__pattern="b")
