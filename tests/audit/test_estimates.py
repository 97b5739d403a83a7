"""The estimators of the database: published figures, a second computation, a jackknife, and how often their intervals hold the truth."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Any

import duckdb
import numpy as np
import pytest

from audit.statistics import estimates
from tests.support import estimating

DATASETS, ROUNDS, BOXES = 2_000, 60, 6
TOLERATED = 0.015
"""Three standard errors of a coverage over DATASETS, 0.0146."""
PUBLISHED_T = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 10: 2.228, 20: 2.086, 30: 2.042, 40: 2.021, 60: 2.000, 120: 1.980}
"""Abramowitz and Stegun (1964), table 26.10, of 95% between -t and t."""
NEWCOMBE = {(81, 263): (0.2553, 0.3662), (15, 148): (0.0624, 0.1605), (0, 20): (0.0000, 0.1611), (1, 29): (0.0061, 0.1718)}
"""Newcombe (Statistics in Medicine 17, 1998), table I, method 3: Wilson's interval."""
NORMAL = 1.959964


@pytest.fixture(scope="module")
def con():
    """A database with the macros and nothing else."""
    with duckdb.connect() as connection:
        estimates.define(connection)
        yield connection


@pytest.fixture
def of(con):
    """Estimate over rounds, each a pair of what came of it and of how much."""

    def estimated(what: str, rounds: Sequence[tuple[float, float]]) -> tuple[Any, ...]:
        rows = {"y": np.array([y for y, _ in rounds]), "x": np.array([x for _, x in rounds])}
        con.register("rounds_given", rows)
        (answer,) = con.execute(f"SELECT {what} FROM rounds_given").fetchall()  # noqa: S608 -- our own text
        con.unregister("rounds_given")
        return tuple(answer)

    return estimated


RATIO = "ratio(y, x), ratio_low(y, x), ratio_high(y, x)"
SHARE = "ratio(y, x), share_low(y, x), share_high(y, x)"


def some_rounds(n: int, seed: int = 1) -> list[tuple[int, int]]:
    """Stakes on up to six boxes and what came back, some of it at once for all of them."""
    chance = np.random.default_rng(seed)
    stakes = chance.integers(1, 13, n)
    return [(int(stake * chance.choice([0, 0, 1, 2, 2, 2.5])), int(stake)) for stake in stakes]


def test_students_t_is_that_of_the_tables(con) -> None:
    for freedom, published in PUBLISHED_T.items():
        assert con.execute("SELECT t95(?)", [freedom]).fetchall()[0][0] == pytest.approx(published, abs=0.0005)
    assert con.execute("SELECT t95(0)").fetchall()[0] == (None,)


def test_students_t_is_right_at_every_number_of_rounds(con) -> None:
    """The told ones and the expansion beyond them, against finite sums."""
    told = dict(con.execute("SELECT n, t95(n) FROM range(1, 200) r(n)").fetchall())
    assert max(abs(told[freedom] - estimating.t95(freedom)) for freedom in told) < 3e-6
    assert con.execute("SELECT t95(1000000000)").fetchall()[0][0] == pytest.approx(NORMAL, abs=1e-6)


def test_wilsons_interval_is_that_of_newcombes_table(con) -> None:
    for (hits, n), (low, high) in NEWCOMBE.items():
        found = con.execute("SELECT wilson_low($share, $n, $t), wilson_high($share, $n, $t)", {"share": hits / n, "n": n, "t": NORMAL})
        assert found.fetchall()[0] == (pytest.approx(low, abs=0.00005), pytest.approx(high, abs=0.00005))


def test_a_share_stays_between_none_and_all(con) -> None:
    for share in (0.0, 1.0):
        low, high = con.execute("SELECT wilson_low($s, 7, 2.4), wilson_high($s, 7, 2.4)", {"s": share}).fetchall()[0]
        assert 0 <= low <= share <= high <= 1


@pytest.mark.parametrize("n", [2, 3, 17, 400])
def test_a_ratio_is_what_the_book_says(of, n) -> None:
    rounds = some_rounds(n, seed=n)
    found, low, high, error = of(f"{RATIO}, ratio_error(y, x)", rounds)
    assert found == pytest.approx(estimating.ratio(rounds))
    assert error == pytest.approx(estimating.error(rounds))
    assert (low, high) == pytest.approx(estimating.ratio_interval(rounds), abs=1e-5)


@pytest.mark.parametrize("n", [2, 3, 17, 400])
def test_a_share_is_what_the_papers_say(of, n) -> None:
    chance = np.random.default_rng(n)
    rounds = [(int(chance.binomial(boxes, 0.3)), int(boxes)) for boxes in chance.integers(1, 7, n)]
    assert of(SHARE, rounds) == pytest.approx((estimating.ratio(rounds), *estimating.share_interval(rounds)), abs=1e-5)


def test_the_standard_error_is_close_to_a_jackknifes(of) -> None:
    """Each round left out in turn: another estimator of the same variance, which does not linearize."""
    rounds = some_rounds(200)
    left_out = [estimating.ratio(rounds[:at] + rounds[at + 1 :]) or 0.0 for at in range(len(rounds))]
    mean = sum(left_out) / len(rounds)
    jackknife = sqrt((len(rounds) - 1) / len(rounds) * sum((one - mean) ** 2 for one in left_out))
    assert of("ratio_error(y, x)", rounds)[0] == pytest.approx(jackknife, rel=0.01)


NO_INTERVAL: dict[str, list[tuple[float, float]]] = {
    "no round": [],
    "one round": [(3, 2)],
    "one round with a stake": [(3, 2), (0, 0), (0, 0)],
    "nothing staked": [(0, 0), (0, 0)],
}


