"""Events of many rounds as columns: each distinct string is parsed once, then gathered."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from audit.facts.columns import Array, Columns
from audit.facts.grammar import BANKER, BOX_SHIFT, VERB, VERBS, Parsed

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


class Events(Columns):
    """Columns of events, and which of them have certain verbs."""

    @cached_property
    def _present(self) -> Array:
        """Which verbs there are at all: to look for the others would take as long."""
        return np.bincount(self["verb"], minlength=len(VERBS)) > 0

    @cached_property
    def has_bettors(self) -> bool:
        """Whether any event is another bettor's."""
        return bool(self["bettor"].any())

    @cached_property
    def on_box(self) -> Array:
        """Which events are about a box or one of its hands."""
        hand = self["hand"]
        result: Array = (hand > 0) & (hand < BANKER)
        return result

    def of(self, *names: str) -> Array:
        """Which events have one of these verbs."""
        present = [name for name in names if self._present[VERB[name]]]
        return is_verb(self["verb"], *present) if present else np.zeros(len(self["verb"]), dtype=bool)

    def rows(self, *names: str, on_box: bool = False, by_owner: bool = False) -> Array:
        """Events that have one of these verbs; only those about a box, only those that are no other bettor's."""
        if not any(self._present[VERB[name]] for name in names):
            return np.zeros(0, dtype=np.intp)
        found = self.of(*names)
        if on_box:
            found &= self.on_box
        if by_owner and self.has_bettors:
            found &= self["bettor"] == 0
        return np.flatnonzero(found)


def events(lengths: Array, code: Array, distinct: Columns) -> Events:
    """Columns rnd, step (from 0), code and those of the distinct events, of logs that are given as their numbers.

    A step has 16 bits: an event takes at least three bytes of a line that has at most 65,535.
    """
    first = np.cumsum(lengths) - lengths
    every = code.astype(np.intp)  # once: numpy would make such numbers for each column anew, which takes as long as the column
    columns = Events(
        rnd=np.repeat(np.arange(len(lengths), dtype=np.uint16), lengths),
        step=(np.arange(len(code), dtype=np.int32) - np.repeat(first.astype(np.int32), lengths)).astype(np.int16),
        code=code,
    )
    for name, values in distinct.items():
        if name not in OF_TEXTS:
            columns[name] = values.take(every) if values.any() else np.zeros(len(code), values.dtype)
    return columns


def distinct_events(parsed: Sequence[Parsed] | Array) -> Columns:
    """Columns of Parsed; place, a sort key; once, 1 for what stands once at its place, else 0."""
    kinds = (np.uint8, np.uint16, np.uint8, np.uint8, np.int64, np.int64, np.uint8, np.uint8, np.bool_)
    rows = np.array(parsed, dtype=np.int64).reshape(len(parsed), len(kinds))
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
