"""The table without a hole card: stakes, deal, offers (E1 to E4)."""

from __future__ import annotations

from ledger.table.stakes import _Desk
from ledger.table.state import RoundState
from ledger.table.turns import legal_actions
from tests.support.wrong.engine import Engines, Patch
from tests.support.wrong.patches import (
    NATURALS,
    PLAN,
    ROUND,
    TURNS,
    also,
    dealer_draws,
    judges,
    moves,
    phase_by,
    plays_by,
    settles,
    takes_any_stake,
    writes,
)

ENGINES = Engines("enhc")
wrong = ENGINES.wrong


@wrong("E1.1", "shoe-end", "shoe-list", "shoe-sequence", "card", players=2, session__rounds=3)
def deck_dealt_on(patch: Patch) -> None:
    """Deals on from the same deck in the next round."""
    plays_by(patch, shoe__reshuffle="cut-card")


@wrong("E1.1", "card", players=2, session__rounds=3)
def two_decks(patch: Patch) -> None:
    """Shuffles two decks where the rules have one."""
    plays_by(patch, pack__decks=2)


@wrong("E1.1", "seats", deal="K 9 / K 9 / K 9 | 9 | 8", players=1, table__boxes_per_player=2)
def a_box_too_many(patch: Patch) -> None:
    """Gives a player three boxes where two are the most."""
    patch.setattr(f"{PLAN}.Plan.check", lambda _: None)
    patch.setattr(f"{PLAN}.seating", lambda *_: [(1, 2, 3)])


@wrong("E1.2", "stake-amount", deal="K 9 | 9 | 8", stake=42)
def above_the_box(patch: Patch) -> None:
    """Takes a stake above the box's maximum."""
    takes_any_stake(patch)


@wrong("E1.2", "stake-table", deal="K 9 / K 9 | 9 | 8", stake=40, stakes__table_maximum=60)
def above_the_table(patch: Patch) -> None:
    """Takes stakes above the table's maximum."""
    plays_by(patch, stakes__table_maximum=0)


@wrong("E1.2", "stake-table", deal="K 9 / K 9 | 9 | 8", stake=2, stakes__table_minimum=20)
def below_the_table(patch: Patch) -> None:
    """Plays though less is staked than the table's minimum."""
    plays_by(patch, stakes__table_minimum=0)


@wrong("E1.2", "event-order", deal="K 9 / K 9 | 9 | 8", prefers="1 bet 2, 1 withdraw, 1 sit")
def withdrawn_after_the_deal(patch: Patch) -> None:
    """Lets a stake be withdrawn when the cards are dealt."""
    moves(patch, "1 withdraw")


@wrong("G7", "event-foreign", deal="K 9 / K 9 | 9 | 8", prefers="1 withdraw", stakes__withdrawal=False)
def withdrawn_where_not(patch: Patch) -> None:
    """Lets a stake be withdrawn where it must lie."""
    plays_by(patch, stakes__withdrawal=True)


