"""Stakes under every option: what is right passes, what is wrong is found under its own name.

Each case has the parameters that it needs, the boxes of each seat, and a log of one round.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.purses import Seats

TWO: Seats = ((1, 2),)
PAIR: Seats = ((1,), (2,))
ALONE: Seats = ((1,),)
FREE = {"stakes__maximum": 20}
SEVERAL = FREE | {"table__boxes_per_player": 3}
WITHDRAWAL = FREE | {"stakes__withdrawal": True}
SITTING = FREE | {"stakes__sitting_out": True}
TABLE = FREE | {"stakes__table_minimum": 10, "stakes__table_maximum": 20}
ANNOUNCED = {"stakes__announced": True}
LATER = {"stakes__when": "after-first-card", "deal__pattern": "c", "stakes__maximum": 20}
RAISE = LATER | {"stakes__banker_raise": "free", "stakes__redouble": "free"}
CARDS = LATER | {"stakes__banker_raise": "picture-or-ace", "stakes__redouble": "ace-not-picture"}

ONE_DEAL = "1 deal 9C, D deal 9S, 1 deal 9D, D hole 8H"
BOTH_DEAL = "1 deal 9C, 2 deal TC, D deal 9S, 1 deal 9D, 2 deal 9H, D hole 8H, 1 stand, 2 stand, D show"


def both(first: int, second: int) -> str:
    """The rest of a round in which boxes 1 and 2 win these stakes."""
    return f"{BOTH_DEAL}, 1 win {2 * first}, 2 win {2 * second}"


def one(stake: int) -> str:
    """The rest of a round in which box 1 wins this stake."""
    return f"{ONE_DEAL}, 1 stand, D show, 1 win {2 * stake}"


def later(first: str, up: str, stakes: str, stake: int) -> str:
    """A round with stakes after the first card: box 1 has 18 in the end, the dealer 17; `stake` is what it has come to."""
    rest = {"9C": "9D", "8C": "TD", "AC": "7D", "KC": "8D"}[first]
    hole = {"9S": "8H", "8S": "9H", "KS": "7H"}[up]
    peek = "D peek clear, " if up == "KS" else ""
    return f"1 deal {first}, D deal {up}, {stakes}, 1 deal {rest}, D hole {hole}, {peek}1 stand, D show, 1 win {2 * stake}"


Case = tuple[dict[str, Any], Seats, str]
RIGHT: dict[str, Case] = {
    "E1.1: two boxes of one player": (SEVERAL, TWO, f"1 bet 2, 2 bet 20, {both(2, 20)}"),
    "E1.1: any order": (SEVERAL, TWO, f"2 bet 20, 1 bet 2, {both(2, 20)}"),
    "E1.2: a second box that its player cannot cover": (SEVERAL | {"session__stack": 11}, TWO, f"1 bet 10, {one(10)}"),
    "E1.2: a stake withdrawn": (WITHDRAWAL, PAIR, f"1 bet 2, 2 bet 4, 2 withdraw, {one(2)}"),
    "E1.2: and another made": (WITHDRAWAL, PAIR, f"1 bet 2, 2 bet 4, 2 withdraw, 2 bet 6, {both(2, 6)}"),
    "G9: withdrawn and sat out": (WITHDRAWAL | SITTING, PAIR, f"1 bet 2, 2 bet 4, 2 withdraw, 2 sit, {one(2)}"),
    "G9: a box sat out": (SITTING, PAIR, f"2 sit, 1 bet 2, {one(2)}"),
    "E1.2: within the table's limits": (TABLE, PAIR, f"1 bet 2, 2 bet 8, {both(2, 8)}"),
    "E1.2: no room for a second box": (TABLE, PAIR, f"1 bet 20, {one(20)}"),
    "E1.2: below the table's minimum with all that there is": (TABLE | {"session__stack": 6}, ALONE, f"1 bet 6, {one(6)}"),
    "C1.3: the bank announced": (ANNOUNCED, ALONE, f"D announce 1000, 1 bet 2, {one(2)}"),
    "B2.2: stakes after the first card": (LATER, ALONE, later("9C", "9S", "1 bet 4", 4)),
    "C1.3: the bank announced after the first card": (LATER | ANNOUNCED, ALONE, "D announce 5, " + later("9C", "9S", "1 bet 4", 4)),
    "G9: sat out after the first card": (
        LATER | SITTING,
        PAIR,
        "1 deal 9C, 2 deal TC, D deal 9S, 2 sit, 1 bet 4, 1 deal 9D, D hole 8H, 1 stand, D show, 1 win 8",
    ),
    "B2.2: a box that its player can no longer stake on": (
        LATER | {"table__boxes_per_player": 2, "session__stack": 20},
        TWO,
        "1 deal 9C, 2 deal TC, D deal 9S, 1 bet 20, 1 deal 9D, D hole 8H, 1 stand, D show, 1 win 40",
    ),
    "B2.2: no first card for a box that its player cannot cover": (
        LATER | {"table__boxes_per_player": 2, "session__stack": 3},
        TWO,
        later("9C", "9S", "1 bet 2", 2),
    ),
    "H2.3: no raise": (RAISE, ALONE, later("9C", "9S", "1 bet 4, D decline raise", 4)),
    "H2.3: a raise and no redouble": (RAISE, ALONE, later("9C", "9S", "1 bet 4, D raise, 1 decline redouble", 8)),
    "H2.3: a raise and a redouble": (RAISE, ALONE, later("9C", "9S", "1 bet 4, D raise, 1 redouble", 16)),
    "G2: a raise into debt, and no question after it": (RAISE | {"session__stack": 6}, ALONE, later("9C", "9S", "1 bet 4, D raise", 8)),
    "H9.1: a picture raises, an ace redoubles": (CARDS, ALONE, later("AC", "KS", "1 bet 4, D raise, 1 redouble", 16)),
    "H9.1: a picture raises, a picture does not redouble": (CARDS, ALONE, later("KC", "KS", "1 bet 4, D raise", 8)),
    "H9.1: a picture raises, a nine may redouble": (CARDS, ALONE, later("9C", "KS", "1 bet 4, D raise, 1 decline redouble", 8)),
    "H9.1: a nine raises nothing": (CARDS, ALONE, later("9C", "9S", "1 bet 4", 4)),
}


@pytest.mark.parametrize("name", RIGHT)
def test_it_is_right(found, name):
    assert found[name] == set()


WRONG: dict[str, tuple[Case, set[str]]] = {
    "E1.1: a box left out": ((SEVERAL, TWO, f"1 bet 2, {one(2)}"), {"stake-players"}),
    "E1.1: a box staked on twice": ((SEVERAL, TWO, f"1 bet 2, 2 bet 2, 2 bet 2, {both(2, 2)}"), {"stake-players"}),
    "G2: both boxes beyond the balance": ((SEVERAL | {"session__stack": 20}, TWO, f"1 bet 18, 2 bet 4, {both(18, 4)}"), {"stake-cover"}),
    "E1.2: a withdrawal that the rules do not have": ((FREE, PAIR, f"1 bet 2, 2 bet 4, 2 withdraw, {one(2)}"), {"event-foreign"}),
    "E1.2: the only stake withdrawn": (
        (WITHDRAWAL, PAIR, f"1 bet 2, 1 withdraw, 2 bet 4, 1 bet 2, {both(2, 4)}"),
        {"stake-withdrawn"},
    ),
    "E1.2: nothing withdrawn": ((WITHDRAWAL, PAIR, f"1 bet 2, 2 withdraw, 2 bet 4, {both(2, 4)}"), {"stake-withdrawn"}),
    "E1.2: withdrawn after the deal": (
        (WITHDRAWAL, PAIR, "1 bet 2, 2 bet 4, 1 deal 9C, D deal 9S, 2 withdraw, 1 deal 9D, D hole 8H, 1 stand, D show, 1 win 4"),
        {"event-order"},
    ),
    "G9: a box sat out that the rules do not let": ((FREE, PAIR, f"2 sit, 1 bet 2, {one(2)}"), {"event-foreign"}),
    "G9: sat out and staked on": ((SITTING, PAIR, f"2 sit, 2 bet 4, 1 bet 2, {both(2, 4)}"), {"stake-sitting"}),
    "G9: sat out twice": ((SITTING, PAIR, f"2 sit, 2 sit, 1 bet 2, {one(2)}"), {"stake-sitting"}),
    "G9: withdrawn, and no more said where it sits out": (
        (WITHDRAWAL | SITTING, PAIR, f"1 bet 2, 2 bet 4, 2 withdraw, {one(2)}"),
        {"stake-players"},
    ),
    "P1.4: a box left out whose player stakes on another's": (
        (FREE | {"table__bettors_per_box": 2, "session__stack": 8}, PAIR, f"1 bet 2, 1/2 bet 8, {one(2)}, 1/2 win 16"),
        {"stake-players"},
    ),
    "G9: sat out by nobody": ((SITTING, PAIR, f"3 sit, 1 bet 2, 2 sit, {one(2)}"), {"stake-sitting"}),
    "G9: sat out without the money to stake": (
        (SEVERAL | SITTING | {"session__stack": 3}, TWO, f"1 bet 2, 2 sit, {one(2)}"),
        {"stake-sitting"},
    ),
    "E1.2: everybody sits out": ((SITTING, PAIR, "1 sit, 2 sit, D deal 9S, D hole 8H, D show"), {"stake-nobody"}),
    "E1.2: above the table's maximum": ((TABLE, PAIR, f"1 bet 12, 2 bet 10, {both(12, 10)}"), {"stake-table"}),
    "E1.2: below the table's minimum": ((TABLE, PAIR, f"1 bet 2, 2 bet 6, {both(2, 6)}"), {"stake-table"}),
    "C1.3: no announcement": ((ANNOUNCED, ALONE, f"1 bet 2, {one(2)}"), {"announced"}),
    "C1.3: two announcements": ((ANNOUNCED, ALONE, f"D announce 5, D announce 6, 1 bet 2, {one(2)}"), {"announced"}),
    "C1.3: an announcement of nothing": ((ANNOUNCED, ALONE, f"D announce 0, 1 bet 2, {one(2)}"), {"announced"}),
    "C1.3: announced after the stakes": ((ANNOUNCED, ALONE, f"1 bet 2, D announce 9, {one(2)}"), {"event-order"}),
    "B2.2: stakes before the first card": ((LATER, ALONE, f"1 bet 4, {one(4)}"), {"event-order"}),
    "B2.2: stakes after the second card": ((LATER, ALONE, f"{ONE_DEAL}, 1 bet 4, 1 stand, D show, 1 win 8"), {"event-order"}),
    "B2.2: no first card for a box that could be staked on": (
        (LATER | {"table__boxes_per_player": 2}, TWO, later("9C", "9S", "1 bet 2", 2)),
        {"deal-first"},
    ),
    "B2.2: a first card for a box that its player cannot cover": (
        (
            LATER | {"table__boxes_per_player": 2, "session__stack": 3},
            TWO,
            "1 deal 9C, 2 deal TC, D deal 9S, 1 bet 2, 1 deal 9D, D hole 8H, 1 stand, D show, 1 win 4",
        ),
        {"deal-first"},
    ),
    "B2.2: a box that could be staked on, and was not": (
        (
            LATER,
            PAIR,
            "1 deal 9C, 2 deal TC, D deal 9S, 1 bet 4, 1 deal 9D, D hole 8H, 1 stand, D show, 1 win 8",
        ),
        {"stake-players"},
    ),
    "B2.2: a second card without a stake": (
        (
            LATER | SITTING,
            PAIR,
            "1 deal 9C, 2 deal TC, D deal 9S, 2 sit, 1 bet 4, 1 deal 9D, 2 deal 9H, D hole 8H, 1 stand, D show, 1 win 8",
        ),
        {"deal-boxes"},
    ),
    "H2.3: the dealer not asked": ((RAISE, ALONE, later("9C", "9S", "1 bet 4", 4)), {"raise"}),
    "H2.3: two raises": ((RAISE, ALONE, later("9C", "9S", "1 bet 4, D raise, D raise, 1 redouble", 32)), {"raise"}),
    "H2.3: a raise before the stakes": ((RAISE, ALONE, later("9C", "9S", "D decline raise, 1 bet 4", 4)), {"event-order"}),
    "H2.3: no question after a raise": ((RAISE, ALONE, later("9C", "9S", "1 bet 4, D raise", 8)), {"redouble"}),
    "H2.3: a redouble without a raise": ((RAISE, ALONE, later("9C", "9S", "1 bet 4, D decline raise, 1 redouble", 8)), {"redouble"}),
    "G2: a redouble beyond the balance": (
        (RAISE | {"session__stack": 15}, ALONE, later("9C", "9S", "1 bet 4, D raise, 1 redouble", 16)),
        {"redouble"},
    ),
    "H9.1: no raise on a picture": ((CARDS, ALONE, later("9C", "KS", "1 bet 4", 4)), {"raise"}),
    "H9.1: a raise on a nine": ((CARDS, ALONE, later("9C", "9S", "1 bet 4, D raise, 1 decline redouble", 8)), {"raise"}),
    "H9.1: an ace that does not redouble": ((CARDS, ALONE, later("AC", "KS", "1 bet 4, D raise, 1 decline redouble", 8)), {"redouble"}),
    "H9.1: a picture that redoubles": ((CARDS, ALONE, later("KC", "KS", "1 bet 4, D raise, 1 redouble", 16)), {"redouble"}),
}


@pytest.mark.parametrize("name", WRONG)
def test_it_is_found(found, name):
    assert found[f"wrong: {name}"] == WRONG[name][1]
