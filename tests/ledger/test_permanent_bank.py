"""The permanent bank, clause by clause (rulebook section P), and both sides of each option."""

from __future__ import annotations

from functools import partial

import pytest

from ledger.rules.coherence import incoherent
from ledger.rules.ruleset import load_profile
from ledger.table.ask import FOLLOW, INCIDENT, INSURANCE, LIMITS, RULING, SHUFFLE, SIDE_STAKES
from tests.support.stacked import profile

BURNT = "2C 3C 4C !"
TABLE = {"profile": "permanent-bank", "stakes__minimum": 10, "session__stack": 100}


@pytest.fixture
def permanent(play):
    """One round at a stake of 10 out of 100, behind three burnt cards."""

    def playing(deal, answers="", **changes):
        burnt = BURNT if changes.get("shoe__burn") != 0 else ""
        return play(f"{burnt} {deal}", answers, **{**TABLE, **changes})

    return playing


@pytest.fixture
def supervised(permanent):
    """The same with a director, who says what errors happen and rules on them."""
    return partial(permanent, director=True)


def test_a_house_bank_with_one_to_six_decks_and_six_or_seven_boxes() -> None:
    """P1.1: the profile's, and the others that make sense."""
    rules = load_profile("permanent-bank")
    assert (rules.pack.decks, rules.table.boxes, rules.bank.holder) == (6, 7, "house")
    for changes in ({"pack.decks": 4}, {"pack.decks": 2}, {"pack.decks": 1}, {"table.boxes": 6, "table.boxes_per_player": 6}):
        assert incoherent(profile("permanent-bank", changes)) == []


@pytest.mark.parametrize("decks", [1, 2, 4, 6])
def test_the_number_of_decks_is_an_option(permanent, decks) -> None:
    """P1.1, `pack.decks`."""
    assert permanent("K 9 | T 8", pack__decks=decks).net == (10,)


def test_a_supervisors_ruling_is_recorded(supervised) -> None:
    """P1.1, `table.rulings`: the words with the round, directly after what they settle."""
    hand = supervised("KC 9C 9D 8C", "1 exposed, 1 take, D ruling The card stays with the box")
    assert "1 exposed KC, 1 take, D ruling 1, D deal 9C" in hand.whole
    assert hand.rounds[0].rulings == ("The card stays with the box",)
    off = supervised("KC 9C 9D 8C", "1 exposed, 1 take", table__rulings=False)
    assert [ask for ask in off.asks if ask.phase == RULING] == []


def test_a_supervisor_need_not_rule(supervised) -> None:
    """P1.1."""
    hand = supervised("KC 9C 9D 8C", "1 exposed, 1 take, D none")
    assert "1 take, D deal 9C" in hand.whole
    assert hand.rounds[0].rulings == ()


def test_a_punter_cuts_and_three_cards_are_burnt(permanent) -> None:
    """P1.2, `shoe.cut`, `shoe.burn`: unseen."""
    hand = permanent("K 9 | T 8")
    assert (hand.log[0], hand.log[1][:7], hand.log[2:6]) == ("D shuffle 1", "s1 cut ", ("D burn xx", "D burn xx", "D burn xx", "1 bet 10"))
    assert "burn" not in permanent("K 9 | T 8", shoe__burn=0).whole
    assert " cut " not in permanent("K 9 | T 8", shoe__cut="none").whole


@pytest.mark.parametrize(("left", "shuffles"), [(45, [True, True, True]), (44, [True, False, True]), (0, [True, False, False])])
def test_the_indicator_ends_the_shoe_after_the_round_in_play(play_rounds, left, shuffles) -> None:
    """P1.2, `shoe.penetration_left`: of one deck, 49 cards after the burn; each round takes four."""
    deal = "K 9 | T 8"
    rounds = [(f"{BURNT if shuffled else ''} {deal}", "") for shuffled in shuffles]
    session = play_rounds(*rounds, **TABLE, pack__decks=1, shoe__penetration_left=left)
    assert [each.log[0].startswith("D shuffle") for each in session.rounds] == shuffles
    assert all(each.log[-1] == "1 win 20" for each in session.rounds)


def test_the_dealer_may_reshuffle_between_rounds(play_rounds) -> None:
    """P1.2, `shoe.voluntary`: the house is asked, where somebody answers for it; without the option nobody is."""
    first, second = (f"{BURNT} K 9 | T 8", ""), (f"{BURNT} K 9 | T 8", "D shuffle")
    assert play_rounds(first, second, **TABLE, director=True).log[0] == "D shuffle 2"
    asks = play_rounds(first, ("K 9 | T 8", ""), **TABLE, director=True, shoe__voluntary=False).asks
    assert [ask for ask in asks if ask.phase == SHUFFLE] == []


