"""The tables of facts that the checks read, for the rounds of one unit whose rules are understood.

All have `rnd`, a round's number within the unit. Amounts are in the table's smallest unit, steps count a log's events from 0,
cards are 0 to 51 (255: none).
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from audit.context import Session
from audit.facts import turns
from audit.facts.banker import banker_hand, draws
from audit.facts.between import Phase, phases
from audit.facts.boxes import add_free, bettors, boxes, staking
from audit.facts.columns import Array, Columns, alike, counts
from audit.facts.errors import errors, ruled
from audit.facts.events import is_verb
from audit.facts.grammar import VERB
from audit.facts.money import ACCOUNTS
from audit.facts.others import others
from audit.facts.places import order_keys
from audit.facts.play import Play
from audit.facts.rounds import Rounds
from audit.facts.shoe_tables import due_cutter, left_over, shoe_uses
from audit.facts.stakes import CELLS
from audit.facts.told import told

Tables = dict[str, Columns]
BESIDE = ("commission", "forfeit", "gift", "open", "overstood")
"""Events that must stand directly after, or before, some other one."""


def play_tables(rounds: Rounds, sessions: Mapping[int, Session], *, published: bool = False) -> tuple[Tables, list[Phase]]:
    """Give (all tables of the rounds' play, what stands between the rounds where the bank or limits change).

    With `published` those tables and columns too that only the database of facts has a use for.
    """
    play = Play(rounds, sessions)
    tables = _tables(play)
    if published:
        tables |= told(play, tables)
    return tables, phases(play, tables["rounds"]["two_total"])


def _tables(play: Play) -> Tables:
    of_boxes = boxes(play)
    of_bettors = bettors(play, of_boxes)
    add_free(play, of_boxes, of_bettors)
    return {
        "events": _events(play),
        "beside": _beside(play),
        "texts": _texts(play),
        "cards": play.shoes.cards,
        "runs": play.shoes.runs,
        "ready": play.shoes.ready,
        "shoe_uses": shoe_uses(play),
        "rounds": _rounds(play),
        "accounts": _accounts(play),
        "boxes": of_boxes,
        "bettors": of_bettors,
        "staking": staking(play),
        "errors": errors(play),
        "ruled": ruled(play),
        "hands": turns.hands(play),
        "turns": turns.turns(play),
        "draws": draws(play),
        "settled": turns.settled(play),
        **others(play),
    }


def _events(play: Play) -> Columns:
    """Every event: rnd, step, code (of its text), verb, hand, seat, bettor, and where it stands (order_keys)."""
    columns = {name: play.event[name] for name in ("rnd", "step", "code", "verb", "hand", "seat", "bettor")}
    if not play.event.has_bettors:
        columns["bettor"] = alike(len(play.verb), 0, np.uint8)
    return columns | order_keys(play.event, play.timing())


def _beside(play: Play) -> Columns:
    """Events that have a place directly beside another one: rnd, step, verb, hand, bettor, n, and about those before and after it."""
    rows = play.event.rows(*BESIDE)
    about = ("prev_verb", "prev_hand", "prev_bettor", "next_verb", "next_hand")
    return {name: play.event[name][rows] for name in ("rnd", "step", "verb", "hand", "bettor", "n")} | play.neighbours.told(rows, *about)


def _texts(play: Play) -> Columns:
    """Distinct events: code, text, verb, hand, bettor, timeout, n."""
    texts = {"code": np.arange(len(play.rounds.texts), dtype=np.int32), "text": np.array(play.rounds.texts, dtype=object)}
    return texts | {name: play.distinct[name] for name in ("verb", "hand", "bettor", "timeout", "n")}


def _rounds(play: Play) -> Columns:
    columns = play.rounds.columns
    stock, last_dealt = left_over(play)
    return {
        "rnd": np.arange(play.size, dtype=np.uint16),
        "seq": play.seq,
        "session": columns["session"],
        "round": columns["round"],
        "banker": columns["banker"],
        "up": play.up,
        "hole": play.hole,
        "up_points": play.counting.value(play.up, np.arange(play.size)),
        **banker_hand(play),
        "deals": play.counted("deal"),
        "holes": play.counted("hole"),
        "hole_is_first": _hole_is_first(play),
        **_staked(play),
        "shows": play.counted("show"),
        "show_step": play.first_step("show"),
        "peeks_natural": play.counted("peek natural"),
        "peeks_clear": play.counted("peek clear"),
        "peek_step": play.first_step("peek natural", "peek clear"),
        "stock": stock,
        "last_dealt": last_dealt.astype(np.uint16),
        "cutter": due_cutter(play).astype(np.uint8),
        "is_void": alike(play.size, play.rounds.are_void, np.bool_),
        "is_closed": play.by_session([s.close is not None for s in play.distinct_sessions], np.bool_),
        "events": play.rounds.lengths.astype(np.int32),
        "accounts": play.by_session([1 + len(s.seats) for s in play.distinct_sessions]),
        "before_count": play.before_count,
        "before_sum": play.before.sum(axis=1),
        "after_sum": play.after.sum(axis=1),
        "after_count": play.after_count,
    }


def _staked(play: Play) -> Columns:
    """By round: boxes staked on in the end, and the most that was staked on all together while they were asked."""
    own = np.flatnonzero(play.stake > 0)
    stood, most = play.stakes.staking, np.zeros(play.size, dtype=np.int64)
    at = stood["event"]
    after = stood["total"] + np.where(play.verb.take(at) == VERB["bet"], play.event["n"].take(at) * stood["hands"], 0)
    of_boxes = np.flatnonzero(play.event["bettor"].take(at) == 0)
    np.maximum.at(most, play.event["rnd"].take(at.take(of_boxes)).astype(np.intp), after.take(of_boxes))
    return {"staked": counts(own // CELLS, play.size).astype(np.int16), "staked_most": most}


def _hole_is_first(play: Play) -> Array:
    """Whether the banker's first card lies face down, by round."""
    holes, result = play.by_banker("hole"), np.zeros(play.size, dtype=bool)
    result[play.event["rnd"].take(holes[play.state.at("count_before", holes) == 0])] = True
    return result


def _accounts(play: Play) -> Columns:
    """Balances as recorded, and the change that the log makes, in all and by the bank's sale; only the accounts that a session has."""
    have = play.by_session([1 + len(s.seats) for s in play.distinct_sessions])
    wanted = np.flatnonzero(np.arange(ACCOUNTS)[None, :] < have[:, None])
    amounts = {"before": play.before, "after": play.after, "change": play.money.change}
    table: Columns = {"rnd": (wanted // ACCOUNTS).astype(np.uint16), "account": (wanted % ACCOUNTS).astype(np.uint8)}
    return table | {name: values.ravel().take(wanted) for name, values in amounts.items()} | {"sold": _sold(play, wanted)}


def _sold(play: Play, wanted: Array) -> Array:
    """What the bank was paid for by each account, and to it (B1.4): of a void that alone stands. `wanted`: round · 17 + account of each."""
    rows = play.money.rows
    pays = np.flatnonzero(is_verb(play.verb.take(rows["at"]), "pays"))
    if not len(pays):
        return alike(len(wanted), 0)
    result = np.zeros(play.size * ACCOUNTS, dtype=np.int64)
    np.add.at(result, rows["rnd"][pays].astype(np.intp) * ACCOUNTS + rows["who"][pays], rows["delta"][pays])
    return result.take(wanted)
