"""The classic private game and seventeen and four, clause by clause (rulebook section C), and both sides of each option.

Seat 1 draws the first ace and banks, so that box 1 is seat 2's; `net` begins with the banker's.
"""

from __future__ import annotations

from functools import partial

import pytest

from ledger.rules.coherence import incoherent
from ledger.rules.ruleset import load_profile
from ledger.table.ask import ACES, EVEN, INSURANCE, SURRENDER
from tests.support.stacked import profile

BANKS = {"bank__first": "first-ace", "stakes__minimum": 10, "session__stack": 100}


@pytest.fixture
def classic(play):
    """One round of `classic` at a stake of 10 out of 100; the banker's two cards stand as upcard and hole card."""

    def playing(deal, answers="", **changes):
        return play(f"AS ! {deal}", answers, **{"profile": "classic", **BANKS, **changes})

    return playing


@pytest.fixture
def full(classic):
    """The same with all options, C3.1 to C3.9."""
    return partial(classic, profile="classic-full")


@pytest.fixture
def four(classic):
    """Seventeen and four, at the same stake."""
    return partial(classic, profile="seventeen-and-four")


def test_one_deck_is_shuffled_every_deal_and_the_bank_moves_round(play_rounds) -> None:
    """C1.1: the first banker by lot; afterwards the next on the left."""
    deal = "KC 9C / QC 8C | TC 8D"
    session = play_rounds((deal, ""), (deal, ""), (deal, ""), profile="classic")
    first, second, third = (each.banker for each in session.rounds)
    assert session.rounds[0].log[0] == f"s{first} lot {first - 1}"
    assert (second, third) == (first % 3 + 1, second % 3 + 1)
    assert all(any(event.startswith("D shuffle") for event in each.log) for each in session.rounds)
    rules = load_profile("classic")
    assert (rules.pack.decks, rules.table.players_min, rules.table.players_max) == (1, 2, 10)


@pytest.mark.parametrize("change", ["every-deal", "five-deals", "natural", "home"])
def test_how_the_bank_moves_is_an_option(play_rounds, change) -> None:
    """C1.1 B1.3, `bank.change`: with none of the other reasons it stays."""
    deal = "KC 9C / QC 8C | TC 8D"
    first, second = play_rounds((deal, ""), (deal, ""), profile="classic", bank__change=change).rounds
    assert (first.banker != second.banker) == (change == "every-deal")


@pytest.mark.parametrize(("ace", "cards", "answers", "done"), [
    ("soft", "A 6", "", "1 stand, D show, 1 lose 0"),
    ("soft", "A 6 | K 8 | K 3", "1 hit, 1 hit", "1 hit KD, 1 hit 3C, 1 stand, D show, 1 win 20"),
    ("1", "A 7", "", "1 stand, D show, 1 lose 0"),
    ("1", "A K | 9 8 | K", "1 hit", "1 hit KD, D show, 1 win 20"),
    ("11", "A 6 | 9 8 | K", "1 hit", "1 hit KC, 1 bust 0, D show"),
    ("11", "A K | 9 8", "", "1 natural 25, D show"),
])  # fmt: skip
def test_the_ace_counts_as_agreed_before_the_game(classic, ace, cards, answers, done) -> None:
    """C1.2, `pack.ace`: either; 1, and then there is no natural; or 11."""
    without = {"insurance__offered": False, "natural__even_money": "never"} if ace == "1" else {}
    deal = cards if "|" in cards else f"{cards} | K 8"
    assert classic(deal, answers, pack__ace=ace, **without).done == done


def test_two_aces_of_11_are_22_and_bust(classic) -> None:
    """C1.2: directly after the deal; unless they are claimed (C3.6), and then if they are not."""
    eleven = {"pack__ace": "11"}
    assert classic("A A / K 8 | 9 8", **eleven).told.startswith("1 bust 0, 2 decline surrender, ")
    claimed = classic("A A / K 8 | 9 8", "1 claim aces", **eleven, natural__pair_of_aces=True)
    assert claimed.done == "1 claim aces, 1 aces 25, 2 stand, D show, 2 win 20"
    declined = classic("A A / K 8 | 9 8", "1 decline aces", **eleven, natural__pair_of_aces=True)
    assert declined.told.startswith("1 decline aces, 1 bust 0, ")


def test_an_ace_of_1_leaves_no_natural_to_agree_on() -> None:
    """C1.2: what only a natural is paid or offered is refused with the reason."""
    assert any("then there is no natural" in sentence for sentence in incoherent(profile("classic-full", {"pack.ace": "1"})))


