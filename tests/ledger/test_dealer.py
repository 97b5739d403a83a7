"""The dealer's own play, and settlement (T6, G5)."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("dealer", "draws"),
    [
        ("T 7", ""),
        ("T 6", "9"),
        ("9 7", "A"),
        ("2 2", "2 2 2 2 2 3"),
        ("A 6", ""),
        ("A 7", ""),
        ("A 5", "A"),
        ("A 2", "4"),
        ("A 4", "7 5"),
        ("T 2", "4 5"),
        ("T T", ""),
        ("9 9", ""),
        ("7 4", "K"),
    ],
)
def test_the_dealer_draws_to_17_and_stands_on_every_17(play, dealer, draws) -> None:
    """T6.1: soft 17 too; A 4 7 is hard 12 and draws; never stands on 16, never draws on 17 or more."""
    drawn = [event for event in play(f"K 8 | {dealer} | {draws}").log if event.startswith("D draw")]
    assert len(drawn) == len(draws.split()), dealer


@pytest.mark.parametrize(("dealer", "draws"), [("A 6", "2"), ("A 6", "K"), ("A 3", "3 A"), ("A 7", ""), ("T 7", ""), ("6 A", "K")])
def test_the_dealer_draws_on_soft_17_where_the_rules_say_so(play, dealer, draws) -> None:
    """T6.1 G5, `banker.soft17 = "draw"`."""
    drawn = [event for event in play(f"K 8 | {dealer} | {draws}", banker__soft17="draw").log if event.startswith("D draw")]
    assert len(drawn) == len(draws.split()), dealer


def test_the_dealer_always_shows_the_hole_card(play) -> None:
    """T6.1 G5: when all are over 21, when nobody waits, after a natural."""
    for deal, answers in (("K 6 | 9 8 | 9", "1 hit"), ("A K | 9 8", ""), ("K 9 | A K", ""), ("K 9 | 9 8", "")):
        assert play(deal, answers).log.count("D show") == 1


def test_the_dealer_draws_nothing_when_every_hand_is_over_21(play) -> None:
    """T6.1 G5, case 19."""
    assert play("K 6 / K 5 | T 6 | 9 8", "1 hit, 2 hit").told == "D peek clear, 1 hit 9C, 1 bust 0, 2 hit 8C, 2 bust 0, D show"


def test_the_dealer_draws_nothing_for_naturals_alone(play) -> None:
    """T6.1 G5, case 20."""
    assert play("A K | T 6").told == "D peek clear, 1 natural 5, D show"


def test_the_dealer_draws_nothing_for_surrendered_hands(play) -> None:
    """T6.1 G5."""
    assert play("K 6 | 9 6", "1 surrender", surrender__offered="late").told == "1 surrender 1, D show"


def test_the_dealer_waits_for_the_last_box(play) -> None:
    """T6.1, case 25."""
    hand = play("K 6 / K 9 | 9 7 | 9 3", "1 hit, 2 stand")
    assert hand.told == "1 hit 9H, 1 bust 0, 2 stand, D show, D draw 3C, 2 push 2"


def test_the_dealer_draws_though_already_ahead(play) -> None:
    """T6.1, case 23: player 15, dealer 16."""
    assert play("K 5 | T 6 | 9").net == (2,)


def test_over_21_the_dealer_pays_every_live_hand(play) -> None:
    """T6.2: a bust hand stays lost."""
    hand = play("K 2 / K 6 | 9 6 | 9 K", "2 hit")
    assert hand.told == "1 stand, 2 hit 9D, 2 bust 0, D show, D draw KH, 1 win 4"


@pytest.mark.parametrize(
    ("player", "dealer", "outcome", "net"),
    [
        ("K 9", "T 8", "win", 2),
        ("K 8", "T 8", "push", 0),
        ("K 7", "T 8", "lose", -2),
        ("K T", "T K", "push", 0),
        ("2 3", "T 7", "lose", -2),
    ],
)
def test_the_higher_total_wins_and_equal_totals_push(play, player, dealer, outcome, net) -> None:
    """T6.2: 1:1."""
    hand = play(f"{player} | {dealer}")
    assert hand.log[-1] == f"1 {outcome} {2 + net}"
    assert hand.net == (net,)


def test_a_doubled_hand_is_paid_on_its_whole_stake(play) -> None:
    """T6.2: win 8, push 4, lose 0 for a stake of 2 doubled."""
    assert play("5 6 | 9 8 | K", "1 double").log[-1] == "1 win 8"
    assert play("5 6 | 9 9 | 7", "1 double").log[-1] == "1 push 4"
    assert play("5 6 | 9 9 | 6", "1 double").log[-1] == "1 lose 0"


def test_a_returned_stake_is_no_profit(play) -> None:
    """T6.2: doubled 21 against 21 leaves everything as it was, payout 200."""
    hand = play("5 6 | 7 7 | K 7", "1 double", stakes__minimum=100, stakes__maximum=100, session__stack=1000)
    assert hand.log[-1] == "1 push 200"
    assert hand.balances == (0, 1000)


def test_hands_are_settled_in_the_order_of_their_paths(play) -> None:
    """T6.2, FORMAT §8."""
    hand = play("8 8 / K 9 | 9 8 | 2 3", "1 split")
    assert [event.split(" ")[0] for event in hand.log[-3:]] == ["1.1", "1.2", "2"]


def test_what_players_win_the_house_loses(play) -> None:
    """T6.2, FORMAT §4: the sum over all accounts stays."""
    hand = play("A K / K 9 / K 6 | 9 8 | 9", "3 hit")
    assert sum(hand.balances) == sum(hand.rounds[0].before)
    assert hand.balances == (-3, 103, 102, 98)


def test_worked_example_one(play) -> None:
    """T8.1: 9♣ 2♦ for 2 against 9♠; K♥ makes 21; the dealer turns 8♥ for 17; net +4 and the stake of 4 back."""
    hand = play("9C 2D | 9S 8H | KH", "1 double")
    assert hand.log == ("D shuffle 1", "1 bet 2", "1 deal 9C", "D deal 9S", "1 deal 2D", "D hole 8H", "1 double KH", "D show", "1 win 8")
    assert hand.net == (4,)


def test_worked_example_two(play) -> None:
    """T8.2: ace and six are soft 17; with a five they are 12."""
    first, second = play("A 6 | 9 8 | 5", "1 hit").asked("1")
    assert (first.total, first.soft) == (17, True)
    assert (second.total, second.soft) == (12, False)
