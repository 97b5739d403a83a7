"""The rules beyond the training table, told from a log alone: each with its arithmetic, and with an objection where the log is wrong."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from audit.story.step import Ruling
from tests.story.conftest import text, warnings

FOUR = (0, 100, 100, 100, 100)


@attrs.frozen
class Case:
    """A log under a profile: what is told of it, and what would be an objection if some of its words were others."""

    profile: str
    log: str
    says: tuple[str, ...]
    wrong: tuple[tuple[str, str, str], ...] = ()
    more: dict[str, Any] = attrs.Factory(dict)


PRIVATE = {"balances": FOUR, "banker": 1}

CASES = {
    "the bank is auctioned (B1.4)": Case(
        "changing-bank",
        "D auction, s2 bid 30, s3 bid 30, s4 pass, s2 pays 30, s2 bank",
        (
            "Bo has made the highest bid, the earliest of equals, and pays 30 to Ann at once; balance 100 → 70; Ann's 100 → 130. ['B1.4']",
            "By the highest bid, Bo banks from here on.",
        ),
        (
            ("pays 30", "pays 20", "the highest bid is Bo's 30"),
            ("s2 bank", "s3 bank", "the bank falls to Bo"),
            ("s3 bid 30", "s3 bid 101", "a free balance of 100 does not cover 101"),
        ),
        PRIVATE,
    ),
    "a natural takes the bank (B1.3)": Case(
        "changing-bank",
        "s3 accept bank, s3 bank",
        ("Cy, who had a natural in the last round, takes the bank. ['B1.3']", "Cy banks from here on."),
        (),
        PRIVATE | {"heirs": (3,)},
    ),
    "the deal passes to the nearest natural (H6.3)": Case(
        "home",
        "s3 bank, 1 down 5C",
        (
            "With a natural in the last round, the nearest to the dealer's left, Cy banks from here on. ['H6.3']",
            "Cy banks this round. Boxes are counted from the banker's left: 1 Di, 2 Ann, 3 Bo. ['G1']",
            "1 down 5C | Di: 5♣ face down, only Di may look. ['H2.3']",
        ),
        (("s3 bank", "s4 bank", "the bank falls to Cy"),),
        PRIVATE | {"heirs": (3, 4)},
    ),
    "the bank moves every deal (C1.1)": Case(
        "classic",
        "s2 bank",
        ("Next on the left, as the bank moves every deal, Bo banks from here on. ['C1.1']",),
        (("s2", "s3", "the bank falls to Bo"),),
        PRIVATE,
    ),
    "the first ace makes the banker (B1.2)": Case(
        "changing-bank",
        "D shuffle 1, s1 lot KC, s2 lot AS, s2 bank",
        ("s1 lot KC | Ann is dealt K♣.", "Bo is dealt A♠: an ace, and the bank is Bo's. ['B1.2']", "So drawn, Bo banks"),
        (("s2 bank", "s1 bank", "the bank falls to Bo"),),
        {"balances": FOUR, "banker": 0, "shoe": ("KC", "AS")},
    ),
    "lots are drawn (C1.1)": Case(
        "classic",
        "s3 lot 2, s3 bank",
        ("Lots are drawn for the bank among Ann, Bo, Cy, Di, counted from 0: number 2, Cy.",),
        (("lot 2", "lot 1", "number 1 is Bo"), ("lot 2", "lot 4", "there are 4 lots")),
        {"balances": FOUR, "banker": 0},
    ),
    "the banker's limits (B2.2)": Case(
        "changing-bank",
        "D limits 10 20, 1 bet 12",
        ("Ann sets the limits: stakes from 10 to 20", "Bo stakes 12 on box 1"),
        (("bet 12", "bet 8", "the rules allow 10 to 20"), ("10 20", "10 60", "the rules allow limits within 2 and 40")),
        PRIVATE,
    ),
    "a maximum raised on request (P1.3)": Case(
        "permanent-bank",
        "2 limits 4 90, 2 bet 80",
        ("Bo asked for a higher maximum: box 2 may now stake from 4 to 90. ['P1.3']",),
        (("2 bet 80", "1 bet 80", "the rules allow 4 to 40"), ("4 90", "4 30", "the maximum is at least 40")),
    ),
    "cut and burnt (H1.2)": Case(
        "club",
        "D shuffle 1, s1 cut 2, D burn 4C, 1 bet 2, 1 down 5C",
        ("Ann cuts: the first 2 of 104 cards go to the bottom. ['H1.2']", "The top card is shown and burnt, 4♣."),
        (("burn 4C", "burn 9C", "the sealed shoe has 4♣ here, not 9♣"),),
        {"shoe": ("2C", "3C", "4C", "5C")},
    ),
    "a burnt ace (B2.1)": Case(
        "club",
        "D shuffle 1, s1 cut 0, D burn AC, D shuffle 2",
        ("burnt, A♣: an ace, so all is shuffled and cut again.", "Shoe 2 is shuffled anew, for an ace may not be burnt: 104 cards."),
        (),
        {"shoe": ("AC",)},
    ),
    "withdrawn and sat out (E1.2, G9)": Case(
        "enhc",
        "1 bet 10, 1 withdraw, 2 sit",
        ("Ann takes the stake of 10 back; balance 90 → 100. ['E1.2']", "Bo sits this deal out. ['G9']"),
    ),
    "the dealer doubles, a player redoubles (H2.3)": Case(
        "home",
        "1 down 5C, D hole KC, 1 bet 10, D raise, 1 redouble, 1 deal 9C, D deal 9S, 1 stand, D show, D stand, 1 open, 1 lose 0",
        (
            "D raise | Ann, having looked at K♣, doubles all stakes: Bo 10 → 20, balance 90 → 80. ['H2.3']",
            "Bo, who knows 5♣, redoubles: stake 20 → 40, balance 80 → 60.",
            "Bo: 9♣ face up; with the hidden 5♣ hard 14. ['H2.3']",
            "14 is under 19; net -40; balance stays 60.",
        ),
        (("D raise", "D decline raise", "the dealer has not doubled"),),
        PRIVATE,
    ),
    "the dealer must double on a picture (H9.1)": Case(
        "home",
        "1 down AC, D hole KC, 1 bet 10, D raise, 1 redouble, 1 deal 9C, D deal 9S, 1 stand, D show, D stand, 1 open, 1 win 80",
        ("Ann, having looked at K♣, must double all stakes", "Bo, who knows A♣, must redouble", "['H9.1']"),
        (
            ("D hole KC", "D hole 9C", "9♣ is no picture and no ace"),
            ("D raise, 1 redouble, ", "", "the rules oblige Ann to double the stakes"),
            ("1 redouble, ", "", "Bo must redouble on A♣"),
            ("1 down AC", "1 down JC", "on J♣ the rules allow no redoubling"),
        ),
        PRIVATE | {"stakes__banker_raise": "picture-or-ace", "stakes__redouble": "ace-not-picture"},
    ),
    "cards up and down, and who may look (C2.1)": Case(
        "classic",
        "1 bet 10, 1 deal 5C, D deal 9C, 1 down 6C, D hole 9S, 1 open, 1 decline surrender, 1 stand, D show, 1 lose 0",
        ("Bo: 6♣ face down; with 5♣ hard 11, only Bo may look.", "1 open | Bo shows 5♣ 6♣, hard 11. ['C2.1']"),
        (),
        PRIVATE,
    ),
    "even money (E2.2)": Case(
        "enhc",
        "1 bet 10, 1 deal KC, D deal AC, 1 deal AD, 1 even 20",
        (
            "Ann takes even money for the natural, 1:1 at once: stake 10 + 10 = 20; net +10; balance 90 → 110. ['E2.2']",
            "No ordinary hand is alive, so the dealer draws nothing. ['E2.3']",
        ),
        (
            ("even 20", "even 25", "the rules give 20"),
            ("D deal AC", "D deal KS", "against K♠ the rules offer no even money"),
            ("1 deal AD", "1 deal 5D", "the hand is no natural"),
        ),
    ),
    "a natural that waits, and the second card it waits for (E7.3)": Case(
        "enhc",
        "1 bet 10, 1 deal KC, D deal QC, 1 deal AD, D draw AC, 1 push 10",
        (
            " | Ann's natural waits, for with Q♣ up the dealer may have one too. ['E2.2']",
            "The dealer takes a second card: Q♣ A♣, soft 21, a natural. ['E7.3']",
            "a natural against the dealer's natural pushes: the stake of 10 comes back; net 0",
        ),
        (
            ("D draw AC, 1 push 10", "1 natural 25, D draw AC", "it is not paid before the banker's cards are known"),
            ("push 10", "lose 0", "the rules give push 10"),
        ),
    ),
    "a natural paid at once (C2.2)": Case(
        "classic",
        "1 bet 10, 1 deal KC, D deal 9C, 1 down AD, D hole AS, 1 open, 1 natural 25, D show",
        ("a natural pays 3:2: stake 10 + 15 = 25; net +15; balance 90 → 115. ['C2.2']",),
        (("1 natural 25, D show", "D show, 1 natural 25", "it was to be paid before the banker played"),),
        PRIVATE,
    ),
    "early surrender (E4.1)": Case(
        "enhc",
        "1 bet 10, 1 deal KC, D deal 9C, 1 deal 6D, 1 surrender 5",
        ("Ann surrenders hard 16: half of 10 comes back, net -5; balance 90 → 95. ['E4.1']",),
        (("surrender 5", "surrender 6", "the rules give 5"),),
    ),
    "insurance without a peek (E3.1)": Case(
        "enhc",
        "1 bet 10, 1 deal KC, D deal AC, 1 deal 6D, 1 insure 5, 1 stand, D draw KS, 1 insurance 15, 1 lose 0",
        ("Ann, insurance of 5: the dealer has a natural; it pays 2:1: stake 5 + 10 = 15; net +10; balance 85 → 100. ['E3.1']",),
        (("insurance 15", "insurance 0", "the rules give 15"), ("insure 5", "insure 4", "the rules allow exactly 5")),
    ),
    "two aces beat every hand (C3.6)": Case(
        "classic-full",
        "1 bet 10, 1 deal AC, D deal 9C, 1 down AD, D hole KC, 1 open, 1 claim aces, 1 aces 25, D show",
        ("Bo claims the pair of aces, which beats every hand. ['C3.6']", "two aces beat every hand and pay 3:2: stake 10 + 15 = 25"),
        (("aces 25", "aces 20", "the rules give aces 25"), ("AD", "TD", "the hand is A♣ 10♦")),
        PRIVATE,
    ),
    "a suited natural (C3.8)": Case(
        "classic-full",
        "1 bet 10, 1 deal AC, D deal 9C, 1 down TC, D hole KC, 1 open, 1 suited 30, D show",
        ("a natural of one suit pays 2:1: stake 10 + 20 = 30; net +20; balance 90 → 120. ['C3.8']",),
        (("suited 30", "natural 25", "the rules give suited 30"), ("TC", "JC", "the rules give natural 25")),
        PRIVATE,
    ),
    "five pictures (C4.1)": Case(
        "seventeen-and-four",
        "1 bet 10, 1 deal JC, D deal 9C, 1 down QC, D hole TC, 1 open, 1 decline surrender, "
        "1 hit KC, 1 hit JD, 1 hit QD, D show, 1 pictures 25",
        ("five pictures, which end the hand. ['C2.3', 'C4.1']", "five pictures equal a natural, which pays 3:2: stake 10 + 15 = 25"),
        (("pictures 25", "lose 0", "the rules give pictures 25"),),
        PRIVATE,
    ),
    "double, then triple (C3.2, C3.3)": Case(
        "classic",
        "1 bet 10, 1 deal 5C, D deal 9C, 1 down 4C, D hole TC, 1 open, 1 decline surrender, 1 double 3C, 1 triple 8C, D show, 1 win 60",
        (
            "Bo doubles hard 9, stake 10 → 20, balance 90 → 80, exactly one card: 5♣ 4♣ 3♣, hard 12. ['C3.2']",
            "Bo triples hard 12, stake 20 → 30, balance 80 → 70, one more card: 5♣ 4♣ 3♣ 8♣, hard 20. ['C3.3']",
            "20 beats 19; a win pays 1:1: stake 30 + 30 = 60; net +30",
        ),
        (
            ("win 60", "win 40", "the rules give win 60"),
            ("1 double 3C, 1 triple 8C, ", "1 triple 3C, ", "the rules allow no triple here"),
        ),
        PRIVATE,
    ),
    "a commission for the double (E5.1)": Case(
        "enhc",
        "1 bet 10, 1 deal 5C, D deal 9C, 1 deal 6C, 1 decline surrender, 1 double 9D, 1 commission 1, D draw TC, 1 win 40",
        ("Ann is charged 1:10 of 10 for the double: 1; balance 80 → 79. ['E5.1']",),
        (("commission 1", "commission 2", "the rules charge 1"), ("1 deal 6C", "1 deal 7C", "the rules allow it on 11 only")),
        {"double__commission": "1:10"},
    ),
    "a double face down, turned after the banker's play (B4.1)": Case(
        "changing-bank",
        "1 bet 10, 1 down 5C, D deal 9C, 1 down 6C, D hole 9D, 1 open, 1 double TC, D show, D stand, 1 turn, 1 win 40",
        (
            "exactly one card, which nobody sees yet: 5♣ 6♣ 10♣, hard 21. ['B4.1']",
            "Ann chooses to stand on hard 18. ['B3.3']",
            "The face-down card of Bo is turned: 5♣ 6♣ 10♣, hard 21. ['B4.1']",
        ),
        (("D stand, ", "", "Ann neither drew nor stood on hard 18"), ("win 40", "win 20", "the rules give win 40")),
        PRIVATE,
    ),
    "a premium for five cards, kept whatever the banker makes (B7.1)": Case(
        "changing-bank",
        "1 bet 10, 1 down 2C, D deal 9C, 1 down 3C, D hole 9D, 1 hit 2D, 1 hit 3D, 1 hit 4D, 1 stand, 1 open, 1 premium 5cards 30, D show",
        ("5 cards of 21 or less earn 2:1, whatever Ann makes: stake 10 + 20 = 30; net +20; balance 90 → 120. ['B7.1']",),
        (
            ("premium 5cards 30, D show", "win 20, D show", "the rules give premium 5cards 30"),
            ("premium 5cards 30", "premium 5cards 40", "the rules give premium 5cards 30"),
        ),
        PRIVATE,
    ),
    "seven cards earn eight times the stake (B7.1)": Case(
        "changing-bank",
        "1 bet 2, 1 down 2C, D deal 9C, 1 down 3C, D hole 9D, 1 hit 2D, 1 hit 3D, 1 hit AC, 1 hit AD, 1 hit AH, 1 stand, "
        "1 open, 1 premium 7cards 18",
        ("7 cards of 21 or less earn 2 times 4:1, whatever Ann makes: stake 2 + 16 = 18",),
        (),
        PRIVATE,
    ),
    "three sevens (B7.2)": Case(
        "club",
        "1 bet 10, 1 down 7C, D hole 9C, 1 down 7D, D deal 9D, 1 hit 7H, 1 open, 1 premium 777 40",
        ("three sevens earn 3:1, whatever the dealer makes: stake 10 + 30 = 40", "['H5']"),
        (("777 40", "777 30", "the rules give premium 777 40"),),
    ),
    "a gift for three sevens (C3.7)": Case(
        "classic-full",
        "1 bet 10, 1 deal 7C, D deal 9C, 1 down 7D, D hole 9D, 1 open, 1 decline surrender, 1 hit 7H, 1 gift, D show, 1 win 20",
        ("Bo has three sevens and earns the gift agreed on: a watch. ['C3.7']",),
        (("hit 7H", "hit 6H", "the rules give no gift for this hand"),),
        PRIVATE | {"premiums__sevens": "off", "premiums__sevens_gift": "a watch"},
    ),
    "ties go to the banker (H6.1)": Case(
        "home",
        "1 down KC, D hole KD, 1 bet 10, D decline raise, 1 deal 8C, D deal 8D, 1 stand, D show, D stand, 1 open, 1 lose 0",
        ("18 equals 18, and ties go to the banker by these rules; net -10; balance stays 90. ['H6.1']",),
        (("lose 0", "push 10", "the rules give lose 0"),),
        PRIVATE,
    ),
    "a dealer's natural collects double, into debt (H6.2, G2)": Case(
        "home",
        "1 down KC, D hole AD, 1 bet 60, D decline raise, 1 deal 8C, D deal KD, D peek natural, D show, 1 open, 1 lose 0, 1 forfeit 60",
        (
            "Ann's natural beats every hand that is none",
            "Bo pays 60 more: Ann's natural takes as much again as was lost; balance 40 → -20, a debt. ['H6.2', 'G2']",
        ),
        (("forfeit 60", "forfeit 50", "the rules take 60"),),
        PRIVATE | {"stakes__maximum": 60},
    ),
    "no more than the original stake (G7)": Case(
        "enhc",
        "1 bet 10, 1 deal 5C, D deal AC, 1 deal 6C, 1 decline insurance, 1 double 9D, D draw KC, 1 lose 10",
        ("but takes no more than the box's original stake of 10: 10 of 20 comes back; net -10; balance 80 → 90. ['E7.2', 'G7']",),
        (("lose 10", "lose 0", "the rules give lose 10"),),
        {"peek__natural_takes": "original"},
    ),
    "every punter over 21 (B3.3)": Case(
        "changing-bank",
        "1 bet 10, 1 down KC, D deal 9C, 1 down 9D, D hole 9H, 1 hit 5C, 1 bust 0",
        ("24 is over 21 and loses at once, whatever Ann makes", "Nobody is left in play: Ann discards, the hole card unseen. ['B3.3']"),
        (),
        PRIVATE,
    ),
    "the five-card limit (C3.9)": Case(
        "classic-full",
        "1 bet 10, 1 deal 2C, D deal 2D, 1 down 3C, D hole 3D, 1 open, 1 decline surrender, 1 hit 2H, 1 hit 3H, 1 hit 4C, D show, "
        "D draw 2S, D draw 3S, D draw 4S, 1 push 10",
        ("and no hand has more than 5 cards. ['C2.3', 'C3.9']", "Ann has 5 cards and may have no more: hard 14. ['C3.9']"),
        (),
        PRIVATE,
    ),
    "other people's stakes (P1.4)": Case(
        "permanent-bank",
        "1 bet 10, 1/2 bet 8, 1 deal 8C, D deal 9C, 1 deal 8D, D hole 9D, 1/2 follow 8, 1 split 8C 8D, 1.1 draw TC, 1.1 stand, "
        "1.2 draw 9H, 1.2 stand, D show, 1.1 push 10, 1.1/2 push 8, 1.2 lose 0, 1.2/2 lose 0",
        (
            "1/2 bet 8 | Bo stakes 8 on Ann's box 1; balance 100 → 92. ['P1.4']",
            "Bo (on Ann's hand 1) follows with 8; balance 92 → 84. ['P1.4']",
            "1.1/2 push 8 | Bo (on Ann's hand 1.1), 8♣ 10♣: 18 equals 18: the stake of 8 comes back; net 0; balance 84 → 92.",
        ),
        (
            ("1.2/2 lose 0", "1.2/2 lose 8", "the rules give lose 0"),
            ("follow 8", "follow 6", "the rules allow 8"),
            ("1/2 bet 8", "1/2 bet 38", "with the 10 that lie there it exceeds the box's maximum of 40"),
        ),
    ),
    "who stays is left on the first hand (P1.4)": Case(
        "permanent-bank",
        "1 bet 10, 1/2 bet 8, 1 deal 8C, D deal 9C, 1 deal 8D, D hole 9D, 1/2 stay, 1 split 8C 8D, 1.1 draw TC, 1.1 stand, "
        "1.2 draw TH, 1.2 stand, D show, 1.1 push 10, 1.1/2 push 8, 1.2 push 10",
        ("Bo (on Ann's hand 1) does not add to the stake of 8. ['P1.4']",),
        (),
    ),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_a_rule_is_told_with_its_clause_and_its_arithmetic(tell, case) -> None:
    told = tell(case.log, profile=case.profile, **case.more)
    assert warnings(told) == []
    for words in case.says:
        assert words in text(told), text(told)


WRONG = [(name, *wrong) for name, case in CASES.items() for wrong in case.wrong]


@pytest.mark.parametrize(("name", "right", "wrong", "objection"), WRONG, ids=[f"{name}: {wrong}" for name, _, wrong, _ in WRONG])
def test_it_is_contradicted_where_the_log_says_something_else(tell, name, right, wrong, objection) -> None:
    case = CASES[name]
    assert right in case.log
    told = tell(case.log.replace(right, wrong), profile=case.profile, **case.more)
    assert any(objection in warning for warning in warnings(told)), text(told)


ERRORS = {
    "missed (B5.1)": (
        "B5",
        "1 missed, 2 down 9C, D deal 9D, 1 late 5C, 1 down 6C",
        "Bo takes the missing card from the top: 5♣ face down. ['B5.1']",
    ),
    "two cards (B5.2)": ("B5", "1 down 5C, 1 extra 6C, 1 toss 5C", "Bo tosses 5♣ face down under the deck and keeps 6♣, hard 6. ['B5.2']"),
    "two hands (B5.2)": (
        "B5",
        "1 down 5C, 1 extra 6C, 1 both",
        "Bo plays both cards, 5♣ 6♣, as two hands, 1.1 and 1.2, 10 on each; balance 90 → 80. ['B5.2']",
    ),
    "two cards in the second pass (B5.3)": ("B5", "1 down 5C, 1 down 6C, 1 extra 7C, 1 toss 6C", "keeps 5♣ 7♣, hard 12. ['B5.3']"),
    "turned up in the deck (B5.4)": ("B5", "1 exposed 9C, 1 take, D deal 9D", "Bo takes it: 9♣, hard 9. ['B5.4']"),
    "a card exposed in the deal (H8.1)": ("H8", "1 exposed 9C, 1 refuse, 1 down 5C", "Bo refuses 9♣, which goes under the deck. ['H8.1']"),
    "sat out for it (H8.1)": (
        "H8",
        "1 exposed 9C, 1 sit",
        "Bo sits this deal out; the stake of 10 comes back to Bo; balance 90 → 100. ['G9']",
    ),
    "not asked for (B5.5)": ("B5", "1 down 5C, 1 down 6C, 1 unasked 9C, 1 keep", "Bo keeps it: 5♣ 6♣ 9♣, hard 20. ['B5.5']"),
    "tossed (B5.5)": ("B5", "1 down 5C, 1 down 6C, 1 unasked 9C, 1 toss 9C", "keeps 5♣ 6♣, hard 11. ['B5.5']"),
    "stood on more than 21 (B5.6)": (
        "B5",
        "1 down KC, D deal 9C, 1 down 6C, D hole 9D, 1 hit KD, 1 stand, D show, D stand, 1 open, 1 overstood, 1 lose 0, 1 forfeit 10",
        "Bo pays 10 more: as much again as the original stake, for standing on more than 21; balance 90 → 80. ['B5.6']",
    ),
}


@pytest.mark.parametrize(("section", "log", "says"), ERRORS.values(), ids=ERRORS.keys())
def test_an_error_of_dealing_is_told_with_the_choice_made(tell, section, log, says) -> None:
    """B5, H8"""
    told = tell(f"1 bet 10, {log}", profile="changing-bank", table__irregularities=section, **PRIVATE)
    assert [warning for warning in warnings(told) if not warning.startswith(":")] == []
    assert says in text(told)


def test_a_forfeit_for_standing_on_more_than_21_is_the_original_stake(tell) -> None:
    """B5.6"""
    log = ERRORS["stood on more than 21 (B5.6)"][1].replace("forfeit 10", "forfeit 20")
    assert "1 forfeit 20: the rules take 10" in warnings(tell(f"1 bet 10, {log}", profile="changing-bank", **PRIVATE))


def test_the_supervisors_words_are_read_out(tell) -> None:
    """P1.1"""
    told = tell("D ruling 7", profile="permanent-bank", rulings={7: Ruling(1, "The card stands")})
    assert "The supervisor ruled: “The card stands” (line 7). ['P1.1']" in text(told)
    assert warnings(told) == []
    assert "line 8 is no ruling of this session" in warnings(tell("D ruling 8", profile="permanent-bank"))[0]
    assert "about round 3" in warnings(tell("D ruling 7", profile="permanent-bank", rulings={7: Ruling(3, "No")}))[0]


def test_a_banker_who_is_a_player_wins_what_the_others_lose(tell) -> None:
    """B6.1"""
    log = "1 bet 10, 1 down KC, D deal 9C, 1 down 7D, D hole 9H, 1 stand, D show, D stand, 1 open, 1 lose 0"
    told = tell(log, profile="changing-bank", **PRIVATE)
    assert told.balances == [0, 110, 90, 100, 100]


def test_an_onlookers_stake_is_told_by_its_own_clause(tell) -> None:
    """B8.1"""
    log = "1 bet 10, 1/2 bet 8, 1 deal 5C, D deal 9C, 1 deal 6C, D hole 9D, 1/2 follow 8, 1 double TC"
    told = tell(log, profile="permanent-bank", table__onlookers=True, boxes=((1,), ()))
    assert "Bo stakes 8 on Ann's box 1; balance 100 → 92. ['B8.1']" in text(told)
    assert "Bo (on Ann's hand 1) follows with 8; balance 92 → 84. ['B8.1']" in text(told)


def test_whoever_holds_several_boxes_is_told_apart_by_them(tell) -> None:
    """P3.2"""
    told = tell("1 bet 10, 2 bet 10, 1 deal 5C, 2 deal 6C", profile="permanent-bank", boxes=((1, 2), (3,)))
    assert "1 deal 5C | Ann (1): 5♣." in text(told)
    assert "2 deal 6C | Ann (2): 6♣." in text(told)


def test_a_doubled_and_a_tripled_stake_are_held_to_the_maximum(tell) -> None:
    """G7, C3.3"""
    log = "1 bet 10, 1 deal 5C, D deal 9C, 1 down 4C, D hole TC, 1 open, 1 decline surrender, 1 double 3C, 1 triple 8C"
    rules = {"profile": "classic", "double__beyond_maximum": False, **PRIVATE}
    assert warnings(tell(log, **rules, stakes__maximum=30)) == []
    assert "1 triple 8C: a stake of 30 would exceed the maximum of 20" in warnings(tell(log, **rules, stakes__maximum=20))
    assert "1 double 3C: a stake of 20 would exceed the maximum of 10" in warnings(tell(log, **rules, stakes__maximum=10))


def test_a_natural_after_a_split_needs_no_second_card_that_can_make_none(tell) -> None:
    """E7.3, G7"""
    log = "1 bet 10, 1 deal AC, D deal 9C, 1 deal AD, 1 decline surrender, 1 split AC AD, 1.1 draw KC, 1.2 draw KD, 1.1 natural 25, 1.2 natural 25"
    rules = {"profile": "enhc", "natural__after_split": True}
    assert warnings(tell(log, **rules)) == []
    assert any("the rules make the dealer draw" in warning for warning in warnings(tell(log.replace("9C", "TC"), **rules)))


def test_a_natural_after_a_split_is_spared_the_double_loss_too(tell) -> None:
    """H6.2, G7"""
    log = (
        "1 bet 10, 1 deal AC, D deal TC, 1 deal AD, 1 decline surrender, 1 split AC AD, 1.1 draw KC, 1.2 draw 5D, 1.2 stand, "
        "D draw AH, 1.1 lose 0, 1.2 lose 0, 1.2 forfeit 10"
    )
    rules = {"profile": "enhc", "natural__after_split": True, "settlement__banker_natural": "double-not-naturals"}
    assert warnings(tell(log, **rules)) == []
    assert "1.1 forfeit 10: the rules take nothing more" in warnings(tell(log.replace("1.1 lose 0", "1.1 lose 0, 1.1 forfeit 10"), **rules))


def test_a_bank_that_passes_on_without_a_reason_is_contradicted(tell) -> None:
    """H6.3: nobody had a natural, or who had it has left."""
    assert warnings(tell("s2 bank", profile="home", **PRIVATE)) == ["s2 bank: the bank stays with Ann"]
    assert warnings(tell("s2 leave, s2 bank", profile="home", **PRIVATE, heirs=(2, 4))) == ["s2 bank: the bank falls to Di"]


def test_five_deals_of_one_banker(tell) -> None:
    """B1.3"""
    told = tell("s2 bank", profile="changing-bank", bank__change="five-deals", **PRIVATE, round=6)
    assert "Next on the left, after five deals of one banker, Bo banks from here on. ['B1.3']" in text(told)
    told = tell("s1 leave, s2 bank", profile="changing-bank", bank__change="five-deals", **PRIVATE, round=3)
    assert "Next on the left, the bank being lost, Bo banks from here on. ['B1.3']" in text(told)
