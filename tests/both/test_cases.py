"""Situations that other blackjack programs got wrong (CASES.md), at the training table, played by the engine and judged by the audit."""

from __future__ import annotations

from typing import Any

import pytest

from ledger.cards import CARD_NAMES
from tests.support.cases import Recorded, case, rounds

ONE_SHOE: dict[str, Any] = {"shoe__reshuffle": "cut-card", "pack__decks": 1}
# Thirty cards in three rounds, and the last two in a fourth, before the reshuffle; no hand takes a card.
ALL_32 = (
    ("7C 8C / 9C 9D / TC JC / QC KC | TD 7D", ""),
    ("7H 8D / 9H 8H / TH JD / QD KD | TS 8S", ""),
    ("7S AC / 9S AD / JH QH / JS KH | QS KS", ""),
    ("AH 7C / AS 9D / 9C 8C / KC QC | 9S 8H", ""),
)
OF_32: dict[str, Any] = {"net": (-200, 100, 200, 300), "shoe__reshuffle": "cut-card", "pack__decks": 1, "pack__size": 32}
PAIRS_13 = "4 4 | 5 T | 7 6 5 4 9"
CASES = [
    case("1", "K Q against A/K, insurance 50", "K Q | A K", "1 insure 50", 0),
    case("2", "partial insurance 30 of an ordinary hand", "K 9 | A K", "1 insure 30", -40),
    case(
        "2",
        "exactly half is insured: 30 is refused",
        "K 9 | A K",
        "1 bet 100, !1 insure 30",
        -100,
        refused="1 insure 30",
        insurance__amount="half",
    ),
    case("3", "a natural declines insurance: 0 against a natural", "A K | A K", "", 0),
    case("3", "a natural declines insurance: +150 against none", "A K | A 7", "", 150),
    case("3", "full insurance of a natural is even money at 3:2, natural", "A K | A K", "1 insure 50", 100),
    case("3", "full insurance of a natural is even money at 3:2, none", "A K | A 7", "1 insure 50", 100),
    case("3", "at 2:1 it is not: +100 against a natural", "A K | A K", "1 insure 50", 100, natural__pays="2:1"),
    case("3", "at 2:1 it is not: +150 against none", "A K | A 7", "1 insure 50", 150, natural__pays="2:1"),
    case("3", "at 6:5 it is not: +100 against a natural", "A K | A K", "1 insure 50", 100, natural__pays="6:5"),
    case("3", "at 6:5 it is not: +70 against none", "A K | A 7", "1 insure 50", 70, natural__pays="6:5"),
    case("4", "A K against A/K", "A K | A K", "", 0),
    case("4", "A K against A/K, ties of naturals to the banker", "A K | A K", "", -100, settlement__natural_ties="banker"),
    case("5", "A K against a drawn 21, which needs another hand alive", "A K / K 9 | 7 7 | 7", "", 150, -100),
    case("7", "A K against 17: net 150, payout 250", "A K | T 7", "", 150, told="D peek clear, 1 natural 250, D show"),
    case(
        "8", "ten up, ace in the hole: a natural is not paid before the peek", "A K | T A", "", 0, told="D peek natural, D show, 1 push 100"
    ),
    case(
        "9",
        "no double after a split",
        "8 8 | T 7 | 3 K 2",
        "1 split, 1.1 double, 1.1 hit",
        0,
        refused="1.1 double",
        double__after_split=False,
    ),
    case("9", "double after a split", "8 8 | T 7 | 3 K 2", "1 split, 1.1 double", 100),
    case("10", "balance 100, stake 100: lose", "K 7 | K 8", "", -100, session__stack=100),
    case("10", "balance 100, stake 100: push", "K 8 | K 8", "", 0, session__stack=100),
    case("11", "20 against 20", "K Q | T J", "", 0),
    case("11", "a doubled 21 against 21", "5 6 | 7 7 | K 7", "1 double", 0, told="1 double KC, D show, D draw 7H, 1 push 200"),
    case("11", "20 against 20, ties to the banker", "K Q | T J", "", -100, settlement__ties="banker"),
    case("11", "a doubled 21 against 21, ties to the banker", "5 6 | 7 7 | K 7", "1 double", -200, settlement__ties="banker"),
    case("12", "A A split into A K and A 5, naturals after a split", "A A | T 9 | K 5", "1 split", 50, natural__after_split=True),
    case(
        "12",
        "A A split into A K and A 5 against 19",
        "A A | T 9 | K 5",
        "1 split",
        0,
        told="D peek clear, 1 split AC AD, 1.1 draw KC, 1.2 draw 5C, D show, 1.1 win 200, 1.2 lose 0",
    ),
    case("13", "4 4, second cards on turn, double both", PAIRS_13, "1 split, 1.1 double, 1.2 double", 400),
    case(
        "13", "4 4, both second cards at once, double both", PAIRS_13, "1 split, 1.1 double, 1.2 double", 400, split__second_card="at-once"
    ),
    case(
        "14",
        "a stake of 100 split is two stakes of 100",
        "8 8 | T 7 | K 9",
        "1 split, 1.1 stand, 1.2 stand",
        100,
        told="D peek clear, 1 split 8C 8D, 1.1 draw KC, 1.1 stand, 1.2 draw 9C, 1.2 stand, D show, 1.1 win 200, 1.2 push 100",
    ),
    case(
        "15",
        "balance 6, split of a stake of 10",
        "8 8 | T 7",
        "1 split, 1 stand",
        -10,
        refused="1 split",
        stakes__minimum=10,
        stakes__maximum=10,
        session__stack=16,
    ),
    case(
        "16",
        "balance 40 left: no double for less",
        "5 6 | T 7 | 9",
        "1 double, 1 hit, 1 stand",
        100,
        refused="1 double",
        session__stack=140,
    ),
    case("17", "no double on a split hand of one card", "8 8 | T 7 | 2 K 3 K", "1 split, 1.1 hit, 1.1 stand, 1.2 hit", 200),
    case("18", "K Q are a pair by value", "K Q | T 7 | 8 9", "1 split", 200),
    case("18", "K Q are no pair by rank", "K Q | T 7", "1 split", 100, refused="1 split", split__pairs="rank"),
    case("18", "K Q are a pair by rank or picture", "K Q | T 7 | 8 9", "1 split", 200, split__pairs="rank-or-picture"),
    case("18", "10 K are a pair by value", "T K | T 7 | 8 9", "1 split", 200),
    case("18", "10 K are no pair by rank", "T K | T 7", "1 split", 100, refused="1 split", split__pairs="rank"),
    case("18", "10 K are no pair by rank or picture", "T K | T 7", "1 split", 100, refused="1 split", split__pairs="rank-or-picture"),
    rounds(
        "19", "all bust: the next card is the next round's first", ("K 6 | 6 T | 9", "1 hit"), ("2C 3C | 9 8", ""), net=(-200,), **ONE_SHOE
    ),
    rounds("19", "all bust, shuffled anew each round", ("K 6 | 6 T | 9", "1 hit"), ("2C 3C | 9 8", ""), net=(-200,), pack__decks=1),
    case("20", "only naturals live: the dealer draws nothing", "A K | 6 T", "", 150, told="1 natural 250, D show"),
    case("21", "A/6 stands on soft 17", "K 8 | A 6", "", 100),
    case("21", "A/6 draws on soft 17", "K 8 | A 6 | 4", "", -100, banker__soft17="draw"),
    case("22", "A 4 7 is hard 12 and draws", "K 8 | A 4 | 7 9", "", -100),
    case("23", "player 15, dealer 16 already ahead draws all the same", "K 5 | T 6 | 9", "", 100),
    case("24", "the dealer never stands on 16", "K Q | T 6 | A", "", 100),
    case("24", "the dealer never draws on 20", "K Q | T K", "", 0),
    case("25", "the dealer waits for the last box", "K 6 / K 9 | T 6 | 9 5", "1 hit, 2 stand", -100, -100),
    case("27", "16 against A/K, late surrender: nothing to surrender", "K 6 | A K", "", -100, surrender__offered="late"),
    case("27", "16 against A/9, late surrender", "K 6 | A 9", "1 surrender", -50, surrender__offered="late"),
    rounds(
        "28",
        "the indicator comes in mid-round: the round is finished",
        ("K 7 | 9 9", ""),
        ("2 3 | 8 T", ""),
        ("J 9 | 7 J", ""),
        net=(-100,),
        **ONE_SHOE,
        shoe__penetration_left=45,
    ),
    rounds("28", "the cards run out in mid-round: only discards are reshuffled", *ALL_32, **OF_32),
    rounds("28", "discards come up in mid-round", *ALL_32, **{**OF_32, "shoe__reshuffle": "discards"}),
    case("30", "a stake is not changed after the first card", "K 9 | T 8", "1 bet 100, !1 bet 200", 100, refused="1 bet 200"),
    case("32", "2 3 4 5 6 against 21, no premium", "2 3 | 7 7 | 4 5 6 7", "1 hit, 1 hit, 1 hit, 1 stand", -100),
    case(
        "32",
        "2 3 4 5 6 against 21, five-card premium",
        "2 3 | 7 7 | 4 5 6",
        "1 hit, 1 hit, 1 hit, 1 stand",
        200,
        premiums__five_cards="2:1",
    ),
    *(
        case(
            "33",
            f"a stake of {stake}",
            "K 9 | T 8",
            f"!1 bet {stake}, 1 bet 100",
            100,
            refused=f"1 bet {stake}",
            stakes__maximum=200,
            stakes__unit=50,
        )
        for stake in (0, -1, 250, 125)
    ),
]


