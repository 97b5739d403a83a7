"""How often somebody may ask."""

from __future__ import annotations

import attrs
import pytest

from ledger.service.running.buckets import Buckets


@attrs.define
class Hands:
    """A clock that is set by hand."""

    at: float = 0.0

    def __call__(self) -> float:
        return self.at


def test_a_burst_goes_through_and_then_the_rate() -> None:
    now = Hands()
    buckets = Buckets(8, 3, now)
    assert [buckets.take("a") for _ in range(3)] == [0, 0, 0]
    assert buckets.take("a") == pytest.approx(1 / 8)
    assert buckets.take("b") == 0, "another's bucket is another"
    now.at = 1 / 8
    assert buckets.take("a") == 0
    assert buckets.take("a") > 0
    now.at = 10
    assert [buckets.take("a") > 0 for _ in range(4)] == [False, False, False, True], "no more than the burst is saved up"


def test_over_a_long_time_no_more_than_the_rate_goes_through() -> None:
    now = Hands()
    buckets = Buckets(10, 5, now)
    through = 0
    for tick in range(1_000):
        now.at = tick / 100
        through += buckets.take("a") == 0
    assert 100 <= through <= 105


def test_no_more_keys_are_remembered_than_said_and_full_buckets_go_first() -> None:
    now = Hands()
    buckets = Buckets(1, 2, now, most=10)
    for number in range(10):
        buckets.take(str(number))
    now.at = 5
    buckets.take("busy")
    buckets.take("busy")
    assert set(buckets._full_at) == {"busy"}
    for number in range(1_000):
        buckets.take(f"new {number}")
        assert len(buckets._full_at) <= 10
