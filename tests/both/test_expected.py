"""What was recorded beside what rules and cards foretell: fair shoes are believed, biased ones are not (CASES.md 29)."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from functools import cmp_to_key
from math import isclose
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pytest

from audit import audit_ledger
from audit.expected import Comparison, Expected, Family, Fit, Group, beside_theory
from audit.expected.figures import often, parts_of_chi_square
from audit.expected.shoes import family, what_follows, where_cards_lie
from ledger.shoe.shuffle import Shoe
from tests.support.evenings import record_evening

SHOES = 3_000
TOO_RARE = 0.001
ONE_DECK = {"pack.decks": 1, "session.rounds": SHOES, "session.stack": 10**9}


def judged(folder: Path, **changes: Any) -> Path:
    """The database of an evening of one player who always stands, one deck shuffled anew for every round."""
    ledger = record_evening(folder, "training", ONE_DECK | changes, players=1, bot="stand")
    vkey = (folder / "keys" / "verifier.vkey").read_text().strip()
    audit_ledger(ledger, vkey, database=folder / "facts.duckdb", jobs=1)
    return folder / "facts.duckdb"


@pytest.fixture(scope="module")
def fair(tmp_path_factory) -> Path:
    return judged(tmp_path_factory.mktemp("fair"))


@pytest.fixture(scope="module")
def told(fair) -> Group:
    (group,) = beside_theory(fair).groups
    return group


def of(group: Group, title: str) -> Family:
    return next(one for one in group.families if one.title == title)


# Shoes


def by_a_random_comparator(cards: list[int], chance: random.Random) -> None:
    """A sort whose comparator tosses a coin."""
    cards.sort(key=cmp_to_key(lambda _one, _other: chance.getrandbits(1) or -1))


def by_swapping_with_any_index(cards: list[int], chance: random.Random) -> None:
    """Each card changes places with any card, those already placed too."""
    for at in range(len(cards)):
        other = chance.randrange(len(cards))
        cards[at], cards[other] = cards[other], cards[at]


def by_the_floor_of_random_times_i(cards: list[int], chance: random.Random) -> None:
    """`floor(random · i)` where `i + 1` was meant: no card may stay where it is."""
    for at in range(len(cards) - 1, 0, -1):
        other = int(chance.random() * at)
        cards[at], cards[other] = cards[other], cards[at]


BIASED = (by_a_random_comparator, by_swapping_with_any_index, by_the_floor_of_random_times_i)


@pytest.mark.parametrize("shuffle", BIASED, ids=lambda shuffle: shuffle.__name__)
def test_a_recorder_that_shuffles_with_a_bias_is_told_so(shuffle, monkeypatch, tmp_path) -> None:
    """CASES.md 29: from 3,000 rounds of one deck, four cards of each, where cards lie is no chance."""
    chance = random.Random(29)  # noqa: S311 -- the same each time

    def derive(shoe: Shoe) -> None:
        shuffle(shoe._cards, chance)
        shoe._derived = shoe.size

    monkeypatch.setattr(Shoe, "_derive", derive)
    said = beside_theory(judged(tmp_path))
    (lies,) = [fit for fit in of(said.groups[0], "The shoes").fits if fit.subject == "Which card lies where"]
    print(lies.sentence)
    assert lies.p < 1e-6
    assert "from 3,000 shoes, the first 4 cards of each" in lies.sentence
    assert said.is_odd
    assert "Chance alone hardly explains that" in said.together


def test_our_own_shoes_are_told_to_look_like_chance(fair, told) -> None:
    fits = of(told, "The shoes").fits
    assert [(fit.subject, fit.n) for fit in fits] == [("Which card lies where", SHOES), ("Which rank follows which", 2 * SHOES)]
    assert all(fit.p > TOO_RARE for fit in fits)
    assert "Nothing here speaks against chance" in beside_theory(fair).together


def shoes(
    chance: np.random.Generator, cards: int, positions: int, shuffle: Callable[[list[int], random.Random], None] | None = None
) -> Any:
    """The first cards of 2,000 shoes of so many different cards, shuffled so; of 500 where the shuffle is fair."""
    if shuffle is None:
        return np.argsort(chance.random((500, cards)), axis=1)[:, :positions].astype(np.uint8)
    rows, own = [], random.Random(int(chance.integers(1 << 32)))  # noqa: S311 -- the same each time
    for _ in range(2_000):
        rows.append(list(range(cards)))
        shuffle(rows[-1], own)
    return np.array(rows, dtype=np.uint8)[:, :positions]


@pytest.mark.parametrize(("cards", "positions"), [(3, 3), (4, 4), (4, 2), (52, 52), (52, 4)])
def test_where_the_cards_of_fair_shoes_lie_is_judged_as_often_as_chance_has_it(cards, positions) -> None:
    """Each p is as likely as any other, though a card lies at one place only: 400 tests of 500 shoes each."""
    chance = np.random.default_rng(2026)
    held = np.ones(cards, dtype=np.int64)
    below = [sum(where_cards_lie(shoes(chance, cards, positions), held).p < level for _ in range(400)) / 400 for level in (0.1, 0.5)]
    assert below == pytest.approx([0.1, 0.5], abs=0.075)


@pytest.mark.parametrize("cards", [3, 4])
@pytest.mark.parametrize("shuffle", BIASED, ids=lambda shuffle: shuffle.__name__)
def test_of_three_or_four_cards_a_bias_shows_at_once(shuffle, cards) -> None:
    """CASES.md 29: 2,000 shoes suffice."""
    found = where_cards_lie(shoes(np.random.default_rng(1), cards, cards, shuffle), np.ones(cards, dtype=np.int64))
    assert found.p < 1e-4


def test_ranks_that_follow_each_other_are_judged_as_often_as_chance_has_it() -> None:
    chance, held = np.random.default_rng(7), np.full(13, 4)
    fits = [what_follows(shoes(chance, 52, 4) % 13, held) for _ in range(200)]
    assert sum(fit.p < 0.1 for fit in fits) / 200 == pytest.approx(0.1, abs=0.08)
    assert {(fit.freedom, fit.n) for fit in fits} == {(168, 1_000)}


def test_a_few_shoes_are_not_judged() -> None:
    dealt = shoes(np.random.default_rng(7), 52, 4)
    assert [fit.subject for fit in family(dealt[:259], 1, 52).fits] == ["Which rank lies where"]
    assert family(dealt[:64], 1, 52).cannot == ("Too few whole shoes were dealt to say how their cards lie: 64.",)


def test_shoes_of_discards_are_no_whole_packs(tmp_path) -> None:
    """B6.2."""
    ledger = record_evening(tmp_path, "changing-bank", {"session.rounds": 4}, players=3)
    audit_ledger(ledger, (tmp_path / "keys" / "verifier.vkey").read_text().strip(), database=tmp_path / "facts.duckdb", jobs=1)
    (group,) = beside_theory(tmp_path / "facts.duckdb").groups
    assert "no whole packs" in of(group, "The shoes").cannot[0]
    assert "the banker plays as the banker pleases" in of(group, "What the banker makes").cannot[0]


# Figures


def test_what_was_observed_is_what_stands_in_the_ledger(fair, told) -> None:
    """By upcard where a live hand depended on the banker, naturals of the boxes, and insurance by the banker's naturals."""
    with duckdb.connect(str(fair), read_only=True) as con:
        dealt = con.execute('SELECT up_rank, had_to_play, bust, "natural" FROM dealer').fetchall()
        naturals = con.execute('SELECT count(*) FROM boxes WHERE "natural"').fetchall()[0][0]
    busts = of(told, "How often the banker goes over 21, by upcard").comparisons
    assert [one.n for one in busts] == [sum(up == rank and had for up, had, _, _ in dealt) for rank in "23456789TA"]
    six = next(one for one in busts if "a 6 up" in one.subject)
    assert six.observed == sum(up == "6" and had and bust for up, had, bust, _ in dealt) / six.n
    (box,) = of(told, "Naturals of the boxes").comparisons
    assert (box.n, box.observed) == (SHOES, naturals / SHOES)
    (insured,) = of(told, "What insurance is worth").comparisons
    aces = [natural for up, _, _, natural in dealt if up == "A"]
    assert insured.n == len(aces)
    assert insured.observed == pytest.approx(3 * sum(aces) / len(aces) - 1)