@pytest.mark.parametrize(("stake", "allowed"), [(8, False), (10, True), (40, True), (42, False)])
def test_stakes_between_a_minimum_and_a_maximum(permanent, stake, allowed) -> None:
    """P1.3: fixed by the house."""
    assert (f"1 bet {stake}" in permanent("K 9 | T 8", f"!1 bet {stake}").log) == allowed


def test_a_players_maximum_may_be_raised_on_request(supervised) -> None:
    """P1.3, `stakes.raised_on_request`: recorded, for that box only, its minimum stays."""
    hand = supervised("K 9 / K 8 | T 8", "!1 limits 10 100, 1 bet 80, !2 bet 42, 2 bet 40")
    assert hand.log[0] == "1 limits 10 100"
    assert len(hand.refusals) == 1
    assert [ask for ask in supervised("K 9 | T 8", stakes__raised_on_request=False).asks if ask.phase == LIMITS] == []


def test_a_maximum_is_not_lowered_on_request(supervised) -> None:
    """P1.3: 40 is the rules'."""
    hand = supervised("K 9 | T 8", "!1 limits 10 38, 1 limits 10 40")
    assert [hand.log[0], len(hand.refusals)] == ["1 limits 10 40", 1]


def test_a_raised_maximum_lasts(play_rounds) -> None:
    """P1.3: to the end of the session, if nothing else is said."""
    first = (f"{BURNT} K 9 | T 8", "1 limits 10 90, 1 bet 90")
    session = play_rounds(first, ("K 9 | T 8", "1 unchanged, 1 bet 80"), **TABLE, director=True)
    assert session.log[0] == "1 bet 80"


def test_a_player_may_hold_several_boxes(permanent) -> None:
    """P1.4 P3.2: the lowest box is played first, before the next is looked at."""
    hand = permanent("K 6 / K 9 / K 8 | T 8 | 5", "1 hit", boxes=((1, 3), (2,)))
    assert hand.told == "D peek clear, 1 hit 5C, 2 stand, 3 stand, D show, 1 win 20, 2 win 20, 3 push 10"
    assert hand.net == (10, 10)


def test_who_has_several_boxes_need_not_stake_on_each(permanent) -> None:
    """P1.4 G9, `stakes.sitting_out`."""
    hand = permanent("K 9 / K 8 | T 8", "3 sit", boxes=((1, 3), (2,)))
    assert "3 sit" in hand.log
    assert hand.net == (10, 0)


def test_several_may_stake_on_one_box_within_its_maximum(permanent) -> None:
    """P1.4: 20 of the owner's and 20 more make 40; then there is no room, and the third is not asked."""
    hand = permanent("K 9 / K 8 | T 8", "1 bet 20, 2 bet 40, !1/2 bet 22, 1/2 bet 20", boxes=((1,), (2,), ()))
    assert hand.log[5:8] == ("1 bet 20", "2 bet 40", "1/2 bet 20")
    assert len(hand.refusals) == 1
    assert hand.told == "D peek clear, 1 stand, 2 stand, D show, 1 win 40, 1/2 win 40, 2 push 40"
    assert hand.net == (20, 20, 0)


@pytest.mark.parametrize(("bettors", "asked"), [(3, {1, 2, 3}), (2, {1, 2, 3}), (1, set())])
def test_how_many_may_is_an_option(permanent, bettors, asked) -> None:
    """P1.4, `table.bettors_per_box`."""
    hand = permanent("K 9 / K 8 / K 7 | T 8", table__bettors_per_box=bettors, table__players_max=7)
    assert {ask.seat for ask in hand.asks if ask.phase == SIDE_STAKES} == asked


def test_a_box_has_no_more_bettors_than_the_option_says(permanent) -> None:
    """P1.4, `table.bettors_per_box = 2`: when seat 2 is on box 1, seat 3 has only box 2."""
    hand = permanent("K 9 / K 8 | T 8", "1/2 bet 10, 2/3 bet 10", boxes=((1,), (2,), ()), table__bettors_per_box=2)
    assert [ask.hands for ask in hand.asks if ask.seat == 3] == [("2/3",)]


