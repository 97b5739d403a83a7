"""Sums by round in plain Python, from rows of the database's tables of facts: what the views of the usual questions are held against."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Any

from tests.support.estimating import ratio, ratio_interval, share_interval

Row = dict[str, Any]
Facts = dict[str, list[Row]]
Told = dict[tuple[Any, ...], tuple[Any, ...]]
"""A view's rows: what tells them apart, and their figures."""


def per_round(rows: Iterable[Row], *key: str, **figures: Callable[[Row], float]) -> dict[tuple[Any, ...], list[Row]]:
    """By key, for each round what these figures sum up to in it."""
    sums: dict[tuple[Any, ...], dict[tuple[int, int], Row]] = defaultdict(dict)
    for row in rows:
        cluster = sums[tuple(row[name] for name in key)].setdefault((row["session"], row["round"]), dict.fromkeys(figures, 0))
        for name, figure in figures.items():
            cluster[name] += figure(row)
    return {at: [clusters[where] | {"session": where[0]} for where in clusters] for at, clusters in sums.items()}


def total(rounds: Iterable[Row], figure: str) -> int:
    return int(sum(row[figure] for row in rounds))


def pairs(rounds: Iterable[Row], y: str, x: str) -> list[tuple[float, float]]:
    return [(row[y], row[x]) for row in rounds]


def money(rows: Iterable[Row], *key: str, sessions: bool = False) -> Told:
    """By key: rounds, how many, staked, payout, net and return with its interval; `sessions` before them if wished."""
    figures = per_round(rows, *key, n=lambda _row: 1, staked=lambda row: row["staked"], payout=lambda row: row["payout"])
    return {
        at: (
            *([len({row["session"] for row in rounds})] if sessions else []),
            len(rounds),
            *(total(rounds, "n"), total(rounds, "staked"), total(rounds, "payout"), total(rounds, "payout") - total(rounds, "staked")),
            ratio(pairs(rounds, "payout", "staked")),
            *ratio_interval(pairs(rounds, "payout", "staked")),
        )
        for at, rounds in figures.items()
    }


def share_of(rounds: list[Row], y: str, x: str) -> tuple[float | None, float | None, float | None]:
    return (ratio(pairs(rounds, y, x)), *share_interval(pairs(rounds, y, x)))
