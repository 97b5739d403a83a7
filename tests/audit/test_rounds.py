"""Every check of a round's play, by hand-written logs: what is right passes, what is wrong is found under its own name.

A log is written as one line, events apart by commas; the shuffle in front is added.
"""

from types import MappingProxyType

import pytest

from tests.support.packing import HAND_WRITTEN, packed


def log(text):
    return [event.strip() for event in text.split(",")]


# One box: 18 against 17; a pair of eights; aces; the dealer's ace.
DEAL = "1 bet 2, 1 deal 9C, D deal 9S, 1 deal 9D, D hole 8H"
EIGHTS = "1 bet 2, 1 deal 8C, D deal 9S, 1 deal 8D, D hole 8H"
ACES = "1 bet 2, 1 deal AC, D deal 9S, 1 deal AD, D hole 8H"
ACE_UP = "1 bet 2, 1 deal TC, D deal AS, 1 deal 9D"
TWELVE = "1 bet 2, 1 deal TC, D deal 9S, 1 deal 2D, D hole 8H"

RIGHT = {
    "a stand": f"{DEAL}, 1 stand, D show, 1 win 4",
    "a hit to 21": f"{TWELVE}, 1 hit 9H, D show, 1 win 4",
    "a hit and a stand": f"{TWELVE}, 1 hit 5H, 1 stand, D show, 1 push 2",
    "a bust": f"{TWELVE}, 1 hit KH, 1 bust 0, D show",
    "T8.1: nine and two doubled": "1 bet 2, 1 deal 9C, D deal 9S, 1 deal 2D, D hole 8H, 1 double KH, D show, 1 win 8",
    "T8.2: ace and six with a five is 12": "1 bet 2, 1 deal AC, D deal 9S, 1 deal 6D, D hole 8H, 1 hit 5H, 1 stand, D show, 1 lose 0",
    "a doubled bust": f"{TWELVE}, 1 double KH, 1 bust 0, D show",
    "a natural against a two": "1 bet 2, 1 deal AC, D deal 2S, 1 deal KD, D hole 8H, 1 natural 5, D show",
    "a natural after the peek": "1 bet 2, 1 deal AC, D deal TS, 1 deal KD, D hole 8H, D peek clear, 1 natural 5, D show",
    "case 4: two naturals": "1 bet 2, 1 deal AC, D deal AS, 1 deal KD, D hole KH, 1 decline insurance, D peek natural, D show, 1 push 2",
    "case 8: ten up, ace below": "1 bet 2, 1 deal AC, D deal TS, 1 deal KD, D hole AH, D peek natural, D show, 1 push 2",
    "case 1: insurance won": f"{ACE_UP}, D hole KH, 1 insure 1, D peek natural, 1 insurance 3, D show, 1 lose 0",
    "insurance lost": f"{ACE_UP}, D hole 7H, 1 insure 1, D peek clear, 1 insurance 0, 1 stand, D show, 1 win 4",
    "insurance declined": f"{ACE_UP}, D hole 7H, 1 decline insurance, D peek clear, 1 stand, D show, 1 win 4",
    "a split": f"{EIGHTS}, 1 split 8C 8D, 1.1 draw TS, 1.1 stand, 1.2 draw 3S, 1.2 double KS, D show, 1.1 win 4, 1.2 win 8",
    "a split bust": f"{EIGHTS}, 1 split 8C 8D, 1.1 draw 5S, 1.1 hit KS, 1.1 bust 0, 1.2 draw KD, 1.2 stand, D show, 1.2 win 4",
    "a split in four": f"{EIGHTS}, 1 split 8C 8D, 1.1 draw 8H, 1.1 split 8C 8H, 1.1.1 draw 9C, 1.1.1 stand, 1.1.2 draw 9D, 1.1.2 stand,"
    " 1.2 draw 8S, 1.2 split 8D 8S, 1.2.1 draw 9H, 1.2.1 stand, 1.2.2 draw 9S, 1.2.2 stand, D show,"
    " 1.1.1 push 2, 1.1.2 push 2, 1.2.1 push 2, 1.2.2 push 2",
    "case 12: split aces": f"{ACES}, 1 split AC AD, 1.1 draw KS, 1.2 draw 5S, D show, 1.1 win 4, 1.2 lose 0",
    "aces drawn to split aces": f"{ACES}, 1 split AC AD, 1.1 draw AS, 1.2 draw AH, D show, 1.1 lose 0, 1.2 lose 0",
    "jack and king split": "1 bet 2, 1 deal JC, D deal 9S, 1 deal KD, D hole 8H, 1 split JC KD, 1.1 draw AS, 1.2 draw 5S, 1.2 stand,"
    " D show, 1.1 win 4, 1.2 lose 0",
    "dealer draws": "1 bet 2, 1 deal 9C, D deal 9S, 1 deal 9D, D hole 2H, 1 stand, D show, D draw 3C, D draw 2C, D draw KC, 1 win 4",
    "soft 17 stands": "1 bet 2, 1 deal 9C, D deal 6S, 1 deal 9D, D hole AH, 1 stand, D show, 1 win 4",
    "case 22: hard 12 draws": "1 bet 2, 1 deal 9C, D deal 7S, 1 deal 9D, D hole AH, 1 stand, D show, 1 push 2",
    "case 20: only naturals live, the dealer draws nothing": "1 bet 2, 1 deal AC, D deal 6S, 1 deal KD, D hole TH, 1 natural 5, D show",
    "case 23: ahead already, draws all the same": f"{DEAL.replace('8H', '6H')}, 1 stand, D show, D draw 2C, 1 win 4",
}


