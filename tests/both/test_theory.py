"""What the auditor expects (`audit.theory`) against published figures, a count of its own, and the recorder's best play."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from audit.rules import parameters
from audit.theory import Foretold, foretold
from audit.theory.banker import Banker
from audit.theory.edge import edge, openings
from audit.theory.opening import Opening
from audit.theory.pack import Parameters
from audit.theory.terms import Terms
from ledger.players.best_play.game import Game
from ledger.players.best_play.strategy import BestPlay
from ledger.rules.ruleset import load_profile, profile_names, to_object
from ledger.rules.tables import RuleSet
from tests.support.exact_odds import TOTALS, Odds, by_total, dealer_totals, shoe, with_upcard
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


@pytest.mark.parametrize("decks", [1, 6])
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


# The edge of best play

ENDLESS = 10**7
"""Decks enough to be as good as an infinite one: the edge is then within a few billionths of it."""
LATE: dict[str, Any] = {"peek__when": "after-play", "natural__paid": "at-once"}
NO_HOLE: dict[str, Any] = {"peek__when": "no-hole", "deal__pattern": "no-hole", "natural__paid": "at-once"}
LOW: dict[str, Any] = {"pack__size": 32, "pack__pictures": "low"}
ODD_RULES: list[dict[str, Any]] = [
    {"banker__soft17": "draw", "surrender__offered": "late", "double__triple": True, "double__commission": "1:10"},
    {"pack__ace": "1", "double__offered": "totals", "double__totals": [9, 10, 11, 18]},
    {"pack__ace": "11", "natural__pair_of_aces": True, "surrender__offered": "early"},
    {"pack__size": 32, "settlement__ties": "banker", "natural__even_money": "ten-or-ace"},
    {"hand__card_limit": 5, "premiums__five_cards": "2:1", "split__pairs": "off"},
    {"premiums__six_cards": "4:1", "premiums__longer": "doubling", "premiums__sevens": "10:1", "premiums__six_seven_eight": "6:1"},
    {"natural__pair_of_aces": True, "insurance__pays": "3:1", "surrender__offered": "early-not-ace"},
    {"natural__pays": "6:5", "natural__suited_pays": "2:1", "natural__suited_rank": "ten-value", "natural__even_money": "ace"},
    {"natural__pays": "6:5", "natural__even_money": "ace", "insurance__pays": "4:1", "natural__suited_pays": "1:1"},
    {**NO_HOLE, "peek__natural_takes": "original", "settlement__banker_natural": "double"},
    {**NO_HOLE, "natural__after_split": True, "split__hands": 3, "split__aces_hands": 3, "split__aces_play": "as-others"},
    {**LATE, "settlement__banker_natural": "double-not-naturals", "settlement__natural_ties": "banker", "natural__after_split": True},
    {**LATE, **LOW, "natural__five_pictures": True, "settlement__natural_ties": "banker", "natural__pair_of_aces": True},
    {**LOW, "split__pairs": "rank-or-picture", "split__hands": 3, "premiums__five_cards": "2:1"},
    {"natural__pays": "5:1", "natural__after_split": True, "split__pairs": "rank"},
    {"natural__pays": "5:1", "natural__after_split": True, "split__pairs": "rank-or-picture", "split__aces_play": "hit"},
]


def best(params: Parameters, **changes: int) -> float:
    """The edge of these rules, some parameters changed."""
    changed = {**params, **changes}
    return edge(Banker.of(changed), Terms.of(changed))


def test_six_decks_of_the_training_table_cost_the_published_part_of_the_stake() -> None:
    """CASES.md: 0.406% for play by totals; by cards a little less."""
    assert 100 * expected().edge == pytest.approx(-0.406, abs=0.02)
    assert 100 * expected().edge > -0.406


@pytest.mark.parametrize("profile", profile_names())
def test_of_endlessly_many_decks_the_recorders_best_play_is_worth_the_same(profile) -> None:
    """Two programs that share nothing but the rulebook: by cards from a shoe here, by totals from an infinite deck there."""
    rules = load_profile(profile)
    assert best(flat(rules), pack_decks=ENDLESS) == pytest.approx(BestPlay(Game.of(rules)).expected(), abs=2e-8)


@pytest.mark.parametrize("changes", ODD_RULES, ids=lambda changes: " ".join(f"{name}={value}" for name, value in changes.items()))
def test_so_it_is_with_odd_combinations_of_rules(changes) -> None:
    """Each option on its own path through both; two hands from a split unless said otherwise, for speed."""
    rules = training({"split__hands": 2} | changes)
    assert best(flat(rules), pack_decks=ENDLESS) == pytest.approx(BestPlay(Game.of(rules)).expected(), abs=2e-8)


def test_the_fewer_the_decks_the_better_for_the_punter() -> None:
    """Each known card then tells more: from one deck to endlessly many, 0.7 percentage points."""
    edges = [100 * best(flat(training({})), pack_decks=decks) for decks in (1, 2, 6, ENDLESS)]
    assert edges == sorted(edges, reverse=True)
    assert edges == pytest.approx([0.184, -0.178, -0.403, -0.512], abs=0.001)


# A few hands counted out, card by card


def cards(*, decks: int = 1, size: int = 52, out: str = "") -> dict[int, int]:
    """Cards of each value in a shoe, less those of these ranks."""
    left = (
        shoe(decks) if size == 52 else {value: 4 * decks if value in {1, 7, 8, 9} else 16 * decks * (value == 10) for value in range(1, 11)}
    )
    for rank in out:
        left["A23456789T".index(rank) + 1] -= 1
    return left


def against(odds: Odds, total: int) -> Fraction:
    """Chance to win less chance to lose with this total, a dealer's natural left out, as odds of all that was counted."""
    results = {name: 1 if name == "bust" or total > int(name) else -(total < int(name)) for name in odds if name != "natural"}
    return sum((odds[name] * result for name, result in results.items()), Fraction(0))