def test_the_player_to_the_bankers_left_cuts(classic) -> None:
    """C1.3, `shoe.cut`: drawn, by hand, or not at all."""
    assert [event[:7] for event in classic("K 9 / K 8 | T 7").log[4:5]] == ["s2 cut "]
    assert "s2 cut 17" in classic("K 9 / K 8 | T 7", "s2 cut 17", shoe__cut="hand").log
    assert " cut " not in classic("K 9 / K 8 | T 7", shoe__cut="none").whole


def test_the_announced_bank_does_not_cap_stakes(classic) -> None:
    """C1.3, `stakes.announced`: 30 in the bank, 60 and 40 are staked; any amount may be."""
    hand = classic("K 9 / K 8 | T 7", "D announce 30, 1 bet 60, 2 bet 40")
    assert hand.log[5:8] == ("D announce 30", "1 bet 60", "2 bet 40")
    assert hand.net == (-100, 60, 40)
    assert "announce" not in classic("K 9 | T 7", stakes__announced=False).whole


def test_one_card_up_one_down_and_punters_cards_are_opened(classic) -> None:
    """C2.1 G11: the banker's second stays down until the banker's turn; there is no peek."""
    hand = classic("KC 9C / QC 8C | AC TD")
    assert ", ".join(hand.log[8:16]) == "1 deal KC, 2 deal QC, D deal AC, 1 down 9C, 2 down 8C, D hole TD, 1 open, 2 open"
    assert hand.done == "1 stand, 2 stand, D show, 1 lose 0, 2 lose 0"


def test_a_peek_is_an_option(classic) -> None:
    """C2.1 P2.2, `peek.when`."""
    assert classic("K 9 | A T", peek__when="ten-or-ace").done == "D peek natural, D show, 1 lose 0"


@pytest.mark.parametrize("upcard", "23456789")
def test_a_natural_is_paid_at_once(classic, upcard) -> None:
    """C2.2: 3:2, unless the banker's upcard is a ten, a picture or an ace; the hole card is shown all the same (G5)."""
    assert classic(f"A K | {upcard} 6").told == "1 natural 25, D show"


@pytest.mark.parametrize("upcard", "TJQKA")
def test_else_its_holder_takes_even_money_or_waits(classic, upcard) -> None:
    """C2.2: 1:1 now; 3:2 at the end, or the stake back against a banker's natural."""
    natural = "K" if upcard == "A" else "A"
    assert classic(f"A K | {upcard} 6", "1 even").told == "1 even 20, D show"
    assert classic(f"A K | {upcard} 6", "1 decline even").told == "1 decline even, D show, 1 natural 25"
    assert classic(f"A K | {upcard} {natural}", "1 decline even").net == (0, 0)


def test_even_money_against_an_ace_alone_is_an_option(classic) -> None:
    """C2.2, `natural.even_money`: against a ten the natural just waits."""
    assert classic("A K | T 6", natural__even_money="ace").asked("1", EVEN) == []


def test_over_21_the_banker_takes_the_stake_at_once(classic) -> None:
    """C2.3 G10: others hit or stand in turn; 21 passes on by itself."""
    hand = classic("KC 6C / QC 6D / JC 3C | TC 7D | 9C 5C", "1 hit, 2 hit, 3 stand")
    assert hand.done == "1 hit 9C, 1 bust 0, 2 hit 5C, 3 stand, D show, 2 win 20, 3 lose 0"
    assert hand.net == (10, -10, 10, -10)
    assert hand.asked("2")[0].balances == (90,)


def test_a_bankers_natural_beats_everyone_but_naturals(classic) -> None:
    """C2.4: doubled, tripled and split stakes whole, drawn 21s too."""
    hand = classic(
        "5C 6C / 2C 3C / 8C 8D / AC KC / QC 4C | TC AD | TD 4D 5D 9C 9D 7C",
        "4 decline even, 1 double, 2 double, 2 triple, 3 split, 5 hit",
    )
    assert hand.done.endswith("D show, 1 lose 0, 2 lose 0, 3.1 lose 0, 3.2 lose 0, 4 push 10, 5 lose 0")
    assert hand.net == (80, -20, -30, -20, 0, -10)


def test_what_it_takes_is_an_option(classic) -> None:
    """C2.4 G7, `peek.natural_takes`: the original stake only; of a triple two thirds come back."""
    hand = classic("2 3 | T A | 4 5", "1 double, 1 triple", peek__natural_takes="original")
    assert hand.done.endswith("1 lose 20")
    assert hand.net == (10, -10)


