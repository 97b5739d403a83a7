"""Events of many rounds as columns: each distinct string is parsed once, then gathered."""

from __future__ import annotations

from collections.abc import Sequence

import attrs
import numpy as np

from audit.facts.columns import Array, Columns, following, previous
from audit.facts.grammar import BANKER, BOX_SHIFT, SIDES_SHIFT, VERB, VERBS, Parsed

(
    RANK_LEAVING,
    RANK_BANK,
    RANK_LIMITS,
    RANK_SHOE,
    RANK_ANNOUNCE,
    RANK_FIRST_PASS,
    RANK_STAKES,
    RANK_RAISE,
    RANK_REDOUBLE,
    RANK_DEAL,
    RANK_CLAIMS,
    RANK_OFFERS,
    RANK_SURRENDER,
    RANK_PEEK,
    RANK_INSURANCE,
    RANK_EARLY,
    RANK_PLAY,
    RANK_SHOW,
    RANK_DRAW,
    RANK_TURN,
    RANK_SETTLE,
) = range(21)
_BY_RANK: dict[int, tuple[str, ...]] = {
    RANK_LEAVING: ("leave", "out"),
    RANK_BANK: ("lot card", "lot", "auction", "bid", "pass", "pays", "yield", "accept bank", "decline bank", "bank"),
    RANK_LIMITS: ("limits",),
    RANK_SHOE: ("shuffle",),
    RANK_ANNOUNCE: ("announce",),
    RANK_STAKES: ("bet", "withdraw", "sit"),
    RANK_RAISE: ("raise", "decline raise"),
    RANK_REDOUBLE: ("redouble", "decline redouble"),
    RANK_DEAL: ("deal", "down", "hole"),
    RANK_CLAIMS: ("claim aces", "decline aces"),
    RANK_OFFERS: ("insure", "decline insurance", "even", "decline even"),
    RANK_SURRENDER: ("decline surrender",),
    RANK_PEEK: ("peek natural", "peek clear"),
    RANK_INSURANCE: ("insurance",),
    RANK_EARLY: ("natural", "suited", "aces"),
    RANK_PLAY: ("hit", "stand", "double", "triple", "commission", "split", "draw", "follow", "stay", "surrender", "premium", "gift"),
    RANK_SHOW: ("show",),
    RANK_TURN: ("turn",),
    RANK_SETTLE: ("lose", "push", "win", "pictures", "forfeit", "overstood"),
}
"""Place of each verb in a round (FORMAT §8, phases), where no parameter says otherwise. Others stand by their neighbours: a bust after its
card, a reshuffle before a card that is due, an incident where it happens."""
RANK = {verb: rank for rank, verbs in _BY_RANK.items() for verb in verbs}
_REPEATED = (
    *("leave", "out", *_BY_RANK[RANK_BANK], "keep", "shuffle", *_BY_RANK[RANK_STAKES], *_BY_RANK[RANK_ANNOUNCE], *_BY_RANK[RANK_RAISE]),
    *("surrender", "hit", "stand", "double", "triple", "commission", "split", "draw", "follow", "stay", "premium", "gift"),
)
"""What may stand more than once at one place; if it stands there too often another check says so."""
_WITHOUT_ORDER = (RANK_BANK, RANK_SHOE, RANK_ANNOUNCE, RANK_STAKES, RANK_RAISE, RANK_PEEK, RANK_SHOW, RANK_DRAW)
RANK_SHIFT = 24
HAND_SHIFT = 8
"""Below it in a key: 16 bits of the hand, then 8 of what is apart on one hand."""
_AFTER_INSURANCE = 64
"""What comes first on a hand in settlement is its insurance, then what opens it, then its lines by bettor."""

CARD_VERBS = ("lot card", "burn", "deal", "down", "hole", "hit", "double", "triple", "draw", "late", "extra", "exposed", "unasked")
"""Events that take a card from the shoe, one each (FORMAT §8)."""
SETTLED = ("bust", "lose", "push", "win", "natural", "suited", "aces", "pictures", "even", "surrender", "premium")
"""Settlement lines: each hand has one for each bettor on it."""


def is_verb(verb: Array, *names: str) -> Array:
    """Which rows have one of these verbs."""
    result: Array = verb == VERB[names[0]]
    for name in names[1:]:  # several comparisons of bytes are quicker than one look-up
        result |= verb == VERB[name]
    return result


def events(lengths: Array, code: Array, distinct: Columns) -> Columns:
    """Columns rnd, step (from 0), code and those of the distinct events, of logs that are given as their numbers."""
    first = np.cumsum(lengths) - lengths
    columns: Columns = {
        "rnd": np.repeat(np.arange(len(lengths), dtype=np.uint16), lengths),
        "step": np.arange(len(code), dtype=np.int32) - np.repeat(first.astype(np.int32), lengths),
        "code": code,
    }
    columns.update({name: values[code] if values.any() else np.zeros(len(code), values.dtype) for name, values in distinct.items()})
    return columns


