"""Pairs: when they may be split, how the hands are played, what they can win (T5)."""

from __future__ import annotations

import pytest

HUNDRED = {"stakes__minimum": 100, "stakes__maximum": 100, "session__stack": 1000}


@pytest.mark.parametrize(
    ("cards", "splits_by"),
    [
        ("8 8", "value rank rank-or-picture"),
        ("K K", "value rank rank-or-picture"),
        ("K Q", "value rank-or-picture"),
        ("J Q", "value rank-or-picture"),
        ("T K", "value"),
        ("T T", "value rank rank-or-picture"),
        ("A A", "value rank rank-or-picture"),
        ("8 9", ""),
        ("A K", ""),
        ("5 T", ""),
    ],
)
def test_what_makes_a_pair(play, cards, splits_by) -> None:
    """T5.1, `split.pairs`: by value, a jack and a king are a pair."""
    for pairs in ("value", "rank", "rank-or-picture", "off"):
        hand = play(f"{cards} / 2 3 | 9 8", split__pairs=pairs)
        legal = hand.legal("1") if hand.asked("1") else ()
        assert ("split" in legal) == (pairs in splits_by.split()), f"{cards} by {pairs}"


def test_each_card_starts_a_hand_that_is_finished_before_the_next(play) -> None:
    """T5.1: the second card comes when the hand's turn comes; no card moves."""
    hand = play("8C 8D | 9 8H | 3S 4S 2S 9S", "1 split, 1.1 hit, 1.1 stand, 1.2 hit, 1.2 stand")
    assert (
        hand.told == "1 split 8C 8D, 1.1 draw 3S, 1.1 hit 4S, 1.1 stand, 1.2 draw 2S, 1.2 hit 9S, 1.2 stand, D show, 1.1 lose 0, 1.2 win 4"
    )
    assert hand.net == (0,)


def test_both_second_cards_come_at_once_where_the_rules_say_so(play) -> None:
    """T5.1, `split.second_card`, case 13."""
    deal, double = "4 4 | 5 T | 7 6 5 4 9", "1 split, 1.1 double, 1.2 double"
    on_turn = play(deal, double)
    at_once = play(deal, double, split__second_card="at-once")
    assert on_turn.told.startswith("1 split 4C 4D, 1.1 draw 7C, 1.1 double 6C, 1.2 draw 5D, 1.2 double 4H, D show")
    assert at_once.told.startswith("1 split 4C 4D, 1.1 draw 7C, 1.2 draw 6C, 1.1 double 5D, 1.2 double 4H, D show")


def test_a_split_needs_a_second_equal_stake(play) -> None:
    """T5.1 T5.5 G2: equality suffices."""
    assert play("8 8 | 9 8 | 2 3", "1 split", session__stack=4).balances == (4, 0)
    assert play("8 8 | 9 8", session__stack=3).legal("1") == ("hit", "stand")


def test_a_split_that_cannot_be_paid_is_refused_and_costs_nothing(play) -> None:
    """T5.5: balance 6 after a stake of 10."""
    hand = play("8 8 | 9 8", "1 split", stakes__minimum=10, stakes__maximum=10, session__stack=16)
    assert hand.refusals == ["“1 split” is not allowed here: 1 may hit, stand"]
    assert hand.asked("1")[1].balances == (6,)


def test_without_a_further_stake_only_hit_and_stand_remain_on_split_hands(play) -> None:
    """T5.5: three stakes of 2 in all; the pair drawn to the last hand cannot be split, no hand doubled."""
    hand = play("8 8 | 9 8 | 8 2 3 8", "1 split, 1.1 split", session__stack=6)
    assert [ask.legal for ask in hand.asked("1.1")] == [("hit", "stand", "double", "split")]
    assert [hand.legal(path) for path in ("1.1.1", "1.1.2", "1.2")] == [("hit", "stand")] * 3
    assert hand.balances == (6, 0)


def test_a_hand_may_be_split_up_to_four_hands_in_all(play) -> None:
    """T5.2: the fourth pair of eights stays together."""
    hand = play("8 8 | 9 8 | 8 8 8 2 3 4", "1 split, 1.1 split, 1.1.1 split")
    assert hand.legal("1.1.1.1") == ("hit", "stand", "double")
    hands = [event.split(" ")[0] for event in hand.log if event.endswith(" stand")]
    assert hands == ["1.1.1.1", "1.1.1.2", "1.1.2", "1.2"]
    assert hand.net == (-8,)


@pytest.mark.parametrize("most", [2, 3, 4, 5])
def test_the_most_hands_are_what_the_rules_say(play, most) -> None:
    """T5.2, `split.hands`."""
    paths = ["1" + ".1" * times for times in range(most - 1)]
    deal = "8 8 | 9 8 | " + "8 " * (most - 1) + " ".join("234567"[: most - 1])
    hand = play(deal, ", ".join(f"{path} split" for path in paths), split__hands=most)
    last = "1" + ".1" * (most - 1)
    assert "split" not in hand.legal(last), hand
    assert sum(" split " in event for event in hand.log) == most - 1


def test_resplits_are_played_depth_first(play) -> None:
    """T5.2 G1: a split hand's new hand comes right after it."""
    hand = play("8 8 | 9 8 | 2 8 3 4", "1 split, 1.1 stand, 1.2 split, 1.2.1 stand, 1.2.2 stand")
    assert hand.told == (
        "1 split 8C 8D, 1.1 draw 2C, 1.1 stand, 1.2 draw 8S, 1.2 split 8D 8S, "
        "1.2.1 draw 3C, 1.2.1 stand, 1.2.2 draw 4C, 1.2.2 stand, D show, 1.1 lose 0, 1.2.1 lose 0, 1.2.2 lose 0"
    )


