"""The patterns of dealing, and what lies hidden until it is opened (G11, H2, C2.1, B2.3, E2.1): right and wrong logs."""

from __future__ import annotations

from typing import Any

import pytest

Case = tuple[dict[str, Any], tuple[tuple[int, ...], ...], str]
ALONE = ((1,),)
PAIR = ((1,), (2,))
NO_PEEK = {"peek__when": "after-play", "natural__paid": "at-once"}
ON_TURN = {"natural__paid": "on-turn"}


def pattern(name: str, **more: Any) -> dict[str, Any]:
    """The rules of a pattern, without a peek."""
    when = {"peek__when": "no-hole"} if name == "no-hole" else {}
    return {"deal__pattern": name} | NO_PEEK | when | more


def dealt(first: str, second: str, dealer: str, dealer_second: str = "") -> str:
    """The deal of 18 to box 1 and of 17 to the dealer; each word is how a card is dealt."""
    cards = {"deal": ("9S", "8H"), "hole": ("8H", "9S")}[dealer]
    last = f", D {dealer_second} {cards[1]}" if dealer_second else ""
    return f"1 bet 2, 1 {first} 9C, D {dealer} {cards[0]}, 1 {second} 9D{last}"


A = dealt("down", "deal", "hole", "deal")
B = dealt("down", "down", "deal", "hole")
D = dealt("deal", "deal", "hole", "deal")
E = dealt("down", "deal", "deal", "hole")
F = dealt("down", "down", "hole", "deal")
H = dealt("deal", "down", "deal", "hole")
OPENED = "1 stand, D show, 1 open, 1 win 4"
EIGHTS = "1 bet 2, 1 down 8C, D deal 9S, 1 down 8D, D hole 8H"
NATURAL = "1 bet 2, 1 down AC, D deal 9S, 1 down KD, D hole 8H"
TWELVE = "1 bet 2, 1 down 2C, D deal 9S, 1 down TD, D hole 8H"
TWO_BOXES = "1 bet 2, 2 bet 2, 1 deal 9C, 2 deal TC, D deal 9S, 1 down 9D, 2 down 7D, D hole 8H"
SEVENS = "1 bet 2, 1 down 7C, D deal 9S, 1 down 7D, D hole 8H, 1 hit 7H"

RIGHT: dict[str, Case] = {
    "P2.1a": (pattern("a"), ALONE, f"{A}, {OPENED}"),
    "P2.1b": (pattern("b"), ALONE, f"{B}, {OPENED}"),
    "P2.1d": (pattern("d"), ALONE, f"{D}, 1 stand, D show, 1 win 4"),
    "P2.1e": (pattern("e"), ALONE, f"{E}, {OPENED}"),
    "H2.2": (pattern("f"), ALONE, f"{F}, {OPENED}"),
    "H2.3": (
        pattern("g", stakes__when="after-first-card"),
        ALONE,
        f"1 down 9C, D hole 8H, 1 bet 2, 1 deal 9D, D deal 9S, {OPENED}",
    ),
    "C2.1": (pattern("h"), ALONE, f"{H}, 1 open, 1 stand, D show, 1 win 4"),
    "C2.1: two boxes, opened in order": (pattern("h"), PAIR, f"{TWO_BOXES}, 1 open, 2 open, 1 stand, 2 stand, D show, 1 win 4, 2 push 2"),
    "E2.1": (pattern("no-hole"), ALONE, f"{dealt('deal', 'deal', 'deal')}, 1 stand, D draw 8H, 1 win 4"),
    "B4.1: opened for a double": (pattern("b"), ALONE, f"{TWELVE}, 1 open, 1 double 9H, D show, 1 win 8"),
    "B4.2: opened for a split": (
        pattern("b"),
        ALONE,
        f"{EIGHTS}, 1 open, 1 split 8C 8D, 1.1 draw TS, 1.1 stand, 1.2 draw TH, 1.2 stand, D show, 1.1 win 4, 1.2 win 4",
    ),
    "B3.1: a natural opened at once": (pattern("b"), ALONE, f"{NATURAL}, 1 open, 1 natural 5, D show"),
    "B3.1: a natural opened on its turn": (pattern("b") | ON_TURN, ALONE, f"{NATURAL}, 1 open, 1 natural 5, D show"),
    "B7.2: three sevens opened for their premium": (
        pattern("b", premiums__sevens="3:1"),
        ALONE,
        f"{SEVENS}, 1 open, 1 premium 777 8, D show",
    ),
    "B3.2: a bust is not opened": (pattern("b"), ALONE, f"{TWELVE}, 1 hit KH, 1 bust 0, D show"),
    "C3.4: nor is a surrender": (pattern("b", surrender__offered="early"), ALONE, f"{TWELVE}, 1 surrender 1, D show"),
    "C1.2: two aces at 11 are over 21 after the deal": (
        pattern("h", pack__ace="11"),
        PAIR,
        "1 bet 2, 2 bet 2, 1 deal AC, 2 deal 9C, D deal 9S, 1 down AD, 2 down 9D, D hole 8H, 1 open, 2 open, 1 bust 0, 2 stand, D show, 2 win 4",
    ),
}

