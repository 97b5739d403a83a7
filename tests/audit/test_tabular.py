"""What a query gives as JSON keeps every digit."""

import json
from decimal import Decimal

import pytest

from audit.tabular import as_json


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ("3", "3"),
        ("3.00", "3"),
        ("0.1", "0.1"),
        ("-42.39", "-42.39"),
        ("123456789012345678", "123456789012345678"),
        ("123456789012345678.91", '"123456789012345678.91"'),
        ("0.12345678901234567890", '"0.12345678901234567890"'),
    ],
)
def test_a_decimal_is_a_number_where_that_has_all_its_digits_and_else_a_text(value, told):
    (line, end) = as_json(["v"], [(Decimal(value),)])
    assert line == f'[{{"v": {told}}}'
    assert json.loads(line + end)
