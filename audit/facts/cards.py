"""Cards with their places in the shoe, and beside each the card that the sealed shoe has there (FORMAT §6, §7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

import attrs
import numpy as np

from audit import shoes
from audit.context import Session
from audit.facts.columns import Array, Columns, first_of, grouped
from audit.facts.events import distinct_events, events
from audit.facts.grammar import NO_CARD
from audit.facts.lying import table_cards
from audit.facts.rounds import Rounds, decode_rounds
from audit.facts.runs import DISCARDS, ON, RANKS, readied, runs
from audit.facts.streams import Streams
from audit.facts.uses import Uses
from audit.shoes import Cards


@attrs.frozen
class Made:
    """Shoes as they were made; arrays by shoe. `rest` has the cards, in order before the shuffle, of those that are no full pack."""

    decks: Array
    size: Array
    cut: Array
    rest: dict[int, Cards]

    @property
    def cards(self) -> Array:
        """Cards of each shoe."""
        result: Array = self.decks * self.size
        for shoe, rest in self.rest.items():
            result[shoe] = len(rest)
        return result

    def only_aces(self) -> Array:
        """Which shoes hold nothing but aces."""
        result = np.zeros(len(self.decks), dtype=bool)
        for shoe, rest in self.rest.items():
            result[shoe] = len(rest) > 0 and not (rest % RANKS).any()
        return result


@attrs.frozen
class Dealt:
    """Rounds with the shoes that they list, their sessions, and which of these each is of."""

    rounds: Rounds
    listed: Uses
    sessions: Sequence[Session]
    nth: Array

    def session(self, rnd: int) -> Session:
        """Session of a round."""
        return self.sessions[int(self.nth[rnd])]

    def first_lines(self) -> list[int]:
        """Line of the first round of each session."""
        lines: list[int] = first_of(self.nth, np.array(self.rounds.seq, dtype=np.int64), len(self.sessions), -1).tolist()
        return lines


def add_expected(cards: Columns, table: Columns, event: Columns, dealt: Dealt) -> None:
    """Put beside each card the one that the sealed shoe has there.

    Adds to cards: expected (255 where there is none), sealed (whether the shoe could be derived), pack (its size); to runs: sealed, pack,
    revealed (whether its round tells the seed), only_aces (whether it holds nothing else), due_cut (the number that the cut's stream gives
    for who cut, −1 where unknown or nobody cut).
    """
    shoe, lead = _distinct(table, dealt)
    made = _made(table, event, dealt, lead)
    streams = Streams(table, dealt.listed, dealt.sessions, shoe, lead, dealt.nth[table["rnd"][lead]])
    sizes = made.cards
    need = np.zeros(len(lead), dtype=np.int64)
    np.maximum.at(need, shoe, table["first"] + table["count"])
    need = np.where(made.cut > 0, sizes, np.minimum(need, sizes))
    cards["expected"] = np.full(len(cards["card"]), NO_CARD, dtype=np.uint8)
    for rows, order in _derived(made, need, streams):
        _place(cards, shoe, rows, need, order)
    table["revealed"] = streams.revealed
    table["pack"], table["sealed"], table["only_aces"] = sizes[shoe], streams.known[shoe], made.only_aces()[shoe]
    table["due_cut"] = _due_cuts(table, shoe, streams)
    for name in ("pack", "sealed"):
        cards[name] = np.append(table[name], 0).astype(table[name].dtype).take(cards["run"])


def whole_shoes(table: Columns, event: Columns, dealt: Dealt) -> list[Cards | None]:
    """All cards of each run's shoe in the order in which they are dealt, those of the discards too; None where the seed is not told."""
    shoe, lead = _distinct(table, dealt)
    made = _made(table, event, dealt, lead)
    streams = Streams(table, dealt.listed, dealt.sessions, shoe, lead, dealt.nth[table["rnd"][lead]])
    sizes = made.cards
    known: dict[int, Cards] = {}
    for rows, order in _derived(made, sizes, streams):
        known |= {row: order[at, : sizes[row]] for at, row in enumerate(rows.tolist())}
    return [known.get(row) for row in shoe.tolist()]


def _distinct(table: Columns, dealt: Dealt) -> tuple[Array, Array]:
    """Give (number of each run's shoe, first run of each shoe): a shoe goes on until its session has another index, or shuffles it anew.

    From a round that was broken off none goes on.
    """
    order, starts = grouped(table["index"], table["rnd"].astype(np.uint16) if dealt.rounds.are_void else dealt.nth[table["rnd"]])
    starts |= table["fresh"][order] != ON
    shoe = np.empty(len(order), dtype=np.int64)
    shoe[order] = np.cumsum(starts) - 1
    return shoe, order[starts]


