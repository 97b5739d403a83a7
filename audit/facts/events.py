"""Events of many rounds as columns: each distinct string is parsed once, then gathered."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import TYPE_CHECKING

import attrs
import numpy as np

from audit.facts.columns import Array, Columns, changes, previous
from audit.facts.grammar import BANKER, BOX_SHIFT, SIDES_SHIFT, VERB, VERBS, Parsed

if TYPE_CHECKING:
    from audit.facts.hands import State

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


OF_TEXTS = ("more", "timeout")
"""What so few events have that whoever asks looks for it among the distinct ones."""


def events(lengths: Array, code: Array, distinct: Columns) -> Columns:
    """Columns rnd, step (from 0), code and those of the distinct events, of logs that are given as their numbers.

    A step has 16 bits: an event takes at least three bytes of a line that has at most 65,535.
    """
    first = np.cumsum(lengths) - lengths
    every = code.astype(np.intp)  # once: numpy would make such numbers for each column anew, which takes as long as the column
    columns: Columns = {
        "rnd": np.repeat(np.arange(len(lengths), dtype=np.uint16), lengths),
        "step": (np.arange(len(code), dtype=np.int32) - np.repeat(first.astype(np.int32), lengths)).astype(np.int16),
        "code": code,
    }
    for name, values in distinct.items():
        if name not in OF_TEXTS:
            columns[name] = values.take(every) if values.any() else np.zeros(len(code), values.dtype)
    return columns


def distinct_events(parsed: Sequence[Parsed] | Array) -> Columns:
    """Columns of Parsed; place, a sort key; once, 1 for what stands once at its place, else 0."""
    kinds = (np.uint8, np.uint16, np.uint8, np.uint8, np.int64, np.int64, np.uint8, np.uint8, np.bool_)
    numbers = np.fromiter(chain.from_iterable(parsed), dtype=np.int64, count=len(parsed) * len(kinds))  # a third of what np.array takes
    rows = numbers.reshape(len(parsed), len(kinds))
    columns: Columns = {name: rows[:, at].astype(kind) for at, (name, kind) in enumerate(zip(Parsed._fields, kinds, strict=True))}
    return columns | {"place": _places(columns), "once": (~is_verb(columns["verb"], *_REPEATED)).astype(np.uint8)}


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


class Neighbours:
    """Which event stands before and after another in its round.

    Reshuffles, and the cut and burn that follow them, are left out, and errors that came to nothing.
    """

    def __init__(self, event: Columns) -> None:
        self._event = event
        passed = is_verb(event["verb"], "reshuffle", "cut", "joker", "burn", "undone")
        self._kept = np.flatnonzero(~passed) if passed.any() else None

    def before(self, rows: Array) -> Array:
        """The event before each of these, that are not left out; −1 for none."""
        return self._beside(rows, -1)

    def after(self, rows: Array) -> Array:
        """The event after each of these; −1 for none."""
        return self._beside(rows, 1)

    def _beside(self, rows: Array, step: int) -> Array:
        rnd, kept = self._event["rnd"], self._kept
        beside = rows + step if kept is None else np.append(kept, -1).take(np.searchsorted(kept, rows) + step, mode="wrap")
        beside = np.where((beside >= 0) & (beside < len(rnd)), beside, -1)
        if len(rows):
            beside[rnd.take(beside) != rnd.take(rows)] = -1
        return beside

    def told(self, rows: Array, *names: str) -> Columns:
        """Columns of the events before and after, as `prev_verb` or `next_hand`; 0 for none."""
        sides = {side: look(rows) for side, look in (("prev", self.before), ("next", self.after)) if any(n.startswith(side) for n in names)}
        result: Columns = {}
        for name in names:
            side, column = name.split("_")
            values = self._event[column]
            result[name] = np.where(sides[side] < 0, values.dtype.type(0), values.take(sides[side])) if len(rows) else values[:0]
        return result


KEYED = ("verb", "hand", "seat", "bettor")
FIRST_PASS_SLOTS = 1 << 12
"""Slots of the first pass, where errors happened; as many are the second's."""
TWO_ACES = 22
"""Aces fixed at 11: the only two cards over 21."""
AFTER_DEAL = 1 << 14
"""Beyond every key in the deal."""


