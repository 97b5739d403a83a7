"""The pages in a browser: nothing asked for, nothing said, nothing to scroll sideways, by day and night, on a desk and a phone."""

from __future__ import annotations

import re

import pytest

from tests.pages.conftest import HOSTILE
from tests.support.browser import WIDTHS


@pytest.fixture(scope="module")
def looks(chromium, files):
    """Every page as it was seen, by name, width, and whether by night."""
    return {
        (name, width, dark): chromium.look(path, width=width, dark=dark)
        for name, path in files.items()
        for width in WIDTHS
        for dark in (False, True)
    }


def test_no_page_asks_for_anything_or_says_anything_or_is_too_wide(looks) -> None:
    for seen in looks.values():
        seen.is_quiet()


def test_night_is_dark(looks) -> None:
    for (name, width, dark), seen in looks.items():
        red = int(re.findall(r"\d+", seen.paper)[0])
        assert red < 64 if dark else red > 192, (name, width)


def test_a_name_that_is_markup_is_read_as_it_is(looks) -> None:
    seen = looks["hostile", 360, False]
    assert seen.images == 0
    for name in HOSTILE:
        assert name in seen.text


def test_a_screen_reader_tells_of_headings_cards_and_tables(chromium, files) -> None:
    chromium.look(files["split"], width=360)
    roles = chromium.roles()
    assert ("heading", "The table at the end") in roles
    assert sum(role == "image" and " of " in name for role, name in roles) > 10
    assert {"banner", "main", "contentinfo", "table", "row", "cell", "rowheader", "columnheader"} <= {role for role, _ in roles}


def test_a_printed_page_is_a4_and_by_day(chromium, files) -> None:
    chromium.look(files["auction"], dark=True)
    printed = chromium.printed()
    sizes = {tuple(round(float(side)) for side in box.split()) for box in re.findall(rb"/MediaBox ?\[([^\]]+)\]", printed)}
    assert sizes == {(0, 0, 595, 842)}
    assert len(re.findall(rb"/Type ?/Page\b", printed)) >= 2
