"""The classic private game's options, and seventeen and four (C3, C4)."""

from __future__ import annotations

import msgspec

from ledger.table import settlement, surrender
from ledger.table.hand import Hand
from ledger.table.naturals import pay_natural
from ledger.table.state import RoundState
from ledger.table.turns import legal_actions
from tests.support.wrong.engine import Engines, Patch
from tests.support.wrong.patches import ROUND, TURNS, also, judges, phase_by, plays_by, settles, stakes_on

ENGINES = Engines("classic")
wrong = ENGINES.wrong
FULL, SEVENTEEN = "classic-full", "seventeen-and-four"


@wrong("C3.1", "split", deal="T K | 9 8 | 2 3", prefers="1 decline surrender, split")
def ten_and_king(patch: Patch) -> None:
    """Splits ten and king."""
    plays_by(patch, split__pairs="value")


@wrong("C3.1", "split", deal="8 8 | 9 9 | 8 8 2 3 4 5", prefers="split")
def four_hands(patch: Patch) -> None:
    """Splits into a fourth hand."""
    plays_by(patch, split__hands=4)


@wrong("C3.1", "split-second-card", "split-second-missing", "event-order", deal="8 8 | 9 9 | 2 3", prefers="split")
def second_cards_in_turn(patch: Patch) -> None:
    """Gives a split hand its second card when its turn comes."""
    plays_by(patch, split__second_card="on-turn")


@wrong("C3.1", "split-aces", deal="A A | 9 9 | 2 3 4 5", prefers="split, 1.1 hit, 1.2 hit")
def split_aces_go_on(patch: Patch) -> None:
    """Lets split aces draw on."""
    plays_by(patch, split__aces_play="hit")


@wrong("C3.1", "outcome", deal="A A | 9 9 | K Q", prefers="split")
def split_natural(patch: Patch) -> None:
    """Pays 21 of two cards after a split as a natural."""
    phase_by(patch, f"{ROUND}.settle_hands", natural__after_split=True)


@wrong("C3.2", "double", deal="2 3 | 9 9 | 4 5", prefers="hit, double")
def double_after_a_hit(patch: Patch) -> None:
    """Lets a hand of three cards double."""
    patch.setattr(f"{TURNS}.legal_actions", lambda *given: ("stand", "double") if len(given[1].cards) == 3 else legal_actions(*given))


