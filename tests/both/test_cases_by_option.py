"""Situations of CASES.md that depend on rules beyond the training table's: no peek, early surrender, even money, several boxes, a player's bank."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.support.cases import Recorded, case, rounds

LATER: dict[str, Any] = {"peek__when": "after-play", "natural__paid": "at-once"}
NO_HOLE: dict[str, Any] = {"peek__when": "no-hole", "deal__pattern": "no-hole", "natural__paid": "at-once"}
EVEN: dict[str, Any] = {"natural__even_money": "ace", "insurance__naturals": False}
FIRST_CARD: dict[str, Any] = {"stakes__when": "after-first-card", "stakes__maximum": 200}
# Seat 1 draws the first ace; a natural would move the bank, a loss does not.
BANK: dict[str, Any] = {
    "bank__holder": "player", "bank__first": "first-ace", "bank__change": "home", "table__players_min": 2,
    "stakes__minimum": 5, "stakes__maximum": 25, "session__stack": 30, "natural__pays": "2:1",
}  # fmt: skip
EIGHTS, BOTH_21 = "1 split, 1.1 double, 1.2 hit", "1 split"

CASES = [
    case("3", "even money for A K against A/K", "A K | A K", "1 even", 100, told="1 even 200, D peek natural, D show", **EVEN),
    case("3", "even money for A K against A/7", "A K | A 7", "1 even", 100, told="1 even 200, D peek clear, D show", **EVEN),
    case("3", "even money declined: 0 against a natural", "A K | A K", "1 decline even", 0, **EVEN),
    case("3", "even money declined: +150 against none", "A K | A 7", "1 decline even", 150, **EVEN),
    case("3", "even money is +100 at 2:1 too", "A K | A 7", "1 even", 100, natural__pays="2:1", **EVEN),
    case("3", "even money is +100 at 6:5 too", "A K | A 7", "1 even", 100, natural__pays="6:5", **EVEN),
    case("6", "no peek: 7 7 7 against A/K", "7 7 | A K | 7", "1 hit", -100, **LATER),
    case("6", "no peek: 7 7 7 against A/K, premium", "7 7 | A K | 7", "1 hit", 300, **LATER, premiums__sevens="3:1"),
    case("6", "no hole card: 7 7 7 against A and K, premium", "7 7 | A | 7", "1 hit", 300, **NO_HOLE, premiums__sevens="3:1"),
    case("6", "no hole card: 7 7 7 against A and K", "7 7 | A | 7 K", "1 hit", -100, **NO_HOLE),
    case("25", "the dealer waits for the last of one player's boxes", "K 6 / K 9 | T 6 | 9 5", "1 hit, 2 stand", -200,
         table__boxes_per_player=2, boxes=((1, 2),)),
    case("26", "8 8 doubled and bust, no hole card, all", "8 8 | T | 3 T 5 K A", EIGHTS, -300, **NO_HOLE),
    case("26", "8 8 doubled and bust, no hole card, original", "8 8 | T | 3 T 5 K A", EIGHTS, -100, **NO_HOLE, peek__natural_takes="original"),
    case("26", "8 8 doubled and bust, hole card seen after play, all", "8 8 | T A | 3 T 5 K", EIGHTS, -300, **LATER),
    case("26", "8 8 doubled and bust, hole card seen after play, original", "8 8 | T A | 3 T 5 K", EIGHTS, -100, **LATER,
         peek__natural_takes="original"),
    case("27", "16 against A/K, early surrender", "K 6 | A K", "1 surrender", -50, surrender__offered="early",
         told="1 decline insurance, 1 surrender 50, D peek natural, D show"),
    case("27", "16 against A/K, early surrender but not against an ace", "K 6 | A K", "", -100, surrender__offered="early-not-ace"),
    case("27", "16 against T/A, early surrender but not against an ace", "K 6 | T A", "1 surrender", -50, surrender__offered="early-not-ace"),
    case("30", "stakes after the first card: 200 on a king", "K 9 | T 8", "1 bet 200", 200, **FIRST_CARD),
    case("30", "stakes after the first card: not changed after the second", "K 9 | T 8", "1 bet 100, !1 bet 200", 100,
         refused="1 bet 200", **FIRST_CARD),
    rounds("31", "a banker with 10 left loses 25: paid in full, a debt", ("AS ! K 9 | T 8", "1 bet 20"), ("K 9 | T 8", "1 bet 25"),
           net=(-45, 45), **BANK),
    rounds("31", "a banker in debt loses the bank, and cannot stake", ("AS ! K 9 / K 8 | T 8", "1 bet 20"), ("K 9 / K 8 | T 8", "1 bet 25"),
           ("K 9 | T 8", "s2 accept bank"), net=(-45, 40, 5), **BANK),
    case("34", "two split 21s against a natural, no peek, all", "A A | T A | K K", BOTH_21, -200, **LATER),
    case("34", "two split 21s against a natural, no peek, original", "A A | T A | K K", BOTH_21, -100, **LATER, peek__natural_takes="original"),
    case("34", "two split 21s against a natural, no hole card", "A A | T | K K A", BOTH_21, -200, **NO_HOLE),
    case("34", "two split 21s that count as naturals", "A A | T A | K K", BOTH_21, -200, **LATER, natural__after_split=True),
    case("34", "two split 21s that count as naturals, against 17", "A A | T 7 | K K", BOTH_21, 300, **LATER, natural__after_split=True),
]  # fmt: skip


@pytest.fixture(scope="module")
def recorded(new_ledger) -> Recorded:
    return Recorded.of(new_ledger(), CASES)


@pytest.mark.parametrize("at", range(len(CASES)), ids=map(str, CASES))
def test_the_situation(recorded, at) -> None:
    """CASES.md by number: E2.2 C2.2 (3), C3.7 (6), E7.2 G7 (26, 34), E4.1 (27), H2.3 (30), G2 (31)."""
    recorded.holds(at)


def test_every_case_was_judged(recorded) -> None:
    recorded.judged()


def test_a_debt_stands_in_the_balances(recorded) -> None:
    """Case 31, G2: 10 are left of 30, and 25 more are lost; the debtor is out when the bank has passed on."""
    two, three = recorded.played("31")
    assert [each.after for each in two.rounds] == [(0, 10, 50), (0, -15, 75)]
    assert three.rounds[2].log[:3] == ("s2 accept bank", "s2 bank", "s1 out")


def test_every_situation_has_its_test() -> None:
    """All 34: by their number in one of the two lists, or by name as the biased shuffles have (29)."""
    here = Path(__file__).parent
    listed = {
        int(number) for path in here.glob("test_cases*.py") for number in re.findall(r'\b(?:case|rounds)\(\s*"(\d+)"', path.read_text())
    }
    assert "CASES.md 29" in (here / "test_small_shuffles.py").read_text()
    assert listed | {29} == set(range(1, 35))