def _made(table: Columns, event: Columns, dealt: Dealt, lead: Array) -> Made:
    """How each shoe was made, in this unit or in an earlier one."""
    packs = [((one.params or {})["pack_decks"], (one.params or {})["pack_size"]) for one in dealt.sessions]
    rnd = table["rnd"][lead]
    decks, size = np.array(packs, dtype=np.int64).reshape(-1, 2)[dealt.nth[rnd]].T
    made = Made(decks, size, table["cut"][lead], {})
    fresh = table["fresh"][lead]
    for shoe in np.flatnonzero(fresh == DISCARDS).tolist():
        made.rest[shoe] = _discards(table, event, int(lead[shoe]), dealt, shoes.pack(int(decks[shoe]), int(size[shoe])))
    on = np.flatnonzero(fresh == ON).tolist()
    lines = dealt.first_lines() if on else []
    for shoe in on:
        number = int(rnd[shoe])
        line = dealt.rounds.seq[number] if dealt.rounds.are_void else lines[dealt.nth[number]]
        before = _earlier(dealt.session(number), line, int(table["index"][lead[shoe]]))
        if before is not None:
            made.cut[shoe] = before.cut[0]
            made.rest.update(dict.fromkeys([shoe], before.rest[0]) if before.rest else {})
    return made


def _discards(table: Columns, event: Columns, run: int, dealt: Dealt, full: Cards) -> Cards:
    """Cards of a shoe that was made of the discards (G6, B6.2)."""
    rnd = int(table["rnd"][run])
    begin = int(np.searchsorted(event["rnd"], event["rnd"].dtype.type(rnd), side="left"))  # of its own type: no copy is made
    dealt_on = (dealt.session(rnd).params or {})["shoe_reshuffle"] == "discards"
    return shoes.without(full, table_cards(event, begin, int(table["shuffle"][run]), dealt_on=dealt_on))


def _earlier(session: Session, line: int, index: int) -> Made | None:
    """How a shoe was made that was in use when the round of a line began, in another unit; None where that is not known."""
    carried = session.carried.get(line)
    if carried is None or index not in carried.making:
        return None
    before = decode_rounds([carried.making[index]], 0)
    event, listed = events(before.lengths, before.codes, distinct_events(before.parsed)), before.uses
    _, table = runs(event, before.lengths, listed)
    table |= readied(event, table, before.lengths)[0]
    shuffled = np.flatnonzero((table["index"] == index) & (table["fresh"] != ON))
    alone = Dealt(before, listed, [attrs.evolve(session, carried={})], np.zeros(1, dtype=np.int64))
    return _made(table, event, alone, shuffled[-1:]) if len(shuffled) else None


def _derived(made: Made, need: Array, streams: Streams) -> Iterator[tuple[Array, Cards]]:
    """Derive the shoes whose seeds are known, those alike at once, as they were cut: (shoes, cards of each in its row)."""
    full = streams.known.copy()
    full[list(made.rest)] = False
    kinds = made.decks << 8 | made.size
    for kind in np.unique(kinds[full]).tolist():
        rows = np.flatnonzero(full & (kinds == kind))
        yield rows, _cut(made, rows, shoes.shuffled_many(kind >> 8, partial(_read, streams, rows), need[rows], kind & 255))
    rows = np.array([row for row in made.rest if streams.known[row]], dtype=np.int64)
    if len(rows):
        yield rows, _cut(made, rows, shoes.shuffled_each([made.rest[row] for row in rows.tolist()], partial(_read, streams, rows)))


def _cut(made: Made, rows: Array, dealt: Cards) -> Cards:
    """Cut those shoes that were cut."""
    cut = np.flatnonzero(made.cut[rows] > 0)
    if len(cut):
        dealt[cut] = shoes.cut_at(dealt[cut], made.cut[rows[cut]], made.cards[rows[cut]])
    return dealt


def _read(streams: Streams, rows: Array, some: Array, length: int) -> bytes:
    return streams.read(rows[some], length)


def _place(cards: Columns, shoe: Array, rows: Array, need: Array, order: Cards) -> None:
    """Put the derived cards of some shoes, one in each row, beside those of the log; `shoe` has the number of each run's shoe."""
    where, limit = np.zeros(len(need), dtype=np.int64), np.full(len(need), -1)
    where[rows], limit[rows] = np.arange(len(rows)) * order.shape[1], need[rows]
    run, pos = cards["run"], cards["pos"]
    known = np.flatnonzero(pos < np.append(limit[shoe], -1).take(run))  # before the first run pos is −1, and so is the limit
    cards["expected"][known] = order.take(where[shoe].take(run.take(known)) + pos.take(known))


def _due_cuts(table: Columns, shoe: Array, streams: Streams) -> Array:
    """Numbers that the streams of cuts give, below the cards of each shoe (FORMAT §7)."""
    result = np.full(len(shoe), -1, dtype=np.int64)
    for run in np.flatnonzero((table["cuts"] > 0) & streams.known[shoe] & (table["pack"] > 0)).tolist():
        read = partial(streams.read_cut, int(shoe[run]), int(table["cutter"][run]))
        result[run] = shoes.below(int(table["pack"][run]), shoes.words_of(read, 1))
    return result
