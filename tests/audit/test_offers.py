"""Offers before play and what is paid early (C3.4, C3.5, C3.6, E2.2, E3.1, E4.1, P2.2, P3.1): right and wrong logs."""

from __future__ import annotations

from typing import Any

import pytest

Case = tuple[dict[str, Any], tuple[tuple[int, ...], ...], str]
ALONE = ((1,),)
PAIR = ((1,), (2,))
TWO = ((1, 2),)
NO_PEEK = {"peek__when": "after-play", "natural__paid": "at-once"}
NO_HOLE = {"peek__when": "no-hole", "deal__pattern": "no-hole", "natural__paid": "at-once"}
NOT_INSURED = {"insurance__offered": False}
EVEN = NOT_INSURED | {"natural__even_money": "ace"}
EVEN_TEN = NOT_INSURED | {"natural__even_money": "ten-or-ace"}
BOTH = {"natural__even_money": "ace"}
HALF = {"insurance__amount": "half", "stakes__minimum": 4, "stakes__maximum": 20}
UP_TO = {"stakes__minimum": 4, "stakes__maximum": 20}
NONE_FOR_NATURALS = {"insurance__naturals": False}
EARLY = NOT_INSURED | {"surrender__offered": "early"}
NOT_ACE = NOT_INSURED | {"surrender__offered": "early-not-ace"}
PAIRS = {"natural__pair_of_aces": True}
ACE_11 = PAIRS | {"pack__ace": "11"}
ON_TURN = {"natural__paid": "on-turn"}


def dealt(hand: str, dealer: str, stake: int = 2) -> str:
    """The deal to one box."""
    (first, second), (up, hole) = hand.split(" "), dealer.split(" ")
    return f"1 bet {stake}, 1 deal {first}, D deal {up}, 1 deal {second}" + (f", D hole {hole}" if hole != "-" else "")


NATURAL, EIGHTEEN, ACES = "AC KD", "9C 9D", "AC AD"

