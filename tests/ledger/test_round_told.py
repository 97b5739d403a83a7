"""What people at a terminal see of a finished round."""

from __future__ import annotations

from ledger.players.round_told import told
from ledger.rules.ruleset import load_profile
from ledger.table.state import FinishedRound

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
