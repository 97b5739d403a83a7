"""Play, the dealer and settlement under other rules than the training table's: what is right passes, what is wrong is found.

Each case is a clause, the parameters that it needs, and a log; a wrong one also has the codes that must find it.
"""

from typing import Any

import pytest


def dealt(first: str, second: str, up: str, hole: str) -> str:
    """The deal to one box."""
    return f"1 bet 2, 1 deal {first}, D deal {up}, 1 deal {second}, D hole {hole}"


def one_up(first: str, second: str, up: str) -> str:
    """The deal to one box without a hole card."""
    return f"1 bet 2, 1 deal {first}, D deal {up}, 1 deal {second}"


SIX_FIVE = dealt("6C", "5D", "9S", "8H")
NINES = dealt("9C", "9D", "9S", "8H")
FIVES = dealt("5C", "5D", "9S", "8H")
SIXTEEN = dealt("9C", "7D", "6S", "TH")
SEVENS = dealt("7C", "7D", "9S", "8H")
NATURAL = dealt("AC", "KC", "9S", "8H")

TOTALS = {"double__offered": "totals", "double__totals": [11]}
TRIPLE = {"double__triple": True}
LIMIT_5 = {"double__beyond_maximum": False, "stakes__maximum": 5}
COMMISSION = {"double__commission": "1:2"}
FACE_DOWN = {"double__face_down": True}
LOW = {"pack__pictures": "low", "natural__five_pictures": True}
PREMIUMS = {
    "premiums__five_cards": "2:1",
    "premiums__six_cards": "4:1",
    "premiums__longer": "doubling",
    "premiums__sevens": "3:1",
    "premiums__six_seven_eight": "2:1",
}
GIFT = {"premiums__sevens_gift": "a cake"}
FREE = {"banker__play": "free", "banker__soft17": "free"}
SOFT_17 = {"banker__soft17": "free"}
CARDS_5 = {"hand__card_limit": 5}
SUITED = {"natural__suited_pays": "2:1"}
TIES = {"settlement__ties": "banker", "settlement__natural_ties": "banker"}
DOUBLE_LOSS = {"settlement__banker_natural": "double"}
NOT_NATURALS = {"settlement__banker_natural": "double-not-naturals", "settlement__natural_ties": "banker"}
ON_TURN = {"natural__paid": "on-turn"}
ACE_1 = {"pack__ace": "1", "insurance__offered": False}
ACE_11 = {"pack__ace": "11"}
NO_PEEK = {"peek__when": "after-play", "natural__paid": "at-once"}
ORIGINAL = NO_PEEK | {"peek__natural_takes": "original"}
AFTER_SPLIT = NO_PEEK | {"natural__after_split": True}
ACE_UP = dealt("9C", "7D", "AS", "7H")
NO_HOLE = {"peek__when": "no-hole", "deal__pattern": "no-hole", "natural__paid": "at-once"}
PAIR_OF_ACES = NO_PEEK | {"natural__pair_of_aces": True, "insurance__offered": False}
BANKER_NATURAL = dealt("9C", "9D", "TS", "AH")