def hit(left: Mapping[int, int], upcard: int, total: int) -> Fraction:
    """Net of one more card to a hard total and no further, where the dealer has no natural."""
    net = clear = Fraction(0)
    for value in range(1, 11):
        if left[value]:
            odds = with_upcard({**left, value: left[value] - 1}, upcard)
            chance = Fraction(left[value], sum(left.values()))
            without_natural = sum(odds.values()) - odds.get("natural", 0)
            made = total + value + (10 if value == 1 and total <= 10 else 0)
            clear += chance * without_natural
            net += chance * (against(odds, made) if made <= 21 else -without_natural)
    return net / clear


@cache
def opened(upcard: str, size: int = 52) -> Opening:
    """One deck against this upcard, aces split once."""
    params = flat(training({"pack__decks": 1, "pack__size": size, "split__hands": 2}))
    banker = Banker.of(params)
    return next(opening for opening in openings(banker, Terms.of(params)) if banker.pack.classes[opening.upcard] == upcard)


def played(opening: Opening, ranks: str) -> float:
    """Worth of these two cards on their turn, splits apart."""
    hands = opening.playing.standing.hands
    return float(opening.playing.best[hands.row(hands.pack.hand(*map(hands.pack.classes.index, ranks)))])


@pytest.mark.parametrize(("ranks", "upcard", "stakes"), [("T6", "T", 1), ("65", "6", 2), ("65", "T", 2), ("83", "A", 2)])
def test_a_card_after_the_peek_is_worth_what_counting_each_gives(ranks, upcard, stakes) -> None:
    """One deck: a hit of 16 against a ten, and doubles; that the hole card makes no natural tells of the next card too."""
    total, value = sum(10 if rank == "T" else int(rank) for rank in ranks), "A23456789T".index(upcard) + 1
    left = cards(out=ranks)
    assert played(opened(upcard), ranks) == pytest.approx(float(stakes * hit(left, value, total)), abs=1e-12)


def test_standing_is_worth_what_counting_gives() -> None:
    """One deck, a hard 13 of ten and three against a six."""
    odds = with_upcard(cards(out="T3"), 6)
    assert played(opened("6"), "T3") == pytest.approx(float(against(odds, 13) / sum(odds.values())), abs=1e-12)


def test_two_split_hands_are_worth_what_counting_both_together_gives() -> None:
    """32 cards: aces split once against a nine get a card each, and each takes cards from the other."""
    left, net, seen = cards(size=32, out="AA"), Fraction(0), Fraction(0)
    for one in left:
        for other in left:
            beside = {value: count - (value == one) - (value == other) for value, count in left.items()}
            if min(beside.values()) >= 0:
                odds = with_upcard(beside, 9)
                chance = left[one] * (left[other] - (one == other))
                seen += chance * sum(odds.values())
                net += chance * sum(against(odds, 12 if value == 1 else 11 + value) for value in (one, other))
    opening = opened("9", size=32)
    aces = next(splitting for splitting in opening.splittings if 0 in splitting.kind.cards)
    assert aces.worth(0, 0) == pytest.approx(float(net / seen), abs=1e-12)


# What is taken for granted


def test_what_the_edge_takes_for_granted_is_said() -> None:
    assert "the banker draws below 17 and stands on every 17" not in expected().edge_assumes
    home = foretold(flat(load_profile("home"))).edge_assumes
    assert home[2:] == (
        "a split hand is played without a look at the box's other hands",
        "the banker draws below 17 and stands on every 17",
        "the stake is the same whatever the first card",
        "the banker does not double the stakes",
    )
    odd = expected(premiums__sevens_gift="a cigar", stakes__breakage="floor", split__pairs="off").edge_assumes
    assert odd[2:] == ("the gift for three sevens is worth nothing", "no payment is rounded down")