def test_figures_of_honest_rounds_lie_in_their_intervals(told) -> None:
    every = [one for one_family in told.families for one in one_family.comparisons]
    assert len(every) == 19
    assert all(one.inside for one in every)
    assert [one.subject for one in every[:2]] == ["The banker ends with 17", "The banker ends with 18"]
    assert [one.label for one in every[5:9]] == ["Over 21", "A natural", "2", "3"]
    assert isclose(sum(one.expected for one in every[:7]), 1, rel_tol=1e-12)
    assert isclose(sum(one.observed for one in every[:7]), 1, rel_tol=0.02)


def test_the_edge_stands_beside_that_of_best_play(told) -> None:
    """Who always stands loses much more."""
    assert told.edge is not None
    assert told.edge.best < 0
    assert told.edge.observed > 0.1
    assert told.edge.boxes == told.edge.rounds == SHOES
    assert re.fullmatch(
        r"Of their first stakes on 3,000 boxes the punters lost 1\d\.\d\d% \(95%: 1?\d\.\d\d% to \d\d\.\d\d%\); best play would win 0\.\d\d%\.",
        told.edge.sentence,
    )


def test_few_rounds_say_that_they_are_few(tmp_path) -> None:
    (group,) = beside_theory(judged(tmp_path, **{"session.rounds": 3})).groups
    assert not any(family.comparisons or family.fits for family in group.families)
    assert all("few" in said or "as many as" in said for family in group.families for said in family.cannot)
    assert beside_theory(tmp_path / "facts.duckdb").together == "Too little was played for a test."


