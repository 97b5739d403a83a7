"""A round told from its log alone: the worked examples, and the places where a log contradicts the rules."""

from __future__ import annotations

import pytest

from tests.story.conftest import text, warnings

T8_1 = "1 bet 2, 1 deal 9C, D deal 9S, 1 deal 2D, D hole 8H, 1 double KH, D show, 1 win 8"


def test_the_first_worked_example(tell) -> None:
    """T8.1: 9 2 for 2 against 9; double to 4, king makes 21; the dealer turns 8 for 17; net +4."""
    told = tell(T8_1)
    assert warnings(told) == []
    assert "doubles hard 11, stake 2 → 4" in text(told)
    assert "9♣ 2♦ K♥, hard 21" in text(told)
    assert "9♠ 8♥, hard 17" in text(told)
    assert "stake 4 + 4 = 8; net +4" in text(told)
    assert told.balances == [-4, 104, 100]


def test_the_second_worked_example(tell) -> None:
    """T8.2: ace and six are soft 17; with a five they are 12."""
    told = tell("1 bet 2, 1 deal AC, D deal 9S, 1 deal 6D, D hole 8H, 1 hit 5H, 1 stand, D show, 1 lose 0")
    assert "soft 17" in text(told)
    assert "A♣ 6♦ 5♥, hard 12" in text(told)


def test_insurance_pays_two_to_one_and_makes_up_for_the_stake(tell) -> None:
    """T3.4: stake 2 lost, insurance 1 wins 2: net 0."""
    told = tell("1 bet 2, 1 deal KC, D deal AS, 1 deal QD, D hole KH, 1 insure 1, D peek natural, 1 insurance 3, D show, 1 lose 0")
    assert warnings(told) == []
    assert told.balances == [0, 100, 100]


def test_a_natural_pushes_against_the_dealers(tell) -> None:
    """T3.3"""
    told = tell("1 bet 2, 1 deal KC, D deal KS, 1 deal AD, D hole AH, D peek natural, D show, 1 push 2")
    assert warnings(told) == []


def test_twenty_one_after_a_split_is_ordinary(tell) -> None:
    """T5.4, T5.3"""
    log = "1 bet 2, 1 deal AC, D deal 9S, 1 deal AD, D hole TH, 1 split AC AD, 1.1 draw KH, 1.2 draw 5H, D show, 1.1 win 4, 1.2 lose 0"
    assert warnings(tell(log)) == []
    assert warnings(tell(log.replace("1.1 win 4", "1.1 natural 5"))) == ["1.1 natural 5: the rules give win 4"]


def test_it_says_why_the_dealer_stops(tell) -> None:
    """T6.1, G5"""
    log = "1 bet 2, 1 deal KC, D deal 6S, 1 deal 5D, D hole TH, 1 hit 9C, 1 bust 0, D show"
    assert "No ordinary hand is alive, so the dealer draws nothing. ['G5']" in text(tell(log))


WRONG = {
    "payout too high": (T8_1.replace("win 8", "win 10"), "1 win 10: the rules give win 8"),
    "wrong outcome": (T8_1.replace("win 8", "push 4"), "1 push 4: the rules give win 8"),
    "dealer stops short": (T8_1.replace("8H", "7H"), ": the rules make the dealer draw on hard 16"),
    "dealer draws too much": (
        T8_1.replace("D show,", "D show, D draw 2C,"),
        "D draw 2C: the rules give the dealer no card on hard 17 here",
    ),
    "stake out of bounds": (T8_1.replace("bet 2", "bet 3"), "1 bet 3: the rules allow 2 to 2"),
    "peek denied": (
        "1 bet 2, 1 deal KC, D deal KS, 1 deal 5D, D hole AH, D peek clear, 1 stand, D show, 1 lose 0",
        "D peek clear: the dealer's cards are K♠ A♥",
    ),
    "insurance too large": (
        "1 bet 2, 1 deal KC, D deal AS, 1 deal QD, D hole KH, 1 insure 2, D peek natural, 1 insurance 6, D show, 1 lose 0",
        "1 insure 2: the rules allow at most 1",
    ),
    "insurance not paid": (
        "1 bet 2, 1 deal KC, D deal AS, 1 deal QD, D hole KH, 1 insure 1, D peek natural, 1 insurance 0, D show, 1 lose 0",
        "1 insurance 0: the rules give 3",
    ),
}


@pytest.mark.parametrize(("log", "says"), WRONG.values(), ids=WRONG.keys())
def test_it_objects_where_the_log_breaks_a_rule(tell, log, says) -> None:
    assert says in warnings(tell(log))


def test_it_objects_to_a_card_that_the_sealed_shoe_has_not(tell) -> None:
    shoe = ("9C", "9S", "2D", "8H", "QH")
    told = tell(f"D shuffle 1, {T8_1}", shoe=shoe)
    assert warnings(told) == ["1 double KH: the sealed shoe has Q♥ here, not K♥"]


def test_a_soft_seventeen_is_drawn_to_only_where_the_rules_say_so(tell) -> None:
    """T6.1, E7.1"""
    stands = "1 bet 2, 1 deal KC, D deal AS, 1 deal QD, D hole 6H, 1 decline insurance, D peek clear, 1 stand, D show, 1 win 4"
    assert warnings(tell(stands)) == []
    assert warnings(tell(stands, banker__soft17="draw")) == [": the rules make the dealer draw on soft 17"]


def test_other_ratios_are_worked_out(tell) -> None:
    """G7"""
    log = "1 bet 10, 1 deal KC, D deal 5S, 1 deal AD, D hole 6H, 1 natural 22, D show"
    assert warnings(tell(log, stakes__minimum=10, stakes__maximum=10, natural__pays="6:5")) == []


def test_any_log_can_be_told(tell) -> None:
    told = tell("1 win 8, D draw 5C, 7.2 stand, D show, 1 fly, s9 out, 3 insurance 4, D shuffle 9, 1 split 5C 6C")
    assert "does not tell such an event" in text(told)
