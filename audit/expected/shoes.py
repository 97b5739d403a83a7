"""Whether the shoes themselves look like chance: which card lies where, and which card follows which (CASES.md 29).

Only whole packs count, and only positions to which every shoe was dealt: how far a round goes depends on its cards, so the cards that were
dealt late are no fair sample. A shoe's positions depend on each other, since each card lies at one place: for counts of N shoes of n cards
at P positions, deviations at different positions have the correlation −1/(n − 1), so that chi-square is the sum of two parts with their
variances, n/(n − 1) and 1 − (P − 1)/(n − 1), each with its own degrees of freedom.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from audit.expected.figures import LEAST, Family, Fit
from audit.expected.groups import Rules

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

Numbers = NDArray[np.int64]
Shoes = NDArray[np.uint8]

TITLE = "The shoes"
RANKS = 13
_LOWEST = {52: (0, *range(1, 13)), 32: (0, *range(6, 13))}
"""Ranks of a pack, the ace being 0 (C4.1)."""
_A_PAIR_IN = 20
"""Of so many cards one pair is looked at: more of one shoe depend on each other, and the test would be too lenient."""
_WHOLE = """
WITH dealt AS (
    SELECT session, shoe, position, coalesce(nullif(card, 'xx'), sealed_card) AS card FROM cards WHERE session IN (SELECT unnest($sessions))
), told AS (
    SELECT session, shoe, count(*) AS cards, max(position) + 1 AS size, shoe = max(shoe) OVER (PARTITION BY session) AS is_last
    FROM dealt GROUP BY session, shoe
), whole AS (
    SELECT session, shoe, min(size) OVER () AS common FROM told WHERE cards = size AND NOT (is_last AND $goes_on)
)
"""
_COMMON = f"{_WHOLE} SELECT count(*), any_value(common) FROM whole"  # noqa: S608 -- our own text
_CARDS = f"""{_WHOLE}
SELECT ((position(right(card, 1) IN 'CDHS') - 1) * 13 + position(left(card, 1) IN 'A23456789TJQK') - 1)::UTINYINT AS card
FROM dealt JOIN whole USING (session, shoe) WHERE position < common ORDER BY session, shoe, position"""  # noqa: S608


def shoe_family(con: DuckDBPyConnection, rules: Rules) -> Family:
    """The tests of the shoes that were dealt under some rules."""
    reshuffle, size, decks = rules.params["shoe_reshuffle"], int(rules.params["pack_size"]), int(rules.params["pack_decks"])
    if reshuffle == "discards":
        return Family(TITLE, cannot=("Where cards lie is not tested: shoes made of what was discarded are no whole packs.",))
    given = {"sessions": list(rules.sessions), "goes_on": reshuffle == "cut-card"}
    shoes, common = con.execute(_COMMON, given).fetchone() or (0, None)
    dealt = np.zeros((0, 0), dtype=np.uint8)
    if shoes:
        dealt = con.execute(_CARDS, given).fetchnumpy()["card"].reshape(shoes, common)
    return family(dealt, decks, size)


def family(dealt: Shoes, decks: int, size: int) -> Family:
    """The tests of shoes of so many packs; `dealt` has the first cards of each, suit · 13 + rank, shape (shoes, positions)."""
    held = np.zeros((4, RANKS), dtype=np.int64)
    held[:, list(_LOWEST[size])] = decks
    fits = tuple(_tests(dealt, held.ravel()))
    if fits:
        return Family(TITLE, fits=fits)
    return Family(TITLE, cannot=(f"Too few whole shoes were dealt to say how their cards lie: {len(dealt):,}.",))


def _tests(dealt: Shoes, held: Numbers) -> Iterator[Fit]:
    of_rank = held.reshape(4, RANKS).sum(axis=0)
    shoes, n = len(dealt), int(held.sum())
    if not shoes:
        return
    ranks = dealt % RANKS
    first = f"shoes, the first {dealt.shape[1]} cards of each"
    if shoes * held[held > 0].min() / n >= LEAST:
        yield where_cards_lie(dealt, held, "Which card lies where", first)
    elif shoes * of_rank[of_rank > 0].min() / n >= LEAST:
        yield where_cards_lie(ranks, of_rank, "Which rank lies where", first)
    pairs, least = min(dealt.shape[1] // 2, max(1, n // _A_PAIR_IN)), of_rank[of_rank > 0].min()
    if shoes * pairs * least * (least - 1) / (n * (n - 1)) >= LEAST:
        yield what_follows(ranks[:, : 2 * pairs], of_rank)


def where_cards_lie(dealt: Shoes, held: Numbers, subject: str = "Which card lies where", what: str = "shoes") -> Fit:
    """Test kinds of cards by position; `dealt` has kinds by number, shape (shoes, positions), `held` how many of each a shoe has."""
    shoes, positions = dealt.shape
    n = int(held.sum())
    kinds = np.flatnonzero(held)
    places = np.arange(positions) * len(held)
    counts = np.bincount((dealt + places).ravel(), minlength=positions * len(held)).reshape(positions, -1)[:, kinds]
    expected = shoes * held[kinds] / n
    off = counts - expected
    along = float((off.sum(axis=0) ** 2 / expected).sum()) / positions
    across = float((off**2 / expected).sum()) - along
    chi_square, freedom = across * (n - 1) / n, (positions - 1) * (len(kinds) - 1)
    if positions < n:
        chi_square, freedom = chi_square + along / (1 - (positions - 1) / (n - 1)), freedom + len(kinds) - 1
    return Fit(subject, chi_square, freedom, shoes, what)


def what_follows(ranks: Shoes, held: Numbers) -> Fit:
    """Test which rank follows which, in pairs of neighbours that do not overlap; `held` is how many cards of each rank a shoe has."""
    n, kinds = int(held.sum()), np.flatnonzero(held)
    pairs = ranks[:, : ranks.shape[1] // 2 * 2].reshape(-1, 2)
    counts = np.bincount(pairs[:, 0].astype(np.intp) * len(held) + pairs[:, 1], minlength=len(held) ** 2).reshape(len(held), -1)
    both = np.outer(held, held) - np.diag(held)
    expected = len(pairs) * both[np.ix_(kinds, kinds)] / (n * (n - 1))
    chi_square = float(((counts[np.ix_(kinds, kinds)] - expected) ** 2 / expected).sum())
    return Fit("Which rank follows which", chi_square, expected.size - 1, len(pairs), "pairs of cards dealt one after the other")