@attrs.frozen
class Timing:
    """What decides where some events stand.

    By round: `at_once`, whether split hands get their cards at once, which then have no place of their own; ranks of insurance payouts, of
    surrender, of an unsplit natural's payment, of claimed aces' payment; `stakes_later`, whether stakes follow the first pass; `opened`,
    whether hands are opened after the deal; `claims`, whether a pair of aces may be claimed; `face_down`, whether doubles lie face down.
    `state`: of hands before each event.
    """

    at_once: Array
    insurance: Array
    surrender: Array
    natural: Array
    aces: Array
    stakes_later: Array
    opened: Array
    claims: Array
    face_down: Array
    state: State

    def places(self, event: Columns) -> Array:
        """Places of the events, by the rules and the upcard of each round."""
        place, verb, rnd = event["place"].copy(), event["verb"], event["rnd"]
        if "root" in event:
            rows = np.flatnonzero(event["root"] & is_verb(verb, "natural"))
            self._ranked(event, place, rows, np.full(len(rows), RANK_EARLY))
        if self.at_once.any():
            rows = np.flatnonzero(is_verb(verb, "draw") & (event["hand"] != BANKER))
            place[rows[self.at_once[rnd[rows]]]] = -1
        for ranks, usual, verbs in (
            (self.insurance, RANK_INSURANCE, ("insurance",)),
            (self.surrender, RANK_PLAY, ("surrender",)),
            (self.natural, RANK_EARLY, ("natural", "suited")),
            (self.aces, RANK_EARLY, ("aces",)),
        ):
            if (ranks != usual).any():
                rows = np.flatnonzero(is_verb(verb, *verbs))
                rows = rows[self._is_whole(event, rows) & (ranks[rnd[rows]] != usual)]
                self._ranked(event, place, rows, ranks[rnd[rows]])
        if self.face_down.any():
            for rank, verbs in ((RANK_SETTLE, ("bust",)), (RANK_TURN, ("premium", "gift"))):
                rows = np.flatnonzero(is_verb(verb, *verbs))
                rows = rows[self.face_down[rnd[rows]] & (self.state.at("doubled_before", rows) > 0)]
                self._ranked(event, place, rows, np.full(len(rows), rank))
        self._in_the_deal(event, place)
        shuffles = np.flatnonzero(is_verb(verb, "shuffle"))
        draws = is_verb(Neighbours(event).told(shuffles, "next_verb")["next_verb"], "lot card")
        place[shuffles[draws]] = RANK_BANK << RANK_SHIFT
        return place

    @staticmethod
    def _ranked(event: Columns, place: Array, rows: Array, ranks: Array) -> None:
        """Let events stand at other ranks."""
        place[rows] = sort_key({name: event[name][rows] for name in KEYED}, ranks)

    @staticmethod
    def _is_whole(event: Columns, rows: Array) -> Array:
        """Whether the hand of an event was not split."""
        whole: Array = event["hand"][rows] & 1023 == 0
        return whole | event["root"][rows] if "root" in event else whole

    def _in_the_deal(self, event: Columns, place: Array) -> None:
        """Where stakes follow the first pass, where hands are opened after the deal, where two aces are over 21 there."""
        verb, rnd, deal = event["verb"], event["rnd"], RANK_DEAL << RANK_SHIFT
        if self.stakes_later.any():
            rows = np.flatnonzero(is_verb(verb, "deal", "down", "hole"))
            rows = rows[self.stakes_later[rnd[rows]] & (self.state.at("count_before", rows) == 0)]
            place[rows] -= RANK_DEAL - RANK_FIRST_PASS << RANK_SHIFT
        if self.opened.any():
            rows = np.flatnonzero(is_verb(verb, "open"))
            rows = rows[self.opened[rnd[rows]]]
            place[rows] = deal + AFTER_DEAL + (event["hand"][rows].astype(np.int32) >> SIDES_SHIFT)
        rows = np.flatnonzero(is_verb(verb, "bust"))
        rows = rows[(self.state.at("count_before", rows) == 2) & (self.state.at("total_before", rows) == TWO_ACES)]
        hand = event["hand"][rows].astype(np.int64)
        claimed = (RANK_CLAIMS << RANK_SHIFT) + (hand << HAND_SHIFT) + 1
        bust = deal + 2 * AFTER_DEAL + 32 * (hand >> SIDES_SHIFT)
        place[rows] = np.where(self.claims[rnd[rows]], claimed, bust) + event["bettor"][rows]


def order_keys(event: Columns, timing: Timing) -> Columns:
    """Sort key of each event, −1 for what has no place (order), and the least that may stand there after what came before it (least).

    The key of a card in the deal counts the pass before the box.
    """
    key = timing.places(event)
    deals = np.flatnonzero(is_verb(event["verb"], "deal", "down", "hole"))
    key[deals] += np.minimum(timing.state.at("count_before", deals), 2).astype(np.int32) * 16
    if "slot" in event:
        _among_errors(event, key, timing)
    kept = np.flatnonzero(key >= 0)
    least = np.full(len(key), -1, dtype=np.int32)
    least[kept] = previous(key.take(kept), changes(event["rnd"].take(kept)), -1) + event["once"].take(kept)
    return {"order": key, "least": least}


def _among_errors(event: Columns, key: Array, timing: Timing) -> None:
    """Where errors happened in the deal, all that belongs to it stands by pass, hand, and what comes first on one."""
    rows = np.flatnonzero(event["slot"] >= 0)
    first_pass = timing.stakes_later[event["rnd"][rows]] & (event["slot"][rows] < FIRST_PASS_SLOTS)
    key[rows] = (np.where(first_pass, RANK_FIRST_PASS, RANK_DEAL) << RANK_SHIFT) + event["slot"][rows]
