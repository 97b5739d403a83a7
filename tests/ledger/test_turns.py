"""The players' turns: hit, stand, double, and what the balance covers (T4, G1, G2, G10)."""

from __future__ import annotations

import pytest


def test_each_player_finishes_before_the_next_begins(play) -> None:
    """T4.1 G1."""
    hand = play("5 6 / 2 3 | 9 8 | 5 3 9 6", "1 hit, 1 hit, 1 stand, 2 hit, 2 hit, 2 stand")
    assert hand.told == "1 hit 5D, 1 hit 3D, 1 stand, 2 hit 9D, 2 hit 6D, 2 stand, D show, 1 win 4, 2 win 4"


def test_21_ends_the_hand_by_itself(play) -> None:
    """T4.1 G10: nobody is asked on 21."""
    hand = play("5 6 | 9 8 | K", "1 hit")
    assert hand.told == "1 hit KC, D show, 1 win 4"
    assert len(hand.asked("1")) == 1


def test_soft_21_ends_the_hand_too(play) -> None:
    """T4.1."""
    assert play("A 5 | 9 8 | 5", "1 hit").told == "1 hit 5D, D show, 1 win 4"


def test_over_21_loses_at_once_though_the_dealer_breaks_later(play) -> None:
    """T4.1 T6.2: the bust stands directly after its card and is not revived."""
    hand = play("K 6 / K 8 | 9 7 | 9 8", "1 hit, 2 stand")
    assert hand.told == "1 hit 9D, 1 bust 0, 2 stand, D show, D draw 8D, 2 win 4"
    assert hand.net == (-2, 2)


def test_a_player_may_draw_as_long_as_the_hand_is_below_21(play) -> None:
    """T4.1: seven cards, then 20, still asked."""
    hand = play("2 2 | 9 8 | 2 2 3 3 3 3", ", ".join(["1 hit"] * 6 + ["1 stand"]))
    assert len(hand.asked("1")) == 7
    assert hand.net == (2,)


def test_nobody_is_made_to_draw(play) -> None:
    """T4.1 G10: standing on 4 is allowed."""
    assert play("2 2 | 9 8", "1 stand").told == "1 stand, D show, 1 lose 0"


def test_a_double_takes_one_card_and_stands(play) -> None:
    """T4.2: on any first two cards; here on a hard 12."""
    hand = play("K 2 | 9 8 | 2", "1 double")
    assert hand.told == "1 double 2D, D show, 1 lose 0"
    assert len(hand.asked("1")) == 1
    assert hand.net == (-4,)


@pytest.mark.parametrize("cards", ["2 3", "K 9", "A 7", "5 5", "K K", "K 5"])
def test_any_first_two_cards_may_be_doubled(play, cards) -> None:
    """T4.2."""
    assert "double" in play(f"{cards} | 9 8").legal("1")


def test_a_double_is_not_offered_after_a_hit(play) -> None:
    """T4.2."""
    hand = play("2 3 | 9 8 | 4", "1 hit, 1 double, 1 stand")
    assert hand.refusals == ["“1 double” is not allowed here: 1 may hit, stand"]


@pytest.mark.parametrize("answer", ["1 double 1", "1 double 4", "1 double 2"])
def test_a_double_is_for_exactly_the_stake_and_names_no_amount(play, answer) -> None:
    """T4.2."""
    hand = play("5 6 | 9 8", answer)
    assert hand.refusals == [f"“{answer}” is not allowed here: 1 may hit, stand, double"]


def test_a_double_needs_the_players_own_balance(play) -> None:
    """T4.2 G2: equality suffices, one less does not."""
    assert "double" in play("5 6 | 9 8", session__stack=4).legal("1")
    assert play("5 6 | 9 8", session__stack=3).legal("1") == ("hit", "stand")


def test_a_double_over_the_table_maximum_is_allowed(play) -> None:
    """T4.2 B4.1: the maximum bounds the stake, not what it grows to."""
    assert play("5 6 | 9 8 | K", "1 double").net == (4,)


def test_a_double_that_goes_over_21_loses_both_stakes_at_once(play) -> None:
    """T4.2 T4.1."""
    hand = play("K 6 / K 9 | 9 7 | 9 8", "1 double, 2 stand")
    assert hand.told == "1 double 9H, 1 bust 0, 2 stand, D show, D draw 8C, 2 win 4"
    assert hand.net == (-4, 2)


