"""What the auditor expects (`audit.theory`) against published figures, a count of its own, and the recorder's best play."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from audit.rules import parameters
from audit.theory import Foretold, foretold
from audit.theory.pack import Parameters
from ledger.rules.ruleset import load_profile, profile_names, to_object
from ledger.rules.tables import RuleSet
from tests.support.exact_odds import TOTALS, by_total, dealer_totals, shoe
from tests.support.stacked import training

SIX_DECKS = {"17": 0.145245, "18": 0.139258, "19": 0.133685, "20": 0.179527, "21": 0.072874, "bust": 0.281921, "natural": 0.047489}
BUSTS = (0.353504, 0.374194, 0.395805, 0.418406, 0.422842, 0.261936, 0.243693, 0.229242, 0.212471, 0.115473)


def flat(rules: RuleSet) -> Parameters:
    """The parameters as the auditor reads them from a ledger."""
    return parameters(to_object(rules))


def expected(**changes: Any) -> Foretold:
    """What is expected of the training table with some parameters changed."""
    return foretold(flat(training(changes)))


def test_the_dealers_totals_of_six_decks_are_the_published_ones() -> None:
    """CASES.md, reference figures, to six digits."""
    six = expected()
    assert six.totals == pytest.approx(SIX_DECKS, abs=5e-7)
    assert six.dealer is not None
    assert [float(six.dealer[upcard]["bust"]) for upcard in "23456789TA"] == pytest.approx(BUSTS, abs=5e-7)


@pytest.mark.parametrize("decks", [1, 2, 6])
def test_the_dealers_totals_are_those_counted_card_by_card(decks) -> None:
    """Not one digit apart from a count that knows nothing of this one, by upcard."""
    counted = dealer_totals(shoe(decks))
    told = expected(pack__decks=decks)
    assert told.dealer is not None
    for upcard, odds in told.dealer.items():
        whole = counted["A23456789T".index(upcard) + 1]
        assert {name: told.upcards[upcard] * chance for name, chance in odds.items()} == whole
    assert told.totals == {name: chance for name, chance in by_total(counted).items() if name in TOTALS}


@pytest.mark.parametrize("profile", profile_names())
def test_what_a_banker_makes_is_told_unless_the_banker_chooses(profile) -> None:
    rules = load_profile(profile)
    told = foretold(flat(rules))
    assert sum(told.upcards.values()) == 1
    if told.dealer is None:
        assert told.totals is None
        assert (rules.banker.play, told.dealer_unforetold) == ("free", "the banker plays as the banker pleases")
    else:
        assert rules.banker.play == "forced"
        assert [sum(odds.values()) for odds in told.dealer.values()] == [1] * len(told.upcards)


def test_a_banker_who_chooses_on_soft_17_alone_cannot_be_foretold_either() -> None:
    """C2.5."""
    free = expected(banker__soft17="free")
    assert (free.dealer, free.dealer_unforetold) == (None, "on soft 17 the banker plays as the banker pleases")


def test_a_dealer_who_draws_on_soft_17_makes_fewer_17s_and_busts_more_often() -> None:
    """E7.1: after an ace, with one deck, the six in the hole no longer stands."""
    stands, draws = expected().dealer, expected(banker__soft17="draw").dealer
    assert stands
    assert draws
    assert all(stands[up]["17"] >= draws[up]["17"] and stands[up]["bust"] <= draws[up]["bust"] for up in stands)
    assert float(draws["A"]["17"]) < 0.06 < float(stands["A"]["17"])


def test_at_the_card_limit_a_banker_stands_on_less_than_17() -> None:
    """C3.9: the one way to 11 in five cards is four deuces and a three."""
    limited = expected(hand__card_limit=5, pack__decks=1).dealer
    assert limited
    assert limited["2"]["11"] == 4 * Fraction(3 * 2 * 1 * 4, 51 * 50 * 49 * 48)
    assert min(int(name) for odds in limited.values() for name in odds if name.isdecimal()) == 11


def test_two_aces_and_five_pictures_are_told_apart_where_they_count() -> None:
    """C3.6, C4.1: behind an ace lie 3 of 51; five pictures want a picture up."""
    aces = expected(natural__pair_of_aces=True, pack__decks=1).dealer
    assert aces
    assert aces["A"]["pair of aces"] == Fraction(3, 51)
    pictures = foretold(flat(load_profile("seventeen-and-four")))
    assert pictures.dealer
    assert [up for up, odds in pictures.dealer.items() if "five pictures" in odds] == ["J", "Q", "K"]
    assert pictures.classes["K"] == "K"
    assert expected().classes["K"] == "T"


@pytest.mark.parametrize(
    ("profile", "chance"), [("enhc", Fraction(32, 663)), ("training", Fraction(192, 4043)), ("seventeen-and-four", Fraction(1, 31))]
)
def test_naturals_come_as_often_as_the_rulebook_says(profile, chance) -> None:
    """T3.1, C4.1; tables that must reproduce."""
    assert foretold(flat(load_profile(profile))).natural == chance


def test_a_dealers_natural_beside_a_players_is_rarer() -> None:
    assert expected().natural_beside_one == Fraction(437, 9579)


def test_there_are_no_naturals_where_an_ace_counts_one() -> None:
    """C1.2."""
    as_one = expected(pack__ace="1")
    assert (as_one.natural, as_one.natural_beside_one, as_one.insurance) == (Fraction(0), Fraction(0), None)
    assert expected(pack__ace="11").natural == Fraction(192, 4043)


def test_insurance_is_worth_what_the_tables_say() -> None:
    """CASES.md: −5.8824% of one deck and −7.3955% of six, exactly −1/17 and −23/311; 9:4 would be nearly fair (T3.4)."""
    assert (expected(pack__decks=1).insurance, expected().insurance) == (Fraction(-1, 17), Fraction(-23, 311))
    assert expected(insurance__pays="9:4").insurance == Fraction(96, 311) * Fraction(9, 4) - Fraction(215, 311)
    assert expected(insurance__offered=False).insurance is None
