"""Events of many rounds as columns: each distinct string is parsed once, then gathered."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from audit.facts.columns import Array, Columns, counts, following, previous
from audit.facts.grammar import BOX_SHIFT, VERB, VERBS, Parsed

RANK_STAKES, RANK_DEAL, RANK_OFFERS, RANK_PEEK, RANK_INSURANCE, RANK_EARLY, RANK_PLAY, RANK_SHOW, RANK_DRAW, RANK_SETTLE = range(2, 12)
RANK = {
    "out": 0,
    "leave": 0,
    "shuffle": 1,
    "bet": RANK_STAKES,
    "deal": RANK_DEAL,
    "hole": RANK_DEAL,
    "insure": RANK_OFFERS,
    "decline": RANK_OFFERS,
    "peek natural": RANK_PEEK,
    "peek clear": RANK_PEEK,
    "insurance": RANK_INSURANCE,
    "natural": RANK_EARLY,
    "hit": RANK_PLAY,
    "stand": RANK_PLAY,
    "double": RANK_PLAY,
    "split": RANK_PLAY,
    "draw": RANK_PLAY,
    "surrender": RANK_PLAY,
    "show": RANK_SHOW,
    "lose": RANK_SETTLE,
    "push": RANK_SETTLE,
    "win": RANK_SETTLE,
}
"""Place of each verb in a round (FORMAT §8, phases); a bust stands after its card, a reshuffle wherever a card is due."""

CARD_VERBS = ("deal", "hole", "hit", "double", "draw")
OUTCOMES = ("bust", "lose", "push", "win", "natural", "surrender")


def is_verb(verb: Array, *names: str) -> Array:
    """Which rows have one of these verbs."""
    wanted = np.zeros(len(VERBS), dtype=bool)
    wanted[[VERB[name] for name in names]] = True
    return wanted[verb]


def events(lengths: Array, code: Array, parsed: Sequence[Parsed]) -> Columns:
    """Columns rnd, step (from 0), code, verb, hand, seat, n, card, second, place of logs that are given as numbers of distinct events."""
    distinct = _distinct(parsed)
    first = np.cumsum(lengths) - lengths
    columns: Columns = {
        "rnd": np.repeat(np.arange(len(lengths), dtype=np.uint16), lengths),
        "step": np.arange(len(code), dtype=np.int32) - np.repeat(first.astype(np.int32), lengths),
        "code": code,
    }
    columns.update({name: values[code] for name, values in distinct.items()})
    return columns


def _distinct(parsed: Sequence[Parsed]) -> Columns:
    kinds = {"verb": np.uint8, "hand": np.uint16, "seat": np.uint8, "n": np.int64, "card": np.uint8, "second": np.uint8}
    rows = np.array(parsed, dtype=np.int64).reshape(len(parsed), len(kinds))
    columns: Columns = {name: rows[:, at].astype(kind) for at, (name, kind) in enumerate(kinds.items())}
    return columns | {"place": _places(columns)}


def _places(event: Columns) -> Array:
    """Place of an event in its round as a sort key: the rank of its phase, then box or hand; −1 for none (a bust, a reshuffle)."""
    ranks = np.full(len(VERBS), -1, dtype=np.int32)
    ranks[[VERB[name] for name in RANK]] = list(RANK.values())
    verb, hand = event["verb"], event["hand"].astype(np.int32)
    rank = ranks[verb]
    rank[is_verb(verb, "draw") & (hand >> BOX_SHIFT == 15)] = RANK_DRAW
    rank[is_verb(verb, "natural") & (hand & 1023 != 0)] = RANK_SETTLE
    within = np.where(np.isin(rank, (1, RANK_STAKES, RANK_PEEK, RANK_SHOW, RANK_DRAW)), 0, hand)
    within = np.where(rank == RANK_DEAL, hand >> BOX_SHIFT, within)
    within = np.where(rank == 0, event["seat"] + 32 * is_verb(verb, "out"), within)
    return np.where(rank < 0, -1, (rank << 20) + within).astype(np.int32)


def neighbours(event: Columns) -> Columns:
    """Verb and hand of the event before and after in the round, reshuffles left out: prev_verb, prev_hand, next_verb, next_hand."""
    kept = np.flatnonzero(event["verb"] != VERB["reshuffle"])
    rnd = event["rnd"][kept]
    starts = np.ones(len(kept), dtype=bool)
    starts[1:] = rnd[1:] != rnd[:-1]
    result: Columns = {}
    for name in ("verb", "hand"):
        values = event[name][kept]
        for side, shifted in (("prev", previous(values, starts, 0)), ("next", following(values, starts, 0))):
            result[f"{side}_{name}"] = np.zeros(len(event[name]), dtype=values.dtype)
            result[f"{side}_{name}"][kept] = shifted
    return result


def order_keys(event: Columns, dealt: Array, at_once: Array) -> Columns:
    """Sort key of each event, and of the one before it in its round (−1 for none): order, prev_order.

    `dealt`: cards that the event's hand had before it; `at_once`: by round, whether split hands get their cards at once, which then have no
    place of their own. The key of a card in the deal counts the pass before the box.
    """
    verb, key = event["verb"], event["place"].copy()
    deals = np.flatnonzero(is_verb(verb, "deal", "hole"))
    key[deals] += np.minimum(dealt[deals], 2) * 16
    if at_once.any():
        key[is_verb(verb, "draw") & (event["hand"] >> BOX_SHIFT != 15) & at_once[event["rnd"]]] = -1
    kept = np.flatnonzero(key >= 0)
    rnd = event["rnd"][kept]
    starts = np.ones(len(kept), dtype=bool)
    starts[1:] = rnd[1:] != rnd[:-1]
    before = np.full(len(key), -1, dtype=np.int32)
    before[kept] = previous(key[kept], starts, -1)
    return {"order": key, "prev_order": before}


def cards_before(event: Columns, rounds: int) -> Array:
    """Cards dealt in the round before each event: all of them lie on the table."""
    is_card = is_verb(event["verb"], *CARD_VERBS)
    seen = np.cumsum(is_card) - is_card
    sizes = counts(event["rnd"], rounds)
    first = np.cumsum(sizes) - sizes
    base = seen[np.minimum(first, max(len(seen) - 1, 0))] if len(seen) else np.zeros(rounds, dtype=np.int64)
    result: Array = seen - base[event["rnd"]]
    return result