@pytest.mark.parametrize(("soft17", "cards", "answers", "net"), [
    ("stand", "A 6", "", 10), ("draw", "A 6 | 4", "", -10), ("free", "A 6", "D stand", 10), ("free", "A 6 | 4", "D hit", -10),
    ("stand", "T 7", "", 10), ("draw", "T 7", "", 10), ("free", "T 7", "", 10),
    ("stand", "T 6 | 5", "", -10), ("free", "T 6 | 5", "", -10), ("draw", "A 7", "", 10), ("free", "T 2 | 4 K", "", 10),
])  # fmt: skip
def test_the_banker_stops_at_17_and_draws_below(classic, soft17, cards, answers, net) -> None:
    """C2.5 G5, `banker.soft17`: whether ace and six must stop is agreed; "free" leaves it to the banker. Against 19."""
    assert classic(f"K 9 | {cards}", answers, banker__soft17=soft17).net[1] == net


def test_a_banker_who_plays_freely_is_an_option(classic) -> None:
    """C2.5 B3.3, `banker.play`: may stand on 12 and hit on 18."""
    free = {"banker__play": "free", "banker__soft17": "free"}
    assert classic("K 9 | T 2", "D stand", **free).done == "1 stand, D show, D stand, 1 win 20"
    assert classic("K 9 | T 8 | 3", "D hit", **free).done == "1 stand, D show, D hit 3C, 1 lose 0"


@pytest.mark.parametrize(("cards", "banker", "net"), [("K 9", "T 8", 10), ("K 8", "T 8", 0), ("K 7", "T 8", -10), ("K 2", "T 6 | K", 10)])
def test_settlement(classic, cards, banker, net) -> None:
    """C2.6: higher wins 1:1, equal pushes, lower loses; a banker over 21 pays live hands."""
    assert classic(f"{cards} | {banker}").net == (-net, net)


@pytest.mark.parametrize(("pairs", "cards", "may"), [
    ("rank-or-picture", "8 8", True), ("rank-or-picture", "J K", True), ("rank-or-picture", "T K", False),
    ("rank", "J K", False), ("rank", "K K", True), ("value", "T K", True), ("off", "8 8", False),
])  # fmt: skip
def test_what_is_a_pair(classic, pairs, cards, may) -> None:
    """C3.1, `split.pairs`: equal rank, or two pictures of different rank."""
    assert ("split" in classic(f"{cards} | 9 8", split__pairs=pairs).legal("1")) == may


def test_both_hands_get_a_card_at_once_and_are_played_as_two_stakes(classic) -> None:
    """C3.1: double yes, natural no."""
    hand = classic("KC QC | 9C 8C | AC 2C 7C", "1 split, 1.2 double")
    assert hand.done == "1 split KC QC, 1.1 draw AC, 1.2 draw 2C, 1.2 double 7C, 1.2 stand, D show, 1.1 win 20, 1.2 win 40"
    assert hand.net == (-30, 30)


@pytest.mark.parametrize(("option", "net"), [(False, 10), (True, 15)])
def test_a_natural_after_a_split_is_an_option(classic, option, net) -> None:
    """C3.1 G7, `natural.after_split`: paid 3:2 in settlement; the other hand pushes."""
    assert classic("K Q | 9 8 | A 7", "1 split", natural__after_split=option).net[1] == net


def test_a_new_pair_may_be_split_once_more(classic) -> None:
    """C3.1: three hands in all, `split.hands`."""
    hand = classic("8C 8D | 9C 8H | 8S 8C TC TD", "1 split, 1.1 split", pack__decks=2)
    assert "split" not in hand.legal("1.2")
    assert hand.done.endswith("D show, 1.1.1 win 20, 1.1.2 win 20, 1.2 lose 0")


def test_a_third_split_is_an_option(classic) -> None:
    """C3.1, `split.hands = 4`."""
    hand = classic("8C 8D | 9C 8H | 8S 8C TC TD", "1 split, 1.1 split", pack__decks=2, split__hands=4)
    assert "split" in hand.legal("1.2")