WRONG: dict[str, tuple[Case, set[str]]] = {
    "P2.1c under the pattern a": (
        (pattern("a"), ALONE, f"{dealt('deal', 'deal', 'deal', 'hole')}, 1 stand, D show, 1 win 4"),
        {"deal-boxes", "deal-banker"},
    ),
    "P2.1c under the pattern d": (
        (pattern("d"), ALONE, f"{dealt('deal', 'deal', 'deal', 'hole')}, 1 stand, D show, 1 win 4"),
        {"deal-banker"},
    ),
    "P2.1a under the pattern b": ((pattern("b"), ALONE, f"{A}, {OPENED}"), {"deal-boxes", "deal-banker"}),
    "P2.1e under the pattern b": ((pattern("b"), ALONE, f"{E}, {OPENED}"), {"deal-boxes"}),
    "P2.1b under the pattern e": ((pattern("e"), ALONE, f"{B}, {OPENED}"), {"deal-boxes"}),
    "H2: the dealer's upcard first under the pattern f": ((pattern("f"), ALONE, f"{B}, {OPENED}"), {"deal-banker"}),
    "a card face down under the pattern c": (({}, ALONE, f"{E}, {OPENED}"), {"deal-boxes", "event-foreign"}),
    "E2.1: a hole card where there is none": (
        (pattern("no-hole"), ALONE, f"{dealt('deal', 'deal', 'deal', 'hole')}, 1 stand, 1 win 4"),
        {"deal-banker"},
    ),
    "E2.1: no hole card where there is one": (
        (pattern("b"), ALONE, f"{dealt('down', 'down', 'deal')}, 1 stand, D show, 1 open, 1 win 4"),
        {"deal-banker"},
    ),
    "B3.3: never opened": ((pattern("b"), ALONE, f"{B}, 1 stand, D show, 1 win 4"), {"open"}),
    "B3.3: opened after its outcome": ((pattern("b"), ALONE, f"{B}, 1 stand, D show, 1 win 4, 1 open"), {"open"}),
    "B3.3: opened before the dealer plays": ((pattern("b"), ALONE, f"{B}, 1 stand, 1 open, D show, 1 win 4"), {"open"}),
    "B3.3: opened twice": ((pattern("b"), ALONE, f"{B}, 1 stand, D show, 1 open, 1 open, 1 win 4"), {"open"}),
    "B4.1: a double that is not opened": ((pattern("b"), ALONE, f"{TWELVE}, 1 double 9H, D show, 1 open, 1 win 8"), {"open"}),
    "B4.2: a split that is not opened": (
        (
            pattern("b"),
            ALONE,
            f"{EIGHTS}, 1 split 8C 8D, 1.1 draw TS, 1.1 stand, 1.2 draw TH, 1.2 stand, D show, 1.1 open, 1.1 win 4, 1.2 win 4",
        ),
        {"open"},
    ),
    "B3.1: a natural that is not opened": ((pattern("b"), ALONE, f"{NATURAL}, 1 natural 5, D show"), {"open"}),
    "B3.2: a bust opened": ((pattern("b"), ALONE, f"{TWELVE}, 1 hit KH, 1 open, 1 bust 0, D show"), {"open", "bust-at-once", "bust-place"}),
    "an open hand opened": (
        (
            pattern("b"),
            ALONE,
            f"{EIGHTS}, 1 open, 1 split 8C 8D, 1.1 draw TS, 1.1 stand, 1.2 draw TH, 1.2 stand, D show, 1.1 open, 1.1 win 4, 1.2 win 4",
        ),
        {"open"},
    ),
    "C2.1: not opened after the deal": ((pattern("h"), ALONE, f"{H}, 1 stand, D show, 1 open, 1 win 4"), {"event-order"}),
    "C2.1: opened before the dealer has two cards": (
        (pattern("h"), ALONE, f"{H.replace(', D hole', ', 1 open, D hole')}, 1 stand, D show, 1 win 4"),
        {"event-order"},
    ),
    "C2.1: opened in another order": (
        (pattern("h"), PAIR, f"{TWO_BOXES}, 2 open, 1 open, 1 stand, 2 stand, D show, 1 win 4, 2 push 2"),
        {"event-order"},
    ),
    "C2.1: one hand not opened": ((pattern("h"), PAIR, f"{TWO_BOXES}, 1 open, 1 stand, 2 stand, D show, 1 win 4, 2 push 2"), {"open"}),
    "C1.2: two aces at 11 played": (
        (pattern("h", pack__ace="11"), ALONE, "1 bet 2, 1 deal AC, D deal 9S, 1 down AD, D hole 8H, 1 open, 1 stand, D show, 1 bust 0"),
        {"turn-over", "event-order"},
    ),
    "C1.2: two aces at 11 over 21 before the last card": (
        (pattern("h", pack__ace="11"), ALONE, "1 bet 2, 1 deal AC, D deal 9S, 1 down AD, 1 bust 0, D hole 8H, 1 open, D show"),
        {"event-order"},
    ),
}


@pytest.mark.parametrize("name", RIGHT)
def test_it_is_right(found, name):
    assert found[name] == set()


@pytest.mark.parametrize("name", WRONG)
def test_it_is_found(found, name):
    assert found[f"wrong: {name}"] == WRONG[name][1]
