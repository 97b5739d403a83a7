"""The no-hole-card table, clause by clause (rulebook section E), and both sides of each of its options."""

from __future__ import annotations

from functools import partial

import pytest

from ledger.errors import SessionRefused
from ledger.rules.coherence import incoherent
from ledger.rules.ruleset import load_profile
from ledger.table.ask import EVEN, INSURANCE, READY, STAKES, SURRENDER
from tests.support.stacked import Stacked, profile


@pytest.fixture
def enhc(play):
    """One round at a stake of 10 out of 100. The dealer's one card stands before the second `|`."""
    return partial(play, profile="enhc", stakes__minimum=10, session__stack=100)


def test_each_deal_has_a_newly_shuffled_deck_of_its_own(play_rounds) -> None:
    """E1.1: the same card may come in the next deal, and each shoe ends with its round."""
    session = play_rounds(("KC 9C | 7C | KD", ""), ("KC 9C | 7C | KD", ""), profile="enhc")
    assert [each.log[0] for each in session.rounds] == ["D shuffle 1", "D shuffle 2"]
    assert [[use.seed is not None for use in each.shoes] for each in session.rounds] == [[True], [True]]
    assert (session.rules.pack.decks, session.rules.pack.size) == (1, 52)


def test_a_player_may_hold_several_boxes(enhc) -> None:
    """E1.1 E2.1: boxes 1 and 3 are Ann's; each is staked, dealt and played by itself, and her balance is one."""
    hand = enhc("K 9 / K 8 / K 7 | T | 8", boxes=((1, 3), (2,)))
    assert [ask.seat for box in "123" for ask in hand.asked(box)] == [1, 2, 1]
    assert hand.told.endswith("D draw 8D, 1 win 20, 2 push 10, 3 lose 0")
    assert hand.net == (0, 0)


def test_or_one_box_where_the_option_says_so() -> None:
    """E1.1 P1.4, `table.boxes_per_player`."""
    with pytest.raises(SessionRefused, match="would have 2 boxes, and one person may have 1"):
        _ = Stacked.of([("", "")], {"profile": "enhc", "boxes": ((1, 3), (2,)), "table__boxes_per_player": 1}).seats


@pytest.mark.parametrize(("stake", "allowed"), [(8, False), (10, True), (40, True), (42, False), (11, False)])
def test_a_stake_is_within_its_boxs_limits(enhc, stake, allowed) -> None:
    """E1.2: from the minimum to the maximum, in whole units."""
    hand = enhc("K 9 | T | 7", f"!1 bet {stake}")
    assert bool(hand.refusals) != allowed
    assert (f"1 bet {stake}" in hand.log) == allowed


def test_all_stakes_together_are_within_the_tables_maximum(enhc) -> None:
    """E1.2: with 30 for the table and 20 on box 1, box 2 has room for 10; box 3 for nothing, and has no event."""
    hand = enhc("K 9 / K 8 | T | 7", "1 bet 20, !2 bet 20, 2 bet 10", boxes=((1,), (2,), (3,)), stakes__table_maximum=30)
    assert hand.refusals == [
        "“2 bet 20” is not allowed here (with the table's own limits it is from 10 to 10): one of 2, 3 may bet 10, sit"
    ]
    assert not [event for event in hand.log if event.startswith("3 ")]


def test_without_one_the_table_has_no_maximum(enhc) -> None:
    """E1.2, `stakes.table_maximum = 0`."""
    assert enhc("K 9 / K 8 | T | 7", "1 bet 40, 2 bet 40", stakes__table_maximum=0).log[1:3] == ("1 bet 40", "2 bet 40")


def test_all_stakes_together_reach_the_tables_minimum(enhc) -> None:
    """E1.2: who stakes last must bring up what is missing; alone, all of it."""
    hand = enhc("K 9 / K 8 | T | 7", "1 bet 10, !2 bet 10, 2 bet 20", stakes__table_minimum=30)
    assert len(hand.refusals) == 1
    assert enhc("K 9 | T | 7", stakes__table_minimum=30).log[1] == "1 bet 30"
    assert enhc("K 9 | T | 7", stakes__table_minimum=0).log[1] == "1 bet 10"


