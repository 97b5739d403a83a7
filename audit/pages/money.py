"""Standings over all sessions, and money over time, from an audit's database."""

from __future__ import annotations

from collections import defaultdict
from itertools import accumulate
from typing import TYPE_CHECKING

import attrs

from audit.pages.house import signed
from audit.pages.picture import Line, band, path

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

MOST_PEOPLE, MOST_TOURNAMENTS, MOST_PLACES = 50, 12, 20
MOST_CURVES = 6
"""People who have a curve of their own; more are drawn as one band."""
PARTS = 160
"""Stretches of rounds that a curve is drawn from."""
_PEOPLE = """
    SELECT rank() OVER (ORDER BY net DESC) AS place, *, count(*) OVER () AS people FROM (
        SELECT name, count(DISTINCT session) AS sessions, sum(rounds)::BIGINT AS rounds, sum(net)::BIGINT AS net
        FROM standings GROUP BY name
    ) ORDER BY place, name LIMIT ?"""
_TOURNAMENTS = "SELECT line, name, players FROM tournaments ORDER BY line DESC LIMIT ?"
_PLACES = """
    SELECT place, name, 1, t.rounds, net, 0, coalesce(table_name, 'session ' || session)
    FROM tournament_standings t LEFT JOIN sessions USING (session) WHERE line = ? ORDER BY place, session, seat LIMIT ?"""
_ROUNDS = "SELECT count(*) FROM rounds"
_OVER_TIME = """
    WITH placed AS (SELECT session, round, (row_number() OVER (ORDER BY seq) - 1) * $parts // $rounds AS part FROM rounds),
    won AS (
        SELECT session, round, seat, amount FROM moves
        UNION ALL SELECT session, round, banker, bank_net FROM rounds WHERE banker IS NOT NULL
    )
    SELECT name, part::INTEGER, sum(amount)::BIGINT FROM won JOIN placed USING (session, round) JOIN players USING (session, seat)
    GROUP BY ALL ORDER BY ALL"""


@attrs.frozen
class Person:
    """A line of a ranking, with how many people it ranks in all; in a tournament, with the table at which they sat."""

    place: int
    name: str
    sessions: int
    rounds: int
    net: int
    people: int
    table: str = ""


@attrs.frozen
class Ranking:
    """A ranking, or its first places; `left_out` people follow."""

    title: str
    people: tuple[Person, ...]
    left_out: int


@attrs.frozen
class Curve:
    """What somebody had won after each stretch of rounds, as a path; `nth` is which kind of line it has."""

    name: str
    nth: int
    path: str
    net: int


@attrs.frozen
class Tick:
    """A level of the picture, in percent from its top, with what is written there."""

    at: float
    label: str
    is_zero: bool


@attrs.frozen
class OverTime:
    """Money over time: the levels, the curves, and where there are more people than curves the band that all of them lie in."""

    ticks: tuple[Tick, ...]
    curves: tuple[Curve, ...]
    band: str
    people: int
    rounds: int


def rankings(connection: DuckDBPyConnection) -> tuple[Ranking, ...]:
    """The latest tournaments, then everybody over all sessions, one name being taken for one person."""
    held = connection.execute(_TOURNAMENTS, [MOST_TOURNAMENTS]).fetchall()
    first = [
        Ranking(
            name, tuple(Person(*row) for row in connection.execute(_PLACES, [line, MOST_PLACES]).fetchall()), max(0, players - MOST_PLACES)
        )
        for line, name, players in held
    ]
    people = tuple(Person(*row) for row in connection.execute(_PEOPLE, [MOST_PEOPLE]).fetchall())
    return (*first, Ranking("", people, people[0].people - len(people))) if people else tuple(first)


def over_time(connection: DuckDBPyConnection) -> OverTime | None:
    """Everybody's money from round to round in the ledger's order; None where nobody won or lost anything."""
    rounds = connection.execute(_ROUNDS).fetchall()[0][0]
    parts = min(PARTS, rounds)
    won: dict[str, list[int]] = defaultdict(lambda: [0] * parts)
    for name, part, amount in connection.execute(_OVER_TIME, {"parts": parts, "rounds": max(1, rounds)}).fetchall():
        won[name][part] = amount
    if not won:
        return None
    sums = {name: [0, *accumulate(parts)] for name, parts in won.items()}
    best_first = sorted(sums, key=lambda name: (-sums[name][-1], name))
    drawn = best_first if len(sums) <= MOST_CURVES else [best_first[0], best_first[-1]]
    at_each = list(zip(*sums.values(), strict=True))
    highs, lows = [max(each) for each in at_each], [min(each) for each in at_each]
    line = Line.around([0, *highs, *lows])
    curves = tuple(Curve(name, nth, path(sums[name], line), sums[name][-1]) for nth, name in enumerate(drawn, 1))
    ticks = tuple(Tick(round(100 - line.at(tick), 2), signed(round(tick)), tick == 0) for tick in line.ticks())
    return OverTime(ticks, curves, band(lows, highs, line) if len(drawn) < len(sums) else "", len(sums), rounds)
