"""Who sits where (FORMAT §4; E1.1, P1.4, B8.1): several boxes, none, and a place round a private table."""

import pytest

from tests.support.packing import packed


def seated(book, boxes, **rules):
    """An evening of three, where the second one has these boxes."""
    book.evening(players=3, rounds=1, **rules)
    next(record for record in book.records if record["record"] == "seat" and record["seat"] == 2)["boxes"] = boxes


def wrong(found):
    """What is wrong with the seats."""
    return [finding.detail for finding in found.findings if finding.code == "seats"]


SEVERAL = {"table__boxes_per_player": 3}
BETTORS = {"table__bettors_per_box": 3}
ONLOOKERS = {"table__onlookers": True}


@pytest.mark.parametrize(("boxes", "rules"), [
    ([2], {}), ([4], {}), ([2, 4], SEVERAL), ([2, 4, 6], SEVERAL), ([], BETTORS), ([], ONLOOKERS), ([2], ONLOOKERS),
])  # fmt: skip
@packed
def test_these_boxes_are_right(book, boxes, rules):
    found = yield seated(book, boxes, **rules)
    assert wrong(found) == []


@pytest.mark.parametrize(("boxes", "rules", "detail"), [
    ([], {}, "The seat has not the number of boxes that it may have."),
    ([], SEVERAL, "The seat has not the number of boxes that it may have."),
    ([2, 4], {}, "The seat has not the number of boxes that it may have."),
    ([2, 4, 5, 6], SEVERAL, "The seat has not the number of boxes that it may have."),
    ([4, 2], SEVERAL, "The list of boxes is not in order."),
    ([2, 2], SEVERAL, "Another seat, or this one, has the box already."),
    ([1], {}, "Another seat, or this one, has the box already."),
    ([7], {}, "The table has no such box."),
])  # fmt: skip
@packed
def test_these_are_not(book, boxes, rules, detail):
    found = yield seated(book, boxes, **rules)
    assert detail in wrong(found)