def test_sessions_are_taken_together_where_the_same_is_played(tmp_path) -> None:
    """As the database names their rules; those that are not understood are left out."""
    ledger = record_evening(tmp_path, "training", {"session.rounds": 1}, players=1)
    audit_ledger(ledger, (tmp_path / "keys" / "verifier.vkey").read_text().strip(), database=tmp_path / "facts.duckdb", jobs=1)
    with duckdb.connect(str(tmp_path / "facts.duckdb")) as con:
        for session, profile, soft17 in ((2, "training", "stand"), (3, "training 2", "draw"), (4, "strange", "perhaps")):
            con.execute(
                "INSERT INTO sessions SELECT * REPLACE ($session AS session, $profile AS profile) FROM sessions WHERE session = 1",
                {"session": session, "profile": profile},
            )
            con.execute(
                "INSERT INTO rules SELECT $session, parameter, CASE parameter WHEN 'banker.soft17' THEN $soft17 ELSE value END FROM rules WHERE session = 1",
                {"session": session, "soft17": soft17},
            )
    groups = beside_theory(tmp_path / "facts.duckdb").groups
    assert [(group.profile, group.sessions) for group in groups] == [("training", (1, 2)), ("training 2", (3,))]


# Words


def test_many_tests_are_told_together() -> None:
    """The smallest p of many is judged by their number (Šidák)."""
    odd = Fit("This", 10.83, 1, 100, "rounds")
    assert odd.p == pytest.approx(0.001, rel=0.01)
    few = Group("x", (1,), 1, (Family("", fits=(odd,)),), None)
    many = Group("x", (1,), 1, (Family("", fits=(odd, *[Fit("That", 1.0, 1, 100, "rounds")] * 99)),), None)
    assert Expected((few,)).together == "One test was made. Chance alone hardly explains that: look at how the shoes were made."
    assert Expected((many,)).together.startswith(
        "100 tests were made, and of so many some look odd by chance: the smallest p is 0.001 (This)"
    )
    assert "in 10 of 100 such records. Nothing here" in Expected((many,)).together


def test_a_comparison_says_whether_it_is_as_foretold() -> None:
    lies = Comparison("The banker ends with 17", 0.145, 0.15, 0.14, 0.16, 1_000, "rounds", "17")
    assert (
        lies.sentence
        == "The banker ends with 17: 15.00% in 1,000 rounds; 14.50% is foretold, within the joint 95% interval from 14.00% to 16.00%."
    )
    strays = Comparison("The banker ends with 17", 0.145, 0.16, 0.15, 0.17, 1_000, "rounds", "17")
    assert ", outside the joint 95% interval from" in strays.sentence
    assert (
        Family("", (lies, strays)).sentence == "1 of 2 not as foretold: so far off is any figure of these rules in 5 of 100 honest records."
    )
    assert Family("", (lies, lies)).sentence == "All 2 as foretold."


def test_chances_are_told_in_words() -> None:
    assert [often(chance) for chance in (1.0, 0.5, 0.02, 0.001, 1e-9)] == [
        "nearly always",
        "in 50 of 100 such records",
        "in 2 of 100 such records",
        "in 1 of 1,000 such records",
        "in fewer than 1 of 1,000,000 such records",
    ]


def test_what_is_expected_too_seldom_is_counted_together() -> None:
    """Cochran: cells of fewer than five are no chi-square's."""
    assert parts_of_chi_square({"a": 60, "b": 40}, {"a": 0.5, "b": 0.5}) == (4.0, 1)
    assert parts_of_chi_square({"a": 90, "b": 6, "c": 4}, {"a": 0.9, "b": 0.04, "c": 0.06})[1] == 1
    assert parts_of_chi_square({"a": 3}, {"a": 0.5, "b": 0.5}) == (0.0, 0)


def test_with_an_upcard_that_leads_over_21_with_no_card_nothing_is_compared(tmp_path) -> None:
    """Of 32 cards any with a ten or a soft ace is 17 or more at once."""
    few = {"pack.size": 32, "session.rounds": 600}
    (group,) = beside_theory(judged(tmp_path, **few)).groups
    assert {one.label for one in of(group, "How often the banker goes over 21, by upcard").comparisons} == {"7", "8", "9"}