@pytest.fixture(scope="module")
def recorded(new_ledger) -> Recorded:
    return Recorded.of(new_ledger(), CASES)


@pytest.mark.parametrize("at", range(len(CASES)), ids=map(str, CASES))
def test_the_situation(recorded, at) -> None:
    """CASES.md by number; T clauses throughout."""
    recorded.holds(at)


def test_every_case_was_judged(recorded) -> None:
    recorded.judged()


def test_cards_on_split_fours(recorded) -> None:
    """Case 13, T5.1: hands 4 7 6 and 4 5 4; with both second cards dealt first 4 7 5 and 4 6 4."""
    logs = [hand.told for hand in recorded.played("13")]
    assert "1.1 draw 7C, 1.1 double 6C, 1.2 draw 5D, 1.2 double 4H" in logs[0]
    assert "1.1 draw 7C, 1.2 draw 6C, 1.1 double 5D, 1.2 double 4H" in logs[1]


def test_the_undrawn_card_is_the_next_rounds_first(recorded) -> None:
    """Case 19, G5: the shoe goes on at card 5."""
    hand, anew = recorded.played("19")
    assert hand.rounds[0].log[-1] == "D show"
    assert hand.rounds[1].log[1] == f"1 deal {CARD_NAMES[1]}"
    assert hand.rounds[1].shoes[0].first == 5
    assert anew.rounds[1].log[0] == "D shuffle 2"


def test_the_cards_on_the_table_stay_out_of_the_reshuffle(recorded) -> None:
    """Case 28, G6 B6.2: two aces lie there; with `cut-card` the new shoe ends with the round, with `discards` it goes on."""
    _, run_out, come_up = recorded.played("28")
    for hand in (run_out, come_up):
        assert [event for event in hand.log if "bet" not in event][:4] == ["1 deal AH", "2 deal AS", "D reshuffle 2", "3 deal 9C"]
    assert [use.seed is None for hand in (run_out, come_up) for use in hand.rounds[-1].shoes] == [False, False, False, True]