def distinct_events(parsed: Sequence[Parsed] | Array) -> Columns:
    """Columns of Parsed; place, a sort key; once, 1 for what stands once at its place, else 0."""
    kinds = (np.uint8, np.uint16, np.uint8, np.uint8, np.int64, np.int64, np.uint8, np.uint8, np.bool_)
    rows = np.array(parsed, dtype=np.int64).reshape(len(parsed), len(kinds))
    columns: Columns = {name: rows[:, at].astype(kind) for at, (name, kind) in enumerate(zip(Parsed._fields, kinds, strict=True))}
    return columns | {"place": _places(columns), "once": (~is_verb(columns["verb"], *_REPEATED)).astype(np.int32)}


def _places(event: Columns) -> Array:
    """Place of an event in its round as a sort key, where no parameter says otherwise; −1 for none (a bust, a reshuffle)."""
    ranks = np.full(len(VERBS), -1, dtype=np.int32)
    ranks[[VERB[name] for name in RANK]] = list(RANK.values())
    verb, banks = event["verb"], event["hand"] == BANKER
    rank = ranks[verb]
    rank[banks & is_verb(verb, "draw", "hit", "stand")] = RANK_DRAW
    rank[banks & is_verb(verb, "keep")] = RANK_BANK
    rank[is_verb(verb, "natural") & (event["hand"] & 1023 != 0)] = RANK_SETTLE
    return np.where(rank < 0, -1, sort_key(event, rank)).astype(np.int32)


def sort_key(event: Columns, rank: Array) -> Array:
    """Sort key of events in phases: the rank, then the box or hand where its order is fixed, then what comes first on a hand."""
    hand, bettor, verb = event["hand"].astype(np.int32), event["bettor"].astype(np.int32), event["verb"]
    line = _AFTER_INSURANCE + 2 * bettor + is_verb(verb, "forfeit") - is_verb(verb, "overstood")
    on_hand = np.where(rank == RANK_SETTLE, np.where(is_verb(verb, "insurance"), bettor, line), 2 * bettor)
    on_hand += (rank == RANK_OFFERS) & is_verb(verb, "insure", "decline insurance")
    on_hand = np.where(np.isin(rank, (RANK_PLAY, RANK_TURN)) & ~is_verb(verb, "natural", "suited", "surrender", "premium"), 0, on_hand)
    within = np.where(np.isin(rank, _WITHOUT_ORDER), 0, (hand << HAND_SHIFT) + on_hand)
    within = np.where(rank == RANK_DEAL, hand >> BOX_SHIFT, within)
    within = np.where(rank == RANK_LEAVING, event["seat"].astype(np.int32) + 32 * is_verb(verb, "out"), within)
    within = np.where((rank == RANK_LIMITS) & (hand == BANKER), 0, within)
    result: Array = (rank << RANK_SHIFT) + within
    return result


def neighbours(event: Columns) -> Columns:
    """Verb and hand of the event before and after in the round, and the other bettor before: prev_verb, prev_hand, …, prev_bettor.

    Reshuffles, and the cut and burn that follow them, are left out, and errors that came to nothing.
    """
    kept = np.flatnonzero(~is_verb(event["verb"], "reshuffle", "cut", "joker", "burn", "undone"))
    rnd = event["rnd"][kept]
    starts = np.ones(len(kept), dtype=bool)
    starts[1:] = rnd[1:] != rnd[:-1]
    result: Columns = {}
    for name in ("verb", "hand"):
        values = event[name][kept]
        for side, shifted in (("prev", previous(values, starts, 0)), ("next", following(values, starts, 0))):
            result[f"{side}_{name}"] = np.zeros(len(event[name]), dtype=values.dtype)
            result[f"{side}_{name}"][kept] = shifted
    result["prev_bettor"] = np.zeros_like(event["bettor"])
    if event["bettor"].any():
        result["prev_bettor"][kept] = previous(event["bettor"][kept], starts, 0)
    return result


KEYED = ("verb", "hand", "seat", "bettor")
FIRST_PASS_SLOTS = 1 << 12
"""Slots of the first pass, where errors happened; as many are the second's."""
AFTER_DEAL = 1 << 14
"""Beyond every key in the deal."""


