"""Where events stand in their round by the rules of their session (FORMAT §8, §9): a key that must rise."""

from __future__ import annotations

import attrs
import numpy as np

from audit.facts.columns import Array, Columns, changes, previous
from audit.facts.events import (
    HAND_SHIFT,
    RANK_BANK,
    RANK_CLAIMS,
    RANK_DEAL,
    RANK_EARLY,
    RANK_FIRST_PASS,
    RANK_INSURANCE,
    RANK_PLAY,
    RANK_SETTLE,
    RANK_SHIFT,
    RANK_TURN,
    Events,
    is_verb,
    sort_key,
)
from audit.facts.grammar import SIDES_SHIFT
from audit.facts.neighbours import Neighbours
from audit.facts.state import State

KEYED = ("verb", "hand", "seat", "bettor")
FIRST_PASS_SLOTS = 1 << 12
"""Slots of the first pass, where errors happened; as many are the second's."""
HIGH, TWO_ACES = 11, 22
"""Aces fixed at 11, HIGH: the only two cards over 21."""
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

    def places(self, event: Events) -> Array:
        """Places of the events, by the rules and the upcard of each round."""
        place, rnd = event["place"].copy(), event["rnd"]
        if "root" in event:
            rows = np.flatnonzero(event["root"] & event.of("natural"))
            self._ranked(event, place, rows, np.full(len(rows), RANK_EARLY))
        if self.at_once.any():
            rows = event.rows("draw", on_box=True)
            place[rows[self.at_once[rnd[rows]]]] = -1
        for ranks, usual, verbs in (
            (self.insurance, RANK_INSURANCE, ("insurance",)),
            (self.surrender, RANK_PLAY, ("surrender",)),
            (self.natural, RANK_EARLY, ("natural", "suited")),
            (self.aces, RANK_EARLY, ("aces",)),
        ):
            if (ranks != usual).any():
                rows = event.rows(*verbs)
                rows = rows[self._is_whole(event, rows) & (ranks[rnd[rows]] != usual)]
                self._ranked(event, place, rows, ranks[rnd[rows]])
        if self.face_down.any():
            for rank, verbs in ((RANK_SETTLE, ("bust",)), (RANK_TURN, ("premium", "gift"))):
                rows = event.rows(*verbs)
                rows = rows[self.face_down[rnd[rows]] & (self.state.at("doubled_before", rows) > 0)]
                self._ranked(event, place, rows, np.full(len(rows), rank))
        self._in_the_deal(event, place)
        shuffles = event.rows("shuffle")
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

    def _in_the_deal(self, event: Events, place: Array) -> None:
        """Where stakes follow the first pass, where hands are opened after the deal, where two aces are over 21 there."""
        rnd, deal = event["rnd"], RANK_DEAL << RANK_SHIFT
        if self.stakes_later.any():
            rows = event.rows("deal", "down", "hole")
            rows = rows[self.stakes_later[rnd[rows]] & (self.state.at("count_before", rows) == 0)]
            place[rows] -= RANK_DEAL - RANK_FIRST_PASS << RANK_SHIFT
        if self.opened.any():
            rows = event.rows("open")
            rows = rows[self.opened[rnd[rows]]]
            place[rows] = deal + AFTER_DEAL + (event["hand"][rows].astype(np.int32) >> SIDES_SHIFT)
        rows = event.rows("bust") if (self.state.counting.ace == HIGH).any() else np.zeros(0, dtype=np.intp)
        rows = rows[(self.state.at("count_before", rows) == 2) & (self.state.at("total_before", rows) == TWO_ACES)]
        hand = event["hand"][rows].astype(np.int64)
        claimed = (RANK_CLAIMS << RANK_SHIFT) + (hand << HAND_SHIFT) + 1
        bust = deal + 2 * AFTER_DEAL + 32 * (hand >> SIDES_SHIFT)
        place[rows] = np.where(self.claims[rnd[rows]], claimed, bust) + event["bettor"][rows]


def order_keys(event: Events, timing: Timing) -> Columns:
    """Sort key of each event, −1 for what has no place (order), and the least that may stand there after what came before it (least).

    The key of a card in the deal counts the pass before the box.
    """
    key = timing.places(event)
    deals = event.rows("deal", "down", "hole")
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
