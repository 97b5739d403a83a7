"""Naturals, insurance and the peek (T3, G3)."""

from __future__ import annotations

import attrs

from ledger.cards import IS_ACE, RANK_OF
from ledger.rules.domain import Ratio
from ledger.table import insurance, peek
from ledger.table.ask import INSURANCE
from ledger.table.hand import Hand
from ledger.table.state import RoundState
from tests.support.wrong.engine import Engines, Patch
from tests.support.wrong.patches import ROUND, insures_by, judges

ENGINES = Engines()
wrong = ENGINES.wrong


@wrong("T3.1", "outcome", "event-order", deal="5 6 | 9 8 | K", prefers="hit")
def any_21_is_natural(patch: Patch) -> None:
    """Takes 21 of three cards for a natural."""
    patch.setattr(Hand, "is_natural", property(lambda hand: hand.total == 21 and not hand.from_split))


@wrong("T3.1", "outcome", "turn-missing", deal="A 9 | 9 8")
def nine_and_ace(patch: Patch) -> None:
    """Takes an ace with a nine for a natural too."""
    patch.setattr(Hand, "is_natural", property(lambda hand: len(hand.cards) == 2 and hand.soft and not hand.from_split and hand.total > 19))


@wrong("T3.2", "insurance-offer", deal="K 9 | A 8")
def insurance_forgotten(patch: Patch) -> None:
    """Forgets the insurance."""
    patch.setattr(f"{ROUND}.offer_insurance", _nothing)


def _nothing(_table):
    yield from ()
    return []


@wrong("T3.2", "insurance-offer", deal="K 9 | K 8")
def insurance_against_tens(patch: Patch) -> None:
    """Offers insurance against a ten-value card too."""
    patch.setattr("ledger.table.insurance.IS_ACE", tuple(rank in (0, 9, 10, 11, 12) for rank in RANK_OF))


@wrong("T3.2", "insurance-offer", deal="A K / K 9 | A 8")
def naturals_not_asked(patch: Patch) -> None:
    """Offers holders of a natural no insurance."""
    right = insurance.offer_insurance

    def offer(table):
        hands = table.hands
        table.hands = [hand for hand in hands if not hand.is_natural]
        taken = yield from right(table)
        table.hands = hands
        return taken

    patch.setattr(f"{ROUND}.offer_insurance", offer)


@wrong("T3.2", "insurance-offer", deal="K 9 | A 8", insurance__offered=False)
def insurance_where_none(patch: Patch) -> None:
    """Offers insurance where there is none."""
    insures_by(patch, offered=True)


@wrong("T3.2", "insurance-offer", deal="A K | A 8", insurance__naturals=False)
def naturals_asked(patch: Patch) -> None:
    """Offers holders of a natural insurance where they have none."""
    insures_by(patch, naturals=True)


@wrong("T3.2", "insurance-amount", deal="K 9 | A 8", prefers="insure 2")
def insurance_of_the_whole(patch: Patch) -> None:
    """Takes insurance of the whole stake."""
    right = RoundState.question_for

    def question(table, bettor, hand, phase, legal, amounts=(0, 0, 1), **more):
        amounts = (1, 2, 1) if phase == INSURANCE else amounts
        return right(table, bettor, hand, phase, legal, amounts, **more)

    patch.setattr(RoundState, "question_for", question)


@wrong("T3.2", "insurance-amount", deal="K 9 | A 8", prefers="insure 3", insurance__amount="half", stakes__minimum=20, stakes__maximum=20)
def insurance_of_a_part(patch: Patch) -> None:
    """Takes part of half the stake where it must be half."""
    insures_by(patch, amount="up-to-half")


@wrong("T3.2", "balance-after", deal="K 9 | A 8", prefers="insure")
def insurance_free(patch: Patch) -> None:
    """Takes no money for the insurance."""
    right = insurance.offer_insurance

    def offer(table):
        before = list(table.balances)
        taken = yield from right(table)
        table.balances = before
        return taken

    patch.setattr(f"{ROUND}.offer_insurance", offer)


@wrong("T3.4", "insurance-settled", deal="K 9 | A K", prefers="insure")
def insurance_even(patch: Patch) -> None:
    """Pays insurance 1:1."""

    def settle(table, taken, *, dealer_natural):
        for insured in taken:
            payout = 2 * insured.amount if dealer_natural else 0
            table.log.append(f"{insured.path} insurance {payout}")
            table.pay(insured.seat, payout)

    patch.setattr(f"{ROUND}.settle_insurance", settle)


@wrong("T3.4", "insurance-settled", deal="K 9 | A K", prefers="insure", insurance__pays="3:1")
def insurance_two_to_one(patch: Patch) -> None:
    """Pays insurance 2:1 where it pays 3:1."""
    right = insurance.settle_insurance

    def settle(table, taken, *, dealer_natural):
        rules = table.rules
        table.rules = attrs.evolve(rules, insurance=attrs.evolve(rules.insurance, pays=Ratio(2, 1)))
        right(table, taken, dealer_natural=dealer_natural)
        table.rules = rules

    patch.setattr(f"{ROUND}.settle_insurance", settle)


