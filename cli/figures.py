"""Figures that `shoe bench` measured, as a person reads them."""

from __future__ import annotations

from typing import Any

Figures = dict[str, Any]
TELLING = 2_000
"""Rounds from which on an audit's time beyond its start-up tells anything; with fewer it is lost in how start-up itself varies."""


def as_text(figures: Figures) -> str:
    """Figures for a person, a line each, ledgers of growth and recording in one line."""
    return "\n".join(_lines("", figures))


def _lines(above: str, figures: Figures) -> list[str]:
    result: list[str] = []
    for name, value in figures.items():
        if isinstance(value, dict):
            result += _lines(f"{above}{name} ", value)
        elif isinstance(value, list):
            result += [f"{above}{name}: " + ", ".join(f"{what} {_figure(much)}" for what, much in one.items()) for one in value]
        else:
            result.append(f"{above}{name}: {_figure(value)}")
    return result


def _figure(value: str | float | None) -> str:
    if value is None:
        return f"(too few rounds to tell; from {TELLING:,} on)"
    return value if isinstance(value, str) else f"{value:,}"