def test_the_controlling_player_decides(permanent) -> None:
    """P1.4: the box's owner; the bettors' own are insurance, following and nothing else."""
    hand = permanent("5 6 | A 8 | T", "1/2 bet 10, 1 double, 1/2 follow", boxes=((1,), ()))
    assert {(ask.phase, ask.seat) for ask in hand.asks if ask.seat == 2} == {(SIDE_STAKES, 2), (INSURANCE, 2), (FOLLOW, 2)}
    assert {ask.seat for ask in hand.asked("1")} == {1}


@pytest.mark.parametrize(("answer", "net"), [("1/2 follow", (20, 20)), ("1/2 stay", (20, 10))])
def test_the_others_follow_a_double_or_not(permanent, answer, net) -> None:
    """P1.4: with their own original stake."""
    hand = permanent("5 6 | 9 8 | T", f"1/2 bet 10, 1 double, {answer}", boxes=((1,), ()))
    assert hand.net == net


@pytest.mark.parametrize(("answer", "net", "second"), [("1/2 follow", (0, 0), True), ("1/2 stay", (0, 10), False)])
def test_or_leave_their_stake_on_the_first_hand_of_a_split(permanent, answer, net, second) -> None:
    """P1.4: the first wins, the second loses; who stayed has no line there."""
    hand = permanent("8C 8D | 9D 8H | KC 5C", f"1/2 bet 10, 1 split, {answer}", boxes=((1,), ()))
    assert hand.net == net
    assert ("1.2/2 lose 0" in hand.log) == second


def test_bettors_insure_and_are_paid_for_themselves(permanent) -> None:
    """P1.4 P3.1: directly after the owner, half of their own stake."""
    hand = permanent("AC QC | AD KD", "1/2 bet 20, 1 insure 5, 1/2 insure 10", boxes=((1,), ()))
    assert hand.told == "1 insure 5, 1/2 insure 10, D peek natural, 1 insurance 15, 1/2 insurance 30, D show, 1 push 10, 1/2 push 20"
    assert hand.net == (10, 20)


PATTERNS = {
    "a": "1 down KC, 2 down QC, D hole TC, 1 deal 9C, 2 deal 8C, D deal 7C",
    "b": "1 down KC, 2 down QC, D deal TC, 1 down 9C, 2 down 8C, D hole 7C",
    "c": "1 deal KC, 2 deal QC, D deal TC, 1 deal 9C, 2 deal 8C, D hole 7C",
    "d": "1 deal KC, 2 deal QC, D hole TC, 1 deal 9C, 2 deal 8C, D deal 7C",
    "e": "1 down KC, 2 down QC, D deal TC, 1 deal 9C, 2 deal 8C, D hole 7C",
    "f": "1 down KC, 2 down QC, D hole TC, 1 down 9C, 2 down 8C, D deal 7C",
    "h": "1 deal KC, 2 deal QC, D deal TC, 1 down 9C, 2 down 8C, D hole 7C, 1 open, 2 open",
}


@pytest.mark.parametrize("pattern", PATTERNS)
def test_patterns_of_dealing(permanent, pattern) -> None:
    """P2.1 G11, `deal.pattern`: a to e, and those of the other sections; the banker's open card is the upcard."""
    hand = permanent("KC 9C / QC 8C | TC 7C", deal__pattern=pattern)
    assert ", ".join(hand.log[7 : 13 + 2 * (pattern == "h")]) == PATTERNS[pattern]
    assert ("D peek clear" in hand.log) == (pattern not in "adf")
    assert hand.net == (10, 10)


def test_a_card_on_a_hidden_hand_is_opened_before_it_is_settled(permanent) -> None:
    """P2.1 G8: in e the second card is open and the first is not."""
    assert permanent("K 9 | T 8", deal__pattern="e").told == "D peek clear, 1 stand, D show, 1 open, 1 win 20"


def test_the_pattern_without_a_hole_card_has_the_peek_that_goes_with_it() -> None:
    """P2.2 G11: both or neither, and stakes after the first card belong to g."""
    assert any("does not go with" in sentence for sentence in incoherent(profile("permanent-bank", {"deal.pattern": "no-hole"})))
    assert any("stakes after the first card" in sentence for sentence in incoherent(profile("permanent-bank", {"deal.pattern": "g"})))


