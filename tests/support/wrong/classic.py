"""The classic private game and seventeen and four (C)."""

from __future__ import annotations

import attrs

from ledger.shoe.rack import Rack
from ledger.table import settlement, surrender
from ledger.table.hand import Hand
from ledger.table.interval import Interval
from ledger.table.naturals import pay_natural
from ledger.table.state import RoundState
from ledger.table.turns import legal_actions
from tests.support.wrong.engine import (
    NATURALS,
    ROUND,
    TURNS,
    Engines,
    Patch,
    also,
    cuts_wrongly,
    dealer_draws,
    judges,
    phase_by,
    plays_by,
    settles,
    stakes_on,
    writes,
)

ENGINES = Engines("classic")
wrong = ENGINES.wrong
FULL, SEVENTEEN = "classic-full", "seventeen-and-four"


@wrong("C1.1", "bank-drawn", deal="K 9 | 9 8")
def lot_ignored(patch: Patch) -> None:
    """Gives the bank to the next after the one whom the lot names."""
    right = Rack.lot
    patch.setattr(Rack, "lot", lambda rack, candidates: (right(rack, candidates) + 1) % candidates)


@wrong("C1.1", "bank-passes", players=3, session__rounds=3, bank__auction=False)
def bank_kept(patch: Patch) -> None:
    """Leaves the bank where it is for five deals."""
    plays_by(patch, bank__change="five-deals")


@wrong("C1.1", "bank-passes", players=4, session__rounds=3, bank__auction=False)
def bank_to_the_right(patch: Patch) -> None:
    """Passes the bank to the right."""
    right = Interval.clockwise
    patch.setattr(Interval, "clockwise", lambda table, banker=0: right(table, banker)[::-1])


@wrong("C1.1", "shoe-end", "shoe-list", "shoe-sequence", players=2, session__rounds=3)
def deck_dealt_on(patch: Patch) -> None:
    """Deals on from the same deck in the next deal."""
    plays_by(patch, shoe__reshuffle="cut-card")


@wrong("C1.2", "outcome", deal="A 7 | 9 8", pack__ace="1", insurance__offered=False, natural__even_money="never")
def soft_where_one(patch: Patch) -> None:
    """Counts an ace as 11 where it is agreed to be 1."""
    patch.setattr(f"{ROUND}.settle_hands", _with_soft_aces)


def _with_soft_aces(table, insured):
    for hand in table.hands:
        hand.aces = sum(card % 13 == 0 for card in hand.cards)
    settlement.settle_hands(table, insured)


@wrong("C1.2", "surrender-offer", deal="A A | 9 8", pack__ace="11")
def two_elevens(patch: Patch) -> None:
    """Lets two aces play that count 11 each."""
    plays_by(patch, pack__ace="soft")


@wrong("C1.2", "outcome", "turn-missing", "bust-place", deal="A 8 | 9 8 | 5", prefers="hit")
def fixed_where_soft(patch: Patch) -> None:
    """Counts an ace as 11 in a hand that would be over 21 with it."""
    patch.setattr(Hand, "total", property(lambda hand: hand.points + 10 * bool(hand.aces)))


@wrong("C1.3", "shoe-cut", deal="K 9 / K 9 / K 9 | 9 8")
def cut_by_another(patch: Patch) -> None:
    """Lets the player to the banker's right cut."""
    cuts_wrongly(patch)


@wrong("C1.3", "shoe-cut", deal="K 9 | 9 8")
def nobody_cuts(patch: Patch) -> None:
    """Has nobody cut."""
    plays_by(patch, shoe__cut="none")


@wrong("C1.3", "announced", deal="K 9 | 9 8")
def nothing_announced(patch: Patch) -> None:
    """Announces no bank."""
    plays_by(patch, stakes__announced=False)


@wrong("C2.1", "deal-boxes", deal="K 9 | 9 8")
def both_up(patch: Patch) -> None:
    """Deals the punters both cards up."""
    plays_by(patch, deal__pattern="c")


