"""Who sits where: several boxes, none, places round a private table (T1.1, P1.4, B8.1, H1.1)."""

from __future__ import annotations

import pytest

from ledger.errors import SessionRefused
from ledger.seating import box_owners, seating
from ledger.table.company import Seat
from tests.support.intervals import private
from tests.support.stacked import training

THREE = ("Ann", "Bo", "Cy")
SEVERAL = {"table__boxes": 7, "table__boxes_per_player": 3, "table__bettors_per_box": 2}


def test_everyone_has_one_box_in_order_unless_said_otherwise() -> None:
    """T1.1."""
    assert seating(training({}), THREE, None) == [(1,), (2,), (3,)]


def test_a_player_may_hold_several_boxes() -> None:
    """P1.4 E1.1: whoever is not named gets the lowest that is free."""
    assert seating(training(SEVERAL), THREE, {"Bo": (3, 1)}) == [(2,), (1, 3), (4,)]


def test_who_only_bets_on_others_boxes_has_none() -> None:
    """P1.4 B8.1: as another bettor, or as an onlooker."""
    assert seating(training(SEVERAL), THREE, {"Cy": ()}) == [(1,), (2,), ()]
    assert seating(training({"table__onlookers": True}), THREE, {"Ann": ()}) == [(), (1,), (2,)]
    assert seating(training({**SEVERAL, "table__boxes": 2, "table__boxes_per_player": 2}), THREE, None) == [(1,), (2,), ()]


def test_in_a_private_game_everyone_has_one_place() -> None:
    """C1.1 B1.1 H1.1: in order, onlookers apart."""
    assert seating(private(), THREE, None) == [(1,), (2,), (3,)]
    assert seating(private(table__onlookers=True), (*THREE, "Di"), {"Bo": ()}) == [(1,), (), (2,), (3,)]


@pytest.mark.parametrize(
    ("changes", "boxes", "says"),
    [
        (SEVERAL, {"Di": (1,)}, "“Di” has boxes but is not one of the players"),
        (SEVERAL, {"Bo": (8,)}, "Bo would have box 8, and this table has boxes 1 to 7"),
        (SEVERAL, {"Bo": (1, 2, 3, 4)}, "Bo would have 4 boxes, and one person may have 3"),
        (SEVERAL, {"Bo": (1, 2), "Cy": (2,)}, "Box 2 would be Bo's and Cy's"),
        (SEVERAL, {"Bo": (2, 2)}, "Box 2 would be Bo's and Bo's"),
        ({}, {"Bo": (1, 2)}, "Bo would have 2 boxes, and one person may have 1"),
        ({}, {"Bo": ()}, "Bo would have no box, and nobody may bet on others' boxes at this table"),
        (SEVERAL, {"Ann": (), "Bo": (), "Cy": ()}, "Nobody would have a box to play"),
    ],
)
def test_boxes_that_cannot_be_are_refused(changes, boxes, says) -> None:
    """T1.1 T2.3 P1.4."""
    with pytest.raises(SessionRefused, match=says):
        seating(training(changes), THREE, boxes)


def test_places_cannot_be_chosen_round_a_private_table() -> None:
    """C1.1; and two at least must have one."""
    with pytest.raises(SessionRefused, match=r"Bo cannot choose a box: .* somebody can only be left without one"):
        seating(private(), THREE, {"Bo": (1,)})
    with pytest.raises(SessionRefused, match="Nobody would have a box to play"):
        seating(private(table__onlookers=True), THREE, {"Ann": (), "Cy": ()})


def test_boxes_are_counted_from_the_bankers_left() -> None:
    """FORMAT §8: box (p − p_banker) mod P; whoever only bets on others has none."""
    seats = [Seat(1, "Ann", (1,), 9), Seat(2, "Bo", (2,), 9), Seat(3, "Cy", (), 9), Seat(4, "Di", (3,), 9)]
    assert box_owners(seats, 2) == {1: 4, 2: 1}
    assert box_owners(seats, 4) == {1: 1, 2: 2}
    assert box_owners([Seat(1, "Ann", (2, 5), 9), Seat(2, "Bo", (1,), 9)], 0) == {2: 1, 5: 1, 1: 2}
