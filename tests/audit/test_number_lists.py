"""Balances are read all at once, and just as strictly as one by one."""

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from audit.facts.number_lists import number_lists
from audit.values import MAX_INTEGER

NUMBERS = st.integers(-MAX_INTEGER, MAX_INTEGER) | st.sampled_from([0, 1, -1, 10, MAX_INTEGER, -MAX_INTEGER])


def raws(*texts):
    return [msgspec.Raw(text.encode()) for text in texts]


@given(st.lists(st.lists(NUMBERS, max_size=20), max_size=6))
def test_the_numbers_are_those_that_stand_there(lists):
    numbers, lengths = number_lists([msgspec.Raw(msgspec.json.encode(one)) for one in lists])
    assert numbers.tolist() == [number for one in lists for number in one]
    assert lengths.tolist() == [len(one) for one in lists]
    assert numbers.dtype == lengths.dtype == np.int64


@pytest.mark.parametrize(
    "odd",
    [
        "[-0]",
        "[1, 2]",
        "[ 1]",
        "[1 ]",
        "[1.0]",
        "[1e3]",
        "[[1]]",
        "[1,[2]]",
        "[[1],[2]]",
        "5",
        "-5",
        '"1"',
        "null",
        "{}",
        "[null]",
        '["1"]',
        "[true]",
    ],
)
def test_what_is_no_list_of_numbers_in_canonical_form_is_refused(odd):
    for texts in ([odd], ["[1]", odd], [odd, "[1]"], ["[1]", odd, "[2,3]"], ["5", odd], [odd, "[[1]]"]):
        with pytest.raises(msgspec.DecodeError):
            number_lists(raws(*texts))


@pytest.mark.parametrize("beyond", [MAX_INTEGER + 1, -MAX_INTEGER - 1, 2**63 - 1, 2**63, -(2**63), -(2**63) - 1, 10**30])
def test_a_number_beyond_the_greatest_is_refused(beyond):
    with pytest.raises(msgspec.DecodeError):
        number_lists(raws("[1,2]", f"[3,{beyond}]"))