@pytest.mark.parametrize(("upcard", "hole"), [("A", "K"), ("K", "A"), ("T", "A")])
def test_a_banker_natural_takes_every_stake_but_naturals(permanent, upcard, hole) -> None:
    """P2.2: peek with ace or ten-value up; naturals push; nobody plays."""
    hand = permanent(f"K 9 / A Q / 8 8 | {upcard} {hole}")
    assert hand.told.endswith("D peek natural, D show, 1 lose 0, 2 push 10, 3 lose 0")
    assert permanent("K 9 / A Q | 9 8").told == "1 stand, 2 natural 25, D show, 1 win 20"


LATER = {"peek__when": "after-play"}
NO_HOLE = {"peek__when": "no-hole", "deal__pattern": "no-hole"}


@pytest.mark.parametrize(("option", "dealer", "further"), [(LATER, "T A", ""), (NO_HOLE, "T", "A")])
@pytest.mark.parametrize(("takes", "net"), [("all", (-20, -20, 0)), ("original", (-10, -10, 0))])
def test_no_peek_or_no_hole_card_are_options(permanent, option, dealer, further, takes, net) -> None:
    """P2.2, `peek.when`, `peek.natural_takes`: naturals against ace or ten wait, and a natural takes doubles and splits as told."""
    deal = f"5C 6C / 8C 8D / AC QC | {dealer} | TC 9C 9D {further}"
    assert permanent(deal, "1 double, 2 split", **option, peek__natural_takes=takes).net == net


@pytest.mark.parametrize(("option", "dealer", "further"), [(LATER, "T 7", ""), (NO_HOLE, "T", "7")])
def test_a_natural_that_waited_is_paid_in_settlement(permanent, option, dealer, further) -> None:
    """P2.2 P5.1: 3:2."""
    assert permanent(f"A K | {dealer} | {further}", **option).told.endswith("1 natural 25")


@pytest.mark.parametrize(("cards", "hole", "net"), [("K 9", "K", 0), ("A K", "K", 10), ("A K", "8", 10), ("K 9", "8", -5)])
def test_insurance_against_an_ace(permanent, cards, hole, net) -> None:
    """P3.1: exactly half the stake, naturals too, before the peek; 2:1."""
    hand = permanent(f"{cards} | A {hole}", "1 insure 5")
    assert hand.told.startswith("1 insure 5, D peek ")
    assert hand.net == (net,)


def test_insurance_of_less_or_not_for_naturals_are_options(permanent) -> None:
    """P3.1, `insurance.amount`, `insurance.naturals`, `insurance.offered`."""
    assert [ask.least for ask in permanent("A K | A 8").asks if ask.phase == INSURANCE] == [5]
    assert [ask.least for ask in permanent("A K | A 8", insurance__amount="up-to-half").asks if ask.phase == INSURANCE] == [1]
    for name in ("insurance__naturals", "insurance__offered"):
        assert permanent("A K | A 8", **{name: False}).asked("1", INSURANCE) == []


@pytest.mark.parametrize(("stack", "asked"), [(14, 0), (15, 1)])
def test_who_cannot_pay_half_is_not_offered_it(permanent, stack, asked) -> None:
    """P3.1 G2."""
    assert len(permanent("K 9 | A 8", session__stack=stack).asked("1", INSURANCE)) == asked


def test_a_natural_is_paid_on_its_turn(permanent) -> None:
    """P3.3 B3.1: and over 21 loses at once (B3.2)."""
    hand = permanent("K 6 / A Q / K 9 | T 7 | 9", "1 hit")
    assert hand.told == "D peek clear, 1 hit 9D, 1 bust 0, 2 natural 25, 3 stand, D show, 3 win 20"


@pytest.mark.parametrize(("paid", "told"), [
    ("on-turn", "D peek clear, 1 stand, 2 natural 25, D show, 1 win 20"),
    ("after-peek", "D peek clear, 2 natural 25, 1 stand, D show, 1 win 20"),
    ("at-once", "D peek clear, 2 natural 25, 1 stand, D show, 1 win 20"),
])  # fmt: skip
def test_when_a_natural_is_paid_is_an_option(permanent, paid, told) -> None:
    """P3.3 B3.1, `natural.paid`."""
    assert permanent("K 9 / A Q | T 8", natural__paid=paid).told == told


@pytest.mark.parametrize(("face_down", "told"), [
    (True, "D peek clear, 1 double 9D, 2 stand, D show, 1 turn, 1 bust 0, 2 win 20"),
    (False, "D peek clear, 1 double 9D, 1 bust 0, 2 stand, D show, 2 win 20"),
])  # fmt: skip
def test_the_doubled_card_lies_face_down_or_up(permanent, face_down, told) -> None:
    """P3.3 B4.1, `double.face_down`."""
    assert permanent("K 6 / K 9 | T 8 | 9", "1 double", double__face_down=face_down).told == told