def test_aces_get_one_card_each_then_stop(classic) -> None:
    """C3.1, `split.aces_hands`, `split.aces_play`."""
    hand = classic("AC AD | 9C 8C | AH 5C", "1 split")
    assert hand.done == "1 split AC AD, 1.1 draw AH, 1.2 draw 5C, D show, 1.1 lose 0, 1.2 lose 0"
    assert "split" not in classic("A A | 9 8", split__aces_hands=1).legal("1")
    assert "split" in classic("A A | 9 8 | A 5", "1 split", split__aces_hands=3).legal("1.1")


@pytest.mark.parametrize("cards", ["5 6", "K 9", "A 7", "2 2"])
def test_double_on_any_first_two_cards(classic, cards) -> None:
    """C3.2: exactly the stake, one card."""
    hand = classic(f"{cards} | 9 8 | 2", "1 double")
    assert sum(" double " in event for event in hand.log) == 1
    assert hand.net in {(-20, 20), (20, -20)}
    assert "double" not in classic(f"{cards} | 9 8", double__offered="off", double__triple=False).legal("1")


def test_triple_after_a_double(classic) -> None:
    """C3.3: a third stake equal to the first and one more card; it ends the hand."""
    hand = classic("2C 3C | 9C 8C | 4C 9D", "1 double, 1 triple")
    assert hand.done == "1 double 4C, 1 triple 9D, D show, 1 win 60"
    assert hand.net == (-30, 30)
    assert hand.asked("1")[1].legal == ("triple", "stand")


def test_a_doubled_hand_may_stand_instead(classic) -> None:
    """C3.3."""
    assert classic("5C 6C | 9C 8C | 9D", "1 double, 1 stand").done == "1 double 9D, 1 stand, D show, 1 win 40"


def test_a_triple_may_bust(classic) -> None:
    """C3.3 C2.3: three stakes are lost at once."""
    assert classic("5C 6C | 9C 8C | 5D KD", "1 double, 1 triple").net == (30, -30)


@pytest.mark.parametrize(("cards", "stack", "asked"), [("9", 100, 2), ("T", 100, 1), ("9", 30, 2), ("9", 28, 1)])
def test_nobody_triples_on_21_or_without_the_money(classic, cards, stack, asked) -> None:
    """C3.3 G2."""
    assert len(classic(f"5 6 | 9 8 | {cards}", "1 double", session__stack=stack).asked("1")) == asked


def test_without_the_option_a_double_ends_the_hand(classic) -> None:
    """C3.3, `double.triple`."""
    assert len(classic("5 6 | 9 8 | 9", "1 double", double__triple=False).asked("1")) == 1


def test_a_maximum_may_bound_doubles_and_triples(classic) -> None:
    """C3.3 B4.1, `double.beyond_maximum = false`: 20 may double to 40 and not triple to 60."""
    within = {"double__beyond_maximum": False, "stakes__maximum": 40}
    assert len(classic("5 6 | 9 8 | 9", "1 bet 20, 1 double", **within).asked("1")) == 1
    assert "double" not in classic("5 6 | 9 8", "1 bet 22", **within).legal("1")


@pytest.mark.parametrize("upcard", "29TA")
def test_surrender_half_as_first_action(classic, upcard) -> None:
    """C3.4: against any upcard, and it stands whatever the banker makes."""
    natural = {"T": "A", "A": "T"}.get(upcard, "9")
    hand = classic(f"K 6 | {upcard} {natural}", "1 surrender")
    assert hand.done == "1 surrender 5, D show"
    assert hand.net == (5, -5)


def test_naturals_and_split_hands_are_not_surrendered(classic) -> None:
    """C3.4, `surrender.offered`."""
    assert classic("A K | T 7").asked("1", SURRENDER) == []
    assert len(classic("8 8 | T 7 | 2 3", "1 decline surrender, 1 split").asked("1", SURRENDER)) == 1
    assert classic("K 6 | T 7", surrender__offered="off").asked("1", SURRENDER) == []


@pytest.mark.parametrize(("hole", "net"), [("K", -10 + 2 * 4), ("8", 10 - 4), ("7", 10 - 4)])
def test_insurance_against_an_ace(classic, hole, net) -> None:
    """C3.5: up to half the stake, 2:1; it is settled after the play, for there is no peek."""
    assert classic(f"T J | A {hole}", "1 insure 4").net[1] == net


def test_naturals_are_not_insured(classic) -> None:
    """C3.5, `insurance.naturals`."""
    assert classic("A K | A 7").asked("1", INSURANCE) == []
    assert len(classic("A K | A 7", insurance__naturals=True).asked("1", INSURANCE)) == 1


