"""Cards with their places in the shoe, and beside each the card that the sealed shoe has there (FORMAT §6, §7)."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import numpy as np

from audit import shoes
from audit.context import Session
from audit.facts.columns import Array, Columns, counts, previous
from audit.facts.events import CARD_VERBS, is_verb
from audit.facts.grammar import NO_CARD, VERB
from audit.facts.rounds import QuickRound
from audit.seeds import LABEL_CARDS, SEED_BYTES, frame, u64


class CardStream:
    """Streams of a session's shoes; the parts that do not change are framed once."""

    def __init__(self, session: Session, entropy_root: bytes) -> None:
        self._head = frame(LABEL_CARDS) + SEED_BYTES.to_bytes(4, "big")
        self._middle = frame(session.open_leaf) + (8).to_bytes(4, "big")
        self._tail = frame(entropy_root)

    def read(self, seed: bytes, index: int, length: int) -> bytes:
        """First bytes of the card stream of one shoe."""
        return hashlib.shake_256(self._head + seed + self._middle + u64(index) + self._tail).digest(length)


def runs(event: Columns, records: Sequence[QuickRound]) -> tuple[Columns, Columns]:
    """Give (cards: rnd, step, verb, hand, card, run, pos; runs: a row for each stretch of cards from one shoe).

    Runs: rnd, index of the shoe, first (position), count (cards), fresh (0: dealt on, 1: shuffled, 2: discards), shuffle (event, -1: none),
    at_card (whether the next event is a card), begin (cards before it).
    """
    verb, rnd = event["verb"], event["rnd"]
    is_card = is_verb(verb, *CARD_VERBS)
    at = np.flatnonzero(is_card)
    turn = np.flatnonzero(is_verb(verb, "shuffle", "reshuffle"))
    on = _dealt_on(event, records, turn)
    starts = np.concatenate([on["event"], turn])
    order = np.argsort(starts * 2 + np.concatenate([np.zeros(len(on["event"]), np.int64), np.ones(len(turn), np.int64)]), kind="stable")
    fresh = np.where(verb[turn] == VERB["shuffle"], 1, 2)
    table: Columns = {
        "rnd": np.concatenate([on["rnd"], rnd[turn].astype(np.int64)])[order],
        "index": np.concatenate([on["index"], event["n"][turn]])[order],
        "first": np.concatenate([on["first"], np.zeros(len(turn), np.int64)])[order],
        "fresh": np.concatenate([np.zeros(len(on["rnd"]), np.int64), fresh])[order],
        "shuffle": np.concatenate([np.full(len(on["rnd"]), -1), turn])[order],
        "at_card": np.concatenate([np.ones(len(on["rnd"]), dtype=bool), np.append(is_card[1:], False)[turn]])[order],
        "begin": np.searchsorted(at, starts[order], side="left"),
    }
    run = np.searchsorted(starts[order], at, side="right") - 1
    known = (run >= 0) & (table["rnd"][np.maximum(run, 0)] == rnd[at]) if len(order) else np.zeros(len(at), dtype=bool)
    run = np.where(known, run, -1)
    table["count"] = counts(run[known], len(order))
    within = np.arange(len(at)) - np.searchsorted(run, run, side="left") if np.all(np.diff(run) >= 0) else _ordinal(run)
    pos = np.where(known, within + table["first"][run], -1) if len(order) else np.full(len(at), -1)
    cards: Columns = {name: event[name][at] for name in ("rnd", "step", "verb", "hand", "card")}
    return cards | {"run": run, "pos": pos}, table


def neighbours(table: Columns) -> Columns:
    """Number of each run in the unit (run) and in its round from 1 (nth), whether it is the round's last, and what the one before it left.

    Columns: run, nth, is_last, left_before (cards, −1 where it is the first), index_before.
    """
    rnd = table["rnd"]
    starts = np.ones(len(rnd), dtype=bool)
    starts[1:] = rnd[1:] != rnd[:-1]
    first = np.flatnonzero(starts)
    number = np.arange(len(rnd))
    return {
        "run": number,
        "nth": number - np.repeat(first, np.diff(np.append(first, len(rnd)))) + 1,
        "is_last": np.append(starts[1:], True)[: len(rnd)],
        "left_before": previous(table["pack"] - table["first"] - table["count"], starts, -1),
        "index_before": previous(table["index"], starts, 0),
    }


def _ordinal(run: Array) -> Array:
    """Place of each row among those of the same run, where rows without a run stand in between."""
    order = np.argsort(run, kind="stable")
    ordered = run[order]
    result = np.empty(len(run), dtype=np.int64)
    result[order] = np.arange(len(run)) - np.searchsorted(ordered, ordered, side="left")
    return result


