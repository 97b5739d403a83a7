"""Rows as text: nothing is cut, nothing is lost."""

from __future__ import annotations

import csv
import datetime as dt
import json
from decimal import Decimal

from audit.tabular import rendered


def test_a_value_that_is_wider_than_those_before_it_is_shown_whole() -> None:
    rows = [(1, "short")] * 1_500 + [(123_456, "x" * 200)]
    last = list(rendered("table", ("n", "text"), rows))[-1]
    assert last.split() == ["123456", "x" * 200]


def test_two_columns_of_one_name_are_two_keys() -> None:
    lines = rendered("json", ("a", "a", "b", "a_2"), [(1, 2, 3, 4)])
    assert json.loads("".join(lines)) == [{"a": 1, "a_2": 2, "b": 3, "a_2_2": 4}]


def test_a_value_stays_within_its_cell_of_markdown_and_is_no_markup() -> None:
    lines = list(rendered("markdown", ("a|b", "net"), [("x|y\r\nz", 12), ("<b>*Ann*</b> _` up_rank", -3), ("\x1b[31m", None)]))
    assert lines == [
        "| a\\|b                            | net |",
        "| ------------------------------- | --: |",
        "| x\\|y<br>z                       |  12 |",
        "| \\<b\\>\\*Ann\\*\\</b\\> \\_\\` up_rank |  -3 |",
        "| �\\[31m                          |     |",
    ]


def test_a_fraction_is_shown_with_four_places_where_that_says_something() -> None:
    lines = list(rendered("table", ("n",), [(0.5,), (0.0,), (0.00001234,), (1e300,), (float("nan"),)]))
    assert [line.strip() for line in lines[2:]] == ["0.5000", "0.0000", "1.234e-05", "1e+300", "nan"]


def test_what_holds_other_values_is_written_as_json() -> None:
    value = {"cards": ["9C", None], "paid": Decimal("1.50"), "at": dt.datetime(2026, 1, 1, 20, tzinfo=dt.UTC)}
    told = '{"cards": ["9C", null], "paid": 1.5, "at": "2026-01-01T20:00:00Z"}'
    assert list(rendered("table", ("v",), [(value,)]))[-1] == told
    assert next(csv.reader([list(rendered("csv", ("v",), [(value,)]))[-1]])) == [told]


def test_truth_is_written_in_csv_as_in_json() -> None:
    assert list(rendered("csv", ("a", "b"), [(True, None)])) == ["a,b", "true,"]


def test_a_moment_is_written_for_people_with_a_space_and_for_programs_in_iso_8601() -> None:
    at = dt.datetime.fromisoformat("2026-01-01T20:00:00")
    last = {form: list(rendered(form, ("t",), [(at,)]))[-1] for form in ("table", "csv")}
    assert last == {"table": "2026-01-01 20:00:00", "csv": "2026-01-01T20:00:00"}