def test_insurance_survives_a_surrender(classic) -> None:
    """C3.5: half the stake comes back, and the insurance pays against a natural."""
    hand = classic("K 6 | A K", "1 insure 5, 1 surrender")
    assert hand.told == "1 insure 5, 1 surrender 5, D show, 1 insurance 15"
    assert hand.net == (-5, 5)


def test_insurance_is_an_option(classic) -> None:
    """C3.5, `insurance.offered`."""
    assert classic("K 6 | A K", insurance__offered=False).asked("1", INSURANCE) == []


@pytest.mark.parametrize(("banker", "told"), [
    ("9C 8C", "1 claim aces, 1 aces 25, D show"),
    ("KC AH", "1 claim aces, 1 aces 25, D show"),
    ("AH 8C", "1 claim aces, D show, 1 aces 25"),
    ("AH KC", "1 claim aces, D show, 1 aces 25"),
    ("AH AC", "1 claim aces, D show, 1 push 10"),
])  # fmt: skip
def test_a_pair_of_aces_beats_every_hand(full, banker, told) -> None:
    """C3.6: a natural included; paid like a natural, at once, but against an ace up it waits; two such hands push."""
    assert full(f"AC AD | {banker}", "1 claim aces", pack__decks=2).told == told


def test_its_holder_may_split_and_forgo_it(full) -> None:
    """C3.6."""
    hand = full("AC AD | 9C 8C | KC 5C", "1 decline aces, 1 split")
    assert hand.done == "1 split AC AD, 1.1 draw KC, 1.2 draw 5C, D show, 1.1 win 20, 1.2 lose 0"
    assert full("AC AD | 9C 8C", "1 claim aces").asked("1") == []


def test_aces_that_were_not_claimed_are_a_soft_12(full) -> None:
    """C3.6: they lose to a total, and to a natural."""
    assert full("A A | 9 8", "1 decline aces").net == (10, -10)


def test_a_bankers_pair_of_aces_beats_naturals_and_pays_no_insurance(full) -> None:
    """C3.6: it is kept, not drawn to."""
    hand = full("AC KC / KD 9D | AD AH", "1 decline even, 2 insure 4")
    assert hand.done == "2 insure 4, 2 stand, D show, 1 lose 0, 2 insurance 0, 2 lose 0"
    assert hand.net == (24, -10, -14)


def test_a_pair_of_aces_is_an_option(classic) -> None:
    """C3.6, `natural.pair_of_aces`: without it nobody is asked, and a banker draws to two aces."""
    assert classic("A A | 9 8").asked("1", ACES) == []
    assert classic("K 9 | A A | 9").net == (10, -10)


def test_three_sevens_earn_a_premium(full) -> None:
    """C3.7: paid at once, and kept though the banker has a natural."""
    hand = full("7C 7D | TC AC | 7H", "1 hit")
    assert hand.done == "1 hit 7H, 1 premium 777 40, D show"
    assert hand.net == (-30, 30)


def test_or_a_gift(classic) -> None:
    """C3.7, `premiums.sevens_gift`: recorded, and the hand is settled as any other."""
    hand = classic("7C 7D | TC 8C | 7H", "1 hit", premiums__sevens_gift="a bottle of wine")
    assert hand.done == "1 hit 7H, 1 gift, D show, 1 win 20"


@pytest.mark.parametrize(("cards", "further"), [("7 7", "6"), ("7 6", "8"), ("K 4", "7")])
def test_nothing_else_earns_it(full, cards, further) -> None:
    """C3.7: nor do three sevens without the option."""
    assert "premium" not in full(f"{cards} | T 8 | {further}", "1 hit").whole


def test_three_sevens_are_an_ordinary_21_without_the_option(classic) -> None:
    """C3.7, `premiums.sevens = "off"`."""
    assert classic("7 7 | T A | 7", "1 hit").net == (10, -10)


@pytest.mark.parametrize(("rank", "cards", "payout"), [
    ("ten", "AC TC", "suited 30"), ("ten", "TC AC", "suited 30"), ("ten", "AC TD", "natural 25"), ("ten", "AC KC", "natural 25"),
    ("ten-value", "AC KC", "suited 30"), ("ten-value", "AC KD", "natural 25"),
])  # fmt: skip
def test_a_suited_natural_pays_2_to_1(full, rank, cards, payout) -> None:
    """C3.8, `natural.suited_rank`: ace and ten of one suit, as written, or any ten-value card."""
    assert full(f"{cards} | 9 8", natural__suited_rank=rank).told == f"1 {payout}, D show"