def test_doubles_can_be_switched_off_or_kept_to_totals(play) -> None:
    """T4.2, `double.offered`, `double.totals`."""
    assert "double" not in play("5 6 | 9 8", double__offered="off").legal("1")
    only = {"double__offered": "totals", "double__totals": [9, 10, 11]}
    assert "double" in play("5 6 | 9 8", **only).legal("1")
    assert "double" not in play("5 7 | 9 8", **only).legal("1")
    assert "double" not in play("A 7 | 9 8", **only).legal("1")


def test_a_total_that_may_be_doubled_is_the_best_total(play) -> None:
    """T4.2: A 8 is 19, not 9; under totals with 19 it may double."""
    assert "double" not in play("A 8 | 9 8", double__offered="totals", double__totals=[9]).legal("1")
    assert "double" in play("A 8 | 9 8", double__offered="totals", double__totals=[19]).legal("1")


def test_a_stake_leaves_the_balance_once(play) -> None:
    """T2.2 G2: balance 2, stake 2: lose leaves 0, push 2."""
    assert play("K 8 | K 9", session__stack=2).balances == (2, 0)
    assert play("K 9 | K 9", session__stack=2).balances == (0, 2)


def test_what_insurance_has_taken_cannot_double(play) -> None:
    """G2: the free balance is what is left after the insurance."""
    hand = play("5 6 | A 6", "1 insure 1", session__stack=4)
    assert hand.asked("1")[0].balances == (1,)
    assert hand.legal("1") == ("hit", "stand")


def test_late_surrender_returns_half_and_settles_the_hand(play) -> None:
    """T1.2 G7, `surrender.offered`: a first action, after the peek."""
    hand = play("K 6 / K 9 | 9 8", "1 surrender, 2 stand", surrender__offered="late")
    assert hand.told == "1 surrender 1, 2 stand, D show, 2 win 4"
    assert hand.net == (-1, 2)


def test_late_surrender_comes_after_the_peek(play) -> None:
    """G7: against a dealer natural nobody is asked; the whole stake is lost."""
    hand = play("K 6 | A K", surrender__offered="late", stakes__minimum=100, stakes__maximum=100, session__stack=1000)
    assert hand.net == (-100,)


def test_surrender_is_a_first_action_on_an_unsplit_hand(play) -> None:
    """G7."""
    assert "surrender" not in play("8 8 | 9 8 | 2 3", "1 split", surrender__offered="late").legal("1.1")
    hand = play("2 3 | 9 8 | 4", "1 hit, 1 surrender, 1 stand", surrender__offered="late")
    assert hand.refusals == ["“1 surrender” is not allowed here: 1 may hit, stand"]


def test_a_stake_that_cannot_be_halved_is_refused_where_surrender_is_offered(play) -> None:
    """General: a half leaves no fraction under breakage exact, and is rounded down under floor."""
    at_one_to_one = {"natural__pays": "1:1", "surrender__offered": "late", "stakes__minimum": 2, "stakes__maximum": 9}
    assert "only multiples of 2" in play("K 6 | 9 8", "1 bet 7", **at_one_to_one).refusals[0]
    assert play("K 6 | 9 8", "1 bet 7, 1 surrender", **at_one_to_one, stakes__breakage="floor").net == (-4,)


@pytest.mark.parametrize(
    "answer", ["1 split", "1 surrender", "2 hit", "1.1 hit", "1 bet 2", "1 Hit", "1  hit", "1 hit 5D", "hit", "", "D draw"]
)
def test_an_illegal_answer_brings_the_same_question_back(play, answer) -> None:
    """G3: `refused` says why; nothing else in the question changes and nothing is written."""
    hand = play("K 6 | 9 8", f"1 bet 2, !{answer}")
    first, again = hand.asked("1")
    assert again.refused == f"“{answer}” is not allowed here: 1 may hit, stand, double"
    assert (again.legal, again.cards, again.balances) == (first.legal, first.cards, first.balances)
    assert hand.told == "1 stand, D show, 1 lose 0"


def test_a_question_may_be_refused_again_and_again(play) -> None:
    """G3: each refusal names its own answer."""
    hand = play("K 6 | 9 8", "1 bet 2, !x, !y, 1 stand")
    assert [refusal[:3] for refusal in hand.refusals] == ["“x”", "“y”"]