def test_the_tables_minimum_is_reached_where_its_maximum_leaves_no_room_for_another(enhc) -> None:
    """E1.2: with a minimum and a maximum of 30, whoever bets less than 30 must leave room for a further stake, of 10 at least."""
    limits = {"stakes__table_minimum": 30, "stakes__table_maximum": 30}
    assert len(enhc("K 9 / K 8 | T | 7", "!1 bet 22, 1 bet 20, 2 bet 10", **limits).refusals) == 1
    tight = {"stakes__minimum": 20, "stakes__table_minimum": 30, "stakes__table_maximum": 30}
    hand = enhc("K 9 | T | 7", "!1 bet 20, 1 bet 30", boxes=((1,), (2,)), **tight)
    assert len(hand.refusals) == 1
    assert [event for event in hand.log if " bet " in event] == ["1 bet 30"]


def test_a_stake_may_be_withdrawn_until_the_deal(enhc) -> None:
    """E1.2: the withdrawal is recorded, all of the stake comes back, and the box may be staked again or not."""
    out = enhc("K 9 | T | 7", "1 bet 20, 2 bet 10, 1 withdraw, 1 sit", boxes=((1,), (2,)))
    assert out.log[1:5] == ("1 bet 20", "2 bet 10", "1 withdraw", "1 sit")
    assert out.net == (0, 10)
    again = enhc("K 9 / K 9 | T | 7", "1 bet 20, 2 bet 10, 1 withdraw, 1 bet 40")
    assert again.log[3:5] == ("1 withdraw", "1 bet 40")
    assert again.net == (40, 10)


def test_the_only_stake_is_not_withdrawn(enhc) -> None:
    """E1.2 G3: a deal without a stake is none; nor may the rest fall below the table's minimum."""
    assert enhc("K 9 | T | 7").asked("1", READY) == []
    hand = enhc("K 9 / K 8 | T | 7", "1 bet 10, 2 bet 30", stakes__table_minimum=30)
    assert [ask.who for ask in hand.asks if ask.phase == READY] == ["1"]


def test_without_the_option_a_stake_lies(enhc) -> None:
    """E1.2, `stakes.withdrawal = false`."""
    assert not [ask for ask in enhc("K 9 / K 8 | T | 7", stakes__withdrawal=False).asks if ask.phase == READY]


def test_a_player_may_sit_a_deal_out(enhc) -> None:
    """E1.2 G9, `stakes.sitting_out`: recorded; not for everyone."""
    hand = enhc("K 9 | T | 7", "1 sit", boxes=((1,), (2,)))
    assert hand.log[1:3] == ("1 sit", "2 bet 10")
    assert hand.net == (0, 10)
    assert "sit" not in enhc("K 9 | T | 7").asked("1", STAKES)[0].legal
    assert "sit" not in enhc("K 9 / K 8 | T | 7", stakes__sitting_out=False).asked("1", STAKES)[0].legal


def test_two_cards_to_each_box_and_one_to_the_dealer_all_face_up(enhc) -> None:
    """E2.1 G1 G11: the dealer's after the first pass."""
    hand = enhc("KC 9C / QC 8C | 7D | KD")
    assert hand.log[3:8] == ("1 deal KC", "2 deal QC", "D deal 7D", "1 deal 9C", "2 deal 8C")
    assert hand.asked("1")[0].upcard is not None


@pytest.mark.parametrize("upcard", "23456789")
def test_a_natural_is_paid_at_once_against_two_to_nine(enhc, upcard) -> None:
    """E2.2: 3:2, before anyone plays; nobody waits, so the dealer takes no card (E2.3)."""
    hand = enhc(f"A K | {upcard}")
    assert (hand.told, hand.net) == ("1 natural 25", (15,))


@pytest.mark.parametrize(("second", "outcome"), [("7", "natural 25"), ("A", "push 10")])
def test_against_a_ten_a_natural_waits(enhc, second, outcome) -> None:
    """E2.2: no even money, no insurance, no surrender for it; a natural of the dealer's pushes."""
    hand = enhc(f"AC KC | TC | {second}D")
    assert hand.told == f"D draw {second}D, 1 {outcome}"
    assert [ask.phase for ask in hand.asks] == [STAKES]