RIGHT: dict[str, Case] = {
    "E2.2: even money taken": (EVEN | NO_PEEK, ALONE, f"{dealt(NATURAL, 'AS 8H')}, 1 even 4, D show"),
    "E2.2: even money declined, and no natural": (EVEN | NO_PEEK, ALONE, f"{dealt(NATURAL, 'AS 8H')}, 1 decline even, D show, 1 natural 5"),
    "E2.2: even money declined, and a natural": (EVEN | NO_PEEK, ALONE, f"{dealt(NATURAL, 'AS KH')}, 1 decline even, D show, 1 push 2"),
    "E2.2: without a hole card": (EVEN | NO_HOLE, ALONE, f"{dealt(NATURAL, 'AS -')}, 1 decline even, D draw KH, 1 push 2"),
    "E2.2: a natural waits under a ten": (EVEN | NO_HOLE, ALONE, f"{dealt(NATURAL, 'TS -')}, D draw 8H, 1 natural 5"),
    "E2.2: and is paid at once under a nine": (EVEN | NO_HOLE, ALONE, f"{dealt(NATURAL, '9S -')}, 1 natural 5"),
    "C2.2: even money against a picture": (EVEN_TEN | NO_PEEK, ALONE, f"{dealt(NATURAL, 'KS 8H')}, 1 even 4, D show"),
    "C2.2: even money before a peek": (EVEN, ALONE, f"{dealt(NATURAL, 'AS KH')}, 1 even 4, D peek natural, D show"),
    "E3.1: even money declined, then insurance": (
        BOTH,
        ALONE,
        f"{dealt(NATURAL, 'AS KH')}, 1 decline even, 1 insure 1, D peek natural, 1 insurance 3, D show, 1 push 2",
    ),
    "E3.1: even money taken, no insurance": (BOTH, ALONE, f"{dealt(NATURAL, 'AS 8H')}, 1 even 4, D peek clear, D show"),
    "C3.5: naturals are not insured": (NONE_FOR_NATURALS, ALONE, f"{dealt(NATURAL, 'AS 8H')}, D peek clear, 1 natural 5, D show"),
    "E3.1: exactly half": (
        HALF,
        ALONE,
        f"{dealt(EIGHTEEN, 'AS 6H', 8)}, 1 insure 4, D peek clear, 1 insurance 0, 1 stand, D show, 1 win 16",
    ),
    "C3.5: less than half": (
        UP_TO,
        ALONE,
        f"{dealt(EIGHTEEN, 'AS 6H', 8)}, 1 insure 3, D peek clear, 1 insurance 0, 1 stand, D show, 1 win 16",
    ),
    "P2.2: insurance without a peek, lost": (
        NO_PEEK,
        ALONE,
        f"{dealt(EIGHTEEN, 'AS 6H')}, 1 insure 1, 1 stand, D show, 1 insurance 0, 1 win 4",
    ),
    "P2.2: insurance without a peek, won": (
        NO_PEEK,
        ALONE,
        f"{dealt(EIGHTEEN, 'AS KH')}, 1 insure 1, 1 stand, D show, 1 insurance 3, 1 lose 0",
    ),
    "E3.1: insurance without a hole card, of a hand that is bust": (
        NO_HOLE,
        ALONE,
        f"{dealt('TC 2D', 'AS -')}, 1 insure 1, 1 hit KH, 1 bust 0, D draw KS, 1 insurance 3",
    ),
    "G2: the second box's insurance is not covered": (
        UP_TO | {"table__boxes_per_player": 2, "session__stack": 9},
        TWO,
        (
            "1 bet 4, 2 bet 4, 1 deal 9C, 2 deal TC, D deal AS, 1 deal 9D, 2 deal 8H, D hole 6H, 1 insure 1, D peek clear, 1 insurance 0,"
            " 1 stand, 2 stand, D show, 1 win 8, 2 win 8"
        ),
    ),
    "G2: even money pays for another box's insurance": (
        BOTH | NONE_FOR_NATURALS | {"table__boxes_per_player": 2, "session__stack": 4},
        TWO,
        (
            "1 bet 2, 2 bet 2, 1 deal AC, 2 deal TC, D deal AS, 1 deal KD, 2 deal 8H, D hole 6H, 1 even 4, 2 insure 1, D peek clear, 2 insurance 0,"
            " 2 stand, D show, 2 win 4"
        ),
    ),
    "C3.4: early surrender": (EARLY, ALONE, f"{dealt(EIGHTEEN, 'AS KH')}, 1 surrender 1, D peek natural, D show"),
    "C3.4: early surrender declined": (EARLY, ALONE, f"{dealt(EIGHTEEN, '9S 8H')}, 1 decline surrender, 1 stand, D show, 1 win 4"),
    "C3.4: a natural does not surrender": (EARLY, ALONE, f"{dealt(NATURAL, '9S 8H')}, 1 natural 5, D show"),
    "E4.1: not against an ace": (NOT_ACE, ALONE, f"{dealt(EIGHTEEN, 'AS 6H')}, D peek clear, 1 stand, D show, 1 win 4"),
    "E4.1: against a ten": (NOT_ACE, ALONE, f"{dealt(EIGHTEEN, 'TS AH')}, 1 surrender 1, D peek natural, D show"),
    "C3.5: an insurance survives a surrender": (
        EARLY | {"insurance__offered": True},
        ALONE,
        f"{dealt(EIGHTEEN, 'AS KH')}, 1 insure 1, 1 surrender 1, D peek natural, 1 insurance 3, D show",
    ),
    "C3.6: aces claimed": (PAIRS, ALONE, f"{dealt(ACES, '9S 8H')}, 1 claim aces, 1 aces 5, D show"),
    "C3.6: claimed aces wait under an ace": (PAIRS, ALONE, f"{dealt(ACES, 'AS 8H')}, 1 claim aces, D peek clear, D show, 1 aces 5"),
    "C3.6: two pairs of aces": (PAIRS, ALONE, f"{dealt(ACES, 'AS AH')}, 1 claim aces, D peek clear, D show, 1 push 2"),
    "C3.6: claimed aces beat a natural": (PAIRS, ALONE, f"{dealt(ACES, 'AS KH')}, 1 claim aces, D peek natural, D show, 1 aces 5"),
    "C3.6: aces declined and split": (
        PAIRS,
        ALONE,
        f"{dealt(ACES, '9S 8H')}, 1 decline aces, 1 split AC AD, 1.1 draw 9H, 1.2 draw TH, D show, 1.1 win 4, 1.2 win 4",
    ),
    "C1.2: aces at 11 declined": (
        ACE_11,
        PAIR,
        "1 bet 2, 2 bet 2, 1 deal AC, 2 deal AH, D deal 9S, 1 deal AD, 2 deal AS, D hole 8H, 1 decline aces, 1 bust 0, 2 claim aces, 2 aces 5, D show",
    ),
    "B2.4: a peek under a ten": ({}, ALONE, f"{dealt(EIGHTEEN, 'TS AH')}, D peek natural, D show, 1 lose 0"),
    "P2.2: no peek": (NO_PEEK, ALONE, f"{dealt(EIGHTEEN, 'TS AH')}, 1 stand, D show, 1 lose 0"),
    "C1.2: no peek where aces count 1": (
        NOT_INSURED | {"pack__ace": "1", "peek__when": "ten-or-ace"},
        ALONE,
        f"{dealt(EIGHTEEN, 'TS 8H')}, 1 stand, D show, 1 push 2",
    ),
    "B3.1: a natural paid on its turn": (
        ON_TURN,
        PAIR,
        "1 bet 2, 2 bet 2, 1 deal 9C, 2 deal AC, D deal 9S, 1 deal 9D, 2 deal KD, D hole 8H, 1 stand, 2 natural 5, D show, 1 win 4",
    ),
    "B3.1: a natural waits for no peek on its turn": (
        ON_TURN | {"peek__when": "after-play"},
        ALONE,
        f"{dealt(NATURAL, 'TS 8H')}, D show, 1 natural 5",
    ),
}

