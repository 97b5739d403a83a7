"""What happens between rounds: the events with which a log begins, the limits in force, and what the bank passes on by (FORMAT §9)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from audit.carried import Limits, limits_after
from audit.facts.columns import Array, Columns
from audit.facts.events import is_verb
from audit.facts.grammar import BANKER, VERB
from audit.facts.hands import is_banker
from audit.facts.money import ACCOUNTS
from audit.facts.stakes import BOXES, CELLS

if TYPE_CHECKING:
    from audit.facts.play import Play

BETWEEN = ("limits", "leave", "out", "lot card", "lot", "auction", "bid", "pass", "pays", "yield", "accept bank", "decline bank", "bank")
NATURAL = 21
_BANKER = re.compile(rb'"banker":([0-9]+)')


class Phase(NamedTuple):
    """What a round tells of the bank: the events between rounds that it begins with, and what the next ones depend on.

    `banker` is as recorded, `before` and `after` are balances by account; `naturals` has the seats whose box had one, `banker_natural` says
    whether the banker had; `shoe` is the index of the last shoe, `ended` whether its seed was told; `told` has the
    seeds (hex) by index, where lots come from them; `is_whole` says whether more follows, so that nothing between rounds was broken off.
    """

    session: int
    seq: int
    round: int
    events: tuple[str, ...]
    banker: int
    before: tuple[int, ...]
    after: tuple[int, ...]
    naturals: frozenset[int]
    banker_natural: bool
    shoe: int
    ended: bool
    told: tuple[tuple[int, str], ...]
    is_void: bool
    is_whole: bool


def is_between(event: Columns) -> Array:
    """Which events belong between rounds: a shuffle for a bank's draw does, and what the banker keeps."""
    verb = event["verb"]
    following = np.append(verb[1:], 0) if len(verb) else verb
    draw = (verb == VERB["shuffle"]) & is_verb(following, "lot card")
    result: Array = is_verb(verb, *BETWEEN) | draw | ((verb == VERB["keep"]) & (event["hand"] == BANKER))
    return result


def beginnings(event: Columns, lengths: Array) -> Array:
    """How many events between the rounds each log begins with."""
    ends = np.cumsum(lengths)
    others = np.append(np.flatnonzero(~is_between(event)), len(event["verb"]))
    first = ends - lengths
    result: Array = np.minimum(others[np.searchsorted(others, first)], ends) - first
    return result


def phases(play: Play, two_total: Array) -> list[Phase]:
    """What the rounds of those sessions tell whose bank or limits change; `two_total` is that of the banker's first two cards, by round."""
    if not any(session.changes for session in play.distinct_sessions):
        return []
    wanted = [rnd for rnd, session in enumerate(play.session) if session.changes]
    by_lot = {rnd for rnd in wanted if (play.session[rnd].params or {})["bank_first"] == "lot"}
    lengths = play.rounds.lengths
    first, begin = (np.cumsum(lengths) - lengths).tolist(), beginnings(play.event, lengths).tolist()
    texts, codes, naturals = play.rounds.texts, play.rounds.codes, _naturals(play)
    result = []
    for rnd in wanted:
        record = play.rounds.records[rnd]
        events = tuple(texts[code] for code in codes[first[rnd] : first[rnd] + begin[rnd]].tolist())
        shoe, ended = (record.shoes[-1].index, record.shoes[-1].seed is not None) if record.shoes else (0, True)
        money = record.balances()
        won = naturals.get(rnd, frozenset()), bool(two_total[rnd] == NATURAL)
        told = tuple((use.index, use.seed) for use in record.shoes if use.seed is not None) if rnd in by_lot else ()
        about = record.session, play.rounds.seq[rnd], record.round, events, record.banker
        is_whole = not play.rounds.are_void or _goes_on(texts, codes[first[rnd] : first[rnd] + lengths[rnd]].tolist(), begin[rnd])
        result.append(Phase(*about, *money, *won, shoe, ended, told, play.rounds.are_void, is_whole))
    return result


def _goes_on(texts: Sequence[str], log: Sequence[int], begin: int) -> bool:
    """Whether a log has more than what it begins with between rounds, and a shuffle, which may be for a bank's draw."""
    rest = [texts[code] for code in log[begin:]]
    return len(rest) > 1 or (len(rest) == 1 and not rest[0].startswith("D shuffle "))


def _naturals(play: Play) -> dict[int, frozenset[int]]:
    """Seats whose box had a natural, by round: two cards of a hand that was not split, or of either of two that are played as two."""
    hand = play.hand
    rows = np.flatnonzero((hand["depth"] == 0) & (hand["cards"] == 2) & (hand["total"] == NATURAL) & ~is_banker(hand) & (hand["hand"] > 0))
    rnd = hand["rnd"][rows].astype(np.int64)
    owner = play.owner[rnd * CELLS + hand["box"][rows]]
    result: dict[int, set[int]] = {}
    for number, seat in zip(rnd.tolist(), owner.tolist(), strict=True):
        result.setdefault(number, set()).add(seat)
    return {number: frozenset(seats) for number, seats in result.items()}


def limits_in_force(play: Play) -> tuple[Array, Array]:
    """Least and highest stake in force on each box, by cell: the rules', or as the last `limits` that concerns it says (B2.2, P1.3).

    Where they are alike everywhere, as nearly always, each has but one value.
    """
    low, high = (play.rule(f"stakes_{name}") for name in ("minimum", "maximum"))
    is_limited = any(session.limited for session in play.distinct_sessions)
    if not is_limited and play.size and (low == low[0]).all() and (high == high[0]).all():
        return low[:1], high[:1]
    low, high = np.repeat(low, CELLS), np.repeat(high, CELLS)
    if not is_limited:
        return low, high
    changed = set(np.unique(play.event["rnd"][play.event.rows("limits", "bank")]).tolist())
    now: dict[int, Limits] = {}
    for rnd, session in enumerate(play.session):
        if not session.limited:
            continue
        carried = session.carried.get(play.rounds.seq[rnd])
        if carried is not None:
            now[session.number] = carried.limits
        if rnd in changed:
            now[session.number] = limits_after(now.get(session.number, {}), bytes(play.rounds.records[rnd].log))
        for box, (least, most) in now.get(session.number, {}).items():
            first = rnd * CELLS + min(box, BOXES - 1)
            cells = slice(rnd * CELLS, (rnd + 1) * CELLS) if box == 0 else slice(first, first + BOXES + 1, BOXES)
            low[cells], high[cells] = least, most
    return low, high


def outgoing(play: Play) -> Array:
    """Account of the banker whom a new one pays, by round: who was in office just before (B1.4)."""
    result = np.zeros(play.size, dtype=np.int64)
    rnd = play.event["rnd"]
    pays, banks = play.event.rows("pays"), play.event.rows("bank")
    last = np.append(banks, -1)[np.searchsorted(banks, pays) - 1]
    for event, bank in zip(pays.tolist(), last.tolist(), strict=True):
        here = bank >= 0 and rnd[bank] == rnd[event]
        result[rnd[event]] = play.event["seat"][bank] if here else _banker_before(play, int(rnd[event]))
    return result


def _banker_before(play: Play, rnd: int) -> int:
    session = play.session[rnd]
    carried = session.carried.get(play.rounds.seq[rnd])
    if carried is None:
        return next((int(play.banker[earlier]) for earlier in range(rnd - 1, -1, -1) if play.session[earlier] is session), 0)
    found = _BANKER.search(carried.before)
    return min(int(found[1]), ACCOUNTS - 1) if found else 0
