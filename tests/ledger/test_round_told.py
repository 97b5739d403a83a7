"""What people at a terminal see of a finished round."""

from __future__ import annotations

from ledger.players.round_told import told
from ledger.rules.ruleset import altered, load_profile
from ledger.table.company import FinishedRound

NAMES = {"1": "Ann", "2": "Bo"}


def lines(*log: str) -> list[str]:
    return list(told(FinishedRound(1, 0, (0, 100, 100), (0, 100, 100), log, ()), load_profile("training"), NAMES))


def test_everyone_sees_their_cards_total_and_what_came_of_it() -> None:
    assert lines("1 bet 2", "1 deal QD", "D deal TD", "1 deal 5H", "D hole TC", "D peek clear", "1 hit 9S", "1 bust 0", "D show") == [
        "The dealer: 10♦ 10♣, 20",
        "Ann: Q♦ 5♥ 9♠, 24: over 21, the stake is lost",
    ]


def test_split_hands_are_told_one_by_one() -> None:
    log = ("2 deal 8C", "D deal 6D", "2 deal 8D", "D hole TC", "2 split 8C 8D", "2.1 draw TH", "2.1 stand", "2.2 draw 3D", "2.2 double 9C")
    assert lines(*log, "D show", "D draw 2S", "2.1 push 2", "2.2 win 8") == [
        "The dealer: 6♦ 10♣ 2♠, 18",
        "Bo, hand 2.1: 8♣ 10♥, 18: a tie, 2 back",
        "Bo, hand 2.2: 8♦ 3♦ 9♣, 20: wins, 8 with the stake",
    ]


def test_insurance_is_told_won_or_lost() -> None:
    log = ("1 deal TC", "D deal AD", "1 deal 9D", "D hole TD", "1 insure 1", "D peek natural", "1 insurance 3", "D show", "1 lose 0")
    assert lines(*log)[0] == "Ann: insurance won, 3 with its stake"
    assert lines(*log)[-1] == "Ann: 10♣ 9♦, 19: loses"


def test_another_bettor_and_a_hand_stood_on_over_21_are_told() -> None:
    """P1.4, B5.6."""
    names = {**NAMES, "s3": "Cy"}
    log = (
        "1 bet 4",
        "1/3 bet 2",
        "1 down TC",
        "D deal 9D",
        "1 down 9D",
        "D hole TD",
        "1 hit 5C",
        "1 stand",
        "D show",
        "1 open",
        "1 overstood",
    )
    settled = ("1 lose 0", "1 forfeit 4", "1/3 lose 0", "1/3 forfeit 2")
    assert list(told(FinishedRound(1, 0, (0,), (0,), log + settled, ()), load_profile("changing-bank"), names)) == [
        "The dealer: 9♦ 10♦, 19",
        "Ann: 10♣ 9♦ 5♣, 24: loses, and pays 4 more",
        "Cy on box 1: loses, and pays 2 more",
    ]


def test_tossed_cards_and_two_hands_of_one_deal_are_told() -> None:
    """B5.2, B5.3, B7."""
    log = (
        "1 deal TC",
        "1 extra 9D",
        "1 both",
        "2 deal 5D",
        "D deal 9H",
        "1.1 deal AC",
        "1.2 deal 8D",
        "2 deal 6D",
        "2 extra 7D",
        "2 toss 6D",
        "D hole TD",
    )
    rest = ("1.1 natural 5", "1.2 stand", "2 hit 3C", "2 hit 2C", "2 hit 4C", "2 premium 5cards 6", "D show", "1.2 lose 0")
    assert lines(*log, *rest) == [
        "The dealer: 9♥ 10♦, 19",
        "Ann, hand 1.1: 10♣ A♣, 21: a natural, 5 with the stake",
        "Ann, hand 1.2: 9♦ 8♦, 17: loses",
        "Bo: 5♦ 7♦ 3♣ 2♣ 4♣, 21: 5cards, a premium: 6 with the stake",
    ]


def test_an_ace_discarded_that_counts_11_always_leaves_the_total_as_it_was() -> None:
    """B5.3 C1.2."""
    rules = altered(load_profile("changing-bank"), {"pack.ace": "11"})
    log = ("1 deal 2C", "D deal 9D", "1 deal 3D", "1 extra AC", "1 toss AC", "D hole TD", "1 stand", "1 lose 0")
    assert list(told(FinishedRound(1, 0, (0,), (0,), log, ()), rules, NAMES))[1] == "Ann: 2♣ 3♦, 5: loses"
