"""Rows as text: nothing is cut, nothing is lost."""

from __future__ import annotations

import json

from audit.tabular import rendered


def test_a_value_that_is_wider_than_those_before_it_is_shown_whole() -> None:
    rows = [(1, "short")] * 1_500 + [(123_456, "x" * 200)]
    last = list(rendered("table", ("n", "text"), rows))[-1]
    assert last.split() == ["123456", "x" * 200]


def test_two_columns_of_one_name_are_two_keys() -> None:
    lines = rendered("json", ("a", "a", "b", "a_2"), [(1, 2, 3, 4)])
    assert json.loads("".join(lines)) == [{"a": 1, "a_2": 2, "b": 3, "a_2_2": 4}]


def test_truth_is_written_in_csv_as_in_json() -> None:
    assert list(rendered("csv", ("a", "b"), [(True, None)])) == ["a,b", "true,"]