@attrs.frozen
class Timing:
    """What decides where some events stand.

    By round: `at_once`, whether split hands get their cards at once, which then have no place of their own; ranks of insurance payouts, of
    surrender, of an unsplit natural's payment, of claimed aces' payment; `stakes_later`, whether stakes follow the first pass; `opened`,
    whether hands are opened after the deal; `claims`, whether a pair of aces may be claimed. By event: `dealt`, cards that its hand had;
    `face_down`, whether the hand has a card doubled face down; `two_aces`, whether it is two aces that make 22.
    """

    at_once: Array
    insurance: Array
    surrender: Array
    natural: Array
    aces: Array
    stakes_later: Array
    opened: Array
    claims: Array
    dealt: Array
    face_down: Array
    two_aces: Array

    def places(self, event: Columns) -> Array:
        """Places of the events, by the rules and the upcard of each round."""
        place, verb = event["place"].copy(), event["verb"]
        whole = event["hand"] & 1023 == 0
        if "root" in event:
            whole |= event["root"]
            rows = np.flatnonzero(event["root"] & is_verb(verb, "natural"))
            place[rows] = sort_key({name: event[name][rows] for name in KEYED}, np.full(len(rows), RANK_EARLY))
        if self.at_once.any():
            place[is_verb(verb, "draw") & (event["hand"] != BANKER) & self.at_once[event["rnd"]]] = -1
        for ranks, usual, verbs in (
            (self.insurance, RANK_INSURANCE, ("insurance",)),
            (self.surrender, RANK_PLAY, ("surrender",)),
            (self.natural, RANK_EARLY, ("natural", "suited")),
            (self.aces, RANK_EARLY, ("aces",)),
        ):
            if (ranks != usual).any():
                rows = np.flatnonzero(is_verb(verb, *verbs) & whole & (ranks[event["rnd"]] != usual))
                place[rows] = sort_key({name: event[name][rows] for name in KEYED}, ranks[event["rnd"][rows]])
        if self.face_down.any():
            for rank, verbs in ((RANK_SETTLE, ("bust",)), (RANK_TURN, ("premium", "gift"))):
                rows = np.flatnonzero(self.face_down & is_verb(verb, *verbs))
                place[rows] = sort_key({name: event[name][rows] for name in KEYED}, np.full(len(rows), rank))
        self._in_the_deal(event, place)
        place[is_verb(verb, "shuffle") & is_verb(event["next_verb"], "lot card")] = RANK_BANK << RANK_SHIFT
        return place

    def _in_the_deal(self, event: Columns, place: Array) -> None:
        """Where stakes follow the first pass, where hands are opened after the deal, where two aces are over 21 there."""
        verb, hand, deal = event["verb"], event["hand"].astype(np.int64), RANK_DEAL << RANK_SHIFT
        if self.stakes_later.any():
            first = self.stakes_later[event["rnd"]] & is_verb(verb, "deal", "down", "hole") & (self.dealt == 0)
            place[first] -= RANK_DEAL - RANK_FIRST_PASS << RANK_SHIFT
        if self.opened.any():
            rows = np.flatnonzero(self.opened[event["rnd"]] & is_verb(verb, "open"))
            place[rows] = deal + AFTER_DEAL + (hand[rows] >> SIDES_SHIFT)
        rows = np.flatnonzero(self.two_aces & is_verb(verb, "bust"))
        claimed = (RANK_CLAIMS << RANK_SHIFT) + (hand[rows] << HAND_SHIFT) + 1
        bust = deal + 2 * AFTER_DEAL + 32 * (hand[rows] >> SIDES_SHIFT)
        place[rows] = np.where(self.claims[event["rnd"][rows]], claimed, bust) + event["bettor"][rows]


def order_keys(event: Columns, timing: Timing) -> Columns:
    """Sort key of each event, and of the one before it in its round (−1 for none): order, prev_order.

    The key of a card in the deal counts the pass before the box.
    """
    key = timing.places(event)
    deals = np.flatnonzero(is_verb(event["verb"], "deal", "down", "hole"))
    key[deals] += np.minimum(timing.dealt[deals], 2) * 16
    if "slot" in event:
        _among_errors(event, key, timing)
    kept = np.flatnonzero(key >= 0)
    rnd = event["rnd"][kept]
    starts = np.ones(len(kept), dtype=bool)
    starts[1:] = rnd[1:] != rnd[:-1]
    before = np.full(len(key), -1, dtype=np.int32)
    before[kept] = previous(key[kept], starts, -1)
    return {"order": key, "prev_order": before}


def _among_errors(event: Columns, key: Array, timing: Timing) -> None:
    """Where errors happened in the deal, all that belongs to it stands by pass, hand, and what comes first on one."""
    rows = np.flatnonzero(event["slot"] >= 0)
    first_pass = timing.stakes_later[event["rnd"][rows]] & (event["slot"][rows] < FIRST_PASS_SLOTS)
    key[rows] = (np.where(first_pass, RANK_FIRST_PASS, RANK_DEAL) << RANK_SHIFT) + event["slot"][rows]