RIGHT: dict[str, tuple[dict[str, Any], str]] = {
    "E5.1: eleven doubled": (TOTALS, f"{SIX_FIVE}, 1 double 9H, D show, 1 win 8"),
    "B4.1: a double within the maximum": (LIMIT_5, f"{SIX_FIVE}, 1 double 9H, D show, 1 win 8"),
    "E5.1: a double charged for": (COMMISSION, f"{SIX_FIVE}, 1 double 9H, 1 commission 1, D show, 1 win 8"),
    "E5.1: a double charged for that busts": (COMMISSION, f"{SIXTEEN}, 1 double TD, 1 commission 1, 1 bust 0, D show"),
    "C3.3: a triple": (TRIPLE, f"{SIX_FIVE}, 1 double 2H, 1 triple 7D, D show, 1 win 12"),
    "C3.3: a triple that busts": (TRIPLE, f"{SIX_FIVE}, 1 double 7H, 1 triple 7D, 1 bust 0, D show"),
    "C3.3: a stand after a double": (TRIPLE, f"{SIX_FIVE}, 1 double 7H, 1 stand, D show, 1 win 8"),
    "C3.3: a double to 21 is asked nothing": (TRIPLE, f"{SIX_FIVE}, 1 double KH, D show, 1 win 8"),
    "B4.1: no triple above the maximum": (TRIPLE | LIMIT_5, f"{SIX_FIVE}, 1 double 7H, D show, 1 win 8"),
    "B4.1: a double face down": (FACE_DOWN, f"{SIX_FIVE}, 1 double 9H, D show, 1 turn, 1 win 8"),
    "B4.1: over 21 face down": (FACE_DOWN, f"{SIXTEEN}, 1 double TD, D show, D draw 5C, 1 turn, 1 bust 0"),
    "C3.9: five cards end the hand": (CARDS_5, f"{dealt('2C', '2D', '9S', '8H')}, 1 hit 2H, 1 hit 2S, 1 hit 3C, D show, 1 lose 0"),
    "C3.9: the dealer too": (CARDS_5, f"{dealt('9C', '9D', '2S', '2H')}, 1 stand, D show, D draw 2C, D draw 2D, D draw 3H, 1 win 4"),
    "C4.1: low pictures": (LOW, f"{dealt('JC', 'KD', '9S', '8H')}, 1 hit 9D, 1 stand, D show, 1 lose 0"),
    "C4.1: a jack and a two of equal value split": (
        LOW, f"{dealt('JC', '2D', '9S', '8H')}, 1 split JC 2D, 1.1 draw TD, 1.1 stand, 1.2 draw 9D, 1.2 stand, D show, 1.1 lose 0, 1.2 lose 0"),
    "C4.1: five pictures": (LOW, f"{dealt('JC', 'KD', '9S', '8H')}, 1 hit QC, 1 hit QD, 1 hit KC, D show, 1 pictures 5"),
    "C4.1: the dealer's five pictures": (
        LOW, f"{dealt('9C', '9D', 'JS', 'QH')}, 1 stand, D show, D draw KC, D draw KD, D draw QC, 1 lose 0"),
    "C4.1: five pictures against five": (
        LOW,
        f"{dealt('JC', 'KD', 'JS', 'QH')}, 1 hit QC, 1 hit QD, 1 hit KC, D show, D draw KS, D draw KH, D draw QS, 1 push 2",
    ),
    "C4.1: a natural is paid under a picture, before the dealer has five": (LOW, f"{dealt('AC', 'TD', 'JS', 'QH')}, 1 natural 5, D show"),
    "C1.2: an ace that counts 1": (ACE_1, f"{dealt('AC', 'KD', '9S', '8H')}, 1 hit 7C, 1 stand, D show, 1 win 4"),
    "C1.2: an ace that counts 11 is not soft": (ACE_11, f"{dealt('AC', '5D', '6S', 'AH')}, 1 stand, D show, 1 lose 0"),
    "C1.2: an ace of a split that counts 11": (
        ACE_11, f"{dealt('TC', 'TD', '9S', '8H')}, 1 split TC TD, 1.1 draw AS, 1.2 draw 2C, 1.2 hit AH, 1.2 bust 0, D show, 1.1 win 4"),
    "B7.1: five cards": (PREMIUMS, f"{dealt('2C', '2D', '9S', '8H')}, 1 hit 2H, 1 hit 2S, 1 hit 3C, 1 stand, 1 premium 5cards 6, D show"),
    "B7.1: six cards": (
        PREMIUMS, f"{dealt('2C', '2D', '9S', '8H')}, 1 hit 2H, 1 hit 2S, 1 hit 3C, 1 hit 3D, 1 stand, 1 premium 6cards 10, D show"),
    "B7.1: seven cards": (
        PREMIUMS,
        f"{dealt('2C', '2D', '9S', '8H')}, 1 hit 2H, 1 hit 2S, 1 hit 3C, 1 hit 3D, 1 hit AH, 1 stand, 1 premium 7cards 18, D show",
    ),
    "H5: six cards as five": (
        {"premiums__five_cards": "2:1"}, f"{dealt('2C', '2D', '9S', '8H')}, 1 hit 2H, 1 hit 2S, 1 hit 3C, 1 hit 3D, 1 stand, 1 premium 6cards 6, D show"),
    "B7.1: five cards of 21": (PREMIUMS, f"{dealt('2C', '2D', '9S', '8H')}, 1 hit 2H, 1 hit 5S, 1 hit TC, 1 premium 5cards 6, D show"),
    "C3.9, B7.1: five cards by the limit": (
        CARDS_5 | {"premiums__five_cards": "2:1"}, f"{dealt('2C', '2D', '9S', '8H')}, 1 hit 2H, 1 hit 2S, 1 hit 3C, 1 premium 5cards 6, D show"),
    "B7.2: three sevens": (PREMIUMS, f"{SEVENS}, 1 hit 7H, 1 premium 777 8, D show"),
    "B7.3: six, seven, eight doubled": (PREMIUMS, f"{dealt('7C', '6D', '9S', '8H')}, 1 double 8D, 1 premium 678 12, D show"),
    "G4: three sevens doubled face down": (PREMIUMS | FACE_DOWN, f"{SEVENS}, 1 double 7H, D show, 1 turn, 1 premium 777 16"),
    "G4: of a split hand": (
        PREMIUMS, f"{SEVENS}, 1 split 7C 7D, 1.1 draw 7S, 1.1 hit 7H, 1.1 premium 777 8, 1.2 draw TD, 1.2 stand, D show, 1.2 push 2"),
    "B7.4: the dealer has none": (
        PREMIUMS, f"{dealt('9C', '9D', '2S', '2H')}, 1 stand, D show, D draw 2C, D draw 2D, D draw 9H, 1 win 4"),
    "C3.7: a gift": (GIFT, f"{SEVENS}, 1 hit 7H, 1 gift, D show, 1 win 4"),
    "C3.7: a gift for a double face down": (GIFT | FACE_DOWN, f"{SEVENS}, 1 double 7H, D show, 1 turn, 1 gift, 1 win 8"),
    "C3.8: a natural of one suit": (SUITED, f"{dealt('AC', 'TC', '9S', '8H')}, 1 suited 6, D show"),
    "C3.8: ace and king are not ace and ten": (SUITED, f"{NATURAL}, 1 natural 5, D show"),
    "C3.8: widened to ten-values": (SUITED | {"natural__suited_rank": "ten-value"}, f"{NATURAL}, 1 suited 6, D show"),
    "B6.1: ties to the banker": (TIES, f"{dealt('9C', '8D', '9S', '8H')}, 1 stand, D show, 1 lose 0"),
    "H6.1: two naturals too": (TIES, f"{dealt('AC', 'KD', 'TS', 'AH')}, D peek natural, D show, 1 lose 0"),
    "H6.2: a dealer's natural takes double": (DOUBLE_LOSS, f"{BANKER_NATURAL}, D peek natural, D show, 1 lose 0, 1 forfeit 2"),
    "H6.2: but only a natural": (DOUBLE_LOSS, f"{dealt('9C', '9D', '9S', 'TH')}, 1 stand, D show, 1 lose 0"),
    "B2.4: double, but not from naturals": (NOT_NATURALS, f"{dealt('AC', 'KD', 'TS', 'AH')}, D peek natural, D show, 1 lose 0"),
    "B3.1: a natural paid on its turn": (
        ON_TURN, "1 bet 2, 2 bet 2, 1 deal 9C, 2 deal AC, D deal 9S, 1 deal 9D, 2 deal KD, D hole 8H, 1 stand, 2 natural 5, D show, 1 win 4"),
    "B3.3: a dealer who pleases to stand": (FREE, f"{dealt('9C', '9D', '2S', '2H')}, 1 stand, D show, D stand, 1 win 4"),
    "B3.3: a dealer who pleases to hit": (FREE, f"{NINES}, 1 stand, D show, D hit AC, D stand, 1 push 2"),
    "B3.3: till 21": (FREE, f"{NINES}, 1 stand, D show, D hit 4C, 1 lose 0"),
    "B3.3: nothing is shown when all are bust": (FREE, f"{dealt('9C', '9D', '5S', '7H')}, 1 hit 9H, 1 bust 0"),
    "T3.3: a natural is shown though all are bust": (
        FREE | {"pack__ace": "11"}, f"{dealt('AC', 'AD', 'TS', 'AH')}, 1 bust 0, D peek natural, D show"),
    "B3.3: nothing is decided when nobody is left": (FREE, f"{NATURAL}, 1 natural 5, D show"),
    "G5: soft 17 as the dealer pleases": (SOFT_17, f"{dealt('9C', '9D', '6S', 'AH')}, 1 stand, D show, D stand, 1 win 4"),
    "G5: soft 17 hit": (SOFT_17, f"{dealt('9C', '9D', '6S', 'AH')}, 1 stand, D show, D hit TC, 1 win 4"),
    "P2.2: nobody knows of the dealer's natural": (NO_PEEK, f"{BANKER_NATURAL}, 1 stand, D show, 1 lose 0"),
    "E7.2: it takes a double whole": (NO_PEEK, f"{dealt('6C', '5D', 'TS', 'AH')}, 1 double 9H, D show, 1 lose 0"),
    "G7: or the original stake": (ORIGINAL, f"{dealt('6C', '5D', 'TS', 'AH')}, 1 double 9H, D show, 1 lose 2"),
    "G7: the original stake of a split": (
        ORIGINAL, f"{dealt('8C', '8D', 'TS', 'AH')}, 1 split 8C 8D, 1.1 draw TC, 1.1 stand, 1.2 draw TD, 1.2 stand, D show, 1.1 lose 0, 1.2 lose 2"),
    "G7: what a later bust lost counts first": (
        ORIGINAL,
        f"{dealt('8C', '8D', 'TS', 'AH')}, 1 split 8C 8D, 1.1 draw TC, 1.1 stand, 1.2 draw TD, 1.2 hit 9H, 1.2 bust 0, D show, 1.1 lose 2",
    ),
    "G7: a bust may lose more": (
        ORIGINAL,
        f"{dealt('8C', '8D', 'TS', 'AH')}, 1 split 8C 8D, 1.1 draw 4C, 1.1 double TC, 1.1 bust 0, 1.2 draw TD, 1.2 stand, D show, 1.2 lose 2",
    ),
    "C2.2: a natural waits under a ten": (NO_PEEK, f"{dealt('AC', 'KC', 'TS', '8H')}, D show, 1 natural 5"),
    "C2.2: and is pushed by another": (NO_PEEK, f"{dealt('AC', 'KC', 'TS', 'AH')}, D show, 1 push 2"),
    "C2.2: under a nine it is paid at once": (NO_PEEK, f"{NATURAL}, 1 natural 5, D show"),
    "B3.1: paid on its turn, or waiting under a ten": (
        NO_PEEK | ON_TURN, "1 bet 2, 2 bet 2, 1 deal AC, 2 deal 9C, D deal TS, 1 deal KD, 2 deal 9D, D hole 9H, 2 stand, D show, 1 natural 5, 2 lose 0"),
    "T3.4: insurance lost in settlement": (NO_PEEK, f"{ACE_UP}, 1 insure 1, 1 hit 4D, 1 stand, D show, 1 insurance 0, 1 win 4"),
    "T3.4: insurance won in settlement": (NO_PEEK, f"{ACE_UP.replace('7H', 'KH')}, 1 insure 1, 1 stand, D show, 1 insurance 3, 1 lose 0"),
    "T3.4: insurance of a hand that is bust": (NO_PEEK, f"{ACE_UP}, 1 insure 1, 1 hit KD, 1 bust 0, D show, 1 insurance 0"),
    "G7: a natural after a split": (
        AFTER_SPLIT, f"{dealt('TC', 'TD', '9S', '8H')}, 1 split TC TD, 1.1 draw AC, 1.2 draw 9D, 1.2 stand, D show, 1.1 natural 5, 1.2 win 4"),
    "G7: it loses to the dealer's": (
        AFTER_SPLIT, f"{dealt('TC', 'TD', 'TS', 'AH')}, 1 split TC TD, 1.1 draw AC, 1.2 draw 9D, 1.2 stand, D show, 1.1 lose 0, 1.2 lose 0"),
    "G7: and the dealer draws nothing against it": (
        AFTER_SPLIT, f"{dealt('TC', 'TD', '4S', '8H')}, 1 split TC TD, 1.1 draw AC, 1.2 draw AD, D show, 1.1 natural 5, 1.2 natural 5"),
    "E7.3: the second card for a live hand": (NO_HOLE, f"{one_up('9C', '9D', '9S')}, 1 stand, D draw 8H, 1 win 4"),
    "E2.3: no more cards where all is decided": (NO_HOLE, f"{one_up('9C', '7D', '9S')}, 1 hit KH, 1 bust 0"),
    "E2.2: a natural waits under a ten": (NO_HOLE, f"{one_up('AC', 'KD', 'TS')}, D draw 5H, 1 natural 5"),
    "E2.2: and is pushed": (NO_HOLE, f"{one_up('AC', 'KD', 'TS')}, D draw AH, 1 push 2"),
    "E2.2: a natural under a nine needs no card": (NO_HOLE, f"{one_up('AC', 'KD', '9S')}, 1 natural 5"),
    "E2.2: even money": (NO_HOLE | {"natural__even_money": "ace", "insurance__naturals": False}, f"{one_up('AC', 'KD', 'AS')}, 1 even 4"),
    "E7.3: the second card for an insurance": (NO_HOLE, f"{one_up('9C', '7D', 'AS')}, 1 insure 1, 1 hit KH, 1 bust 0, D draw 8H, 1 insurance 0"),
    "E4.1: a surrender stands": (NO_HOLE | {"surrender__offered": "early-not-ace"}, f"{one_up('9C', '7D', 'TS')}, 1 surrender 1"),
    "E7.3: none for a natural after a split that no dealer's natural can meet": (
        NO_HOLE | {"natural__after_split": True}, f"{one_up('TC', 'TD', '4S')}, 1 split TC TD, 1.1 draw AC, 1.2 draw AD, 1.1 natural 5, 1.2 natural 5"),
    "E7.3: one for a natural after a split under a ten": (
        NO_HOLE | {"natural__after_split": True}, f"{one_up('TC', 'TD', 'TS')}, 1 split TC TD, 1.1 draw AC, 1.2 draw AD, D draw 5H, 1.1 natural 5, 1.2 natural 5"),
    "E7.3: the second card is not the free dealer's choice": (NO_HOLE | FREE, f"{one_up('9C', '9D', '9S')}, 1 stand, D draw 4H, D stand, 1 win 4"),
    "C3.6: claimed aces are paid at once": (PAIR_OF_ACES, f"{dealt('AC', 'AD', '9S', '8H')}, 1 claim aces, 1 aces 5, D show"),
    "C3.6: under an ace they wait": (PAIR_OF_ACES, f"{dealt('AC', 'AD', 'AS', '8H')}, 1 claim aces, D show, 1 aces 5"),
    "C3.6: two such hands push": (PAIR_OF_ACES, f"{dealt('AC', 'AD', 'AS', 'AH')}, 1 claim aces, D show, 1 push 2"),
    "C3.6: they beat a natural": (PAIR_OF_ACES, f"{dealt('AC', 'AD', 'AS', 'KH')}, 1 claim aces, D show, 1 aces 5"),
    "C3.6: the dealer's pair beats a natural": (PAIR_OF_ACES, f"{dealt('AC', 'KD', 'AS', 'AH')}, D show, 1 lose 0"),
    "C3.6: and every total, without a card": (PAIR_OF_ACES, f"{dealt('9C', '2D', 'AS', 'AH')}, 1 double TC, D show, 1 lose 0"),
    "C3.6: two aces that count 11 and are claimed": (PAIR_OF_ACES | ACE_11, f"{dealt('AC', 'AD', '9S', '8H')}, 1 claim aces, 1 aces 5, D show"),
    "C1.2: two aces that count 11 are 22": (NO_PEEK | ACE_11, f"{dealt('AC', 'AD', '9S', '8H')}, 1 bust 0, D show"),
    "C1.2: the dealer's too": (NO_PEEK | ACE_11 | {"insurance__offered": False}, f"{dealt('9C', '7D', 'AS', 'AH')}, 1 stand, D show, 1 win 4"),
}  # fmt: skip