@wrong("E1.2", "balance-after", deal="K 9 / K 9 | 9 | 8", prefers="1 bet 2, 1 withdraw, 1 sit")
def half_withdrawn(patch: Patch) -> None:
    """Keeps half of a stake that is withdrawn."""
    right = _Desk.close

    def close(desk):
        pay = RoundState.pay
        with Patch.context() as meanwhile:
            meanwhile.setattr(RoundState, "pay", lambda table, seat, amount: pay(table, seat, amount // 2))
            yield from right(desk)

    patch.setattr(_Desk, "close", close)


@wrong("E2.1", "dealer-shows", deal="K 9 | 9 8")
def hole_card_dealt(patch: Patch) -> None:
    """Deals the dealer a hole card."""
    plays_by(patch, deal__pattern="c")


@wrong("E2.1", "deal-boxes", deal="K 9 | 9 | 8")
def dealt_face_down(patch: Patch) -> None:
    """Deals the second cards face down."""
    writes(patch, lambda log: [event.replace(" deal 9", " down 9") if event.startswith("1 ") else event for event in log])


@wrong("E2.2", "dealer-draws", deal="A K | 9")
def natural_waits_for_nothing(patch: Patch) -> None:
    """Lets a natural wait against a nine."""
    patch.setattr(f"{ROUND}.pay_early", lambda _: None)


@wrong("E2.2", "dealer-stands", deal="A K | T")
def paid_against_a_ten(patch: Patch) -> None:
    """Pays a natural at once against a ten."""
    patch.setattr(f"{NATURALS}.may_be_paid", lambda _: True)


@wrong("E2.2", "even-money", deal="A K | A | 8")
def no_even_money(patch: Patch) -> None:
    """Offers a natural no even money against an ace."""
    plays_by(patch, natural__even_money="never")


@wrong("E2.2", "even-money", deal="A K | T | 8")
def even_money_against_a_ten(patch: Patch) -> None:
    """Offers a natural even money against a ten."""
    plays_by(patch, natural__even_money="ten-or-ace")


@wrong("E2.2", "payout", deal="A K | A", prefers="even")
def even_money_as_a_natural(patch: Patch) -> None:
    """Pays even money 3:2."""
    settles(patch, lambda _, bettor, outcome, payout: (outcome, bettor.stake * 5 // 2 if outcome == "even" else payout))


@wrong("E2.2", "outcome", deal="A K | A | K")
def waiting_natural_loses(patch: Patch) -> None:
    """Lets a natural that waited lose to a dealer natural."""
    judges(patch, lambda _, hand, standing: "lose" if hand.is_natural and standing.is_natural else None)


@wrong("E2.3", "dealer-draws", deal="K 6 / A K | 9 | K 8", prefers="hit")
def draws_for_nobody(patch: Patch) -> None:
    """Takes a card for the dealer when every box is decided."""
    dealer_draws(patch, lambda dealer, _: dealer.total < 17, always=True, hole=False)


@wrong("E3.1", "insurance-amount", deal="K 9 | A | 8", prefers="insure 3", stake=10)
def insurance_of_a_part(patch: Patch) -> None:
    """Takes an insurance of less than half the stake."""
    phase_by(patch, f"{ROUND}.offer_insurance", insurance__amount="up-to-half")


@wrong("E3.1", "insurance-offer", deal="A K | A | 8")
def naturals_insured(patch: Patch) -> None:
    """Offers naturals insurance beside even money."""
    plays_by(patch, insurance__naturals=True)


@wrong("E3.1", "insurance-settled", deal="K 9 | A | K", prefers="insure", stake=4)
def insurance_three_to_one(patch: Patch) -> None:
    """Pays insurance 3:1."""
    phase_by(patch, "ledger.table.settlement.settle_insurance", insurance__pays="3:1")


@wrong("E4.1", "surrender-offer", deal="K 6 | A | 8", prefers="surrender")
def surrender_against_an_ace(patch: Patch) -> None:
    """Offers surrender against an ace."""
    plays_by(patch, surrender__offered="early")


@wrong("E4.1", "surrender-offer", deal="K 6 | T | 8")
def surrender_not_offered(patch: Patch) -> None:
    """Offers no surrender against a ten."""
    phase_by(patch, f"{ROUND}.offer_early_surrender", surrender__offered="off")


@wrong("E4.1", "payout", deal="K 6 | 9", prefers="surrender")
def surrender_costs_nothing(patch: Patch) -> None:
    """Returns the whole stake on a surrender."""
    settles(patch, lambda _, bettor, outcome, payout: (outcome, bettor.stake if outcome == "surrender" else payout))


@wrong("E4.1", "surrender", "event-order", deal="2 3 | 9 | 4 8", prefers="1 decline surrender, hit, surrender")
def surrender_after_a_card(patch: Patch) -> None:
    """Lets a hand surrender after a hit."""
    patch.setattr(f"{TURNS}.legal_actions", lambda *given: ("stand", "surrender") if len(given[1].cards) == 3 else legal_actions(*given))


@wrong("E4.1", "surrender", "surrender-offer", deal="8 8 | 9 | 2 3 8", prefers="1 decline surrender, split, surrender")
def surrender_after_a_split(patch: Patch) -> None:
    """Lets a split hand surrender."""
    also(patch, "surrender", lambda _, hand: hand.from_split and len(hand.cards) == 2)
