"""Times as seconds: all at once as one by one by the library."""

from datetime import UTC, datetime

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from audit.facts.moments import seconds
from audit.values import time_fault

RIGHT = [
    *("0001-01-01T00:00:00Z", "1969-12-31T23:59:59Z", "1970-01-01T00:00:00Z", "2026-01-31T09:00:00Z", "9999-12-31T23:59:59Z"),
    *("2024-02-29T12:00:00Z", "2000-02-29T00:00:00Z", "2023-02-28T23:59:59Z", "1900-03-01T00:00:00Z", "2100-02-28T00:00:00Z"),
]
WRONG = [
    *("0000-01-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-13-01T00:00:00Z", "2026-01-00T00:00:00Z", "2026-01-32T00:00:00Z"),
    *("2023-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2100-02-29T00:00:00Z", "2024-02-30T00:00:00Z", "2026-04-31T00:00:00Z"),
    *("2026-01-01T24:00:00Z", "2026-01-01T00:60:00Z", "2026-01-01T00:00:60Z", "2026-01-01 00:00:00Z", "2026-01-01T00:00:00z"),
    *("2026-01-01T00:00:00", "2026-01-01T00:00:00ZZ", "2026-1-001T00:00:00Z", "", "2026-01-01T00:00:0:Z", "2026-01-01T00:00:0/Z"),
    *("٢٠٢٦-01-01T00:00:00Z", "2026-01-01T00:00:00Z\n", "\n2026-01-01T00:00:00", "+026-01-01T00:00:00Z"),
]


def by_the_library(time: str) -> int:
    return int((datetime.fromisoformat(time) - datetime(1970, 1, 1, tzinfo=UTC)).total_seconds())


def test_no_times_have_no_seconds() -> None:
    assert seconds([]).tolist() == []


@given(st.lists(st.datetimes().map(lambda moment: moment.strftime("%Y-%m-%dT%H:%M:%SZ").rjust(20, "0"))))
@example(RIGHT)
def test_times_are_what_the_library_says(times: list[str]) -> None:
    assert seconds(times).tolist() == [by_the_library(time) for time in times]


def test_every_day_of_eight_hundred_years_is_right() -> None:
    days = [datetime.fromordinal(day).strftime("%Y-%m-%dT05:06:07Z") for day in range(584_023, 876_577, 3)]
    assert seconds(days).tolist() == [by_the_library(day) for day in days]


@pytest.mark.parametrize("wrong", WRONG)
def test_one_wrong_time_among_right_ones_is_refused(wrong: str) -> None:
    assert time_fault(wrong) is not None
    with pytest.raises(ValueError, match="is"):
        seconds([*RIGHT, wrong, *RIGHT])