def test_suited_naturals_are_an_option(classic) -> None:
    """C3.8, `natural.suited_pays`: off; and even money and a push are no different for them."""
    assert classic("AC TC | 9 8").told == "1 natural 25, D show"
    assert classic("AC TC | T A", natural__suited_pays="2:1").net == (0, 0)


def test_no_hand_has_more_than_five_cards(full) -> None:
    """C3.9: at five it stands, the banker's too, here on 14 of five cards against 15."""
    hand = full("2C 3C | 2D 3D | 4C 2H 4D 2S 3H 4H", "1 hit, 1 hit, 1 hit")
    assert hand.done == "1 hit 4C, 1 hit 2H, 1 hit 4D, D show, D draw 2S, D draw 3H, D draw 4H, 1 win 20"


def test_the_limit_of_cards_is_an_option(classic) -> None:
    """C3.9, `hand.card_limit = 0`."""
    hand = classic("2C 3C | TD 8D | 4C 2H 4D 5C", "1 hit, 1 hit, 1 hit, 1 hit")
    assert len(hand.asked("1")) == 5


# Seventeen and four


def test_thirty_two_cards_with_values_of_their_own(four) -> None:
    """C4.1: jack 2, queen 3, king 4, ace 1 or 11."""
    hand = four("JC QC | KD 9D | KC AC 7D", "1 hit, 1 hit, 1 stand")
    assert [ask.total for ask in hand.asked("1")] == [5, 9, 20]
    assert len(hand.rules.profile.clauses) == 2
    assert (hand.rules.pack.size, hand.rules.pack.decks) == (32, 1)


def test_pictures_count_ten_in_thirty_two_cards_as_an_option(four) -> None:
    """C4.1, `pack.pictures`."""
    ten = {"pack__pictures": "ten", "natural__five_pictures": False}
    assert four("KC AC | 9D 8D", **ten).told == "1 natural 25, D show"
    assert four("KC QC | 9D 8D", **ten).asked("1")[0].total == 20


def test_a_natural_is_ace_and_ten(four) -> None:
    """C4.1: ace and king are 15; a picture up does not delay naturals."""
    assert four("AC TC | KD 9D").told == "1 natural 25, D show"
    assert four("AC TC | TD 9D", "1 even").told == "1 even 20, D show"
    assert four("AC KC | KD 9D | 7D", "1 stand").asked("1")[0].total == 15


def test_five_pictures_equal_a_natural(four) -> None:
    """C4.1: 3:2 at the end of the round; until then the hand counts as live, so the banker draws."""
    hand = four("JC QC | KD 9D | JD QD JH 8D", "1 hit, 1 hit, 1 hit")
    assert hand.done == "1 hit JD, 1 hit QD, 1 hit JH, D show, D draw 8D, 1 pictures 25"


def test_five_pictures_push_against_a_natural(four) -> None:
    """C4.1."""
    assert four("JC QC | TD AD | JD QD JH", "1 hit, 1 hit, 1 hit").net == (0, 0)


def test_the_bankers_five_pictures_stand_and_beat_all_but_naturals_and_five_pictures(four) -> None:
    """C4.1: on 12; here against 21."""
    hand = four("TC 9C | JC QC | AC JD QD JH", "1 hit")
    assert hand.done == "1 hit AC, 1 stand, D show, D draw JD, D draw QD, D draw JH, 1 lose 0"
    both = four("KC QC | JC QD | QH JD KD JH QS KH", "1 hit, 1 hit, 1 hit")
    assert both.done.endswith("1 push 10")


@pytest.mark.parametrize("option", [True, False])
def test_five_pictures_are_an_option(four, option) -> None:
    """C4.1, `natural.five_pictures`: without it they are a total, and may draw on."""
    hand = four("JC QC | TD 8D | JD QD JH", "1 hit, 1 hit, 1 hit", natural__five_pictures=option)
    assert len(hand.asked("1")) == (3 if option else 4)
    assert hand.net == ((-15, 15) if option else (10, -10))


def test_the_other_options_are_those_of_classic() -> None:
    """C4.1: but for the pack and five pictures."""
    one, other = load_profile("classic"), load_profile("seventeen-and-four")
    tables = (
        "shoe",
        "table",
        "stakes",
        "deal",
        "insurance",
        "peek",
        "surrender",
        "double",
        "split",
        "hand",
        "banker",
        "settlement",
        "bank",
    )
    assert all(getattr(one, table) == getattr(other, table) for table in tables)