@pytest.mark.parametrize(("answer", "cards", "told", "net"), [
    ("1 even", "", "1 even 20", 10),
    ("1 decline even", "7D", "1 decline even, D draw 7D, 1 natural 25", 15),
    ("1 decline even", "KD", "1 decline even, D draw KD, 1 push 10", 0),
])  # fmt: skip
def test_against_an_ace_a_natural_is_offered_even_money(enhc, answer, cards, told, net) -> None:
    """E2.2: 1:1 at once, or it waits."""
    hand = enhc(f"AC KC | AD | {cards}", answer)
    assert (hand.told, hand.net) == (told, (net,))


@pytest.mark.parametrize(("even_money", "upcard", "asked"), [
    ("never", "A", 0), ("ace", "A", 1), ("ace", "T", 0), ("ten-or-ace", "A", 1), ("ten-or-ace", "T", 1), ("ten-or-ace", "9", 0),
])  # fmt: skip
def test_even_money_is_offered_as_the_option_says(enhc, even_money, upcard, asked) -> None:
    """E2.2 C2.2, `natural.even_money`."""
    waits = upcard in "AT"
    assert len(enhc(f"A K | {upcard} | {'7' if waits else ''}", natural__even_money=even_money).asked("1", EVEN)) == asked


@pytest.mark.parametrize(("deal", "answers"), [
    ("K 6 | T | 9", "1 hit"),
    ("K 6 | T", "1 surrender"),
    ("A K | A", "1 even"),
    ("A K / K 6 | 6 | 9", "2 hit"),
    ("K 6 / Q 6 | T | 9", "1 surrender, 2 hit"),
])  # fmt: skip
def test_if_every_box_is_decided_the_dealer_takes_no_more_cards(enhc, deal, answers) -> None:
    """E2.3: every card given was dealt, and none went to the dealer."""
    assert not [event for event in enhc(deal, answers).log if event.startswith("D draw")]


@pytest.mark.parametrize(("second", "told", "net"), [
    ("KD", "1 insure 5, 1 stand, D draw KD, 1 insurance 15, 1 lose 0", 0),
    ("8D", "1 insure 5, 1 stand, D draw 8D, 1 insurance 0, 1 push 10", -5),
])  # fmt: skip
def test_a_box_may_insure_for_exactly_half_its_stake(enhc, second, told, net) -> None:
    """E3.1: 2:1 on a dealer natural, else lost; both when the second card has come."""
    hand = enhc(f"KC 9C | AC | {second}", "1 insure 5")
    assert (hand.told, hand.net) == (told, (net,))


def test_another_amount_than_half_is_refused(enhc) -> None:
    """E3.1, `insurance.amount`: the other side takes up to half."""
    assert enhc("K 9 | A | 8", "1 bet 10, !1 insure 4").refusals == ["“1 insure 4” is not allowed here: 1 may insure 5, decline insurance"]
    assert "1 insure 4" in enhc("K 9 | A | 8", "1 insure 4", insurance__amount="up-to-half").log


def test_insurance_is_offered_against_an_ace_only(enhc) -> None:
    """E3.1, `insurance.offered`."""
    assert len(enhc("K 9 | A | 8").asked("1", INSURANCE)) == 1
    assert enhc("K 9 | T | 8").asked("1", INSURANCE) == []
    assert enhc("K 9 | A | 8", insurance__offered=False).asked("1", INSURANCE) == []


def test_naturals_get_even_money_instead_of_insurance(enhc) -> None:
    """E3.1, `insurance.naturals`: the other side offers both, insurance to who declined even money."""
    assert [ask.phase for ask in enhc("A K | A | 7").asks] == [STAKES, EVEN]
    both = enhc("AC KC | AD | KD", "1 decline even, 1 insure 5", insurance__naturals=True)
    assert both.told == "1 decline even, 1 insure 5, D draw KD, 1 insurance 15, 1 push 10"
    assert [ask.phase for ask in enhc("A K | A", "1 even", insurance__naturals=True).asks] == [STAKES, EVEN]