@pytest.mark.parametrize("name", RIGHT)
def test_it_is_right(found, name):
    assert found[f"right: {name}"] == set()


WRONG = {
    # the log as such
    "an event that nobody knows": (f"{DEAL}, 1 stnad, 1 stand, D show, 1 win 4", {"event-unknown"}),
    "an amount with a leading zero": (f"{DEAL}, 1 stand, D show, 1 win 04", {"event-unknown", "balance-after", "settlement-missing"}),
    "an event of other rules": (f"{DEAL}, 1 gift, 1 stand, D show, 1 win 4", {"event-foreign"}),
    "a timeout in a batch session": (f"{DEAL}, 1 timeout stand, D show, 1 win 4", {"event-foreign"}),
    "a box that no table has": (f"{DEAL}, 99 stand, 1 stand, D show, 1 win 4", {"event-foreign"}),
    # stakes
    "no stake": (
        "1 deal 9C, D deal 9S, 1 deal 9D, D hole 8H, 1 stand, D show, 1 win 0",
        {"stake-players", "stake-nobody", "deal-boxes", "settlement-extra"},
    ),
    "two stakes": (f"1 bet 2, {DEAL}, 1 stand, D show, 1 win 4", {"stake-players"}),
    "a stake below the minimum": (DEAL.replace("bet 2", "bet 1") + ", 1 stand, D show, 1 win 2", {"stake-amount"}),
    "a stake above the maximum": (DEAL.replace("bet 2", "bet 4") + ", 1 stand, D show, 1 win 8", {"stake-amount"}),
    "a stake of nothing": (
        DEAL.replace("bet 2", "bet 0") + ", 1 stand, D show, 1 win 0",
        {"stake-amount", "stake-nobody", "deal-boxes", "settlement-extra"},
    ),
    "a stake at somebody else's box": (f"2 bet 2, {DEAL}, 1 stand, D show, 1 win 4", {"stake-players", "deal-boxes"}),
    "case 30: a stake after the deal": ("1 deal 9C, D deal 9S, 1 deal 9D, D hole 8H, 1 bet 2, 1 stand, D show, 1 win 4", {"event-order"}),
    # the deal
    "the dealer first": ("1 bet 2, D deal 9S, 1 deal 9C, 1 deal 9D, D hole 8H, 1 stand, D show, 1 win 4", {"event-order"}),
    "two cards at a time": ("1 bet 2, 1 deal 9C, 1 deal 9D, D deal 9S, D hole 8H, 1 stand, D show, 1 win 4", {"event-order"}),
    "a third card": (f"{TWELVE}, 1 deal 5H, 1 stand, D show, 1 push 2", {"deal-boxes"}),
    "one card only": ("1 bet 2, 1 deal 9C, D deal 9S, D hole 8H, 1 hit 9D, 1 stand, D show, 1 win 4", {"deal-boxes", "split-second-card"}),
    "the hole card first": ("1 bet 2, 1 deal 9C, D hole 9S, 1 deal 9D, D deal 8H, 1 stand, D show, 1 win 4", {"deal-banker"}),
    "no hole card": ("1 bet 2, 1 deal 9C, D deal 9S, 1 deal 9D, 1 stand, D show, D draw 8H, 1 win 4", {"deal-banker"}),
    "two hole cards": (f"{DEAL}, D hole 2C, 1 stand, D show, 1 lose 0", {"deal-banker"}),
    # insurance and peek
    "insurance not offered": (f"{ACE_UP}, D hole 7H, D peek clear, 1 stand, D show, 1 win 4", {"insurance-offer"}),
    "insurance against a nine": (f"{DEAL}, 1 decline insurance, 1 stand, D show, 1 win 4", {"insurance-offer"}),
    "insured and declined": (
        f"{ACE_UP}, D hole 7H, 1 insure 1, 1 decline insurance, D peek clear, 1 insurance 0, 1 stand, D show, 1 win 4",
        {"insurance-offer", "event-order"},
    ),
    "too much insurance": (f"{ACE_UP}, D hole 7H, 1 insure 2, D peek clear, 1 insurance 0, 1 stand, D show, 1 win 4", {"insurance-amount"}),
    "insurance of nothing": (f"{ACE_UP}, D hole 7H, 1 insure 0, D peek clear, 1 insurance 0, 1 stand, D show, 1 win 4", {"insurance-amount"}),
    "insurance paid too much": (f"{ACE_UP}, D hole KH, 1 insure 1, D peek natural, 1 insurance 4, D show, 1 lose 0", {"insurance-settled"}),
    "insurance paid without a natural": (f"{ACE_UP}, D hole 7H, 1 insure 1, D peek clear, 1 insurance 3, 1 stand, D show, 1 win 4", {"insurance-settled"}),
    "insurance not settled": (f"{ACE_UP}, D hole 7H, 1 insure 1, D peek clear, 1 stand, D show, 1 win 4", {"insurance-settled"}),
    "insurance settled twice": (f"{ACE_UP}, D hole KH, 1 insure 1, D peek natural, 1 insurance 3, 1 insurance 3, D show, 1 lose 0", {"insurance-settled", "event-order"}),
    "insurance settled that was declined": (
        f"{ACE_UP}, D hole KH, 1 decline insurance, D peek natural, 1 insurance 3, D show, 1 lose 0",
        {"insurance-settled"},
    ),
    "insurance after the peek": (f"{ACE_UP}, D hole 7H, D peek clear, 1 insure 1, 1 insurance 0, 1 stand, D show, 1 win 4", {"event-order"}),
    "no peek under an ace": (f"{ACE_UP}, D hole 7H, 1 decline insurance, 1 stand, D show, 1 win 4", {"peek"}),
    "no peek under a ten": ("1 bet 2, 1 deal 9C, D deal KS, 1 deal 9D, D hole 7H, 1 stand, D show, 1 win 4", {"peek"}),
    "a peek under a nine": (f"{DEAL}, D peek clear, 1 stand, D show, 1 win 4", {"peek"}),
    "a peek that lies": (f"{ACE_UP}, D hole KH, 1 decline insurance, D peek clear, D show, 1 lose 0", {"peek"}),
    "a natural that is none": (f"{ACE_UP}, D hole 7H, 1 decline insurance, D peek natural, 1 stand, D show, 1 win 4", {"peek"}),
    "two peeks": (f"{ACE_UP}, D hole 7H, 1 decline insurance, D peek clear, D peek clear, 1 stand, D show, 1 win 4", {"peek", "event-order"}),
    "play after a dealer's natural": (f"{ACE_UP}, D hole KH, 1 decline insurance, D peek natural, 1 stand, D show, 1 lose 0", {"natural-ends-round"}),
    # turns
    "a hit on 21": (f"{TWELVE}, 1 hit 9H, 1 hit 2H, 1 bust 0, D show", {"turn-over"}),
    "a stand on 21": (f"{TWELVE}, 1 hit 9H, 1 stand, D show, 1 win 4", {"turn-over"}),
    "a hit after standing": (f"{TWELVE}, 1 stand, 1 hit 6H, 1 stand, D show, 1 win 4", {"turn-over"}),
    "a stand twice": (f"{DEAL}, 1 stand, 1 stand, D show, 1 win 4", {"turn-over"}),
    "a hit after doubling": (f"{TWELVE}, 1 double 5H, 1 hit 2C, D show, 1 win 8", {"turn-over"}),
    "a hit on a natural": ("1 bet 2, 1 deal AC, D deal 2S, 1 deal KD, D hole 8H, 1 natural 5, 1 hit 5C, D show", {"turn-over", "turn-missing", "dealer-stands", "outcome"}),
    "a turn of nobody": (f"{DEAL}, 1 stand, 2 stand, D show, 1 win 4", {"turn-over"}),
    "no decision": (f"{DEAL}, D show, 1 win 4", {"turn-missing"}),
    "no decision after a hit": (f"{TWELVE}, 1 hit 5H, D show, 1 push 2", {"turn-missing"}),
    "no decision on a split hand": (f"{EIGHTS}, 1 split 8C 8D, 1.1 draw TS, 1.2 draw 3S, 1.2 double KS, D show, 1.1 win 4, 1.2 win 8", {"turn-missing"}),
    "a double after a hit": (f"{TWELVE}, 1 hit 2H, 1 double 6S, D show, 1 win 8", {"double"}),
    "a split after a hit": (("1 bet 2, 1 deal 4C, D deal 9S, 1 deal 4D, D hole 8H, 1 hit 4H, 1 split 4C 4D, 1.1 draw KC, 1.1 stand, 1.2 draw KS,"
        " 1.2 stand, D show, 1.1 lose 0, 1.2 lose 0"), {"split"}),
    "a split of no pair": (f"{TWELVE}, 1 split TC 2D, 1.1 draw TS, 1.1 stand, 1.2 draw KS, 1.2 stand, D show, 1.1 win 4, 1.2 lose 0", {"split"}),
    "a split of other cards": (
        f"{EIGHTS}, 1 split 8C 8S, 1.1 draw TS, 1.1 stand, 1.2 draw 3S, 1.2 double KS, D show, 1.1 win 4, 1.2 win 8",
        {"split-cards"},
    ),
    "a split in five": (
        RIGHT["a split in four"].replace("1.2.2 draw 9S, 1.2.2 stand", "1.2.2 draw 8H, 1.2.2 split 8S 8H, 1.2.2.1 draw 9S, 1.2.2.1 stand,"
        " 1.2.2.2 draw 9S, 1.2.2.2 stand").replace("1.2.2 push 2", "1.2.2.1 push 2, 1.2.2.2 push 2"),
        {"split"},
    ),
    "aces split again": (
        (f"{ACES}, 1 split AC AD, 1.1 draw AS, 1.1 split AC AS, 1.1.1 draw KC, 1.1.2 draw KD, 1.2 draw KH, D show,"
        " 1.1.1 win 4, 1.1.2 win 4, 1.2 win 4"),
        {"split"},
    ),
    "a hit on a split ace": (f"{ACES}, 1 split AC AD, 1.1 draw 5C, 1.1 hit 5S, 1.2 draw KS, D show, 1.1 win 4, 1.2 win 4", {"split-aces"}),
    "a double on a split ace": (f"{ACES}, 1 split AC AD, 1.1 draw 5C, 1.1 double 5S, 1.2 draw KS, D show, 1.1 win 8, 1.2 win 4", {"split-aces"}),
    "a stand on a split ace": (f"{ACES}, 1 split AC AD, 1.1 draw 9C, 1.1 stand, 1.2 draw KS, D show, 1.1 win 4, 1.2 win 4", {"split-aces"}),
    "two second cards": (f"{EIGHTS}, 1 split 8C 8D, 1.1 draw 2S, 1.1 draw 9S, 1.1 stand, 1.2 draw KS, 1.2 stand, D show, 1.1 win 4, 1.2 win 4", {"split-second-card"}),
    "no second card": (f"{EIGHTS}, 1 split 8C 8D, 1.1 draw TS, 1.1 stand, D show, 1.1 win 4, 1.2 lose 0", {"split-second-missing"}),
    "a decision before the second card": (f"{EIGHTS}, 1 split 8C 8D, 1.1 hit TS, 1.1 stand, 1.2 draw KS, 1.2 stand, D show, 1.1 win 4, 1.2 win 4", {"split-second-card"}),
    "a card drawn without a split": (f"{TWELVE}, 1 draw 6H, 1 stand, D show, 1 win 4", {"split-second-card"}),
    "the second hand first": (
        f"{EIGHTS}, 1 split 8C 8D, 1.2 draw 3S, 1.2 double KS, 1.1 draw TS, 1.1 stand, D show, 1.1 win 4, 1.2 win 8",
        {"event-order"},
    ),
    "second cards at once": (
        f"{EIGHTS}, 1 split 8C 8D, 1.1 draw TS, 1.2 draw 3S, 1.1 stand, 1.2 double KS, D show, 1.1 win 4, 1.2 win 8",
        {"event-order"},
    ),
    "a surrender": (f"{TWELVE}, 1 surrender 1, D show", {"surrender"}),
    # hands that are none
    "a whole box on a split path": (f"{DEAL}, 1 stand, D show, 1 win 4".replace("1 ", "1.1 "), {"hand-path"}),
    "a natural made an ordinary hand by a path": (
        "1.1 bet 2, 1.1 deal AC, D deal 2S, 1.1 deal KD, D hole 8H, D show, D draw 9C, 1.1 win 4",
        {"hand-path"},
    ),
    "a stake on a split path": (f"1.1{DEAL[1:]}, 1 stand, D show, 1 win 4", {"hand-path"}),
    "insurance on a split path": (
        f"{ACE_UP}, D hole KH, 1.1 insure 1, D peek natural, 1.1 insurance 3, D show, 1 lose 0",
        {"hand-path"},
    ),
    "insurance declined on a split path": (f"{ACE_UP}, D hole 7H, 1.2 decline insurance, D peek clear, 1 stand, D show, 1 win 4", {"hand-path"}),
    "a hand played that no split made": (
        f"{DEAL}, 1 stand, 1.1 draw KS, 1.1 draw 9C, 1.1 stand, D show, 1 win 4, 1.1 win 4",
        {"hand-path", "split-second-card", "turn-over"},
    ),
    # bust
    "a bust not written at once": (f"{TWELVE}, 1 hit KH, D show, 1 bust 0", {"bust-at-once", "bust-place"}),
    "a bust that is none": (f"{TWELVE}, 1 hit 5H, 1 bust 0, D show", {"bust-place", "turn-missing", "outcome"}),
    "a bust that is paid": (f"{TWELVE}, 1 hit KH, 1 bust 2, D show", {"payout"}),
    # the dealer
    "the dealer does not show": (f"{DEAL}, 1 stand, 1 win 4", {"dealer-shows"}),
    "the dealer shows twice": (f"{DEAL}, 1 stand, D show, D show, 1 win 4", {"dealer-shows", "event-order"}),
    "the dealer shows nothing though all are bust": (f"{TWELVE}, 1 hit KH, 1 bust 0", {"dealer-shows"}),
    "the dealer draws before showing": (f"{DEAL.replace('8H', '6H')}, 1 stand, D draw 2C, D show, 1 win 4", {"event-order"}),
    "the dealer draws on 17": (f"{DEAL}, 1 stand, D show, D draw 5C, 1 win 4", {"dealer-draws"}),
    "the dealer draws on soft 17": (
        "1 bet 2, 1 deal 9C, D deal 6S, 1 deal 9D, D hole AH, 1 stand, D show, D draw 3C, 1 lose 0",
        {"dealer-draws"},
    ),
    "case 19: the dealer draws though all are bust": (
        "1 bet 2, 1 deal TC, D deal 6S, 1 deal 2D, D hole TH, 1 hit KH, 1 bust 0, D show, D draw 4C",
        {"dealer-draws"},
    ),
    "the dealer draws against a natural": (
        "1 bet 2, 1 deal AC, D deal 6S, 1 deal KD, D hole TH, 1 natural 5, D show, D draw 4C",
        {"dealer-draws"},
    ),
    "case 24: the dealer stands on 16": (f"{DEAL.replace('8H', '7H')}, 1 stand, D show, 1 win 4", {"dealer-stands"}),
    # settlement
    "no outcome": (f"{DEAL}, 1 stand, D show", {"settlement-missing"}),
    "an outcome twice": (f"{DEAL}, 1 stand, D show, 1 win 4, 1 win 4", {"settlement-doubled", "event-order"}),
    "an outcome for nobody": (f"{DEAL}, 1 stand, D show, 1 win 4, 2 win 4", {"settlement-extra"}),
    "an outcome for a split hand": (
        f"{EIGHTS}, 1 split 8C 8D, 1.1 draw TS, 1.1 stand, 1.2 draw TD, 1.2 stand, D show, 1 win 4, 1.1 win 4, 1.2 win 4",
        {"settlement-extra"},
    ),
    "a win that is a loss": (f"{DEAL}, 1 stand, D show, 1 lose 0", {"outcome"}),
    "a push that is a win": (f"{DEAL}, 1 stand, D show, 1 push 2", {"outcome"}),
    "case 5: a natural as a win": ("1 bet 2, 1 deal AC, D deal 2S, 1 deal KD, D hole 8H, D show, 1 win 4", {"outcome"}),
    "a natural paid 1:1": ("1 bet 2, 1 deal AC, D deal 2S, 1 deal KD, D hole 8H, 1 natural 4, D show", {"payout"}),
    "a natural paid late": ("1 bet 2, 1 deal AC, D deal 2S, 1 deal KD, D hole 8H, D show, 1 natural 5", {"event-order"}),
    "21 after a split as a natural": (f"{ACES}, 1 split AC AD, 1.1 draw KS, 1.2 draw 5S, D show, 1.1 natural 5, 1.2 lose 0", {"outcome"}),
    "a win paid too little": (f"{DEAL}, 1 stand, D show, 1 win 3", {"payout"}),
    "a double paid once": (f"{TWELVE}, 1 double 9H, D show, 1 win 4", {"payout"}),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_it_is_found(found, name):
    assert found[f"wrong: {name}"] == WRONG[name][1]


OPTIONS: dict[str, tuple[dict[str, object], str]] = {
    "hit soft 17": ({"banker__soft17": "draw"}, "1 bet 2, 1 deal 9C, D deal 6S, 1 deal 9D, D hole AH, 1 stand, D show, D draw 3C, 1 lose 0"),
    "6:5": ({"natural__pays": "6:5", "stakes__minimum": 5, "stakes__maximum": 5},
        "1 bet 5, 1 deal AC, D deal 2S, 1 deal KD, D hole 8H, 1 natural 11, D show"),
    "3:2 of three rounded down": ({"stakes__breakage": "floor", "stakes__minimum": 3, "stakes__maximum": 3},
        "1 bet 3, 1 deal AC, D deal 2S, 1 deal KD, D hole 8H, 1 natural 7, D show"),
    "free stakes": ({"stakes__maximum": 50}, DEAL.replace("bet 2", "bet 34") + ", 1 stand, D show, 1 win 68"),
    "no double after a split": ({"double__after_split": False},
        f"{EIGHTS}, 1 split 8C 8D, 1.1 draw TS, 1.1 stand, 1.2 draw 3S, 1.2 stand, D show, 1.1 win 4, 1.2 lose 0"),
    "double on eleven": ({"double__offered": "totals", "double__totals": [10, 11]},
        "1 bet 2, 1 deal 9C, D deal 9S, 1 deal 2D, D hole 8H, 1 double KH, D show, 1 win 8"),
    "cards at once": ({"split__second_card": "at-once"},
        f"{EIGHTS}, 1 split 8C 8D, 1.1 draw TS, 1.2 draw 3S, 1.1 stand, 1.2 double KS, D show, 1.1 win 4, 1.2 win 8"),
    "cards at once, split again": ({"split__second_card": "at-once"},
        (f"{EIGHTS}, 1 split 8C 8D, 1.1 draw 8H, 1.2 draw 3S, 1.1 split 8C 8H, 1.1.1 draw TS, 1.1.2 draw TC, 1.1.1 stand, 1.1.2 stand,"
        " 1.2 double KS, D show, 1.1.1 win 4, 1.1.2 win 4, 1.2 win 8")),
    "hit split aces": ({"split__aces_play": "hit"},
        f"{ACES}, 1 split AC AD, 1.1 draw 5C, 1.1 hit 3S, 1.1 stand, 1.2 draw KS, D show, 1.1 win 4, 1.2 win 4"),
    "split aces as others": ({"split__aces_play": "as-others"},
        f"{ACES}, 1 split AC AD, 1.1 draw 5C, 1.1 double 3S, 1.2 draw KS, D show, 1.1 win 8, 1.2 win 4"),
    "aces split again": ({"split__aces_hands": 4},
        (f"{ACES}, 1 split AC AD, 1.1 draw AS, 1.1 split AC AS, 1.1.1 draw KC, 1.1.2 draw KD, 1.2 draw KH, D show,"
        " 1.1.1 win 4, 1.1.2 win 4, 1.2 win 4")),
    "aces not split again": ({"split__aces_hands": 4},
        f"{ACES}, 1 split AC AD, 1.1 draw AS, 1.1 stand, 1.2 draw KH, D show, 1.1 lose 0, 1.2 win 4"),
    "natural after a split": ({"natural__after_split": True},
        f"{ACES}, 1 split AC AD, 1.1 draw KS, 1.2 draw 5S, D show, 1.1 natural 5, 1.2 lose 0"),
    "case 27: a late surrender": ({"surrender__offered": "late"}, f"{TWELVE}, 1 surrender 1, D show"),
    "half insurance": ({"insurance__amount": "half", "stakes__minimum": 4, "stakes__maximum": 4},
        "1 bet 4, 1 deal TC, D deal AS, 1 deal 9D, D hole 7H, 1 insure 2, D peek clear, 1 insurance 0, 1 stand, D show, 1 win 8"),
    "no insurance": ({"insurance__offered": False}, f"{ACE_UP}, D hole 7H, D peek clear, 1 stand, D show, 1 win 4"),
    "no amount of insurance without a fraction": ({"insurance__pays": "7:5"}, f"{ACE_UP}, D hole 7H, D peek clear, 1 stand, D show, 1 win 4"),
    "naturals may not insure": ({"insurance__naturals": False},
        "1 bet 2, 1 deal AC, D deal AS, 1 deal KD, D hole KH, D peek natural, D show, 1 push 2"),
    "pairs by rank": ({"split__pairs": "rank"}, f"{EIGHTS}, 1 split 8C 8D, 1.1 draw TS, 1.1 stand, 1.2 draw TD, 1.2 stand, D show, 1.1 win 4, 1.2 win 4"),
    "two pictures": ({"split__pairs": "rank-or-picture"}, RIGHT["jack and king split"]),
}  # fmt: skip


@pytest.mark.parametrize("name", OPTIONS)
def test_an_option_makes_it_right(found, name):
    assert found[f"option: {name}"] == set()


OFF: dict[str, tuple[str, dict[str, object], str]] = {
    "hit soft 17": ("dealer-stands", {"banker__soft17": "draw"}, RIGHT["soft 17 stands"]),
    "case 9: NDAS": ("double", {"double__after_split": False}, RIGHT["a split"]),
    "double on eleven only": ("double", {"double__offered": "totals", "double__totals": [11]}, f"{TWELVE}, 1 double 6H, D show, 1 win 8"),
    "no double": ("double", {"double__offered": "off"}, RIGHT["T8.1: nine and two doubled"]),
    "no split": ("split", {"split__pairs": "off"}, RIGHT["a split"]),
    "case 18: pairs by rank": ("split", {"split__pairs": "rank"}, RIGHT["jack and king split"]),
    "ten and king are no pictures": ("split", {"split__pairs": "rank-or-picture"}, RIGHT["jack and king split"].replace("JC", "TC")),
    "aces not at all": ("split", {"split__aces_hands": 1}, RIGHT["case 12: split aces"]),
    "two hands only": ("split", {"split__hands": 2}, RIGHT["a split in four"]),
    "cards at once": ("split-second-card", {"split__second_card": "at-once"}, RIGHT["a split"]),
    "half insurance": ("insurance-amount", {"insurance__amount": "half", "stakes__minimum": 4, "stakes__maximum": 4},
        "1 bet 4, 1 deal TC, D deal AS, 1 deal 9D, D hole 7H, 1 insure 1, D peek clear, 1 insurance 0, 1 stand, D show, 1 win 8"),
    "no insurance": ("insurance-offer", {"insurance__offered": False}, RIGHT["insurance declined"]),
    "naturals may not insure": ("insurance-offer", {"insurance__naturals": False}, RIGHT["case 4: two naturals"]),
    "aces to be split again need a decision": ("turn-missing", {"split__aces_hands": 4}, RIGHT["aces drawn to split aces"]),
    "double of split aces that may only be hit": ("split-aces", {"split__aces_play": "hit"}, OPTIONS["split aces as others"][1]),
    "a fraction": ("stake-amount", {"stakes__maximum": 50}, DEAL.replace("bet 2", "bet 3") + ", 1 stand, D show, 1 win 6"),
    "not the unit": ("stake-amount", {"stakes__maximum": 50, "stakes__unit": 10}, DEAL.replace("bet 2", "bet 12") + ", 1 stand, D show, 1 win 24"),
    "a wrong surrender": ("payout", {"surrender__offered": "late"}, f"{TWELVE}, 1 surrender 2, D show"),
    "a surrender after a hit": ("surrender", {"surrender__offered": "late"}, f"{TWELVE}, 1 hit 2H, 1 surrender 1, D show"),
    "a surrender of a split hand": ("surrender", {"surrender__offered": "late"},
        f"{EIGHTS}, 1 split 8C 8D, 1.1 draw TS, 1.1 surrender 1, 1.2 draw TD, 1.2 stand, D show, 1.2 win 4"),
}  # fmt: skip


@pytest.mark.parametrize("name", OFF)
def test_an_option_makes_it_wrong(found, name):
    assert OFF[name][0] in found[f"off: {name}"]


@pytest.fixture(scope="module")
def found(many_codes):
    """Codes found for each case."""
    cases: dict[str, tuple[dict[str, object], list[str]]] = {f"right: {name}": ({}, log(text)) for name, text in RIGHT.items()}
    cases |= {f"wrong: {name}": ({}, log(text)) for name, (text, _) in WRONG.items()}
    cases |= {f"option: {name}": (rules, log(text)) for name, (rules, text) in OPTIONS.items()}
    cases |= {f"off: {name}": (rules, log(text)) for name, (_, rules, text) in OFF.items()}
    return many_codes(cases)


def played(book, events, **rules):
    """A session of one hand-written round."""
    book.session(events, **rules)
    return HAND_WRITTEN


class TestMoney:
    """G2, T4.2, T5.5: what the player's own balance covers."""

    @packed
    def test_a_double_with_just_enough_is_right(self, book):
        assert (yield played(book, log(RIGHT["T8.1: nine and two doubled"]), session__stack=4)) == set()

    @packed
    def test_case_16_a_double_without_cover_is_found(self, book):
        assert "addition-cover" in (yield played(book, log(RIGHT["T8.1: nine and two doubled"]), session__stack=3))

    @packed
    def test_case_15_a_split_without_cover_is_found(self, book):
        assert "addition-cover" in (yield played(book, log(RIGHT["a split"]), session__stack=3))

    @packed
    def test_money_won_in_the_round_counts(self, book):
        """A payout arrives when its line stands, so an insurance lost before the double is missing then."""
        text = f"{ACE_UP.replace('9D', 'AD')}, D hole 7H, 1 insure 1, D peek clear, 1 insurance 0, 1 natural 5, D show"
        assert (yield played(book, log(text), session__stack=3)) == set()

    @packed
    def test_insurance_without_money_is_not_offered(self, book):
        assert (yield played(book, log(OPTIONS["no insurance"][1]), session__stack=2)) == set()

    @packed
    def test_a_stake_beyond_the_balance_is_found(self, book):
        text = DEAL.replace("bet 2", "bet 20") + ", 1 stand, D show, 1 win 40"
        assert "stake-cover" in (yield played(book, log(text), stakes__maximum=50, session__stack=10))

    @packed
    def test_case_10_the_whole_balance_may_be_staked(self, book):
        assert (yield played(book, log(f"{DEAL}, 1 stand, D show, 1 win 4"), session__stack=2)) == set()


def box(number, cards, ends="stand"):
    """A box's hits from its third card on, and how it ends."""
    return [*(f"{number} hit {card}" for card in cards[2:]), *([f"{number} {ends}"] if ends else [])]


def dealt(cards):
    """Stakes and two cards to each box, 9 and 8 to the dealer."""
    deals = [[f"{number} deal {hand[nth]}" for number, hand in enumerate(cards, 1)] for nth in (0, 1)]
    return [*(f"{number} bet 2" for number in range(1, 1 + len(cards))), *deals[0], "D deal 9S", *deals[1], "D hole 8H"]


class TestWhereNoCardIsLeft:
    """G6: then every hand in play stands as it is, without being asked; but only then."""

    TWENTY = ("2C",) * 10
    LONG = ("2C",) * 6 + ("AC",) * 8
    DECK = MappingProxyType({"pack__decks": 1, "players": 5})

    def all_dealt(self, *, first="stand", last=""):
        """Five boxes with ten cards each and the dealer's two: the last box has the last card."""
        hands = [self.TWENTY] * 5
        played = [event for number in range(1, 6) for event in box(number, self.TWENTY, {1: first, 5: last}.get(number, "stand"))]
        settled = [f"{number} win 4" for number in range(1, 6) if number < 5 or not last.startswith("surrender")]
        return [*dealt(hands), *played, "D show", *settled]

    def split_at_the_end(self, *played):
        """Three long hands, and a pair that is split when two cards are left."""
        hands = [self.LONG, self.LONG, self.LONG, ("2C",) * 4, ("2C",) * 2]
        turns = [event for number in range(1, 5) for event in box(number, hands[number - 1])]
        over = ["1 win 4", "2 win 4", "3 win 4", "4 lose 0", "5.1 lose 0", "5.2 lose 0"]
        return [*dealt(hands), *turns, "5 split 2C 2C", *played, "D show", *over]

    @packed
    def test_nobody_is_asked(self, book):
        assert (yield played(book, self.all_dealt(), **self.DECK)) == set()

    @packed
    def test_who_had_a_turn_before_must_have_been_asked(self, book):
        assert (yield played(book, self.all_dealt(first=""), **self.DECK)) == {"turn-missing"}

    @pytest.mark.parametrize("last", ["stand", "surrender 1"])
    @packed
    def test_an_answer_all_the_same_is_found(self, book, last):
        assert (yield played(book, self.all_dealt(last=last), surrender__offered="late", **self.DECK)) >= {"turn-over"}

    @packed
    def test_a_split_hand_whose_second_card_was_not_the_last_is_asked(self, book):
        assert (yield played(book, self.split_at_the_end("5.1 draw 3C", "5.2 draw 3C"), **self.DECK)) == {"turn-missing"}

    @packed
    def test_the_other_hand_that_got_the_last_one_is_not(self, book):
        assert (yield played(book, self.split_at_the_end("5.1 draw 3C", "5.1 stand", "5.2 draw 3C"), **self.DECK)) == set()

    @packed
    def test_nor_are_split_hands_that_got_the_last_two_cards_at_once(self, book):
        assert (yield played(book, self.split_at_the_end("5.1 draw 3C", "5.2 draw 3C"), split__second_card="at-once", **self.DECK)) == set()

    @packed
    def test_a_second_card_is_not_passed_over_for_a_later_hand(self, book):
        assert "split-second-missing" in (yield played(book, self.split_at_the_end("5.2 draw 3C", "5.2 hit 3C"), **self.DECK))


class TestReshuffle:
    """G6: the discards are shuffled where a card is due and the shoe has none left, directly before that card."""

    FIRST = ("2C",) * 10
    HANDS = (("TC", "6C"),) * 4

    def second_round(self, book, *turns):
        """A round that begins with ten cards left, all of which the deal takes; its turns are given."""
        rules = book.rules_with(session__rounds=2, pack__decks=1, shoe__reshuffle="cut-card", shoe__penetration_left=5)
        sitting = book.begin(1, rules, 4)
        first = [event for number in range(1, 5) for event in box(number, self.FIRST)]
        over = [f"{number} win 4" for number in range(1, 5)]
        sitting.write(["D shuffle 1", *dealt([self.FIRST] * 4), *first, "D show", *over], [{"first": 0, "index": 1, "seed": None}])
        shoes = [{"first": 42, "index": 1, "seed": sitting.seeds[1].hex()}, {"first": 0, "index": 2, "seed": sitting.seeds[2].hex()}]
        sitting.write([*dealt(self.HANDS), *turns, "2 lose 0", "3 lose 0", "4 lose 0"], shoes)
        sitting.close("rounds")
        return HAND_WRITTEN

    OTHERS = ("2 stand", "3 stand", "4 stand")

    @packed
    def test_directly_before_the_card_it_is_right(self, book):
        assert (yield self.second_round(book, "D reshuffle 2", "1 hit 6H", "1 bust 0", *self.OTHERS, "D show")) == set()

    @pytest.mark.parametrize("turns", [
        ("D reshuffle 2", "1 stand", "2 hit 2C", "2 stand", "3 stand", "4 stand", "D show", "1 lose 0"),
        ("1 stand", "2 stand", "3 stand", "4 hit 2C", "D reshuffle 2", "4 stand", "D show", "1 lose 0"),
        ("1 hit 6H", "D reshuffle 2", "1 bust 0", *OTHERS, "D show"),
        ("1 stand", *OTHERS, "D reshuffle 2", "D show", "1 lose 0"),
        ("1 stand", *OTHERS, "D show", "D reshuffle 2", "1 lose 0"),
    ], ids=" ".join)  # fmt: skip
    @packed
    def test_anywhere_else_it_is_found(self, book, turns):
        assert "reshuffle" in (yield self.second_round(book, *turns))