@wrong("C2.1", "open", deal="K 9 / K 9 | 9 8")
def not_opened(patch: Patch) -> None:
    """Leaves the punters' cards closed after the deal."""
    plays_by(patch, deal__pattern="c")
    writes(patch, _second_cards_down)


def _second_cards_down(log: list[str]) -> list[str]:
    at = log.index("D deal 9C")
    return log[: at + 1] + [event.replace(" deal ", " down ") for event in log[at + 1 :]]


@wrong("C2.1", "deal-boxes", deal="K 9 | 9 8")
def hole_first(patch: Patch) -> None:
    """Deals the banker's first card down and the second up."""
    plays_by(patch, deal__pattern="d")


@wrong("C2.2", "event-order", deal="A K | 9 8")
def natural_waits_for_nothing(patch: Patch) -> None:
    """Lets a natural wait against a nine."""
    patch.setattr(f"{ROUND}.pay_early", lambda _: None)


@wrong("C2.2", "event-order", deal="A K | Q 8")
def paid_against_a_picture(patch: Patch) -> None:
    """Pays a natural at once against a picture."""
    patch.setattr(f"{NATURALS}.may_be_paid", lambda _: True)


@wrong("C2.2", "even-money", deal="A K | T 8")
def no_even_money_against_a_ten(patch: Patch) -> None:
    """Offers even money against an ace only."""
    plays_by(patch, natural__even_money="ace")


@wrong("C2.2", "payout", deal="A K | K 8")
def natural_two_to_one(patch: Patch) -> None:
    """Pays 2:1 for a natural that waited."""
    phase_by(patch, f"{ROUND}.settle_hands", natural__pays="2:1")


@wrong("C2.3", "turn-over", "bust-at-once", deal="5 6 | 9 8 | K A", prefers="hit")
def plays_on_at_21(patch: Patch) -> None:
    """Lets a hand draw on 21."""
    patch.setattr(f"{TURNS}.BUST_OVER", 22)


@wrong("C2.3", "bust-at-once", deal="K 6 | 9 8 | 9", prefers="hit")
def busts_later(patch: Patch) -> None:
    """Takes the stake of a bust hand at the end of the round."""
    patch.setattr(RoundState, "bust", lambda *_: None)


@wrong("C2.4", "outcome", deal="K 9 | A K")
def natural_pushes(patch: Patch) -> None:
    """Lets an ordinary hand push against a banker's natural."""
    judges(patch, lambda _, __, standing: "push" if standing.is_natural else None)


@wrong("C2.4", "outcome", deal="A K | A Q")
def naturals_lose(patch: Patch) -> None:
    """Lets a natural lose to a banker's natural."""
    plays_by(patch, settlement__natural_ties="banker")


@wrong("C2.4", "payout", deal="5 6 | K A | 9", prefers="double")
def original_stake_only(patch: Patch) -> None:
    """Takes the first stake of a doubled hand only."""
    plays_by(patch, peek__natural_takes="original")


@wrong("C2.5", "dealer-draws", deal="K 9 | 9 8 | 2")
def draws_on_17(patch: Patch) -> None:
    """Draws on 17."""
    dealer_draws(patch, lambda dealer, _: dealer.total < 18)


@wrong("C2.5", "dealer-stands", deal="K 9 | 9 7")
def stands_on_16(patch: Patch) -> None:
    """Stands on 16."""
    dealer_draws(patch, lambda dealer, _: dealer.total < 16)


@wrong("C2.5", "dealer-draws", deal="K 9 | 6 A | 4")
def draws_on_ace_and_six(patch: Patch) -> None:
    """Draws on ace and six where the banker must stop."""
    plays_by(patch, banker__soft17="draw")


@wrong("C2.6", "outcome", deal="K 8 | 9 9")
def ties_lose(patch: Patch) -> None:
    """Lets equal totals lose."""
    plays_by(patch, settlement__ties="banker")


@wrong("C2.6", "outcome", deal="K 8 | 9 7 | K")
def banker_never_breaks(patch: Patch) -> None:
    """Lets the banker win with more than 21."""
    judges(patch, lambda _, __, standing: None if standing.total else "lose")


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
        lambda table: attrs.evolve(right(table), is_natural=right(table).rank > 0),
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