@pytest.mark.parametrize("upcard", "23456789T")
def test_surrender_is_a_boxs_first_action(enhc, upcard) -> None:
    """E4.1: half comes back, and it stands, for the dealer takes no card."""
    hand = enhc(f"K 6 | {upcard}", "1 surrender")
    assert (hand.told, hand.net) == ("1 surrender 5", (-5,))


def test_surrender_stands_though_the_dealer_makes_a_natural(enhc) -> None:
    """E4.1."""
    hand = enhc("KC 6C / KD 9D | TC | AC", "1 surrender")
    assert hand.told == "1 surrender 5, 2 decline surrender, 2 stand, D draw AC, 2 lose 0"
    assert hand.net == (-5, -10)


@pytest.mark.parametrize(("offered", "upcard", "asked"), [
    ("off", "T", 0), ("off", "A", 0), ("early-not-ace", "T", 1), ("early-not-ace", "A", 0), ("early", "T", 1), ("early", "A", 1),
])  # fmt: skip
def test_surrender_against_an_ace_is_an_option(enhc, offered, upcard, asked) -> None:
    """E4.1 G7, `surrender.offered`."""
    assert len(enhc(f"K 6 | {upcard} | 8", surrender__offered=offered).asked("1", SURRENDER)) == asked


def test_late_surrender_waits_for_a_peek_that_there_is_not() -> None:
    """E4.1 G7."""
    assert any("waits for a peek" in sentence for sentence in incoherent(profile("enhc", {"surrender.offered": "late"})))


def test_split_hands_and_naturals_are_not_surrendered(enhc) -> None:
    """E4.1: a pair is asked once, before it is split."""
    hand = enhc("8 8 | T | 9 9 7", "1 decline surrender, 1 split")
    assert [ask.who for ask in hand.asks if ask.phase == SURRENDER] == ["1"]
    assert "surrender" not in hand.legal("1.1")
    assert enhc("A K | T | 7").asked("1", SURRENDER) == []


@pytest.mark.parametrize(("cards", "may"), [("6 5", True), ("9 2", True), ("6 4", False), ("7 5", False), ("A 9", False), ("A 4", False)])
def test_double_only_on_two_cards_that_total_11(enhc, cards, may) -> None:
    """E5.1: a soft 20 is no ten."""
    assert ("double" in enhc(f"{cards} | 9 | 8").legal("1")) == may


def test_an_eleven_of_three_cards_is_not_doubled(enhc) -> None:
    """E5.1."""
    assert enhc("4 2 | 9 | 5 8", "1 hit").asked("1")[1].legal == ("hit", "stand")


def test_a_double_takes_one_card(enhc) -> None:
    """E5.1: and the dealer's natural takes it whole (E7.2)."""
    hand = enhc("6C 5C | 9C | 2C 8C", "1 double")
    assert (hand.told, hand.net) == ("1 decline surrender, 1 double 2C, D draw 8C, 1 lose 0", (-20,))


def test_no_double_after_a_split(enhc) -> None:
    """E5.1, `double.after_split`: the other side lets an eleven of a split hand double."""
    assert "double" not in enhc("8 8 | 9 | 3 9 8", "1 split").legal("1.1")
    assert "double" in enhc("8 8 | 9 | 3 9 8", "1 split", double__after_split=True).legal("1.1")


def test_a_percentage_is_charged_for_doubling(enhc) -> None:
    """E5.1: on its own line, and not refunded, whatever becomes of the hand; win, push, lose and bust alike."""
    won, pushed, lost = (enhc(f"6 5 | 9 | {cards}", "1 double", double__commission="1:10") for cards in ("T 8", "6 8", "2 8"))
    assert won.told == "1 decline surrender, 1 double TC, 1 commission 1, D draw 8C, 1 win 40"
    assert [each.net for each in (won, pushed, lost)] == [(19,), (-1,), (-21,)]


def test_in_the_profile_the_percentage_is_0_and_its_title_says_so(enhc) -> None:
    """E5.1, `double.commission = "0:1"`: no line then."""
    assert "commission for it 0%" in load_profile("enhc").profile.title
    assert "commission" not in enhc("6 5 | 9 | T 8", "1 double").whole