WRONG: dict[str, tuple[Case, set[str]]] = {
    "E2.2: no offer of even money": ((EVEN, ALONE, f"{dealt(NATURAL, 'AS 8H')}, D peek clear, 1 natural 5, D show"), {"even-money"}),
    "E2.2: even money against a ten": ((EVEN | NO_PEEK, ALONE, f"{dealt(NATURAL, 'TS 8H')}, 1 even 4, D show"), {"even-money"}),
    "E2.2: even money for no natural": (
        (EVEN | NO_PEEK, ALONE, f"{dealt(EIGHTEEN, 'AS 6H')}, 1 decline even, 1 stand, D show, 1 win 4"),
        {"even-money"},
    ),
    "E2.2: even money that is not even": ((EVEN | NO_PEEK, ALONE, f"{dealt(NATURAL, 'AS 8H')}, 1 even 5, D show"), {"payout"}),
    "E2.2: even money asked after the peek": (
        (EVEN, ALONE, f"{dealt(NATURAL, 'AS 8H')}, D peek clear, 1 decline even, 1 natural 5, D show"),
        {"event-order"},
    ),
    "E2.2: a natural paid that had to wait": ((EVEN | NO_PEEK, ALONE, f"{dealt(NATURAL, 'TS 8H')}, 1 natural 5, D show"), {"event-order"}),
    "E2.2: a natural that waits for nothing": ((NO_PEEK, ALONE, f"{dealt(NATURAL, '9S 8H')}, D show, 1 natural 5"), {"event-order"}),
    "E3.1: insurance after even money": (
        (BOTH, ALONE, f"{dealt(NATURAL, 'AS 8H')}, 1 even 4, 1 decline insurance, D peek clear, D show"),
        {"insurance-offer"},
    ),
    "E3.1: insurance before even money": (
        (BOTH, ALONE, f"{dealt(NATURAL, 'AS 8H')}, 1 decline insurance, 1 decline even, D peek clear, 1 natural 5, D show"),
        {"event-order"},
    ),
    "C3.5: a natural insured": (
        (NONE_FOR_NATURALS, ALONE, f"{dealt(NATURAL, 'AS 8H')}, 1 decline insurance, D peek clear, 1 natural 5, D show"),
        {"insurance-offer"},
    ),
    "E3.1: less than half": (
        (HALF, ALONE, f"{dealt(EIGHTEEN, 'AS 6H', 8)}, 1 insure 3, D peek clear, 1 insurance 0, 1 stand, D show, 1 win 16"),
        {"insurance-amount"},
    ),
    "C3.5: more than half": (
        (UP_TO, ALONE, f"{dealt(EIGHTEEN, 'AS 6H', 8)}, 1 insure 5, D peek clear, 1 insurance 0, 1 stand, D show, 1 win 16"),
        {"insurance-amount"},
    ),
    "P2.2: insurance settled before the hands are played": (
        (NO_PEEK, ALONE, f"{dealt(EIGHTEEN, 'AS 6H')}, 1 insure 1, 1 insurance 0, 1 stand, D show, 1 win 4"),
        {"event-order"},
    ),
    "P2.2: insurance settled after the box": (
        (NO_PEEK, ALONE, f"{dealt(EIGHTEEN, 'AS 6H')}, 1 insure 1, 1 stand, D show, 1 win 4, 1 insurance 0"),
        {"event-order"},
    ),
    "T3.4: insurance paid after play with the peek": (
        ({}, ALONE, f"{dealt(EIGHTEEN, 'AS 6H')}, 1 insure 1, D peek clear, 1 stand, D show, 1 insurance 0, 1 win 4"),
        {"event-order"},
    ),
    "C3.6: a pair of aces is no natural for insurance": (
        (
            PAIRS,
            ALONE,
            (
                f"{dealt(ACES, 'AS AH')}, 1 decline aces, 1 insure 1, D peek clear, 1 insurance 3, 1 split AC AD, 1.1 draw 9H, 1.2 draw TH,"
                " D show, 1.1 lose 0, 1.2 lose 0"
            ),
        ),
        {"insurance-settled"},
    ),
    "G2: a second insurance that is not covered": (
        (
            UP_TO | {"table__boxes_per_player": 2, "session__stack": 9},
            TWO,
            (
                "1 bet 4, 2 bet 4, 1 deal 9C, 2 deal TC, D deal AS, 1 deal 9D, 2 deal 8H, D hole 6H, 1 insure 1, 2 insure 1, D peek clear, 1 insurance 0,"
                " 2 insurance 0, 1 stand, 2 stand, D show, 1 win 8, 2 win 8"
            ),
        ),
        {"insurance-offer", "insurance-amount"},
    ),
    "C3.4: early surrender not asked": ((EARLY, ALONE, f"{dealt(EIGHTEEN, '9S 8H')}, 1 stand, D show, 1 win 4"), {"surrender-offer"}),
    "C3.4: a natural asked": ((EARLY, ALONE, f"{dealt(NATURAL, '9S 8H')}, 1 decline surrender, 1 natural 5, D show"), {"surrender-offer"}),
    "C3.4: surrender on the hand's turn": (
        (EARLY, ALONE, f"{dealt(EIGHTEEN, 'TS 8H')}, D peek clear, 1 surrender 1, D show"),
        {"event-order"},
    ),
    "C3.4: asked, and surrendered later": (
        (EARLY, ALONE, f"{dealt('9C 5D', '9S 8H')}, 1 decline surrender, 1 hit 2C, 1 surrender 1, D show"),
        {"surrender-offer", "event-order"},
    ),
    "E4.1: against an ace": ((NOT_ACE, ALONE, f"{dealt(EIGHTEEN, 'AS 6H')}, 1 surrender 1, D peek clear, D show"), {"surrender-offer"}),
    "G7: late surrender before the peek": (
        (NOT_INSURED | {"surrender__offered": "late"}, ALONE, f"{dealt(EIGHTEEN, 'TS 8H')}, 1 surrender 1, D peek clear, D show"),
        {"event-order"},
    ),
    "C3.6: a pair of aces not asked": ((PAIRS, ALONE, f"{dealt(ACES, '9S 8H')}, 1 stand, D show, 1 lose 0"), {"aces-claimed"}),
    "C3.6: no pair claimed": ((PAIRS, ALONE, f"{dealt(EIGHTEEN, '9S 8H')}, 1 decline aces, 1 stand, D show, 1 win 4"), {"aces-claimed"}),
    "C3.6: claimed and played": (
        (PAIRS, ALONE, f"{dealt(ACES, 'AS 8H')}, 1 claim aces, D peek clear, 1 stand, D show, 1 aces 5"),
        {"turn-over"},
    ),
    "C3.6: claimed and insured": (
        (PAIRS, ALONE, f"{dealt(ACES, 'AS 8H')}, 1 claim aces, 1 decline insurance, D peek clear, D show, 1 aces 5"),
        {"insurance-offer"},
    ),
    "C3.6: claimed aces paid under an ace": (
        (PAIRS, ALONE, f"{dealt(ACES, 'AS 8H')}, 1 claim aces, D peek clear, 1 aces 5, D show"),
        {"event-order"},
    ),
    "C3.6: claimed aces kept waiting": ((PAIRS, ALONE, f"{dealt(ACES, '9S 8H')}, 1 claim aces, D show, 1 aces 5"), {"event-order"}),
    "C1.2: aces at 11 declined, and over 21 later": (
        (ACE_11, ALONE, f"{dealt(ACES, 'TS 8H')}, 1 decline aces, D peek clear, 1 bust 0, D show"),
        {"event-order"},
    ),
    "P2.2: a peek where there is none": (
        (NO_PEEK, ALONE, f"{dealt(EIGHTEEN, 'TS 8H')}, D peek clear, 1 stand, D show, 1 push 2"),
        {"peek"},
    ),
    "B3.1: a natural paid before its turn": (
        (
            ON_TURN,
            PAIR,
            "1 bet 2, 2 bet 2, 1 deal 9C, 2 deal AC, D deal 9S, 1 deal 9D, 2 deal KD, D hole 8H, 2 natural 5, 1 stand, D show, 1 win 4",
        ),
        {"event-order"},
    ),
}