@pytest.mark.parametrize("rounds", NO_INTERVAL.values(), ids=list(NO_INTERVAL))
def test_where_rounds_give_no_interval_there_is_none(of, rounds) -> None:
    assert of("ratio_low(y, x), ratio_high(y, x), share_low(y, x), share_high(y, x)", rounds) == (None,) * 4


def test_rounds_that_all_returned_the_same_give_no_interval_for_it(of) -> None:
    """Not one of no width, nor of what the rounding of numbers leaves."""
    for part in (0.1, 0.7, 1 / 3):
        assert of(RATIO, [(part * stake, stake) for stake in range(1, 40)]) == (pytest.approx(part), None, None)


def test_a_share_of_none_has_an_interval_that_counts_rounds_and_not_boxes(of) -> None:
    """Where no round differs from another, nothing says that the boxes of a round were independent."""
    found, low, high = of(SHARE, [(0, 6)] * 20)
    assert (found, low) == (0, 0)
    assert high == pytest.approx(estimating.wilson(0, 20, estimating.t95(19))[1], abs=1e-5)


def test_rounds_without_a_stake_change_nothing(of) -> None:
    rounds = some_rounds(12)
    for what in (RATIO, SHARE):
        assert of(what, rounds) == pytest.approx(of(what, rounds + [(0, 0)] * 500))


def test_truth_values_are_counted(con) -> None:
    """`ratio(bust, 1)` says how often."""
    found = con.execute("SELECT ratio(x > 1, 1), share_low(x > 1, 1), share_high(x > 1, 1) FROM range(4) r(x)").fetchall()[0]
    assert found == pytest.approx((0.5, *estimating.wilson(0.5, 3, estimating.t95(3))), abs=1e-5)


# Rounds whose boxes win and lose together

WINS = 0.46


def boxes_won(seed: int) -> np.ndarray:
    """By data set, round and box whether it won: half of the boxes, by chance, all have one luck, the banker's; the others each their own."""
    chance = np.random.default_rng(seed)
    common = chance.random((DATASETS, ROUNDS, 1)) < WINS
    own = chance.random((DATASETS, ROUNDS, BOXES)) < WINS
    won: np.ndarray = np.where(chance.random((DATASETS, ROUNDS, BOXES)) < 0.5, common, own)
    return won


def test_a_round_of_six_boxes_says_less_than_six_rounds(of) -> None:
    boxes = boxes_won(6)[0]
    together = [(int(won), BOXES) for won in boxes.sum(axis=1)]
    alone = [(int(won), 1) for won in boxes.ravel()]
    for width in ("ratio_high(y, x) - ratio_low(y, x)", "share_high(y, x) - share_low(y, x)"):
        (clustered,), (naive,) = of(width, together), of(width, alone)
        assert clustered > 1.2 * naive, width
    (draws,) = of("draws(y, x)", together)
    assert ROUNDS < draws < 0.7 * ROUNDS * BOXES


@pytest.fixture
def covered(con):
    """How many data sets have the truth in their interval, of `low` to `high`."""

    def share(y: np.ndarray, x: np.ndarray, ends: tuple[str, str], truth: float) -> float:
        data = np.repeat(np.arange(DATASETS), y[0].size)
        con.register("drawn", {"data": data, "y": y.ravel(), "x": x.ravel()})
        intervals = f"SELECT {ends[0]} AS low, {ends[1]} AS high FROM drawn GROUP BY data"  # noqa: S608 -- our own text
        held = con.execute(f"SELECT avg((low < $truth AND $truth < high)::INTEGER) FROM ({intervals})", {"truth": truth})  # noqa: S608
        (found,) = held.fetchall()[0]
        con.unregister("drawn")
        return float(found)

    return share


RATIOS = ("ratio_low(y, x)", "ratio_high(y, x)")
SHARES = ("share_low(y, x)", "share_high(y, x)")


def test_nineteen_of_twenty_intervals_of_a_share_hold_the_truth(covered) -> None:
    won = boxes_won(1)
    assert covered(won.sum(axis=2), np.full((DATASETS, ROUNDS), BOXES), SHARES, WINS) == pytest.approx(0.95, abs=TOLERATED)


def test_nineteen_of_twenty_intervals_of_a_return_hold_the_truth(covered) -> None:
    """Stakes of 1 to 4 on one to six boxes, payouts of twice the stake: a return of 0.92."""
    chance = np.random.default_rng(2)
    played = np.arange(BOXES) < chance.integers(1, BOXES + 1, (DATASETS, ROUNDS, 1))
    stakes = chance.integers(1, 5, (DATASETS, ROUNDS, BOXES)) * played
    payouts = 2 * stakes * boxes_won(3)
    assert covered(payouts.sum(axis=2), stakes.sum(axis=2), RATIOS, 2 * WINS) == pytest.approx(0.95, abs=TOLERATED)


def test_intervals_that_take_boxes_as_draws_hold_it_less_often(covered) -> None:
    """What rounds as clusters are for: here 80 of a hundred."""
    won = boxes_won(1)
    assert covered(won, np.ones_like(won, dtype=int), RATIOS, WINS) < 0.85


def test_of_rare_events_intervals_of_a_share_hold_it_often_enough(covered) -> None:
    """Insurance, say: a few boxes in a few rounds. Wilson's interval is wide rather than wrong."""
    chance = np.random.default_rng(4)
    boxes = chance.integers(0, 4, (DATASETS, 15))
    won = boxes * (chance.random((DATASETS, 15)) < 4 / 13)
    assert covered(won, boxes, SHARES, 4 / 13) >= 0.95 - TOLERATED