@pytest.mark.parametrize(("stack", "may"), [(20, False), (21, True)])
def test_a_double_must_cover_its_commission_too(enhc, stack, may) -> None:
    """E5.1 G2."""
    hand = enhc("6 5 | 9 | 8", session__stack=stack, double__commission="1:10", surrender__offered="off")
    assert ("double" in hand.legal("1")) == may


def test_a_commission_leaves_no_fraction_or_is_rounded_down(enhc) -> None:
    """E5.1 G, `stakes.breakage`: a tenth of 14 is refused as a stake, or charged as 1."""
    tenth = {"double__commission": "1:10"}
    assert "only multiples of 10" in enhc("6 5 | 9 | T", "!1 bet 14", **tenth).refusals[0]
    assert "1 commission 1" in enhc("6 5 | 9 | T 8", "1 bet 14, 1 double", **tenth, stakes__breakage="floor").log


def test_a_pair_by_value_is_split_once(enhc) -> None:
    """E6.1: king and queen; a further pair is not split, no hand doubles, and second cards come on their turn."""
    hand = enhc("KC QC | 9C | JC AC 8C", "1 split")
    assert hand.told == "1 decline surrender, 1 split KC QC, 1.1 draw JC, 1.1 stand, 1.2 draw AC, D draw 8C, 1.1 win 20, 1.2 win 20"
    assert hand.legal("1.1") == ("hit", "stand")
    assert hand.net == (20,)


@pytest.mark.parametrize(("hands", "may"), [(2, False), (3, True)])
def test_more_splits_are_an_option(enhc, hands, may) -> None:
    """E6.1, `split.hands`."""
    assert ("split" in enhc("8 8 | 9 | 8 T 8", "1 split", split__hands=hands).legal("1.1")) == may


def test_second_cards_at_once_are_an_option(enhc) -> None:
    """E6.1, `split.second_card`."""
    assert (
        "1 split 8C 8D, 1.1 draw 9D, 1.2 draw TC, 1.1 stand" in enhc("8C 8D | 9C | 9D TC 8H", "1 split", split__second_card="at-once").told
    )


def test_split_aces_may_draw_on(enhc) -> None:
    """E6.2: one card each when their turn comes; under 21 they may hit or stand; 21 is no natural and pays 1:1."""
    hand = enhc("AC AD | 9C | 5C 4C KC 8C", "1 split, 1.1 hit, 1.1 stand")
    assert hand.told.endswith("1 split AC AD, 1.1 draw 5C, 1.1 hit 4C, 1.1 stand, 1.2 draw KC, D draw 8C, 1.1 win 20, 1.2 win 20")
    assert hand.legal("1.1") == ("hit", "stand")


def test_split_aces_with_one_card_each_are_an_option(enhc) -> None:
    """E6.2, `split.aces_play = "one-card"`: nobody is asked."""
    hand = enhc("A A | 9 | 5 K 8", "1 split", split__aces_play="one-card")
    assert hand.asked("1.1") == []
    assert hand.net == (0,)


def test_split_aces_played_as_any_hand_are_an_option(enhc) -> None:
    """E6.2 H7.1, `split.aces_play = "as-others"`: they double too where split hands may."""
    as_others = {"split__aces_play": "as-others", "double__offered": "any", "double__totals": [], "double__after_split": True}
    assert "double" in enhc("A A | 9 | 5 K 8", "1 split", **as_others).legal("1.1")
    assert "double" not in enhc("A A | 9 | 5 K 8", "1 split", **as_others | {"split__aces_play": "hit"}).legal("1.1")


@pytest.mark.parametrize(("deal", "answers"), [("6 5 | 9 | K 8", "1 hit"), ("A 5 | 9 | 5 8", "1 hit"), ("A A | 9 | K K 8", "1 split")])
def test_at_21_the_turn_passes_by_itself(enhc, deal, answers) -> None:
    """E6.3: for every hand."""
    assert len(enhc(deal, answers).asked("1")) == 1


