"""Naturals, insurance and the peek (T3)."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize("ten", ["T", "J", "Q", "K"])
def test_an_ace_with_any_ten_value_card_is_a_natural(play, ten) -> None:
    """T3.1 T3.5: 3:2."""
    assert play(f"A {ten} | 9 8").told == "1 natural 5, D show"
    assert play(f"{ten} A | 9 8").net == (3,)


def test_21_of_three_cards_is_no_natural(play) -> None:
    """T3.1: it pays 1:1."""
    hand = play("7 7 | 9 8 | 7", "1 hit")
    assert hand.told == "1 hit 7H, D show, 1 win 4"


def test_everyone_may_insure_against_an_ace_before_the_peek(play) -> None:
    """T3.2: holders of a natural too; declined offers are recorded."""
    hand = play("K 9 / A K / K 8 | A 8", "1 insure 1, 2 insure 1, 3 decline insurance")
    assert hand.told.startswith("1 insure 1, 2 insure 1, 3 decline insurance, D peek clear, 1 insurance 0, 2 insurance 0, 2 natural 5")


@pytest.mark.parametrize("upcard", ["2", "9", "T", "K"])
def test_nobody_is_offered_insurance_against_another_card(play, upcard) -> None:
    """T3.2."""
    hand = play(f"K 9 | {upcard} 9" + (" | 9" if upcard == "2" else ""))
    assert not hand.asked("1", "insurance"), hand


@pytest.mark.parametrize("amount", ["2", "0", "01", "-1", "1 "])
def test_insurance_is_at_most_half_the_stake(play, amount) -> None:
    """T3.2: here exactly 1; anything else brings the question back."""
    answer = f"1 insure {amount}".rstrip() if amount != "1 " else "1 insure"
    hand = play("K 9 | A 8", answer)
    again = hand.asked("1", "insurance")[1]
    assert again.refused == f"“{answer}” is not allowed here: 1 may insure 1, decline insurance"
    assert hand.told.startswith("1 decline insurance, D peek clear")


def test_insurance_may_be_any_part_up_to_half(play) -> None:
    """T3.2."""
    hand = play("K 9 | A K", "1 insure 30", stakes__minimum=100, stakes__maximum=100, session__stack=1000)
    assert (hand.asked("1", "insurance")[0].least, hand.asked("1", "insurance")[0].most) == (1, 50)
    assert hand.net == (-40,)


def test_insurance_of_exactly_half_leaves_no_choice_of_amount(play) -> None:
    """T3.2, the option E3.1."""
    changes = {"stakes__minimum": 100, "stakes__maximum": 100, "session__stack": 1000, "insurance__amount": "half"}
    hand = play("K 9 | A K", "1 insure 30, 1 insure 50", **changes)
    assert hand.refusals == ["“1 insure 30” is not allowed here: 1 may insure 50, decline insurance"]
    assert hand.net == (0,)


def test_insurance_is_paid_from_the_players_own_balance(play) -> None:
    """T3.2 G2: with 1 left of 3, 1 may be insured; with nothing left no offer is made."""
    one_left = play("K 9 | A K", "1 insure 1", session__stack=3)
    assert one_left.rounds[0].after == (0, 3)
    nothing_left = play("K 9 | A K", session__stack=2)
    assert not nothing_left.asked("1", "insurance")
    assert nothing_left.told == "D peek natural, D show, 1 lose 0"


def test_a_small_balance_bounds_the_insurance(play) -> None:
    """T3.2 G2: equality suffices."""
    hand = play("K 9 | A K", "1 insure 31, 1 insure 30", stakes__minimum=100, stakes__maximum=100, session__stack=130)
    assert hand.asked("1", "insurance")[0].most == 30
    assert hand.refusals == ["“1 insure 31” is not allowed here: 1 may insure 1 to 30, decline insurance"]
    assert hand.net == (-40,)


def test_no_insurance_where_the_rules_have_none(play) -> None:
    """T3.2, option."""
    assert play("K 9 | A K", insurance__offered=False).told == "D peek natural, D show, 1 lose 0"


def test_holders_of_a_natural_are_not_asked_where_the_rules_say_so(play) -> None:
    """T3.2, the option of C3.5."""
    hand = play("A K / K 9 | A K", "2 insure 1", insurance__naturals=False)
    assert hand.told == "2 insure 1, D peek natural, 2 insurance 3, D show, 1 push 2, 2 lose 0"


@pytest.mark.parametrize("upcard", ["A", "T", "J", "Q", "K"])
def test_the_dealer_peeks_under_an_ace_or_a_ten_value(play, upcard) -> None:
    """T3.3."""
    hidden = "K" if upcard == "A" else "A"
    assert "D peek natural" in play(f"K 9 | {upcard} {hidden}").log
    assert "D peek clear" in play(f"K 9 | {upcard} 9").log


@pytest.mark.parametrize("upcard", ["2", "7", "9"])
def test_the_dealer_does_not_peek_under_another_card(play, upcard) -> None:
    """T3.3."""
    hand = play(f"K 9 | {upcard} T" + ("" if upcard != "2" else " | 9"))
    assert not any("peek" in event for event in hand.log), hand


def test_a_dealer_natural_ends_the_round(play) -> None:
    """T3.3: ordinary hands lose, naturals push, nobody plays."""
    hand = play("K K / A K / 5 6 | K A")
    assert hand.told == "D peek natural, D show, 1 lose 0, 2 push 2, 3 lose 0"
    assert not any(ask.phase == "turn" for ask in hand.asks)
    assert hand.net == (-2, 0, -2)


def test_a_natural_is_not_paid_before_the_peek_under_a_ten(play) -> None:
    """T3.3 T3.5: ten up with an ace in the hole; the natural pushes."""
    assert play("A K | T A").net == (0,)


def test_insurance_pays_two_to_one_against_a_dealer_natural(play) -> None:
    """T3.4: stake 2 lost, insurance 1 wins 2: net 0."""
    hand = play("K 9 | A K", "1 insure 1")
    assert hand.told == "1 insure 1, D peek natural, 1 insurance 3, D show, 1 lose 0"
    assert hand.net == (0,)


def test_insurance_is_lost_without_a_dealer_natural_and_play_goes_on(play) -> None:
    """T3.4."""
    hand = play("K 9 | A 6", "1 insure 1")
    assert hand.told == "1 insure 1, D peek clear, 1 insurance 0, 1 stand, D show, 1 win 4"
    assert hand.net == (1,)


def test_insurance_of_a_natural_that_pushes_wins(play) -> None:
    """T3.4 T3.3."""
    assert play("A K | A K", "1 insure 1").net == (2,)


@pytest.mark.parametrize(("pays", "payout"), [("2:1", 3), ("3:1", 4), ("1:1", 2)])
def test_insurance_pays_the_ratio_of_the_rules(play, pays, payout) -> None:
    """T3.4, `insurance.pays`."""
    assert f"1 insurance {payout}" in play("K 9 | A K", "1 insure 1", insurance__pays=pays).log


def test_a_natural_beats_an_ordinary_21(play) -> None:
    """T3.5: against a dealer's drawn 21."""
    hand = play("A K / K 9 | 7 7 | 7")
    assert hand.told == "1 natural 5, 2 stand, D show, D draw 7H, 2 lose 0"


