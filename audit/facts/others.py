"""Other bettors in play (P1.4, B8.1): what they have on each hand, and what they answer when its owner doubles, triples or splits."""

from __future__ import annotations

import numpy as np

from audit.facts.columns import Array, Columns, take
from audit.facts.events import is_verb
from audit.facts.hands import is_banker
from audit.facts.money import ACCOUNTS
from audit.facts.play import Play
from audit.facts.stakes import BETTOR_BITS, BETTORS, CELLS, every, sum_before
from audit.facts.turns import MOST_STAKE

ACTIONS = ("double", "triple", "split")
"""What other bettors answer."""
ANSWERS = ("follow", "stay")
_PASSED_OVER = (*ANSWERS, "open", "reshuffle", "cut", "joker", "burn")
"""What may stand between an answer and the action that it is about."""


def others(play: Play) -> dict[str, Columns]:
    """Tables shares, follow_asked, follow_answers; empty, and cheap, where nobody stakes on another's box."""
    on_hands, given = shares(play), play.event.rows(*ANSWERS)
    some = len(on_hands["rnd"]) + len(given) > 0
    kept = np.flatnonzero(~play.event.of(*_PASSED_OVER)) if some else given
    return {"shares": on_hands, "follow_asked": asked(play, on_hands, kept), "follow_answers": answers(play, given, kept)}


def _key(rnd: Array, hand: Array, bettor: Array | int) -> Array:
    """Round, hand and bettor in one number."""
    result: Array = (rnd.astype(np.int64) << 16 | hand) << BETTOR_BITS | bettor
    return result


def shares(play: Play) -> Columns:
    """What other bettors have on each hand of a box, by rising key: rnd, hand, bettor, stake (base), follows (how often on this hand).

    The first hand of a split has the stake of all who had one on the hand that was split, the second that of those who followed.
    """
    wagers = play.stakes.wagers
    mine = np.flatnonzero((wagers["key"] & BETTORS > 0) & (wagers["stake"] > 0))
    hand = take(play.hand, np.flatnonzero(~is_banker(play.hand) & (play.hand["hand"] > 0)) if len(mine) else mine)
    cells, wanted = hand["rnd"].astype(np.int64) * CELLS + hand["box"], wagers["key"][mine] >> BETTOR_BITS
    wager, row = every(mine, np.searchsorted(cells, wanted), np.searchsorted(cells, wanted, side="right"))
    rnd, path, bettor = hand["rnd"][row], hand["hand"][row], wagers["key"][wager] & BETTORS
    follows = _follows(play)
    has = np.ones(len(row), dtype=bool)
    for shift in (0, 2, 4, 6, 8):
        second = path >> shift & 3 == 2
        has &= ~second | (_times(follows, _key(rnd, path >> shift + 2 << shift + 2, bettor)) > 0)
    key = _key(rnd, path, bettor)
    order = np.argsort(key[has])
    table = {"rnd": rnd, "hand": path, "bettor": bettor.astype(np.uint8), "follows": _times(follows, key)}
    table["stake"] = np.minimum(wagers["stake"][wager], MOST_STAKE)
    return take(take(table, has), order)


def _follows(play: Play) -> Array:
    """Keys of every `follow`, rising."""
    rows = play.event.rows("follow")
    return np.sort(_key(play.event["rnd"][rows], play.event["hand"][rows], play.event["bettor"][rows]))


def _times(follows: Array, key: Array) -> Array:
    return np.searchsorted(follows, key, side="right") - np.searchsorted(follows, key)


def asked(play: Play, shares: Columns, kept: Array) -> Columns:
    """One row for each other bettor on a hand that its owner doubles, triples or splits; `kept`: events that are not passed over.

    Columns: rnd, hand, bettor, action (its event), step and verb of it, stake (base), free (the bettor's balance before the answers).
    """
    event = play.event
    actions = event.rows(*ACTIONS, on_box=True, by_owner=True) if len(shares["rnd"]) else kept[:0]
    of_hand = _key(event["rnd"][actions], event["hand"][actions], 0)
    known = _key(shares["rnd"], shares["hand"], shares["bettor"])
    at, row = every(actions, np.searchsorted(known, of_hand), np.searchsorted(known, of_hand | BETTORS, side="right"))
    since = np.append(-1, kept)[np.searchsorted(kept, at)] + 1
    table = {name: shares[name][row] for name in ("rnd", "hand", "bettor", "stake")}
    table |= {"action": at, "step": event["step"][at], "verb": play.verb[at]}
    return table | {"free": _balance(play, table["rnd"].astype(np.int64), table["bettor"].astype(np.int64), since)}


def _balance(play: Play, rnd: Array, account: Array, at: Array) -> Array:
    """Balance of an account just before an event."""
    rows, events = play.money.rows, len(play.verb)
    if not len(at):
        return at
    own = rnd * ACCOUNTS + account
    whose = rows["rnd"].astype(np.int64) * ACCOUNTS + rows["who"]
    some = np.flatnonzero(np.isin(whose, own))
    moved = whose[some] * events + rows["at"][some]
    order = np.argsort(moved, kind="stable")
    return play.before[rnd, account] + sum_before(moved[order], rows["delta"][some][order], own * events + at, own * events)


def answers(play: Play, rows: Array, kept: Array) -> Columns:
    """Those answers as recorded: rnd, step, hand, bettor, verb, n, action (the event that it is about; −1 before any other event)."""
    event = play.event
    following = np.append(kept, len(play.verb))[np.searchsorted(kept, rows)]
    about = np.full(len(rows), -1, dtype=np.int64)
    some = np.flatnonzero(following < len(play.verb))
    after = following[some]
    fits = is_verb(play.verb[after], *ACTIONS) & (event["bettor"][after] == 0)
    for name in ("rnd", "hand"):
        fits &= event[name][after] == event[name][rows[some]]
    about[some[fits]] = after[fits]
    return {name: event[name][rows] for name in ("rnd", "step", "hand", "bettor", "verb", "n")} | {"action": about}