def test_splits_are_as_with_the_changing_bank(permanent) -> None:
    """P3.3 B4.2: equal rank, again and again, aces once with a card each."""
    hand = permanent("8C 8D | 9C 8H | 8S 2C TC 9H TD", "1 split, 1.1 split, 1.1.1 hit")
    assert "1 split 8C 8D, 1.1 draw 8S, 1.1 split 8C 8S, 1.1.1 draw 2C, 1.1.1 hit TC, 1.1.1 stand, 1.1.2 draw 9H" in hand.told
    assert "split" not in permanent("K Q | 9 8").legal("1")
    assert "1.1 draw AC, 1.2 draw KC, D show" in permanent("A A | 9 8 | AC KC", "1 split").told


@pytest.mark.parametrize(("dealer", "net"), [
    ("T 6 | 5", -10), ("T 7", 10), ("A 6", 10), ("A 5 | K 2", 10), ("6 5 | 2 5", 10), ("T 6 | K", 10), ("A 2 | 2 2", 10), ("T 9", 0),
])  # fmt: skip
def test_the_banker_decides_nothing(permanent, dealer, net) -> None:
    """P4.1: stands at 17 or more, draws at 16 or less, an ace counting 11 where that gives 17 or more. Against 19."""
    hand = permanent(f"K 9 | {dealer}")
    assert hand.net == (net,)
    assert [ask for ask in hand.asks if ask.who == "D"] == []


@pytest.mark.parametrize(("soft17", "further", "net"), [("stand", "", 10), ("draw", "4", -10)])
def test_drawing_on_soft_17_is_an_option(permanent, soft17, further, net) -> None:
    """P4.1 G5, `banker.soft17`."""
    assert permanent(f"K 9 | A 6 | {further}", banker__soft17=soft17).net == (net,)


@pytest.mark.parametrize(
    ("deal", "net"), [("K 8 | T 8", 0), ("K 7 | T 8", -10), ("K 9 | T 8", 10), ("A Q | 9 8", 15), ("K 2 | T 6 | K", 10)]
)
def test_settlement(permanent, deal, net) -> None:
    """P5.1 B6.1: ties push, a natural pays 3:2."""
    assert permanent(deal).net == (net,)


def test_ties_to_the_banker_are_an_option(permanent) -> None:
    """P5.1 B6.1, `settlement.ties`, `settlement.natural_ties`."""
    assert permanent("K 8 | T 8", settlement__ties="banker").net == (-10,)
    assert permanent("A K | A K", settlement__natural_ties="banker").net == (-10,)


@pytest.mark.parametrize("cards", ["2 3 4 5 6", "7 7 7", "6 7 8"])
def test_there_are_no_premiums(permanent, cards) -> None:
    """P5.1: a special hand is settled as any other."""
    first, second, *further = cards.split()
    assert "premium" not in permanent(f"{first} {second} | T 8 | {' '.join(further)}", ", ".join(["1 hit"] * len(further))).whole


def test_premiums_are_an_option(permanent) -> None:
    """P5.1 G7: as B7."""
    assert permanent("7 7 | T 8 | 7", "1 hit", premiums__sevens="3:1").net == (30,)


def test_irregularities_are_as_with_the_changing_bank(supervised) -> None:
    """P5.1 B5: an error is asked about in the deal and in play; over 21 in an open hand cannot be hidden."""
    hand = supervised("K 6 | T 8 | 9", "1 hit")
    assert {ask.legal for ask in hand.asks if ask.phase == INCIDENT} == {
        ("none", "missed", "extra", "exposed"), ("none", "extra", "exposed"), ("none", "exposed", "unasked"),
    }  # fmt: skip
    assert hand.told == "D peek clear, 1 hit 9C, 1 bust 0, D show"


def test_no_error_happens_where_nobody_says_so(permanent) -> None:
    """P5.1 B5."""
    assert [ask for ask in permanent("K 9 | T 8").asks if ask.phase == INCIDENT] == []


def test_onlookers_are_an_option(permanent) -> None:
    """B8.1 (P too), `table.onlookers`: any number, beside the bettors that the box may have."""
    hand = permanent("K 9 | T 8", "1/2 bet 10, 1/3 bet 10", boxes=((1,), (), ()), table__onlookers=True, table__bettors_per_box=1)
    assert hand.net == (10, 10, 10)