def test_naturals_are_paid_before_anyone_plays(play) -> None:
    """T3.5 G3."""
    hand = play("K 9 / A K | T 8", "1 stand")
    assert hand.told == "D peek clear, 2 natural 5, 1 stand, D show, 1 win 4"


@pytest.mark.parametrize(("pays", "net"), [("3:2", 15), ("2:1", 20), ("6:5", 12), ("1:1", 10), ("7:5", 14)])
def test_a_natural_pays_the_ratio_of_the_rules(play, pays, net) -> None:
    """T3.5 G7: any ratio."""
    assert play("A K | 9 8", stakes__minimum=10, stakes__maximum=10, natural__pays=pays).net == (net,)


def test_a_stake_that_would_leave_a_fraction_is_refused(play) -> None:
    """General: breakage exact."""
    hand = play("A K | 9 8", "1 bet 7, 1 bet 10", stakes__minimum=5, stakes__maximum=20, natural__pays="6:5")
    assert hand.refusals[0].startswith("“1 bet 7” is not allowed here (only multiples of 5 leave no fraction in what these rules pay")
    assert hand.net == (12,)


def test_a_fraction_is_rounded_down_for_the_house_where_the_rules_say_so(play) -> None:
    """General: breakage floor; 3:2 on 7 is 10."""
    hand = play("A K | 9 8", "1 bet 7", stakes__minimum=5, stakes__maximum=20, stakes__breakage="floor")
    assert hand.net == (10,)
