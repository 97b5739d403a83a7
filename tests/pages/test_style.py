"""The style sheets: contrast by day and by night, and nothing in them that moves, asks, or depends on a script."""

from __future__ import annotations

import re
from importlib import resources

import pytest

SHEETS = {
    "reports": resources.files("audit.pages").joinpath("style.css").read_text("utf-8"),
    "tables": resources.files("ledger.service").joinpath("web/source/pages.css").read_text("utf-8"),
}
ENOUGH = 4.5
TEXT = (
    ("ink", "paper"), ("ink", "tint"), ("quiet", "paper"), ("quiet", "tint"), ("accent", "paper"), ("accent", "tint"),
    ("right", "paper"), ("open", "paper"), ("wrong", "paper"), ("wrong", "wrong-tint"), ("ink", "wrong-tint"), ("accent", "wrong-tint"),
    ("on-felt", "felt"), ("on-felt-quiet", "felt"), ("card-ink", "card"), ("card-red", "card"),
    ("paper", "accent"), ("felt", "on-felt"), ("turn", "felt"), ("wrong", "tint"),
)  # fmt: skip
"""Colours of text, each with what it stands on."""


COLOUR = r"--([\w-]+): (#[0-9a-f]{6})"


@pytest.fixture(params=SHEETS)
def css(request) -> str:
    """A style sheet."""
    return SHEETS[request.param]


def palette(css: str, scheme: str) -> dict[str, str]:
    """The colours of a scheme: by night, and on paper where a sheet has such, those of the day but for what is said anew."""
    day, night, *printed = (dict(re.findall(COLOUR, said)) for said in re.findall(r":root \{(.*?)\}", css, re.DOTALL))
    return {"light": day, "dark": day | night, "print": day | (printed[0] if printed else {})}[scheme]


def luminance(colour: str) -> float:
    """WCAG 2, relative luminance."""
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """WCAG 2, contrast ratio."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def test_the_measure_is_that_of_the_guidelines() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("scheme", ["light", "dark", "print"])
def test_all_text_can_be_read(css, scheme) -> None:
    colours = palette(css, scheme)
    known = [pair for pair in TEXT if set(pair) <= colours.keys()]
    weak = {pair: ratio for pair in known if (ratio := contrast(colours[pair[0]], colours[pair[1]])) < ENOUGH}
    assert weak == {}


def test_every_colour_by_night_or_on_paper_is_one_of_the_day(css) -> None:
    for others in re.findall(r":root \{(.*?)\}", css, re.DOTALL)[1:]:
        assert set(re.findall(r"--([\w-]+):", others)) <= set(palette(css, "light"))


def test_no_text_has_a_colour_that_is_not_measured(css) -> None:
    used = set(re.findall(r"[^-]color: var\(--([\w-]+)\)", css))
    assert used <= {name for name, _ in TEXT}


def test_it_asks_for_nothing(css) -> None:
    assert "url(" not in css
    assert "@import" not in css
    assert "</" not in css


def test_it_moves_only_for_those_who_like_that(css) -> None:
    """What comes late, but at once (an animation of 0 s), does not move."""
    still = re.sub(r"@media \(prefers-reduced-motion: no-preference\) \{.*?\} \}", "", css)
    still = re.sub(r"animation: [a-z]+ 0s [0-9]+s forwards;", "", still)
    assert not re.search(r"animation|transition|scroll-behavior", still)


def test_night_is_for_screens_alone(css) -> None:
    assert re.findall(r"@media ([^{]*prefers-color-scheme[^{]*) \{", css) == ["screen and (prefers-color-scheme: dark)"]