@pytest.mark.parametrize(("dealer", "soft17", "net"), [
    ("T | 6 5", "draw", -10),
    ("T | 7", "draw", 10),
    ("A | 6 4", "draw", -10),
    ("A | 6", "stand", 10),
    ("A | 7", "draw", 10),
    ("A | 2 2 2 3", "draw", -10),
    ("8 | 2 2 5", "draw", 10),
])  # fmt: skip
def test_the_dealer_draws_under_17_and_on_soft_17(enhc, dealer, soft17, net) -> None:
    """E7.1: stands on hard 17 up and soft 18 up; `banker.soft17 = "stand"` is the other side. Against 19."""
    assert enhc(f"K 9 | {dealer}", banker__soft17=soft17).net == (net,)


def test_a_dealer_natural_takes_every_stake(enhc) -> None:
    """E7.2: doubled and split ones in full, drawn 21s too; a natural pushes; even money, surrender and busts were settled before."""
    hand = enhc(
        "6C 5C / 8C 8D / AC KC / KD 6D / QC 6H | TC | TD JC KH 9C AD",
        "4 surrender, 1 double, 2 split, 5 hit",
        boxes=((1,), (2,), (3,), (4,), (5,)),
    )
    assert hand.told.endswith("D draw AD, 1 lose 0, 2.1 lose 0, 2.2 lose 0, 3 push 10")
    assert hand.net == (-20, -20, 0, -5, -10)


def test_even_money_was_settled_before_the_dealers_natural(enhc) -> None:
    """E7.2 E2.2."""
    assert enhc("A K / K 9 | A | K", "1 even").net == (10, -10)


@pytest.mark.parametrize(("takes", "split_net", "double_net"), [("all", -20, -20), ("original", -10, -10)])
def test_what_a_dealer_natural_takes_is_an_option(enhc, takes, split_net, double_net) -> None:
    """E7.2 G7, `peek.natural_takes`: all that is staked on the box, or the original stake; the rest comes back as the n of `lose`."""
    assert enhc("8 8 | T | J K A", "1 split", peek__natural_takes=takes).net == (split_net,)
    assert enhc("6 5 | T | 9 A", "1 double", peek__natural_takes=takes).net == (double_net,)


def test_what_was_bust_counts_towards_the_original_stake(enhc) -> None:
    """E7.2 G7: one hand bust, the other gets all of its stake back."""
    hand = enhc("8C 8D | TC | 5C JC KC AC", "1 split, 1.1 hit", peek__natural_takes="original")
    assert hand.told.endswith("1.1 bust 0, 1.2 draw KC, 1.2 stand, D draw AC, 1.2 lose 10")
    assert hand.net == (-10,)


@pytest.mark.parametrize(("deal", "answers", "told"), [
    ("KC 9C | TC | 6C 5C", "", "D draw 6C, D draw 5C, 1 lose 0"),
    ("AC KC | TC | 6C", "", "D draw 6C, 1 natural 25"),
    ("KC 6C | AC | 9C 5C", "1 insure 5, 1 hit", "1 insure 5, 1 hit 9C, 1 bust 0, D draw 5C, 1 insurance 0"),
    ("KC 6C | AC | 9C KD", "1 insure 5, 1 hit", "1 insure 5, 1 hit 9C, 1 bust 0, D draw KD, 1 insurance 15"),
    ("KC 6C | AC | 9C", "1 hit", "1 decline insurance, 1 hit 9C, 1 bust 0"),
])  # fmt: skip
def test_the_dealer_takes_the_second_card_when_something_depends_on_it(enhc, deal, answers, told) -> None:
    """E7.3: a live hand, a waiting natural, an insurance; further ones only for a live ordinary hand."""
    assert enhc(deal, answers).told.removeprefix("1 decline surrender, 1 stand, ") == told


@pytest.mark.parametrize(("cards", "dealer", "net"), [
    ("K 9", "T | 8", 10), ("K 8", "T | 8", 0), ("K 7", "T | 8", -10), ("K 2", "T | 6 K", 10), ("K 9", "T | 6 5", -10),
])  # fmt: skip
def test_higher_wins_equal_pushes_lower_loses(enhc, cards, dealer, net) -> None:
    """E7.4: 1:1; a dealer over 21 pays every live hand."""
    assert enhc(f"{cards} | {dealer}").net == (net,)


def test_ties_to_the_banker_are_an_option(enhc) -> None:
    """E7.4 B6.1, `settlement.ties`."""
    assert enhc("K 8 | T | 8", settlement__ties="banker").net == (-10,)