def _dealt_on(event: Columns, records: Sequence[QuickRound], turn: Array) -> Columns:
    """Shoes that go on from the round before: the rounds whose list has one more shoe than their log shuffles."""
    shuffles = counts(event["rnd"][turn], len(records))
    first_event = np.searchsorted(event["rnd"], np.arange(len(records)), side="left")
    on = [i for i, record in enumerate(records) if len(record.shoes) > shuffles[i]]
    uses = [records[i].shoes[0] for i in on]
    return {
        "rnd": np.array(on, dtype=np.int64),
        "event": first_event[on].astype(np.int64) if on else np.zeros(0, np.int64),
        "index": np.array([use.index for use in uses], dtype=np.int64),
        "first": np.array([use.first for use in uses], dtype=np.int64),
    }


def add_expected(cards: Columns, table: Columns, rounds: Sequence[QuickRound], session: Sequence[Session]) -> None:
    """Put beside each card the one that the sealed shoe has there.

    Adds to cards: expected (255 where there is none), sealed (whether the shoe could be derived), pack (its size); to runs: sealed, pack.
    """
    seeds = _seeds(table, rounds, session)
    packs = np.array([52 * int((session[r].params or {}).get("pack_decks", 0)) for r in table["rnd"].tolist()], dtype=np.int64)
    wanted = table["first"] + table["count"]
    result = np.full(len(cards["card"]), NO_CARD, dtype=np.uint8)
    streams = _Streams(table, session, seeds)
    for decks in sorted(set((packs // 52).tolist()) - {0}):
        rows = np.array(
            [r for r in np.flatnonzero(packs == 52 * decks).tolist() if table["fresh"][r] != 2 and streams.known(r)], dtype=np.int64
        )
        need = np.minimum(wanted[rows], 52 * decks)
        dealt = shoes.shuffled_many(decks, lambda i, n, rows=rows: streams.read(int(rows[i]), n), need)  # type: ignore[misc]
        _place(result, cards, rows, need, dealt, len(packs))
    for row in np.flatnonzero(table["fresh"] == 2).tolist():
        packs[row] = _reshuffled(result, cards, table, row, streams, int(packs[row]) // 52)
    table["pack"], table["sealed"] = packs, np.array([streams.known(row) for row in range(len(packs))], dtype=bool)
    cards["expected"] = result
    for name in ("pack", "sealed"):
        cards[name] = np.append(table[name], 0).astype(table[name].dtype)[cards["run"]]


def _place(result: Array, cards: Columns, rows: Array, need: Array, dealt: Array, runs_count: int) -> None:
    """Put the derived cards beside those of the log."""
    where = np.full(runs_count + 1, -1, dtype=np.int64)
    where[rows] = np.arange(len(rows))
    at = where[cards["run"]]
    known = np.flatnonzero((at >= 0) & (cards["pos"] >= 0))
    known = known[cards["pos"][known] < need[at[known]]]
    result[known] = dealt[at[known], cards["pos"][known]]


def _reshuffled(result: Array, cards: Columns, table: Columns, row: int, streams: _Streams, decks: int) -> int:
    """Derive a shoe made of discards (G6); gives how many cards it has."""
    begin, count = int(table["begin"][row]), int(table["count"][row])
    first = int(np.searchsorted(cards["rnd"], table["rnd"][row], side="left"))
    rest = shoes.discards(decks, cards["card"][first:begin])
    wanted = min(count, len(rest))
    if wanted and streams.known(row):
        result[begin : begin + wanted] = shoes.shuffled(rest, lambda n: streams.read(row, n), wanted)
    return len(rest)


def _seeds(table: Columns, rounds: Sequence[QuickRound], session: Sequence[Session]) -> list[bytes | None]:
    """Seed of each run's shoe: from its own record, or from the record with which the shoe ended."""
    result: list[bytes | None] = []
    for rnd, index in zip(table["rnd"].tolist(), table["index"].tolist(), strict=True):
        own = next((use.seed for use in rounds[rnd].shoes if use.index == index and use.seed is not None), None)
        result.append(bytes.fromhex(own) if own else session[rnd].seeds.get(index))
    return result


class _Streams:
    """Card streams by run."""

    def __init__(self, table: Columns, session: Sequence[Session], seeds: list[bytes | None]) -> None:
        self._index = table["index"].tolist()
        self._session = [session[rnd].number for rnd in table["rnd"].tolist()]
        self._seeds = seeds
        roots = {s.number: (s, s.entropy_root()) for s in {one.number: one for one in session}.values()}
        self._streams = {number: CardStream(one, root) for number, (one, root) in roots.items() if root is not None}

    def known(self, row: int) -> bool:
        """Whether all that the stream depends on is revealed."""
        return self._seeds[row] is not None and self._session[row] in self._streams

    def read(self, row: int, length: int) -> bytes:
        """First bytes of the stream."""
        seed = self._seeds[row]
        return b"" if seed is None else self._streams[self._session[row]].read(seed, self._index[row], length)
