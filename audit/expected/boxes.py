"""Naturals of the boxes, what insurance was worth, and what punters lost beside best play."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from audit.expected.asking import ENOUGH, Given, Joint, row
from audit.expected.banker import TWO_CARDS
from audit.expected.figures import LEAST, Comparison, Edge, Family, Fit
from audit.expected.groups import Rules
from audit.theory import Foretold

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_NATURALS = """
SELECT count(*), sum(two)::BIGINT, ratio(naturals, two), draws(naturals, two), ratio_error(naturals, two)
FROM (
    SELECT session, round, count(*) AS two, count(*) FILTER ("natural") AS naturals
    FROM boxes WHERE second_card <> 'no card' AND session IN (SELECT unnest($sessions)) GROUP BY ALL
)"""
_EDGE = """
SELECT ratio(-net, stake), ratio_low(-net, stake), ratio_high(-net, stake), sum(boxes)::BIGINT, count(*)
FROM (
    SELECT session, round, count(*) AS boxes, sum(stake) AS stake, sum(net) AS net
    FROM boxes WHERE session IN (SELECT unnest($sessions)) GROUP BY ALL
)"""


def naturals_family(con: DuckDBPyConnection, told: Foretold, given: Given) -> Family:
    """How often the first two cards of a box are a natural (T3.1)."""
    title = "Naturals of the boxes"
    expected = float(told.natural)
    if not expected:
        return Family(title, cannot=("By these rules two cards make no natural.",))
    rounds, hands, share, draws, error = row(con, _NATURALS, given)
    if rounds < ENOUGH or draws <= 1:
        return Family(title, cannot=(f"How often a box has a natural is not told of fewer than {ENOUGH} rounds.",))
    low, high = Joint.of(told).of_share(con, share, draws)
    compared = Comparison("A box has a natural", expected, share, low, high, hands, "first hands of two cards", "A natural")
    if not error or hands * expected < LEAST:
        return Family(title, (compared,))
    return Family(title, (compared,), (Fit(title, ((share - expected) / error) ** 2, 1, rounds, "rounds"),))


def insurance_family(con: DuckDBPyConnection, told: Foretold, rules: Rules, given: Given) -> Iterator[Family]:
    """What a unit on every insurance would have come to, taken or not: that depends on the banker's cards alone (T3.4)."""
    if told.insurance is None:
        return
    title = "What insurance is worth"
    rounds, naturals = next(((n, k) for up, n, k in con.execute(TWO_CARDS, given).fetchall() if up == "A"), (0, 0))
    if rounds < ENOUGH:
        yield Family(title, cannot=(f"What insurance was worth is not told of fewer than {ENOUGH} rounds with an ace up.",))
        return
    pays = 1 + int(rules.params["insurance_pays_for"]) / int(rules.params["insurance_pays_per"])
    low, high = Joint.of(told).of_share(con, naturals / rounds, rounds)
    observed, low, high = (pays * share - 1 for share in (naturals / rounds, low, high))
    subject = "A unit on every insurance, taken or not, gains"
    gain = Comparison(subject, float(told.insurance), observed, low, high, rounds, "rounds with an ace up", "Gain of a unit, taken or not")
    yield Family(title, (gain,))


def edge_of(con: DuckDBPyConnection, told: Foretold, given: Given) -> Edge | None:
    """What the owners of boxes lost of their first stakes; None where none was played."""
    observed, low, high, boxes, rounds = row(con, _EDGE, given)
    if observed is None:
        return None
    return Edge(-told.edge, observed, low, high, boxes, rounds, told.edge_assumes)