@wrong("T3.4", "insurance-settled", deal="K 9 | A 8", prefers="insure")
def insurance_returned(patch: Patch) -> None:
    """Returns an insurance that is lost."""

    def settle(table, taken, *, dealer_natural):
        for insured in taken:
            payout = 3 * insured.amount if dealer_natural else insured.amount
            table.log.append(f"{insured.path} insurance {payout}")
            table.pay(insured.seat, payout)

    patch.setattr(f"{ROUND}.settle_insurance", settle)


@wrong("T3.4", "insurance-settled", deal="K 9 | A 8", prefers="insure")
def insurance_notsettles(patch: Patch) -> None:
    """Forgets to settle the insurances."""
    patch.setattr(f"{ROUND}.settle_insurance", lambda *_, **__: None)


@wrong("T3.3", "peek", deal="K 9 | A 8")
def no_peek(patch: Patch) -> None:
    """Never peeks."""
    patch.setattr(f"{ROUND}.peek", lambda _: False)


@wrong("T3.3", "peek", deal="K 9 | K 8")
def no_peek_on_a_ten(patch: Patch) -> None:
    """Peeks under an ace only."""
    patch.setattr(f"{ROUND}.peek", lambda table: peek.peek(table) if IS_ACE[table.dealer.cards[0]] else False)


@wrong("T3.3", "peek", deal="K 9 | 9 8")
def peeks_on_a_nine(patch: Patch) -> None:
    """Peeks under a nine too."""
    patch.setattr(
        RoundState, "can_make_a_natural", lambda table: table.upcard is not None and RANK_OF[table.upcard] in (0, 8, 9, 10, 11, 12)
    )


@wrong("T3.3", "peek", deal="K 9 | K A")
def peeks_wrongly(patch: Patch) -> None:
    """Says that there is no natural."""

    def looks(table: RoundState) -> bool:
        natural = peek.peek(table)
        table.log[-1] = table.log[-1].replace("peek natural", "peek clear")
        return natural

    patch.setattr(f"{ROUND}.peek", looks)


@wrong("T3.3", "natural-ends-round", deal="K 6 | K A | 5", prefers="hit")
def peek_ignored(patch: Patch) -> None:
    """Plays on after a dealer natural."""
    patch.setattr(f"{ROUND}.peek", lambda table: peek.peek(table) and False)


@wrong("T3.3", "outcome", deal="A K / K 9 | A K")
def natural_against_natural(patch: Patch) -> None:
    """Lets a natural lose against the dealer's."""

    judges(patch, lambda _, __, standing: "lose" if standing.is_natural else None)


@wrong("T3.3", "outcome", deal="K 9 | K A")
def drawn_21_against_natural(patch: Patch) -> None:
    """Lets a dealer natural push where it takes all."""

    judges(patch, lambda _, __, standing: "push" if standing.is_natural else None)


@wrong("T3.5", "payout", deal="A K | 9 8")
def natural_even(patch: Patch) -> None:
    """Pays a natural 1:1."""
    patch.setattr(Ratio, "of", lambda ratio, amount: amount if str(ratio) == "3:2" else amount * ratio.over // ratio.under)


@wrong("T3.5", "payout", deal="A K | 9 8")
def natural_twice(patch: Patch) -> None:
    """Pays a natural 2:1."""

    def pay(table: RoundState) -> None:
        for hand in table.hands:
            if hand.is_natural:
                table.settle(hand.bettors[0], "natural", 3 * hand.stake)
                hand.settled = True

    patch.setattr(f"{ROUND}.pay_early", pay)


@wrong("T3.5", "payout", deal="A K | 9 8", stakes__minimum=10, stakes__maximum=10, natural__pays="6:5")
def three_to_two_at_six_to_five(patch: Patch) -> None:
    """Pays 3:2 where naturals pay 6:5."""

    def pay(table: RoundState) -> None:
        for hand in table.hands:
            if hand.is_natural:
                table.settle(hand.bettors[0], "natural", hand.stake * 5 // 2)
                hand.settled = True

    patch.setattr(f"{ROUND}.pay_early", pay)


@wrong("T3.5", "payout", deal="A K | 9 8", stakes__minimum=3, stakes__maximum=3, stakes__breakage="floor")
def rounded_up(patch: Patch) -> None:
    """Rounds a payment up."""
    patch.setattr(Ratio, "of", lambda ratio, amount: -(-amount * ratio.over // ratio.under))


@wrong("T3.5", "outcome", deal="A K / K 9 | 7 7 | 7")
def natural_waits(patch: Patch) -> None:
    """Lets a natural wait and push against a drawn 21."""
    patch.setattr(f"{ROUND}.pay_early", lambda _: None)
    judges(patch, lambda _, hand, standing: "push" if hand.is_natural and standing.total == 21 else None)


@wrong("G3", "event-order", deal="A K / K 9 | 9 8")
def naturals_paid_last(patch: Patch) -> None:
    """Pays naturals at the end of the round."""
    patch.setattr(f"{ROUND}.pay_early", lambda _: None)