@pytest.mark.parametrize("name", RIGHT)
def test_it_is_right(found, name):
    assert found[name] == set()


@pytest.mark.parametrize("name", WRONG)
def test_it_is_found(found, name):
    assert found[f"wrong: {name}"] == WRONG[name][1]


def test_the_last_card_of_the_deal_leaves_offers_and_no_decision(codes_of):
    """G6: 15 hands on 14 boxes (B5.2) and the dealer take all of 32 cards; who is asked to surrender is asked, and nobody plays."""
    tables = {"table__boxes": 14, "table__players_max": 14, "table__irregularities": "B5"}
    rules = EARLY | tables | {"pack__decks": 1, "pack__size": 32}
    boxes, hands = range(1, 15), ("1.1", "1.2", *range(2, 15))
    stakes, first = (", ".join(f"{box} {act}" for box in boxes) for act in ("bet 2", "deal 9C"))
    second = ", ".join(f"{hand} deal 8D" for hand in hands)
    deal = f"{stakes}, {first.replace('1 deal 9C', '1 deal 9C, 1 extra 9D, 1 both', 1)}, D deal 9S, {second}, D hole 9H"
    answers = ["1.1 surrender 1", *(f"{hand} decline surrender" for hand in hands[1:])]
    lost = [f"{hand} lose 0" for hand in hands[1:]]
    over = ", ".join([*answers, "D show", *lost])
    played = ", ".join([*answers, "2 stand", "D show", *lost])
    seats = tuple((box,) for box in boxes)
    found = codes_of({"right": (rules, seats, f"{deal}, {over}"), "a decision": (rules, seats, f"{deal}, {played}")})
    assert found == {"right": set(), "a decision": {"turn-over"}}


def test_the_hole_card_is_shown_where_an_insurance_waits_for_it(many_codes):
    """B3.3: though every hand is bust and the banker plays freely."""
    rules = {"banker__play": "free", "peek__when": "after-play"}
    bust = "1 bet 2, 1 deal 9C, D deal AS, 1 deal 7D, D hole KH, 1 {}, 1 hit TC, 1 bust 0"
    cases = {
        "shown": (bust.format("insure 1") + ", D show, 1 insurance 3", set()),
        "unseen": (bust.format("insure 1") + ", 1 insurance 3", {"dealer-shows"}),
        "nobody insured": (bust.format("decline insurance"), set()),
        "shown for nothing": (bust.format("decline insurance") + ", D show", {"dealer-shows"}),
    }
    assert many_codes({name: (rules, log.split(", ")) for name, (log, _) in cases.items()}) == {
        name: codes for name, (_, codes) in cases.items()
    }