@wrong("C3.2", "payout", "balance-after", deal="5 6 | 9 9 | 9", prefers="double")
def double_for_less(patch: Patch) -> None:
    """Takes half the stake for a double."""
    stakes_on(patch, "double", lambda stake: stake // 2)


@wrong("C3.3", "triple", deal="5 2 | 9 9 | 3", prefers="double")
def triple_not_offered(patch: Patch) -> None:
    """Asks nobody whether to triple."""
    plays_by(patch, double__triple=False)


@wrong("C3.3", "payout", "balance-after", deal="5 2 | 9 9 | 3 K", prefers="double, triple")
def triple_for_twice(patch: Patch) -> None:
    """Takes twice the stake for a triple."""
    stakes_on(patch, "triple", lambda stake: 2 * stake)


@wrong("C3.3", "turn-over", "event-order", "payout", deal="5 2 | 9 9 | 3 4 2", prefers="double, triple")
def triple_twice(patch: Patch) -> None:
    """Gives a tripled hand a fifth card."""
    right = RoundState.deal_to

    def deal_to(table: RoundState, hand: Hand, verb: str) -> int:
        card = right(table, hand, verb)
        return right(table, hand, "hit") if verb == "triple" else card

    patch.setattr(RoundState, "deal_to", deal_to)


@wrong("C3.4", "payout", deal="K 6 | 9 8", prefers="surrender")
def surrender_costs_nothing(patch: Patch) -> None:
    """Returns the whole stake on a surrender."""
    settles(patch, lambda _, bettor, outcome, payout: (outcome, bettor.stake if outcome == "surrender" else payout))


@wrong("C3.4", "surrender-offer", deal="K 6 | 9 8")
def surrender_not_offered(patch: Patch) -> None:
    """Offers no surrender."""
    phase_by(patch, f"{ROUND}.offer_early_surrender", surrender__offered="off")


@wrong("C3.4", "surrender-offer", deal="A K | Q 8")
def naturals_surrender(patch: Patch) -> None:
    """Offers a natural surrender."""

    def offer(table):
        with Patch.context() as meanwhile:
            meanwhile.setattr(Hand, "is_natural", property(lambda _: False))
            yield from surrender.offer_early_surrender(table)

    patch.setattr(f"{ROUND}.offer_early_surrender", offer)


@wrong("C3.4", "surrender", "surrender-offer", deal="8 8 | 9 9 | 2 3", prefers="1 decline surrender, split, surrender")
def split_hands_surrender(patch: Patch) -> None:
    """Lets a split hand surrender."""
    also(patch, "surrender", lambda _, hand: hand.from_split and len(hand.cards) == 2)


@wrong("C3.5", "insurance-amount", deal="K 9 | A 8", prefers="insure 2")
def insurance_of_the_whole(patch: Patch) -> None:
    """Takes insurance of the whole stake."""
    right = RoundState.question_for
    patch.setattr(
        RoundState,
        "question_for",
        lambda table, bettor, hand, phase, legal, amounts=(0, 0, 1), **more: right(
            table, bettor, hand, phase, legal, (1, 2, 1) if phase == "insurance" else amounts, **more
        ),
    )


@wrong("C3.5", "insurance-settled", deal="K 6 | A K", prefers="insure, surrender", stake=10)
def insurance_given_up(patch: Patch) -> None:
    """Lets an insurance lapse when its hand is given up."""
    patch.setattr(
        f"{ROUND}.settle_hands",
        lambda table, insured: settlement.settle_hands(
            table, [each for each in insured if not any(hand.settled and hand.root == each.root for hand in table.hands)]
        ),
    )


@wrong("C3.5", "insurance-offer", deal="A K | A 8")
def naturals_insured(patch: Patch) -> None:
    """Offers naturals insurance."""
    plays_by(patch, insurance__naturals=True)


@wrong("C3.6", "aces-claimed", profile=FULL, deal="A A | 9 8")
def aces_not_claimed(patch: Patch) -> None:
    """Lets nobody claim a pair of aces."""
    plays_by(patch, natural__pair_of_aces=False)


@wrong("C3.6", "event-order", profile=FULL, deal="A A | A 8", prefers="claim aces")
def aces_paid_against_an_ace(patch: Patch) -> None:
    """Pays a claimed pair of aces at once against an ace."""

    def pay(table: RoundState) -> None:
        for hand in table.hands:
            if hand.claimed:
                pay_natural(table, hand)

    patch.setattr(f"{ROUND}.pay_early", pay)


@wrong("C3.6", "outcome", profile=FULL, deal="A A | A K", prefers="claim aces")
def aces_lose_to_a_natural(patch: Patch) -> None:
    """Lets claimed aces lose to a banker's natural."""
    judges(patch, lambda _, hand, standing: "lose" if hand.claimed and standing.is_natural else None)


@wrong("C3.6", "outcome", profile=FULL, deal="A A | A A", prefers="claim aces")
def aces_against_aces(patch: Patch) -> None:
    """Pays claimed aces against the banker's pair of aces."""
    judges(patch, lambda _, hand, standing: "aces" if hand.claimed and standing.rank == 2 else None)


@wrong("C3.6", "insurance-settled", profile=FULL, deal="K 9 | A A", prefers="insure", stake=10)
def aces_pay_insurance(patch: Patch) -> None:
    """Pays insurance against the banker's pair of aces."""
    right = settlement.standing
    patch.setattr(
        "ledger.table.settlement.standing",
        lambda table: msgspec.structs.replace(right(table), is_natural=right(table).rank > 0),
    )


@wrong("C3.6", "dealer-draws", profile=FULL, deal="K 9 | A A | 6")
def draws_on_aces(patch: Patch) -> None:
    """Lets the banker draw to a pair of aces."""
    phase_by(patch, f"{ROUND}.play_banker", natural__pair_of_aces=False)


@wrong("C3.7", "outcome", profile=FULL, deal="7 7 | 9 8 | 7", prefers="hit")
def sevens_forgotten(patch: Patch) -> None:
    """Pays no premium for three sevens."""
    plays_by(patch, premiums__sevens="off")


@wrong("C3.7", "payout", profile=FULL, deal="7 7 | 9 8 | 7", prefers="hit")
def sevens_two_to_one(patch: Patch) -> None:
    """Pays 2:1 for three sevens where 3:1 was agreed."""
    plays_by(patch, premiums__sevens="2:1")


@wrong("C3.7", "gift", profile=FULL, deal="7 7 | 9 8 | 7", prefers="hit", premiums__sevens="off", premiums__sevens_gift="A bottle of wine")
def gift_forgotten(patch: Patch) -> None:
    """Hands over no gift for three sevens."""
    plays_by(patch, premiums__sevens_gift="")


@wrong("C3.8", "outcome", profile=FULL, deal="AS TS | 9 8")
def suits_ignored(patch: Patch) -> None:
    """Pays a suited natural as any other."""
    plays_by(patch, natural__suited_pays="off")


@wrong("C3.8", "outcome", profile=FULL, deal="AS KS | 9 8")
def suited_king(patch: Patch) -> None:
    """Pays ace and king of one suit as a suited natural."""
    plays_by(patch, natural__suited_rank="ten-value")


@wrong("C3.9", "turn-over", profile=FULL, deal="2 2 | 9 8 | 3 2 4 3 K", prefers="hit")
def six_cards(patch: Patch) -> None:
    """Lets a hand have a sixth card."""
    plays_by(patch, hand__card_limit=0)


@wrong("C3.9", "dealer-draws", profile=FULL, deal="K 9 | 2 3 | 2 3 4 K")
def banker_has_six_cards(patch: Patch) -> None:
    """Lets the banker have a sixth card."""
    phase_by(patch, f"{ROUND}.play_banker", hand__card_limit=0)


@wrong("C4.1", "card", "shoe-cut", profile=SEVENTEEN, players=3, session__rounds=3)
def fifty_two_cards(patch: Patch) -> None:
    """Deals from 52 cards."""
    plays_by(patch, pack__size=52)


@wrong("C4.1", "outcome", profile=SEVENTEEN, deal="J 9 | 9 8")
def pictures_as_tens(patch: Patch) -> None:
    """Counts a jack as ten."""
    judges(patch, lambda _, hand, standing: "win" if hand.total + 8 > standing.total else None)


@wrong("C4.1", "outcome", profile=SEVENTEEN, deal="J Q | 9 8 | K J Q", prefers="hit")
def pictures_forgotten(patch: Patch) -> None:
    """Takes five pictures for the total that they count."""
    judges(patch, lambda _, hand, __: "lose" if hand.has_five_pictures else None)


@wrong("C4.1", "event-order", profile=SEVENTEEN, deal="J Q | 9 8 | K J Q", prefers="hit")
def pictures_at_once(patch: Patch) -> None:
    """Pays five pictures at once."""

    def pay(table: RoundState, hand: Hand) -> None:
        if hand.has_five_pictures:
            pay_natural(table, hand)

    patch.setattr(f"{TURNS}.pay_premium", pay)


@wrong("C4.1", "outcome", profile=SEVENTEEN, deal="J Q | A T | K J Q", prefers="hit")
def pictures_lose_to_a_natural(patch: Patch) -> None:
    """Lets five pictures lose to a banker's natural."""
    judges(patch, lambda _, hand, standing: "lose" if hand.has_five_pictures and standing.rank == 1 else None)


@wrong("C4.1", "dealer-draws", profile=SEVENTEEN, deal="K 9 / 9 9 | J Q | K J Q 8")
def draws_on_pictures(patch: Patch) -> None:
    """Lets the banker draw to five pictures."""
    phase_by(patch, f"{ROUND}.play_banker", natural__five_pictures=False)


@wrong("C4.1", "turn-over", profile=SEVENTEEN, deal="J Q | 9 8 | K J Q 7", prefers="hit")
def asked_at_five_pictures(patch: Patch) -> None:
    """Lets a hand of five pictures draw on."""
    phase_by(patch, f"{ROUND}.play_turns", natural__five_pictures=False)
