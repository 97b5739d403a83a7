"""Other bettors on a box (P1.4, B8.1): what is right passes, what is wrong is found under its own name.

Each case has the parameters that it needs, the boxes of each seat, and a log of one round. Seats 2 and 3 have no box: they bet on box 1.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.purses import Seats

WATCHED: Seats = ((1,), ())
TWO: Seats = ((1,), (), ())
BOTH: Seats = ((1,), (2,))
ON_BOX = {"table__bettors_per_box": 3, "stakes__maximum": 20}
PAIR_ONLY = ON_BOX | {"table__bettors_per_box": 2}
LOOKERS = {"table__onlookers": True, "stakes__maximum": 20}
COMMISSION = ON_BOX | {"double__commission": "1:2"}
TRIPLE = ON_BOX | {"double__triple": True}
FACE_DOWN = ON_BOX | {"double__face_down": True}
RESPLIT = ON_BOX | {"split__hands": 4}
LATE = ON_BOX | {"surrender__offered": "late"}
EARLY = ON_BOX | {"surrender__offered": "early"}
PREMIUMS = ON_BOX | {"premiums__sevens": "3:1", "premiums__five_cards": "2:1"}
SUITED = ON_BOX | {"natural__suited_pays": "2:1"}
ON_TURN = ON_BOX | {"natural__paid": "on-turn"}
EVEN = ON_BOX | {"natural__even_money": "ten-or-ace", "insurance__naturals": False}
NO_PEEK = ON_BOX | {"peek__when": "after-play", "natural__paid": "at-once"}
ORIGINAL = NO_PEEK | {"peek__natural_takes": "original"}
NO_HOLE = ON_BOX | {"peek__when": "no-hole", "deal__pattern": "no-hole", "natural__paid": "at-once"}
NO_HOLE_EVEN = NO_HOLE | {"natural__even_money": "ten-or-ace", "insurance__naturals": False}
PAIR_OF_ACES = NO_PEEK | {"natural__pair_of_aces": True, "insurance__offered": False}
ACE_11 = NO_PEEK | {"pack__ace": "11"}
DOUBLE_LOSS = ON_BOX | {"settlement__banker_natural": "double"}
DOWN = ON_BOX | {"deal__pattern": "f"}
RAISE = ON_BOX | {"stakes__when": "after-first-card", "stakes__banker_raise": "free", "stakes__redouble": "free"}
WITHDRAWAL = ON_BOX | {"stakes__withdrawal": True}
SITTING = ON_BOX | {"stakes__sitting_out": True}
BETS = "1 bet 2, 1/2 bet 4"


def dealt(first: str, second: str, up: str = "9S", hole: str = "8H", stakes: str = BETS) -> str:
    """The stakes and the deal to box 1; the dealer has 17."""
    return f"{stakes}, 1 deal {first}, D deal {up}, 1 deal {second}, D hole {hole}"


def one_up(first: str, second: str, up: str) -> str:
    """The same without a hole card."""
    return f"{BETS}, 1 deal {first}, D deal {up}, 1 deal {second}"


NINES = dealt("9C", "9D")
ELEVEN = dealt("6C", "5D")
SIXTEEN = dealt("9C", "7D")
EIGHTS = dealt("8C", "8D")
SEVENS = dealt("7C", "7D")
NATURAL = dealt("AC", "KD")
THREE = dealt("6C", "5D", stakes=f"{BETS}, 1/3 bet 6")
STANDS = "1.1 draw TC, 1.1 stand, 1.2 draw TD, 1.2 stand, D show"
BOTH_NINES = "1 deal 9C, 2 deal TC, D deal 9S, 1 deal 9D, 2 deal 6D, D hole 8H, 1 stand, 2 stand, D show, 1 win 4, 1/2 win 8, 2 lose 0"
TEN_ACE = "TS", "AH"
RAISED = "1 deal 9C, D deal 9S, 1 bet 2, 1/2 bet 4, D raise, 1 redouble, 1/2 decline redouble, 1 deal 2D, D hole 8H"

Case = tuple[dict[str, Any], Seats, str]
RIGHT: dict[str, Case] = {
    "P1.4: each their own stake": (ON_BOX, WATCHED, f"{NINES}, 1 stand, D show, 1 win 4, 1/2 win 8"),
    "B8.1: an onlooker": (LOOKERS, WATCHED, f"{NINES}, 1 stand, D show, 1 win 4, 1/2 win 8"),
    "B8.1: onlookers are not counted among the bettors": (
        PAIR_ONLY | LOOKERS, TWO, f"{dealt('9C', '9D', stakes=f'{BETS}, 1/3 bet 6')}, 1 stand, D show, 1 win 4, 1/2 win 8, 1/3 win 12"),
    "P1.4: a player with a box on another's": (
        PAIR_ONLY, BOTH, f"1 bet 2, 2 bet 6, 1/2 bet 4, {BOTH_NINES}"),
    "P1.4: by seats, whoever bet first": (
        ON_BOX, TWO, f"{dealt('9C', '8D', stakes='1 bet 2, 1/3 bet 6, 1/2 bet 4')}, 1 stand, D show, 1 push 2, 1/2 push 4, 1/3 push 6"),
    "T4.1: a bust takes every stake": (ON_BOX, WATCHED, f"{SIXTEEN}, 1 hit KH, 1 bust 0, 1/2 bust 0, D show"),
    "T4.2: a double followed": (ON_BOX, WATCHED, f"{ELEVEN}, 1/2 follow 4, 1 double 9H, D show, 1 win 8, 1/2 win 16"),
    "T4.2: a double not followed": (ON_BOX, WATCHED, f"{ELEVEN}, 1/2 stay, 1 double 9H, D show, 1 win 8, 1/2 win 8"),
    "T4.2: one follows, another stays": (
        ON_BOX, TWO, f"{THREE}, 1/2 stay, 1/3 follow 6, 1 double 9H, D show, 1 win 8, 1/2 win 8, 1/3 win 24"),
    "G2: nobody is asked who cannot pay": (ON_BOX | {"session__stack": 7}, WATCHED, f"{ELEVEN}, 1 double 9H, D show, 1 win 8, 1/2 win 8"),
    "G2: who just can is": (ON_BOX | {"session__stack": 8}, WATCHED, f"{ELEVEN}, 1/2 follow 4, 1 double 9H, D show, 1 win 8, 1/2 win 16"),
    "E5.1: each who doubles is charged": (
        COMMISSION, TWO,
        f"{THREE}, 1/2 stay, 1/3 follow 6, 1 double 9H, 1 commission 1, 1/3 commission 3, D show, 1 win 8, 1/2 win 8, 1/3 win 24"),
    "E5.1: before the bust": (
        COMMISSION, WATCHED, f"{SIXTEEN}, 1/2 follow 4, 1 double KH, 1 commission 1, 1/2 commission 2, 1 bust 0, 1/2 bust 0, D show"),
    "E5.1: who cannot pay it is not asked": (
        COMMISSION | {"session__stack": 9}, WATCHED, f"{ELEVEN}, 1 double 9H, 1 commission 1, D show, 1 win 8, 1/2 win 8"),
    "C3.3: a triple followed after a double that was not": (
        TRIPLE, WATCHED, f"{ELEVEN}, 1/2 stay, 1 double 2H, 1/2 follow 4, 1 triple 7D, D show, 1 win 12, 1/2 win 16"),
    "C3.3: both followed": (TRIPLE, WATCHED, f"{ELEVEN}, 1/2 follow 4, 1 double 2H, 1/2 follow 4, 1 triple 7D, D show, 1 win 12, 1/2 win 24"),
    "C3.3: a stand after a double asks nobody": (TRIPLE, WATCHED, f"{ELEVEN}, 1/2 follow 4, 1 double 7H, 1 stand, D show, 1 win 8, 1/2 win 16"),
    "B4.1: over 21 face down": (FACE_DOWN, WATCHED, f"{SIXTEEN}, 1/2 follow 4, 1 double KH, D show, 1 turn, 1 bust 0, 1/2 bust 0"),
    "T5.1: a split followed": (
        ON_BOX, WATCHED, f"{EIGHTS}, 1/2 follow 4, 1 split 8C 8D, {STANDS}, 1.1 win 4, 1.1/2 win 8, 1.2 win 4, 1.2/2 win 8"),
    "T5.1: a split not followed": (ON_BOX, WATCHED, f"{EIGHTS}, 1/2 stay, 1 split 8C 8D, {STANDS}, 1.1 win 4, 1.1/2 win 8, 1.2 win 4"),
    "T5.1: without the money the stake stays on the first hand": (
        ON_BOX | {"session__stack": 7}, WATCHED, f"{EIGHTS}, 1 split 8C 8D, {STANDS}, 1.1 win 4, 1.1/2 win 8, 1.2 win 4"),
    "T5.2: only who has a stake on a hand is asked when it is split again": (
        RESPLIT, TWO,
        (f"{dealt('8C', '8D', stakes=f'{BETS}, 1/3 bet 6')}, 1/2 stay, 1/3 follow 6, 1 split 8C 8D, 1.1 draw TC, 1.1 stand, 1.2 draw 8H, 1.2/3 stay, "
        "1.2 split 8D 8H, 1.2.1 draw TD, 1.2.1 stand, 1.2.2 draw 3D, 1.2.2 double 9C, D show, "
        "1.1 win 4, 1.1/2 win 8, 1.1/3 win 12, 1.2.1 win 4, 1.2.1/3 win 12, 1.2.2 win 8")),
    "T5.5: a double on the second hand": (
        ON_BOX, WATCHED,
        (f"{EIGHTS}, 1/2 follow 4, 1 split 8C 8D, 1.1 draw TC, 1.1 stand, 1.2 draw 3D, 1.2/2 follow 4, 1.2 double TD, D show, "
        "1.1 win 4, 1.1/2 win 8, 1.2 win 8, 1.2/2 win 16")),
    "B3.1: a hidden hand is opened after the answers": (
        DOWN,
        WATCHED,
        f"{BETS}, 1 down 6C, D hole 8H, 1 down 5D, D deal 9S, 1/2 follow 4, 1 open, 1 double 9H, D show, 1 win 8, 1/2 win 16"),
    "G7: the owner's surrender is theirs": (LATE, WATCHED, f"{SIXTEEN}, 1 surrender 1, 1/2 surrender 2, D show"),
    "G7: early too": (EARLY, WATCHED, f"{SIXTEEN}, 1 surrender 1, 1/2 surrender 2, D show"),
    "B7.2: a premium on each stake": (PREMIUMS, WATCHED, f"{SEVENS}, 1 hit 7H, 1 premium 777 8, 1/2 premium 777 16, D show"),
    "B7.2: on each whole stake": (
        PREMIUMS, WATCHED, f"{SEVENS}, 1/2 stay, 1 double 7H, 1 premium 777 16, 1/2 premium 777 16, D show"),
    "G4: face down, at its turn": (
        PREMIUMS | FACE_DOWN, WATCHED, f"{SEVENS}, 1/2 follow 4, 1 double 7H, D show, 1 turn, 1 premium 777 16, 1/2 premium 777 32"),
    "T3.5: a natural": (ON_BOX, WATCHED, f"{NATURAL}, 1 natural 5, 1/2 natural 10, D show"),
    "C3.8: of one suit": (SUITED, WATCHED, f"{dealt('AC', 'TC')}, 1 suited 6, 1/2 suited 12, D show"),
    "B3.1: on its turn": (ON_TURN, WATCHED, f"{NATURAL}, 1 natural 5, 1/2 natural 10, D show"),
    "C3.6: claimed aces": (PAIR_OF_ACES, WATCHED, f"{dealt('AC', 'AD')}, 1 claim aces, 1 aces 5, 1/2 aces 10, D show"),
    "C3.6: claimed aces that waited": (PAIR_OF_ACES, WATCHED, f"{dealt('AC', 'AD', 'AS')}, 1 claim aces, D show, 1 aces 5, 1/2 aces 10"),
    "C1.2: two aces that count 11": (ACE_11, WATCHED, f"{dealt('AC', 'AD')}, 1 bust 0, 1/2 bust 0, D show"),
    "E2.2: even money for each": (
        EVEN, WATCHED, f"{dealt('AC', 'KD', 'TS')}, 1 decline even, 1/2 even 8, D peek clear, 1 natural 5, D show"),
    "E2.2: the owner's alone": (EVEN, WATCHED, f"{dealt('AC', 'KD', 'TS')}, 1 even 4, 1/2 decline even, D peek clear, 1/2 natural 10, D show"),
    "E7.3: the second card for another bettor's natural": (
        NO_HOLE_EVEN, WATCHED, f"{one_up('AC', 'KD', 'TS')}, 1 even 4, 1/2 decline even, D draw 5H, 1/2 natural 10"),
    "E7.3: none where all took even money": (NO_HOLE_EVEN, WATCHED, f"{one_up('AC', 'KD', 'TS')}, 1 even 4, 1/2 even 8"),
    "E7.3: the second card for another bettor's insurance": (
        NO_HOLE, WATCHED,
        f"{one_up('9C', '7D', 'AS')}, 1 decline insurance, 1/2 insure 2, 1 hit KH, 1 bust 0, 1/2 bust 0, D draw 8H, 1/2 insurance 0"),
    "T3.2: insurance for each": (
        ON_BOX, WATCHED,
        f"{dealt('9C', '9D', 'AS', 'KH')}, 1 insure 1, 1/2 decline insurance, D peek natural, 1 insurance 3, D show, 1 lose 0, 1/2 lose 0"),
    "H6.2: a dealer's natural takes double": (
        DOUBLE_LOSS, WATCHED, f"{dealt('9C', '9D', *TEN_ACE)}, D peek natural, D show, 1 lose 0, 1 forfeit 2, 1/2 lose 0, 1/2 forfeit 4"),
    "G7: the original stake of each": (ORIGINAL, WATCHED, f"{dealt('6C', '5D', *TEN_ACE)}, 1/2 follow 4, 1 double 9H, D show, 1 lose 2, 1/2 lose 4"),
    "G7: of who stayed the whole": (ORIGINAL, WATCHED, f"{dealt('6C', '5D', *TEN_ACE)}, 1/2 stay, 1 double 9H, D show, 1 lose 2, 1/2 lose 0"),
    "G7: of one hand where the other was not followed": (
        ORIGINAL, WATCHED,
        f"{dealt('8C', '8D', *TEN_ACE)}, 1/2 stay, 1 split 8C 8D, 1.1 draw 7C, 1.1 hit TC, 1.1 bust 0, 1.1/2 bust 0, 1.2 draw TD, 1.2 stand, D show, 1.2 lose 2"),
    "H2.3: what is followed is the stake after the raise": (
        RAISE, WATCHED, f"{RAISED}, 1/2 follow 8, 1 double KH, D show, 1 win 32, 1/2 win 32"),
    "H2.3: redoubled, and not followed": (RAISE, WATCHED, f"{RAISED}, 1/2 stay, 1 double KH, D show, 1 win 32, 1/2 win 16"),
}  # fmt: skip


@pytest.mark.parametrize("name", RIGHT)
def test_it_is_right(found, name):
    assert found[name] == set()


WRONG: dict[str, tuple[Case, set[str]]] = {
    "P1.4: nobody may bet on another's box": (
        ({"stakes__maximum": 20}, BOTH, f"1 bet 2, 2 bet 6, 1/2 bet 4, {BOTH_NINES}"), {"event-foreign", "settlement-extra"}),
    "P1.4: one too many": (
        (PAIR_ONLY, TWO, f"{dealt('9C', '9D', stakes=f'{BETS}, 1/3 bet 6')}, 1 stand, D show, 1 win 4, 1/2 win 8, 1/3 win 12"), {"stake-bettors"}),
    "B8.1: a player with a box is no onlooker": (
        (LOOKERS, BOTH, f"1 bet 2, 2 bet 6, 1/2 bet 4, {BOTH_NINES}"),
        {"stake-bettors"}),
    "P1.4: before the owner": (
        (ON_BOX, WATCHED, f"{dealt('9C', '9D', stakes='1/2 bet 4, 1 bet 2')}, 1 stand, D show, 1 win 4, 1/2 win 8"), {"stake-bettors"}),
    "P1.4: on one's own box": (
        (ON_BOX, WATCHED, f"{dealt('9C', '9D', stakes='1 bet 2, 1/1 bet 4')}, 1 stand, D show, 1 win 4, 1/1 win 8"), {"stake-bettors"}),
    "P1.4: together above the box's maximum": (
        (ON_BOX, WATCHED, f"{dealt('9C', '9D', stakes='1 bet 10, 1/2 bet 12')}, 1 stand, D show, 1 win 20, 1/2 win 24"), {"stake-amount"}),
    "P1.4: twice": (
        (ON_BOX, WATCHED, f"{dealt('9C', '9D', stakes='1 bet 2, 1/2 bet 4, 1/2 bet 4')}, 1 stand, D show, 1 win 4, 1/2 win 8"),
        {"stake-players"}),
    "G2: beyond the balance": (
        (ON_BOX | {"session__stack": 3}, WATCHED, f"{NINES}, 1 stand, D show, 1 win 4, 1/2 win 8"), {"stake-cover"}),
    "E1.2: another bettor's stake withdrawn": (
        (WITHDRAWAL, BOTH, f"1 bet 2, 2 bet 6, 1/2 bet 4, 1/2 withdraw, {BOTH_NINES.replace(' 1/2 win 8,', '')}"), {"stake-withdrawn"}),
    "G9: another bettor sits out": (
        (SITTING, WATCHED, f"{dealt('9C', '9D', stakes='1 bet 2, 1/2 sit')}, 1 stand, D show, 1 win 4"), {"stake-sitting", "event-foreign"}),
    "B8.1: another bettor plays the hand": (
        (ON_BOX, WATCHED, f"{NINES}, 1/2 stand, 1 stand, D show, 1 win 4, 1/2 win 8"), {"event-foreign"}),
    "C3.6: another bettor claims": (
        (PAIR_OF_ACES, WATCHED, f"{dealt('AC', 'AD')}, 1 claim aces, 1/2 claim aces, 1 aces 5, 1/2 aces 10, D show"), {"event-foreign"}),
    "G7: another bettor asked about surrender": (
        (EARLY, WATCHED, f"{NINES}, 1 decline surrender, 1/2 decline surrender, 1 stand, D show, 1 win 4, 1/2 win 8"), {"event-foreign"}),
    "T6.2: not settled": ((ON_BOX, WATCHED, f"{NINES}, 1 stand, D show, 1 win 4"), {"settlement-missing"}),
    "T6.2: settled twice": ((ON_BOX, WATCHED, f"{NINES}, 1 stand, D show, 1 win 4, 1/2 win 8, 1/2 win 8"), {"settlement-doubled", "event-order"}),
    "T6.2: before the owner's": ((ON_BOX, WATCHED, f"{NINES}, 1 stand, D show, 1/2 win 8, 1 win 4"), {"event-order"}),
    "T6.2: not by seats": (
        (ON_BOX, TWO, f"{dealt('9C', '8D', stakes=f'{BETS}, 1/3 bet 6')}, 1 stand, D show, 1 push 2, 1/3 push 6, 1/2 push 4"), {"event-order"}),
    "T6.2: another outcome": ((ON_BOX, WATCHED, f"{NINES}, 1 stand, D show, 1 win 4, 1/2 push 4"), {"outcome"}),
    "T6.2: paid by the owner's stake": ((ON_BOX, WATCHED, f"{NINES}, 1 stand, D show, 1 win 4, 1/2 win 4"), {"payout"}),
    "T6.2: who has no stake": ((ON_BOX, TWO, f"{NINES}, 1 stand, D show, 1 win 4, 1/2 win 8, 1/3 win 4"), {"settlement-extra"}),
    "T4.1: no bust": ((ON_BOX, WATCHED, f"{SIXTEEN}, 1 hit KH, 1 bust 0, D show"), {"settlement-missing"}),
    "T4.1: a bust before the owner's": (
        (ON_BOX, WATCHED, f"{SIXTEEN}, 1 hit KH, 1/2 bust 0, 1 bust 0, D show"), {"bust-place"}),
    "T4.1: busts not by seats": (
        (ON_BOX, TWO, f"{dealt('9C', '7D', stakes=f'{BETS}, 1/3 bet 6')}, 1 hit KH, 1 bust 0, 1/3 bust 0, 1/2 bust 0, D show"), {"bust-place"}),
    "T4.1: a bust after the dealer's play": ((ON_BOX, WATCHED, f"{SIXTEEN}, 1 hit KH, 1 bust 0, D show, 1/2 bust 0"), {"bust-place"}),
    "T4.1: a bust of 18": ((ON_BOX, WATCHED, f"{NINES}, 1 stand, 1/2 bust 0, D show, 1 win 4"), {"bust-place", "outcome"}),
    "T4.2: nobody asked": ((ON_BOX, WATCHED, f"{ELEVEN}, 1 double 9H, D show, 1 win 8, 1/2 win 8"), {"follow"}),
    "T4.2: followed with another stake": (
        (ON_BOX, WATCHED, f"{ELEVEN}, 1/2 follow 2, 1 double 9H, D show, 1 win 8, 1/2 win 16"), {"follow"}),
    "T4.2: after the card": ((ON_BOX, WATCHED, f"{ELEVEN}, 1 double 9H, 1/2 follow 4, D show, 1 win 8, 1/2 win 16"), {"follow"}),
    "T4.2: not by seats": (
        (ON_BOX, TWO, f"{THREE}, 1/3 stay, 1/2 stay, 1 double 9H, D show, 1 win 8, 1/2 win 8, 1/3 win 12"), {"follow"}),
    "T4.2: asked twice": ((ON_BOX, WATCHED, f"{ELEVEN}, 1/2 stay, 1/2 stay, 1 double 9H, D show, 1 win 8, 1/2 win 8"), {"follow"}),
    "T4.2: asked before a hit": ((ON_BOX, WATCHED, f"{ELEVEN}, 1/2 stay, 1 hit 9H, 1 stand, D show, 1 win 4, 1/2 win 8"), {"follow"}),
    "T4.2: asked about nothing": ((ON_BOX, WATCHED, f"{NINES}, 1 stand, 1/2 stay, D show, 1 win 4, 1/2 win 8"), {"follow"}),
    "T4.2: the owner follows": ((ON_BOX, WATCHED, f"{NINES}, 1 follow 2, 1 stand, D show, 1 win 4, 1/2 win 8"), {"follow", "event-foreign"}),
    "T4.2: asked who has no stake": (
        (ON_BOX, TWO, f"{ELEVEN}, 1/2 stay, 1/3 stay, 1 double 9H, D show, 1 win 8, 1/2 win 8"), {"follow"}),
    "G2: followed beyond the balance": (
        (ON_BOX | {"session__stack": 7}, WATCHED, f"{ELEVEN}, 1/2 follow 4, 1 double 9H, D show, 1 win 8, 1/2 win 16"), {"follow"}),
    "G2: asked without the money": (
        (ON_BOX | {"session__stack": 7}, WATCHED, f"{ELEVEN}, 1/2 stay, 1 double 9H, D show, 1 win 8, 1/2 win 8"), {"follow"}),
    "E5.1: asked without the money for the commission": (
        (COMMISSION | {"session__stack": 9}, WATCHED, f"{ELEVEN}, 1/2 stay, 1 double 9H, 1 commission 1, D show, 1 win 8, 1/2 win 8"), {"follow"}),
    "T4.2: paid as if it had followed": (
        (ON_BOX, WATCHED, f"{ELEVEN}, 1/2 stay, 1 double 9H, D show, 1 win 8, 1/2 win 16"), {"payout"}),
    "T4.2: paid as if it had stayed": (
        (ON_BOX, WATCHED, f"{ELEVEN}, 1/2 follow 4, 1 double 9H, D show, 1 win 8, 1/2 win 8"), {"payout"}),
    "E5.1: a follower not charged": (
        (COMMISSION, WATCHED, f"{ELEVEN}, 1/2 follow 4, 1 double 9H, 1 commission 1, D show, 1 win 8, 1/2 win 16"), {"commission"}),
    "E5.1: a follower charged by the owner's stake": (
        (COMMISSION, WATCHED, f"{ELEVEN}, 1/2 follow 4, 1 double 9H, 1 commission 1, 1/2 commission 1, D show, 1 win 8, 1/2 win 16"), {"commission"}),
    "E5.1: who stayed charged": (
        (COMMISSION, WATCHED, f"{ELEVEN}, 1/2 stay, 1 double 9H, 1 commission 1, 1/2 commission 2, D show, 1 win 8, 1/2 win 8"), {"commission"}),
    "E5.1: charged before the owner": (
        (COMMISSION, WATCHED, f"{ELEVEN}, 1/2 follow 4, 1 double 9H, 1/2 commission 2, 1 commission 1, D show, 1 win 8, 1/2 win 16"), {"commission"}),
    "C3.3: a triple nobody was asked about": (
        (TRIPLE, WATCHED, f"{ELEVEN}, 1/2 follow 4, 1 double 2H, 1 triple 7D, D show, 1 win 12, 1/2 win 16"), {"follow"}),
    "C3.3: a triple paid as a double": (
        (TRIPLE, WATCHED, f"{ELEVEN}, 1/2 follow 4, 1 double 2H, 1/2 follow 4, 1 triple 7D, D show, 1 win 12, 1/2 win 16"), {"payout"}),
    "B4.1: a bust face down told at once": (
        (FACE_DOWN, WATCHED, f"{SIXTEEN}, 1/2 follow 4, 1 double KH, 1/2 bust 0, D show, 1 turn, 1 bust 0"), {"event-order"}),
    "T5.1: a split nobody was asked about": (
        (ON_BOX, WATCHED, f"{EIGHTS}, 1 split 8C 8D, {STANDS}, 1.1 win 4, 1.1/2 win 8, 1.2 win 4"), {"follow"}),
    "T5.1: a hand settled on which they had no stake": (
        (ON_BOX, WATCHED, f"{EIGHTS}, 1/2 stay, 1 split 8C 8D, {STANDS}, 1.1 win 4, 1.1/2 win 8, 1.2 win 4, 1.2/2 win 8"), {"settlement-extra"}),
    "T5.1: a hand not settled that they had followed to": (
        (ON_BOX, WATCHED, f"{EIGHTS}, 1/2 follow 4, 1 split 8C 8D, {STANDS}, 1.1 win 4, 1.1/2 win 8, 1.2 win 4"), {"settlement-missing"}),
    "T5.1: settled on the hand that was split": (
        (ON_BOX, WATCHED, f"{EIGHTS}, 1/2 stay, 1 split 8C 8D, {STANDS}, 1/2 win 8, 1.1 win 4, 1.2 win 4"), {"settlement-extra", "settlement-missing"}),
    "T5.5: asked about a hand without their stake": (
        (ON_BOX, WATCHED,
         f"{EIGHTS}, 1/2 stay, 1 split 8C 8D, 1.1 draw TC, 1.1 stand, 1.2 draw 3D, 1.2/2 follow 4, 1.2 double TD, D show, 1.1 win 4, 1.1/2 win 8, 1.2 win 8"),
        {"follow"}),
    "B3.1: opened before the answers": (
        (DOWN, WATCHED, f"{BETS}, 1 down 6C, D hole 8H, 1 down 5D, D deal 9S, 1 open, 1/2 follow 4, 1 double 9H, D show, 1 win 8, 1/2 win 16"), {"open"}),
    "G7: a surrender that leaves them in play": (
        (LATE, WATCHED, f"{SIXTEEN}, 1 surrender 1, D show, 1/2 lose 0"), {"outcome"}),
    "G7: their surrender before the owner's": (
        (LATE, WATCHED, f"{SIXTEEN}, 1/2 surrender 2, 1 surrender 1, D show"), {"event-order"}),
    "G7: half of another stake": ((LATE, WATCHED, f"{SIXTEEN}, 1 surrender 1, 1/2 surrender 1, D show"), {"payout"}),
    "B7.2: no premium": ((PREMIUMS, WATCHED, f"{SEVENS}, 1 hit 7H, 1 premium 777 8, D show, 1/2 win 8"), {"outcome"}),
    "B7.2: a premium before the owner's": (
        (PREMIUMS, WATCHED, f"{SEVENS}, 1 hit 7H, 1/2 premium 777 16, 1 premium 777 8, D show"), {"event-order"}),
    "B7.2: a premium on the owner's stake": (
        (PREMIUMS, WATCHED, f"{SEVENS}, 1 hit 7H, 1 premium 777 8, 1/2 premium 777 8, D show"), {"payout"}),
    "B7.2: another kind": (
        (PREMIUMS, WATCHED, f"{SEVENS}, 1 hit 7H, 1 premium 777 8, 1/2 premium 5cards 16, D show"), {"outcome"}),
    "T3.5: a natural paid late": ((ON_BOX, WATCHED, f"{NATURAL}, 1 natural 5, D show, 1/2 natural 10"), {"event-order"}),
    "B3.1: a natural paid before the owner's": ((ON_TURN, WATCHED, f"{NATURAL}, 1/2 natural 10, 1 natural 5, D show"), {"event-order"}),
    "C3.6: claimed aces won": (
        (PAIR_OF_ACES, WATCHED, f"{dealt('AC', 'AD')}, 1 claim aces, 1 aces 5, D show, 1/2 win 8"), {"outcome"}),
    "C1.2: two aces that count 11, told late": ((ACE_11, WATCHED, f"{dealt('AC', 'AD')}, 1 bust 0, D show, 1/2 bust 0"), {"event-order"}),
    "E2.2: not asked about even money": (
        (EVEN, WATCHED, f"{dealt('AC', 'KD', 'TS')}, 1 decline even, D peek clear, 1 natural 5, 1/2 natural 10, D show"), {"even-money"}),
    "E2.2: even money and a natural": (
        (EVEN, WATCHED, f"{dealt('AC', 'KD', 'TS')}, 1 decline even, 1/2 even 8, D peek clear, 1 natural 5, 1/2 natural 10, D show"),
        {"settlement-doubled", "outcome"}),
    "E7.3: no second card for another bettor's natural": (
        (NO_HOLE_EVEN, WATCHED, f"{one_up('AC', 'KD', 'TS')}, 1 even 4, 1/2 decline even, 1/2 natural 10"), {"dealer-stands"}),
    "E7.3: a second card where all took even money": (
        (NO_HOLE_EVEN, WATCHED, f"{one_up('AC', 'KD', 'TS')}, 1 even 4, 1/2 even 8, D draw 5H"), {"dealer-draws"}),
    "E7.3: no second card for another bettor's insurance": (
        (NO_HOLE, WATCHED, f"{one_up('9C', '7D', 'AS')}, 1 decline insurance, 1/2 insure 2, 1 hit KH, 1 bust 0, 1/2 bust 0, 1/2 insurance 0"),
        {"dealer-stands"}),
    "T3.2: not asked about insurance": (
        (ON_BOX, WATCHED, f"{dealt('9C', '9D', 'AS')}, 1 decline insurance, D peek clear, 1 stand, D show, 1 lose 0, 1/2 lose 0"),
        {"insurance-offer"}),
    "T3.4: another's insurance not settled": (
        (ON_BOX, WATCHED, f"{dealt('9C', '9D', 'AS', '7H')}, 1 decline insurance, 1/2 insure 2, D peek clear, 1 stand, D show, 1 push 2, 1/2 push 4"),
        {"insurance-settled"}),
    "H6.2: nothing taken beside the stake": (
        (DOUBLE_LOSS, WATCHED, f"{dealt('9C', '9D', *TEN_ACE)}, D peek natural, D show, 1 lose 0, 1 forfeit 2, 1/2 lose 0"), {"forfeit"}),
    "H6.2: the owner's taken of another": (
        (DOUBLE_LOSS, WATCHED, f"{dealt('9C', '9D', *TEN_ACE)}, D peek natural, D show, 1 lose 0, 1 forfeit 2, 1/2 lose 0, 1/2 forfeit 2"), {"forfeit"}),
    "H6.2: taken after all the losses": (
        (DOUBLE_LOSS, WATCHED, f"{dealt('9C', '9D', *TEN_ACE)}, D peek natural, D show, 1 lose 0, 1/2 lose 0, 1 forfeit 2, 1/2 forfeit 4"),
        {"forfeit", "event-order"}),
    "G7: more than the original stake of a follower": (
        (ORIGINAL, WATCHED, f"{dealt('6C', '5D', *TEN_ACE)}, 1/2 follow 4, 1 double 9H, D show, 1 lose 2, 1/2 lose 0"), {"payout"}),
    "G7: less than the original stake of who stayed": (
        (ORIGINAL, WATCHED, f"{dealt('6C', '5D', *TEN_ACE)}, 1/2 stay, 1 double 9H, D show, 1 lose 2, 1/2 lose 4"), {"payout"}),
    "H2.3: another bettor not asked to redouble": (
        (RAISE, WATCHED, f"{RAISED.replace(', 1/2 decline redouble', '')}, 1/2 stay, 1 double KH, D show, 1 win 32, 1/2 win 16"), {"redouble"}),
    "H2.3: followed with the stake before the raise": (
        (RAISE, WATCHED, f"{RAISED}, 1/2 follow 4, 1 double KH, D show, 1 win 32, 1/2 win 32"), {"follow"}),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_it_is_found(found, name):
    assert found[f"wrong: {name}"] == WRONG[name][1]