def test_a_first_hand_split_again_is_finished_before_the_second(play) -> None:
    """G1: 1.1.1, 1.1.2, then 1.2, under both ways of giving second cards."""
    for second_card, cards in (("on-turn", "8 2 3 4"), ("at-once", "8 4 2 3")):
        hand = play(f"8 8 | 9 8 | {cards}", "1 split, 1.1 split", split__second_card=second_card)
        assert [event for event in hand.log if event.endswith(" stand")] == ["1.1.1 stand", "1.1.2 stand", "1.2 stand"]


def test_split_aces_get_one_card_each(play) -> None:
    """T5.3: nobody is asked; a drawn ace is not split again."""
    hand = play("A A | 9 8 | 5 A", "1 split")
    assert hand.told == "1 split AC AD, 1.1 draw 5C, 1.2 draw AH, D show, 1.1 lose 0, 1.2 lose 0"
    assert [ask.who for ask in hand.asks if ask.phase == "turn"] == ["1"]


def test_split_aces_do_not_double(play) -> None:
    """T5.3 T4.2."""
    hand = play("A A | 9 8 | 5 6", "1 split", split__aces_play="hit")
    assert hand.legal("1.1") == ("hit", "stand")


def test_split_aces_may_be_hit_or_played_as_others_where_the_rules_say_so(play) -> None:
    """T5.3, `split.aces_play`, E6.2."""
    hand = play("A A | 9 8 | 5 4 6 3", "1 split, 1.1 hit, 1.1 stand, 1.2 hit, 1.2 stand", split__aces_play="hit")
    assert hand.net == (4,)
    assert play("A A | 9 8 | 5 6", "1 split", split__aces_play="as-others").legal("1.1") == ("hit", "stand", "double")


def test_split_aces_may_be_split_again_where_the_rules_say_so(play) -> None:
    """T5.3, `split.aces_hands`: with one card each, a further pair of aces is asked: stand or split."""
    hand = play("A A | 9 8 | A 9 8 7", "1 split, 1.1 split", split__aces_hands=3)
    assert hand.legal("1.1") == ("stand", "split")
    assert hand.told == (
        "1 split AC AD, 1.1 draw AH, 1.1 split AC AH, 1.1.1 draw 9D, 1.1.2 draw 8D, 1.2 draw 7C, "
        "D show, 1.1.1 win 4, 1.1.2 win 4, 1.2 win 4"
    )


def test_aces_are_not_split_where_they_may_be_one_hand_only(play) -> None:
    """T5.3, `split.aces_hands = 1`."""
    assert "split" not in play("A A | 9 8", split__aces_hands=1).legal("1")


def test_21_after_a_split_is_an_ordinary_21(play) -> None:
    """T5.4: 1:1, and it pushes against a drawn 21."""
    hand = play("A A | 9 8 | K Q", "1 split")
    assert hand.told.endswith("1.1 win 4, 1.2 win 4")
    drawn = play("A A | 7 7 | K Q 7", "1 split")
    assert drawn.told.endswith("D show, D draw 7H, 1.1 push 2, 1.2 push 2")


def test_a_two_card_21_after_a_split_is_a_natural_where_the_rules_say_so(play) -> None:
    """T5.4 G7, `natural.after_split`: 3:2, in settle; the dealer does not draw for it."""
    hand = play("A A | 9 6 | K Q", "1 split", natural__after_split=True)
    assert hand.told == "1 split AC AD, 1.1 draw KC, 1.2 draw QC, D show, 1.1 natural 5, 1.2 natural 5"


def test_split_hands_may_double_aces_apart(play) -> None:
    """T4.2: DAS."""
    assert "double" in play("8 8 | 9 8 | 3 K K", "1 split, 1.1 double").legal("1.1")


def test_no_double_after_a_split_where_the_rules_forbid_it(play) -> None:
    """T4.2, `double.after_split`, case 9."""
    hand = play("8 8 | 9 8 | 3 K", "1 split, 1.1 double", double__after_split=False)
    assert hand.refusals == ["“1.1 double” is not allowed here: 1.1 may hit, stand"]


def test_a_hand_of_one_card_is_not_asked(play) -> None:
    """T5.1 T4.2, case 17: the second card comes before any question."""
    hand = play("8 8 | 9 8 | 3 2", "1 split")
    assert all(len(ask.cards) >= 2 for ask in hand.asks if ask.phase == "turn")


def test_a_double_on_a_split_hand_is_of_that_hands_stake(play) -> None:
    """T4.2 T5.1: two stakes of 100, one doubled."""
    hand = play("8 8 | 9 8 | 3 K 2", "1 split, 1.1 double", **HUNDRED)
    assert hand.told.endswith("1.1 win 400, 1.2 lose 0")
    assert hand.net == (100,)


def test_busting_one_split_hand_leaves_the_other(play) -> None:
    """T5.1 T4.1."""
    hand = play("8 8 | 9 8 | 7 K K", "1 split, 1.1 hit, 1.2 stand")
    assert hand.told == "1 split 8C 8D, 1.1 draw 7C, 1.1 hit KC, 1.1 bust 0, 1.2 draw KD, 1.2 stand, D show, 1.2 win 4"
