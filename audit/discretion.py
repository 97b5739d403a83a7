"""Acts that the rules leave to somebody's discretion (DESIGN §4): against collusion nothing in a ledger helps, so they are told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping

import numpy as np

from audit.context import Session
from audit.facts.columns import Array
from audit.facts.events import is_verb
from audit.facts.grammar import BANKER
from audit.facts.runs import ON, SHUFFLED
from audit.facts.tables import Tables

CUTS, RESHUFFLES, LIMITS, DECISIONS = "cut by hand", "reshuffle at will", "change of limits", "decision of a free banker"


def discretion(tables: Tables, sessions: Mapping[int, Session]) -> Counter[str]:
    """How many there were of each kind in the rounds of a unit."""
    params = {number: session.params for number, session in sessions.items() if session.params is not None}
    if not any(_leaves_anything(one) for one in params.values()):
        return Counter()
    events, runs, number = tables["events"], tables["runs"], tables["rounds"]["session"]

    def where(asks: Callable[[Mapping[str, object]], bool], rows: Array) -> Array:
        """Which rows are of a session whose rules leave it open: a stranger's log may say it anywhere."""
        return np.isin(number, [n for n, one in params.items() if asks(one)])[rows]

    verb, banks = events["verb"], events["hand"] == BANKER
    at_will = (runs["fresh"] == SHUFFLED) & (runs["fresh_before"] == ON) & runs["unused_before"].astype(bool) & ~runs["drawn"]
    return Counter(
        {
            CUTS: int(np.count_nonzero(is_verb(verb, "cut") & where(_cut_by_hand, events["rnd"]))),
            RESHUFFLES: int(np.count_nonzero(at_will & where(_shuffles_at_will, runs["rnd"]))),
            LIMITS: int(np.count_nonzero(is_verb(verb, "limits") & where(_changes_limits, events["rnd"]))),
            DECISIONS: int(
                np.count_nonzero(banks & is_verb(verb, "hit", "stand", "raise", "decline raise") & where(_is_free, events["rnd"]))
            ),
        }
    )


def _cut_by_hand(params: Mapping[str, object]) -> bool:
    return params["shoe_cut"] == "hand"


def _shuffles_at_will(params: Mapping[str, object]) -> bool:
    return bool(params["shoe_voluntary"])


def _changes_limits(params: Mapping[str, object]) -> bool:
    return params["stakes_limits_by"] == "banker" or bool(params["stakes_raised_on_request"])


def _is_free(params: Mapping[str, object]) -> bool:
    return "free" in (params["banker_play"], params["banker_soft17"], params["stakes_banker_raise"])


def _leaves_anything(params: Mapping[str, object]) -> bool:
    return any(asks(params) for asks in (_cut_by_hand, _shuffles_at_will, _changes_limits, _is_free))


def told(counts: Iterable[Mapping[str, int]]) -> list[str]:
    """One notice about all of them, none where there were none."""
    total: Counter[str] = Counter()
    for one in counts:
        total.update(one)
    parts = [
        f"{total[kind]:,} {_plural(kind) if total[kind] > 1 else kind}" for kind in (CUTS, RESHUFFLES, LIMITS, DECISIONS) if total[kind]
    ]
    return [f"discretionary: {', '.join(parts)}; whether they were agreed upon nothing here can show"] if parts else []


def _plural(kind: str) -> str:
    head, _, rest = kind.partition(" ")
    return f"{head}s {rest}"