WRONG: dict[str, tuple[dict[str, Any], str, set[str]]] = {
    "E5.1: ten doubled": (TOTALS, f"{FIVES}, 1 double 9H, D show, 1 win 8", {"double"}),
    "B4.1: a double above the maximum": (LIMIT_5 | {"stakes__maximum": 3}, f"{SIX_FIVE}, 1 double 9H, D show, 1 win 8", {"double-maximum"}),
    "B4.1: a triple above the maximum": (
        LIMIT_5 | TRIPLE, f"{SIX_FIVE}, 1 double 2H, 1 triple 7D, D show, 1 win 12", {"double-maximum", "triple"}),
    "E5.1: a double not charged for": (COMMISSION, f"{SIX_FIVE}, 1 double 9H, D show, 1 win 8", {"commission"}),
    "E5.1: too little charged": (COMMISSION, f"{SIX_FIVE}, 1 double 9H, 1 commission 0, D show, 1 win 8", {"commission"}),
    "E5.1: charged twice": (COMMISSION, f"{SIX_FIVE}, 1 double 9H, 1 commission 1, 1 commission 1, D show, 1 win 8", {"commission"}),
    "E5.1: charged for a hit": (COMMISSION, f"{SIX_FIVE}, 1 hit 9H, 1 commission 1, 1 stand, D show, 1 win 4", {"commission"}),
    "E5.1: charged after the bust": (
        COMMISSION, f"{SIXTEEN}, 1 double TD, 1 bust 0, 1 commission 1, D show", {"commission", "bust-at-once"}),
    "E5.1: charged where nothing is charged": ({}, f"{SIX_FIVE}, 1 double 9H, 1 commission 1, D show, 1 win 8", {"event-foreign"}),
    "C3.3: a triple without a double": (TRIPLE, f"{SIX_FIVE}, 1 triple 7H, D show, 1 win 4", {"triple", "turn-missing"}),
    "C3.3: a triple after a triple": (
        TRIPLE, f"{SIX_FIVE}, 1 double 2H, 1 triple 2D, 1 triple 5C, D show, 1 win 12", {"turn-over"}),
    "C3.3: a hit after a double": (TRIPLE, f"{SIX_FIVE}, 1 double 2H, 1 hit 7D, D show, 1 win 8", {"turn-over", "triple"}),
    "C3.3: nothing asked after a double": (TRIPLE, f"{SIX_FIVE}, 1 double 7H, D show, 1 win 8", {"triple"}),
    "C3.3: a stand where no third stake is allowed": (TRIPLE | LIMIT_5, f"{SIX_FIVE}, 1 double 7H, 1 stand, D show, 1 win 8", {"triple"}),
    "C3.3: a triple paid as a double": (TRIPLE, f"{SIX_FIVE}, 1 double 2H, 1 triple 7D, D show, 1 win 8", {"payout"}),
    "B4.1: a double not turned": (FACE_DOWN, f"{SIX_FIVE}, 1 double 9H, D show, 1 win 8", {"double-turned"}),
    "B4.1: a double turned twice": (FACE_DOWN, f"{SIX_FIVE}, 1 double 9H, D show, 1 turn, 1 turn, 1 win 8", {"double-turned", "event-order"}),
    "B4.1: a hand turned that was not doubled": (FACE_DOWN, f"{NINES}, 1 stand, D show, 1 turn, 1 win 4", {"double-turned"}),
    "B4.1: a double turned before the dealer's play": (
        FACE_DOWN, f"{SIXTEEN}, 1 double 3D, D show, 1 turn, D draw 5C, 1 lose 0", {"event-order"}),
    "B4.1: over 21 face down told at once": (FACE_DOWN, f"{SIXTEEN}, 1 double TD, 1 bust 0, D show, D draw 5C, 1 turn", {"event-order"}),
    "B4.1: the dealer does not play against it": (FACE_DOWN, f"{SIXTEEN}, 1 double TD, D show, 1 turn, 1 bust 0", {"dealer-stands"}),
    "C3.9: a sixth card": (
        CARDS_5, f"{dealt('2C', '2D', '9S', '8H')}, 1 hit 2H, 1 hit 2S, 1 hit 3C, 1 hit 8C, 1 stand, D show, 1 win 4", {"turn-over"}),
    "C3.9: a stand after five cards": (
        CARDS_5, f"{dealt('2C', '2D', '9S', '8H')}, 1 hit 2H, 1 hit 2S, 1 hit 3C, 1 stand, D show, 1 lose 0", {"turn-over"}),
    "C3.9: the dealer's sixth card": (
        CARDS_5, f"{dealt('9C', '9D', '2S', '2H')}, 1 stand, D show, D draw 2C, D draw 2D, D draw 3H, D draw 8C, 1 lose 0", {"dealer-draws"}),
    "C4.1: ace and picture are no natural": (
        LOW, f"{dealt('AC', 'KD', '9S', '8H')}, 1 natural 5, D show", {"turn-missing", "outcome"}),
    "C4.1: two pictures of different value split": (
        LOW, f"{dealt('JC', 'KD', '9S', '8H')}, 1 split JC KD, 1.1 draw TD, 1.1 stand, 1.2 draw 9D, 1.2 stand, D show, 1.1 lose 0, 1.2 lose 0",
        {"split"}),
    "C4.1: a hit on five pictures": (
        LOW, f"{dealt('JC', 'KD', '9S', '8H')}, 1 hit QC, 1 hit QD, 1 hit KC, 1 hit 2D, 1 stand, D show, 1 win 4", {"turn-over"}),
    "C4.1: five pictures as an ordinary hand": (
        LOW, f"{dealt('JC', 'KD', '9S', '8H')}, 1 hit QC, 1 hit QD, 1 hit KC, D show, 1 lose 0", {"outcome"}),
    "C4.1: the dealer draws to five pictures": (
        LOW, f"{dealt('9C', '9D', 'JS', 'QH')}, 1 stand, D show, D draw KC, D draw KD, D draw QC, D draw 2C, 1 push 2",
        {"dealer-draws"}),
    "C4.1: the dealer's five pictures count as points": (
        LOW, f"{dealt('9C', '9D', 'JS', 'QH')}, 1 stand, D show, D draw KC, D draw KD, D draw QC, 1 win 4", {"outcome"}),
    "C1.2: a natural where the ace counts 1": (ACE_1, f"{dealt('AC', 'KD', '9S', '8H')}, 1 natural 5, D show", {"outcome", "turn-missing"}),
    "C1.2: a soft hand where the ace counts 11": (
        ACE_11, f"{dealt('AC', '5D', '6S', 'TH')}, 1 hit 9D, 1 stand, D show, D draw 5C, 1 lose 0", {"bust-at-once", "turn-over", "outcome", "dealer-draws"}),
    "B7.1: five cards without a premium": (
        PREMIUMS, f"{dealt('2C', '2D', '9S', '8H')}, 1 hit 2H, 1 hit 2S, 1 hit 3C, 1 stand, D show, 1 lose 0", {"outcome"}),
    "B7.1: six cards paid as five": (
        PREMIUMS, f"{dealt('2C', '2D', '9S', '8H')}, 1 hit 2H, 1 hit 2S, 1 hit 3C, 1 hit 3D, 1 stand, 1 premium 6cards 6, D show", {"payout"}),
    "B7.1: six cards called five": (
        PREMIUMS, f"{dealt('2C', '2D', '9S', '8H')}, 1 hit 2H, 1 hit 2S, 1 hit 3C, 1 hit 3D, 1 stand, 1 premium 5cards 10, D show", {"outcome"}),
    "B7.1: four cards": (PREMIUMS, f"{dealt('2C', '2D', '9S', '8H')}, 1 hit 8D, 1 hit 8S, 1 stand, 1 premium 5cards 6, D show", {"outcome"}),
    "B7.1: claimed before the hand ends": (
        PREMIUMS, f"{dealt('2C', '2D', '9S', '8H')}, 1 hit 2H, 1 hit 2S, 1 hit 3C, 1 premium 5cards 6, 1 stand, D show", {"turn-over"}),
    "B7.1: claimed without standing": (
        PREMIUMS, f"{dealt('2C', '2D', '9S', '8H')}, 1 hit 2H, 1 hit 2S, 1 hit 3C, 1 premium 5cards 6, D show", {"turn-missing"}),
    "B7.1: paid after the dealer's play": (
        PREMIUMS, f"{dealt('2C', '2D', '9S', '8H')}, 1 hit 2H, 1 hit 2S, 1 hit 3C, 1 stand, D show, 1 premium 5cards 6", {"premium-place", "event-order"}),
    "B7.1: paid and won": (
        PREMIUMS, f"{dealt('2C', '2D', '9S', '8H')}, 1 hit 2H, 1 hit 2S, 1 hit 3C, 1 hit 9D, 1 stand, 1 premium 6cards 10, D show, 1 win 4",
        {"settlement-doubled", "outcome"}),
    "B7.2: three sevens won": (PREMIUMS, f"{SEVENS}, 1 hit 7H, D show, 1 win 4", {"outcome"}),
    "B7.3: six, seven, seven": (PREMIUMS, f"{dealt('7C', '6D', '9S', '8H')}, 1 hit 7D, 1 stand, 1 premium 678 6, D show", {"outcome"}),
    "B7: the dealer plays against a premium": (
        PREMIUMS, f"{dealt('7C', '7D', '9S', '7S')}, 1 hit 7H, 1 premium 777 8, D show, D draw 2C", {"dealer-draws"}),
    "G4: a premium for a double face down before it is turned": (
        PREMIUMS | FACE_DOWN, f"{SEVENS}, 1 double 7H, 1 premium 777 16, D show, 1 turn", {"event-order", "premium-place"}),
    "B7: a premium that nobody agreed on": ({}, f"{SEVENS}, 1 hit 7H, 1 premium 777 8, D show", {"event-foreign", "outcome"}),
    "C3.7: no gift": (GIFT, f"{SEVENS}, 1 hit 7H, D show, 1 win 4", {"gift"}),
    "C3.7: two gifts": (GIFT, f"{SEVENS}, 1 hit 7H, 1 gift, 1 gift, D show, 1 win 4", {"gift"}),
    "C3.7: a gift for nothing": (GIFT, f"{NINES}, 1 stand, 1 gift, D show, 1 win 4", {"gift"}),
    "C3.8: suited paid as a natural": (SUITED, f"{dealt('AC', 'TC', '9S', '8H')}, 1 natural 5, D show", {"outcome"}),
    "C3.8: two suits paid as one": (SUITED, f"{dealt('AC', 'TD', '9S', '8H')}, 1 suited 6, D show", {"outcome"}),
    "C3.8: paid too little": (SUITED, f"{dealt('AC', 'TC', '9S', '8H')}, 1 suited 5, D show", {"payout"}),
    "B6.1: a tie that goes to the banker pushed": (TIES, f"{dealt('9C', '8D', '9S', '8H')}, 1 stand, D show, 1 push 2", {"outcome"}),
    "H6.1: two naturals pushed": (TIES, f"{dealt('AC', 'KD', 'TS', 'AH')}, D peek natural, D show, 1 push 2", {"outcome"}),
    "H6.2: no double loss": (DOUBLE_LOSS, f"{BANKER_NATURAL}, D peek natural, D show, 1 lose 0", {"forfeit"}),
    "H6.2: too little taken": (DOUBLE_LOSS, f"{BANKER_NATURAL}, D peek natural, D show, 1 lose 0, 1 forfeit 1", {"forfeit"}),
    "H6.2: taken twice": (DOUBLE_LOSS, f"{BANKER_NATURAL}, D peek natural, D show, 1 lose 0, 1 forfeit 2, 1 forfeit 2", {"forfeit", "event-order"}),
    "H6.2: taken without a natural": (DOUBLE_LOSS, f"{dealt('9C', '9D', '9S', 'TH')}, 1 stand, D show, 1 lose 0, 1 forfeit 2", {"forfeit"}),
    "B2.4: a natural pays double": (NOT_NATURALS, f"{dealt('AC', 'KD', 'TS', 'AH')}, D peek natural, D show, 1 lose 0, 1 forfeit 2", {"forfeit"}),
    "B3.1: a natural paid before its turn": (
        ON_TURN, "1 bet 2, 2 bet 2, 1 deal 9C, 2 deal AC, D deal 9S, 1 deal 9D, 2 deal KD, D hole 8H, 2 natural 5, 1 stand, D show, 1 win 4",
        {"event-order"}),
    "B3.3: a free dealer who is made to draw": (FREE, f"{dealt('9C', '9D', '2S', '2H')}, 1 stand, D show, D draw 9C, D stand, 1 win 4", {"dealer-draws"}),
    "B3.3: a free dealer who does not say": (FREE, f"{NINES}, 1 stand, D show, 1 win 4", {"dealer-stands"}),
    "B3.3: a hit after standing": (FREE, f"{dealt('9C', '9D', '2S', '2H')}, 1 stand, D show, D stand, D hit 9C, 1 win 4", {"dealer-draws"}),
    "B3.3: a stand on 21": (FREE, f"{NINES}, 1 stand, D show, D hit 4C, D stand, 1 lose 0", {"dealer-draws"}),
    "B3.3: a hit for nobody": (FREE, f"{NATURAL}, 1 natural 5, D show, D hit 2C", {"dealer-draws"}),
    "B3.3: shown though all are bust": (FREE, f"{dealt('9C', '9D', '5S', '7H')}, 1 hit 9H, 1 bust 0, D show", {"dealer-shows"}),
    "T3.3: a natural not shown as all are bust": (
        FREE | {"pack__ace": "11"}, f"{dealt('AC', 'AD', 'TS', 'AH')}, 1 bust 0, D peek natural", {"dealer-shows"}),
    "B3.3: not shown though one is not bust": (FREE, f"{NATURAL}, 1 natural 5", {"dealer-shows"}),
    "C2.5: a forced dealer who decides": ({}, f"{NINES}, 1 stand, D show, D stand, 1 win 4", {"event-foreign", "dealer-draws"}),
    "G5: soft 17 drawn without being asked": (SOFT_17, f"{dealt('9C', '9D', '6S', 'AH')}, 1 stand, D show, D draw TC, 1 win 4", {"dealer-draws"}),
    "G5: soft 17 not asked": (SOFT_17, f"{dealt('9C', '9D', '6S', 'AH')}, 1 stand, D show, 1 win 4", {"dealer-stands"}),
    "G5: hard 17 asked": (SOFT_17, f"{NINES}, 1 stand, D show, D stand, 1 win 4", {"dealer-draws"}),
    "P2.2: a peek where there is none": (NO_PEEK, f"{BANKER_NATURAL}, D peek natural, D show, 1 lose 0", {"peek", "turn-missing"}),
    "E7.2: a double taken by half": (NO_PEEK, f"{dealt('6C', '5D', 'TS', 'AH')}, 1 double 9H, D show, 1 lose 2", {"payout"}),
    "G7: a double taken whole": (ORIGINAL, f"{dealt('6C', '5D', 'TS', 'AH')}, 1 double 9H, D show, 1 lose 0", {"payout"}),
    "G7: both hands of a split taken": (
        ORIGINAL, f"{dealt('8C', '8D', 'TS', 'AH')}, 1 split 8C 8D, 1.1 draw TC, 1.1 stand, 1.2 draw TD, 1.2 stand, D show, 1.1 lose 0, 1.2 lose 0",
        {"payout"}),
    "G7: the second hand first": (
        ORIGINAL, f"{dealt('8C', '8D', 'TS', 'AH')}, 1 split 8C 8D, 1.1 draw TC, 1.1 stand, 1.2 draw TD, 1.2 stand, D show, 1.1 lose 2, 1.2 lose 0",
        {"payout"}),
    "G7: a total that takes no more than the stake": (
        ORIGINAL, f"{dealt('6C', '5D', 'TS', '9H')}, 1 double 5H, D show, 1 lose 2", {"payout"}),
    "C2.2: a natural under a ten paid at once": (NO_PEEK, f"{dealt('AC', 'KC', 'TS', '8H')}, 1 natural 5, D show", {"event-order"}),
    "C2.2: a natural under a nine paid late": (NO_PEEK, f"{NATURAL}, D show, 1 natural 5", {"event-order"}),
    "C2.2: a natural paid against another": (NO_PEEK, f"{dealt('AC', 'KC', 'TS', 'AH')}, D show, 1 natural 5", {"outcome"}),
    "T3.4: insurance settled before the play": (NO_PEEK, f"{ACE_UP}, 1 insure 1, 1 insurance 0, 1 hit 4D, 1 stand, D show, 1 win 4", {"event-order"}),
    "T3.4: insurance settled after its box": (NO_PEEK, f"{ACE_UP}, 1 insure 1, 1 hit 4D, 1 stand, D show, 1 win 4, 1 insurance 0", {"event-order"}),
    "G7: a natural after a split pushed": (
        AFTER_SPLIT, f"{dealt('TC', 'TD', 'TS', 'AH')}, 1 split TC TD, 1.1 draw AC, 1.2 draw 9D, 1.2 stand, D show, 1.1 push 2, 1.2 lose 0", {"outcome"}),
    "G7: the dealer draws against a natural after a split": (
        AFTER_SPLIT, f"{dealt('TC', 'TD', '4S', '8H')}, 1 split TC TD, 1.1 draw AC, 1.2 draw AD, D show, D draw 9C, 1.1 natural 5, 1.2 natural 5",
        {"dealer-draws"}),
    "E7.3: no second card": (NO_HOLE, f"{one_up('9C', '9D', '9S')}, 1 stand, 1 win 4", {"dealer-stands"}),
    "E7.3: no second card for a natural": (NO_HOLE, f"{one_up('AC', 'KD', 'TS')}, 1 natural 5", {"dealer-stands"}),
    "E7.3: no second card for an insurance": (
        NO_HOLE, f"{one_up('9C', '7D', 'AS')}, 1 insure 1, 1 hit KH, 1 bust 0, 1 insurance 0", {"dealer-stands"}),
    "E2.3: a second card for nobody": (NO_HOLE, f"{one_up('9C', '7D', '9S')}, 1 hit KH, 1 bust 0, D draw 8H", {"dealer-draws"}),
    "E2.3: a second card after a surrender": (
        NO_HOLE | {"surrender__offered": "early-not-ace"}, f"{one_up('9C', '7D', 'TS')}, 1 surrender 1, D draw 8H", {"dealer-draws"}),
    "E7.3: a third card for a natural": (NO_HOLE, f"{one_up('AC', 'KD', 'TS')}, D draw 5H, D draw 9D, 1 natural 5", {"dealer-draws"}),
    "E7.1: no third card": (NO_HOLE, f"{one_up('9C', '9D', '9S')}, 1 stand, D draw 5H, 1 win 4", {"dealer-stands"}),
    "E2.1: a hole card shown that nobody was dealt": (NO_HOLE, f"{one_up('9C', '9D', '9S')}, 1 stand, D show, D draw 8H, 1 win 4", {"dealer-shows"}),
    "E7.3: a second card as the free dealer pleases": (
        NO_HOLE | FREE, f"{one_up('9C', '9D', '9S')}, 1 stand, D hit 4H, D stand, 1 win 4", {"dealer-draws"}),
    "E2.2: even money paid 3:2": (
        NO_HOLE | {"natural__even_money": "ace", "insurance__naturals": False}, f"{one_up('AC', 'KD', 'AS')}, 1 even 5", {"payout"}),
    "E4.1: half too much": (NO_HOLE | {"surrender__offered": "early-not-ace"}, f"{one_up('9C', '7D', 'TS')}, 1 surrender 2", {"payout"}),
    "C3.6: claimed aces paid 1:1": (PAIR_OF_ACES, f"{dealt('AC', 'AD', '9S', '8H')}, 1 claim aces, 1 aces 4, D show", {"payout"}),
    "C3.6: claimed aces paid late": (PAIR_OF_ACES, f"{dealt('AC', 'AD', '9S', '8H')}, 1 claim aces, D show, 1 aces 5", {"event-order"}),
    "C3.6: claimed aces paid against a pair": (PAIR_OF_ACES, f"{dealt('AC', 'AD', 'AS', 'AH')}, 1 claim aces, D show, 1 aces 5", {"outcome"}),
    "C3.6: claimed aces played": (
        PAIR_OF_ACES, f"{dealt('AC', 'AD', '9S', '8H')}, 1 claim aces, 1 aces 5, 1 hit 9D, 1 stand, D show", {"turn-over"}),
    "C3.6: a natural pushed by a pair": (PAIR_OF_ACES, f"{dealt('AC', 'KD', 'AS', 'AH')}, D show, 1 push 2", {"outcome"}),
    "C3.6: the dealer draws to a pair": (PAIR_OF_ACES, f"{dealt('9C', '2D', 'AS', 'AH')}, 1 double TC, D show, D draw 9H, 1 lose 0", {"dealer-draws"}),
    "C1.2: two aces that count 11 played": (
        NO_PEEK | ACE_11, f"{dealt('AC', 'AD', '9S', '8H')}, 1 stand, D show, 1 win 4", {"turn-over", "outcome"}),
}  # fmt: skip


@pytest.fixture(scope="module")
def found(many_codes):
    """Codes found in each case."""
    every = {f"right: {name}": case for name, case in RIGHT.items()} | {f"wrong: {name}": case[:2] for name, case in WRONG.items()}
    return many_codes(
        {
            name: (rules | {"players": 1 + ("2 bet" in log)}, [event.strip() for event in log.split(",")])
            for name, (rules, log) in every.items()
        }
    )


@pytest.mark.parametrize("name", RIGHT)
def test_it_is_right(found, name):
    assert found[f"right: {name}"] == set()


@pytest.mark.parametrize("name", WRONG)
def test_it_is_found(found, name):
    assert found[f"wrong: {name}"] == WRONG[name][2]
