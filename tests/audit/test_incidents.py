"""Errors of dealing, the players' choices and rulings (B5, H8, P1.1): right and wrong logs."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.packing import HAND_WRITTEN, packed
from tests.support.purses import played, sat_down

Case = tuple[dict[str, Any], tuple[tuple[int, ...], ...], str]
ALONE = ((1,),)
PAIR = ((1,), (2,))
B5 = {"table__irregularities": "B5", "stakes__maximum": 20}
H8 = B5 | {"table__irregularities": "H8"}
LATER = B5 | {"stakes__when": "after-first-card"}
HIDDEN = B5 | {"deal__pattern": "b"}
ACES = B5 | {"split__pairs": "rank"}
FIVE = B5 | {"hand__card_limit": 5}

REST = "1 stand, D show, 1 win 4"
BOTH_REST = "2 stand, D show, 1 win 4, 2 win 4"
TWELVE = "1 bet 2, 1 deal 2C, D deal 9S, 1 deal TD, D hole 8H"
DOWN_TWELVE = "1 bet 2, 1 down 2C, D deal 9S, 1 down TD, D hole 8H"

RIGHT: dict[str, Case] = {
    "B5.1: missed, and dealt to late": (B5, ALONE, f"1 bet 2, 1 missed, D deal 9S, 1 late 9C, 1 deal 9D, D hole 8H, {REST}"),
    "B5.1: missed, late in a pass dealt down": (
        HIDDEN,
        ALONE,
        "1 bet 2, 1 missed, D deal 9S, 1 late 9C, 1 down 9D, D hole 8H, 1 stand, D show, 1 open, 1 win 4",
    ),
    "B5.1: missed, and sat out": (
        B5,
        PAIR,
        "1 bet 2, 2 bet 2, 1 missed, 2 deal 9C, D deal 9S, 1 sit, 2 deal 9D, D hole 8H, 2 stand, D show, 2 win 4",
    ),
    "B5.1: two missed, in order": (
        B5,
        PAIR,
        "1 bet 2, 2 bet 2, 1 missed, 2 missed, D deal 9S, 1 late 9C, 2 late TC, 1 deal 9D, 2 deal 9H, D hole 8H, 1 stand, " + BOTH_REST,
    ),
    "B5.1: missed, and sat out before the stakes": (
        LATER,
        PAIR,
        "1 missed, 2 deal 9C, D deal 9S, 1 sit, 2 bet 2, 2 deal 9D, D hole 8H, 2 stand, D show, 2 win 4",
    ),
    "B5.2: one too many, the second tossed": (
        B5,
        ALONE,
        f"1 bet 2, 1 deal 9C, 1 extra 2H, 1 toss 2H, D deal 9S, 1 deal 9D, D hole 8H, {REST}",
    ),
    "B5.2: one too many, the first tossed": (
        B5,
        ALONE,
        f"1 bet 2, 1 deal 2H, 1 extra 9C, 1 toss 2H, D deal 9S, 1 deal 9D, D hole 8H, {REST}",
    ),
    "B5.2: both played": (
        B5,
        ALONE,
        "1 bet 2, 1 deal 9C, 1 extra TC, 1 both, D deal 9S, 1.1 deal 9D, 1.2 deal 2D, D hole 8H, 1.1 stand, 1.2 hit KH, 1.2 bust 0, D show, 1.1 win 4",
    ),
    "B5.2: both played, a natural among them": (
        B5,
        ALONE,
        "1 bet 2, 1 deal AC, 1 extra TC, 1 both, D deal 9S, 1.1 deal KD, 1.2 deal 8D, D hole 8H, 1.1 natural 5, 1.2 stand, D show, 1.2 win 4",
    ),
    "B5.2: both played, one of them split and doubled": (
        B5,
        ALONE,
        (
            "1 bet 2, 1 deal 9C, 1 extra 8C, 1 both, D deal 9S, 1.1 deal 9D, 1.2 deal 8D, D hole 8H, 1.1 stand, 1.2 split 8C 8D, 1.2.1 draw TH,"
            " 1.2.1 stand, 1.2.2 draw 3H, 1.2.2 double TS, D show, 1.1 win 4, 1.2.1 win 4, 1.2.2 win 8"
        ),
    ),
    "B5.2: both insured": (
        B5,
        ALONE,
        (
            "1 bet 2, 1 deal 9C, 1 extra TC, 1 both, D deal AS, 1.1 deal 9D, 1.2 deal 8D, D hole 6H, 1.1 insure 1, 1.2 decline insurance, D peek clear,"
            " 1.1 insurance 0, 1.1 stand, 1.2 stand, D show, 1.1 win 4, 1.2 win 4"
        ),
    ),
    "B5.2: both before the stakes": (
        LATER,
        ALONE,
        "1 deal 9C, 1 extra TC, 1 both, D deal 9S, 1 bet 2, 1.1 deal 9D, 1.2 deal 8D, D hole 8H, 1.1 stand, 1.2 stand, D show, 1.1 win 4, 1.2 win 4",
    ),
    "B5.3: one too many in the second pass": (
        B5,
        ALONE,
        f"1 bet 2, 1 deal 9C, D deal 9S, 1 deal 2D, 1 extra 9D, 1 toss 2D, D hole 8H, {REST}",
    ),
    "B5.4: exposed in the deal and taken": (B5, ALONE, f"1 bet 2, 1 exposed 9C, 1 take, D deal 9S, 1 deal 9D, D hole 8H, {REST}"),
    "B5.4: exposed in the deal and refused": (
        B5,
        ALONE,
        f"1 bet 2, 1 deal 9C, D deal 9S, 1 exposed 2D, 1 refuse, 1 deal 9D, D hole 8H, {REST}",
    ),
    "B5.4: taken where cards lie face down": (
        HIDDEN,
        ALONE,
        "1 bet 2, 1 exposed 9C, 1 take, D deal 9S, 1 down 9D, D hole 8H, 1 stand, D show, 1 open, 1 win 4",
    ),
    "B5.4: exposed in play and taken": (B5, ALONE, f"{TWELVE}, 1 exposed 6H, 1 take, {REST}"),
    "B5.4: taken, and over 21": (B5, ALONE, f"{TWELVE}, 1 exposed KH, 1 take, 1 bust 0, D show"),
    "B5.4: exposed in play and refused": (B5, ALONE, f"{TWELVE}, 1 exposed KH, 1 refuse, 1 hit 6H, {REST}"),
    "B5.5: not asked for and kept": (B5, ALONE, f"{TWELVE}, 1 unasked 9H, 1 keep, D show, 1 win 4"),
    "B5.5: not asked for and tossed": (B5, ALONE, f"{TWELVE}, 1 unasked KH, 1 toss KH, 1 double 6H, D show, 1 win 8"),
    "B5.5: after each card": (B5, ALONE, f"{TWELVE}, 1 unasked 2H, 1 keep, 1 unasked KH, 1 toss KH, 1 hit 4H, {REST}"),
    "B5.6: stood on more than 21": (HIDDEN, ALONE, f"{DOWN_TWELVE}, 1 hit KH, 1 stand, D show, 1 open, 1 overstood, 1 lose 0, 1 forfeit 2"),
    "B5.6: and the dealer is over 21 too": (
        HIDDEN,
        ALONE,
        "1 bet 2, 1 down 2C, D deal 9S, 1 down TD, D hole 6H, 1 hit KH, 1 stand, D show, D draw KS, 1 open, 1 overstood, 1 lose 0, 1 forfeit 2",
    ),
    "B5.6: announced": (HIDDEN, ALONE, f"{DOWN_TWELVE}, 1 hit KH, 1 bust 0, D show"),
    "H8.1: exposed and refused": (H8, ALONE, f"1 bet 2, 1 exposed 2C, 1 refuse, 1 deal 9C, D deal 9S, 1 deal 9D, D hole 8H, {REST}"),
    "H8.1: exposed and sat out": (
        H8,
        PAIR,
        "1 bet 2, 2 bet 2, 1 exposed 2C, 1 sit, 2 deal 9C, D deal 9S, 2 deal 9D, D hole 8H, 2 stand, D show, 2 win 4",
    ),
}

WRONG: dict[str, tuple[Case, set[str]]] = {
    "errors where the rules know of none": (
        ({}, ALONE, f"1 bet 2, 1 exposed 9C, 1 take, D deal 9S, 1 deal 9D, D hole 8H, {REST}"),
        {"event-foreign"},
    ),
    "B5.1: missed, and nothing more": (
        (B5, ALONE, "1 bet 2, 1 missed, D deal 9S, 1 deal 9D, D hole 8H, 1 stand, D show, 1 lose 0"),
        {"incident-choice", "deal-boxes", "split-second-card", "event-order"},
    ),
    "B5.1: late without having been missed": (
        (B5, ALONE, f"1 bet 2, D deal 9S, 1 late 9C, 1 deal 9D, D hole 8H, {REST}"),
        {"incident-choice"},
    ),
    "B5.1: late in the middle of the pass": (
        (B5, PAIR, "1 bet 2, 2 bet 2, 1 missed, 1 late 9C, 2 deal TC, D deal 9S, 1 deal 9D, 2 deal 9H, D hole 8H, 1 stand, " + BOTH_REST),
        {"event-order"},
    ),
    "B5.1: sat out and played": (
        (B5, PAIR, "1 bet 2, 2 bet 2, 1 missed, 2 deal 9C, D deal 9S, 1 sit, 1 deal TC, 2 deal 9D, D hole 8H, 2 stand, D show, 2 win 4"),
        {"deal-boxes", "event-order"},
    ),
    "B5.1: everybody sits out": ((B5, ALONE, "1 bet 2, 1 missed, D deal 9S, 1 sit, D hole 8H, D show"), {"stake-nobody"}),
    "B5.2: one too many that nobody answers": (
        (B5, ALONE, f"1 bet 2, 1 deal 9C, 1 extra 2H, D deal 9S, 1 deal 9D, D hole 8H, {REST}"),
        {"incident-choice"},
    ),
    "B5.2: a card tossed that was not there": (
        (B5, ALONE, f"1 bet 2, 1 deal 9C, 1 extra 2H, 1 toss 3H, D deal 9S, 1 deal 9D, D hole 8H, {REST}"),
        {"incident-choice"},
    ),
    "B5.2: the tossed card plays on": (
        (B5, ALONE, "1 bet 2, 1 deal 2H, 1 extra 9C, 1 toss 2H, D deal 9S, 1 deal 9D, D hole 8H, 1 stand, D show, 1 lose 0"),
        {"outcome"},
    ),
    "B5.2: both without the money": (
        (
            B5 | {"session__stack": 3},
            ALONE,
            "1 bet 2, 1 deal 9C, 1 extra TC, 1 both, D deal 9S, 1.1 deal 9D, 1.2 deal 8D, D hole 8H, 1.1 stand, 1.2 stand, D show, 1.1 win 4, 1.2 win 4",
        ),
        {"incident-both"},
    ),
    "B5.2: both, and only one dealt to": (
        (B5, ALONE, "1 bet 2, 1 deal 9C, 1 extra TC, 1 both, D deal 9S, 1.1 deal 9D, D hole 8H, 1.1 stand, D show, 1.1 win 4"),
        {"deal-boxes", "settlement-missing"},
    ),
    "B5.2: both, and the box dealt to": (
        (
            B5,
            ALONE,
            "1 bet 2, 1 deal 9C, 1 extra TC, 1 both, D deal 9S, 1 deal 9D, 1.2 deal 8D, D hole 8H, 1.1 stand, 1.2 stand, D show, 1.1 win 4, 1.2 win 4",
        ),
        {"incident-both", "split-second-card", "outcome"},
    ),
    "B5.2: the second hand first": (
        (
            B5,
            ALONE,
            "1 bet 2, 1 deal 9C, 1 extra TC, 1 both, D deal 9S, 1.2 deal 8D, 1.1 deal 9D, D hole 8H, 1.1 stand, 1.2 stand, D show, 1.1 win 4, 1.2 win 4",
        ),
        {"event-order"},
    ),
    "B5.3: both in the second pass": (
        (B5, ALONE, "1 bet 2, 1 deal 9C, D deal 9S, 1 deal 2D, 1 extra 9D, 1 both, D hole 8H, D show"),
        {"incident-choice", "deal-boxes", "settlement-missing"},
    ),
    "B5.4: exposed, and no answer": (
        (B5, ALONE, f"1 bet 2, 1 exposed 2C, 1 deal 9C, D deal 9S, 1 deal 9D, D hole 8H, {REST}"),
        {"incident-choice"},
    ),
    "B5.4: taken, and another card dealt": (
        (B5, ALONE, "1 bet 2, 1 exposed 2C, 1 take, 1 deal 9C, D deal 9S, 1 deal 9D, D hole 8H, 1 stand, D show, 1 win 4"),
        {"deal-boxes", "event-order"},
    ),
    "B5.4: two errors before one decision": (
        (B5, ALONE, f"{TWELVE}, 1 exposed KH, 1 refuse, 1 exposed QH, 1 refuse, 1 hit 6H, {REST}"),
        {"incident-place"},
    ),
    "B5.4: exposed to a hand that has ended": (
        (B5, ALONE, f"{TWELVE}, 1 hit 6H, 1 stand, 1 exposed KH, 1 refuse, D show, 1 win 4"),
        {"incident-place"},
    ),
    "B5.5: not asked for in the deal": (
        (B5, ALONE, "1 bet 2, 1 unasked 2C, 1 toss 2C, 1 deal 9C, D deal 9S, 1 deal 9D, D hole 8H, 1 stand, D show, 1 win 4"),
        {"incident-place", "event-order"},
    ),
    "B5.5: kept without a card": ((B5, ALONE, f"{TWELVE}, 1 keep, 1 hit 6H, {REST}"), {"incident-choice"}),
    "B5.5: kept, and nothing decided": ((B5, ALONE, f"{TWELVE}, 1 unasked 6H, 1 keep, D show, 1 win 4"), {"turn-missing"}),
    "B5.5: over 21 and not bust": ((B5, ALONE, f"{TWELVE}, 1 unasked KH, 1 keep, D show, 1 lose 0"), {"bust-at-once", "outcome"}),
    "B5.6: an open hand stands on more than 21": (
        (B5, ALONE, f"{TWELVE}, 1 hit KH, 1 stand, D show, 1 overstood, 1 lose 0, 1 forfeit 2"),
        {"turn-over", "overstood"},
    ),
    "B5.6: not found out": ((HIDDEN, ALONE, f"{DOWN_TWELVE}, 1 hit KH, 1 stand, D show, 1 open, 1 lose 0, 1 forfeit 2"), {"overstood"}),
    "B5.6: no second stake": ((HIDDEN, ALONE, f"{DOWN_TWELVE}, 1 hit KH, 1 stand, D show, 1 open, 1 overstood, 1 lose 0"), {"forfeit"}),
    "B5.6: bust in the end": (
        (HIDDEN, ALONE, f"{DOWN_TWELVE}, 1 hit KH, 1 stand, D show, 1 open, 1 bust 0"),
        {"outcome", "overstood", "forfeit", "bust-place", "open"},
    ),
    "B5.6: a hand of 20 found out": (
        (HIDDEN, ALONE, f"{DOWN_TWELVE}, 1 hit 6H, 1 stand, D show, 1 open, 1 overstood, 1 lose 0, 1 forfeit 2"),
        {"overstood", "outcome", "forfeit"},
    ),
    "H8.1: exposed and taken": (
        (H8, ALONE, f"1 bet 2, 1 exposed 9C, 1 take, D deal 9S, 1 deal 9D, D hole 8H, {REST}"),
        {"incident-choice"},
    ),
    "H8.1: exposed in the second pass": (
        (H8, ALONE, f"1 bet 2, 1 deal 9C, D deal 9S, 1 exposed 2D, 1 refuse, 1 deal 9D, D hole 8H, {REST}"),
        {"incident-place"},
    ),
    "H8.1: exposed in play": ((H8, ALONE, f"{TWELVE}, 1 exposed KH, 1 refuse, 1 hit 6H, {REST}"), {"incident-place"}),
}


@pytest.mark.parametrize("name", RIGHT)
def test_it_is_right(found, name):
    assert found[name] == set()


@pytest.mark.parametrize("name", WRONG)
def test_it_is_found(found, name):
    assert found[f"wrong: {name}"] == WRONG[name][1]


RULINGS = B5 | {"table__rulings": True}
EXPOSED = "1 bet 2, 1 exposed 9C, 1 take, D ruling {}, D deal 9S, 1 deal 9D, D hole 8H, 1 stand, D show, 1 win 4"


def ruled(book, log, about=1, *, before=True, **changes):
    """A session of one round with this log; its line for a ruling stands before it, about this round."""
    sitting = sat_down(book, 1, book.rules_with(session__rounds=1, **(RULINGS | changes)), ALONE)
    line = book.seqs.stop
    if before:
        book.add("ruling", 1, about=about, text="The card may be taken.")
    played(sitting, log.format(line), ALONE)
    sitting.close("rounds")
    return HAND_WRITTEN


@packed
def test_a_ruling_after_a_choice_is_right(book):
    """P1.1: it stands directly after the choice, its record before the round's."""
    assert (yield ruled(book, EXPOSED)) == set()


@packed
def test_a_ruling_without_a_record_is_found(book):
    assert (yield ruled(book, EXPOSED, before=False)) == {"ruling"}


@packed
def test_a_ruling_about_another_round_is_found(book):
    assert (yield ruled(book, EXPOSED, about=0)) == {"ruling"}


@packed
def test_a_ruling_about_a_round_that_is_not_played_is_found(book):
    assert (yield ruled(book, EXPOSED, about=7)) == {"ruling", "ruling-about"}


@packed
def test_a_ruling_out_of_place_is_found(book):
    log = "1 bet 2, D ruling {}, 1 deal 9C, D deal 9S, 1 deal 9D, D hole 8H, 1 stand, D show, 1 win 4"
    assert (yield ruled(book, log)) == {"ruling"}


@packed
def test_rulings_under_rules_that_have_none_are_found(book):
    assert (yield ruled(book, EXPOSED, table__rulings=False)) == {"event-foreign", "ruling-about"}
