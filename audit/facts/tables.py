"""The tables of facts that the checks read, for the rounds of one unit whose rules are understood.

All have `rnd`, a round's number within the unit. Amounts are in the table's smallest unit, steps count a log's events from 0,
cards are 0 to 51 (255: none).
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from audit.context import Session
from audit.facts import cards as shoe_cards
from audit.facts.columns import Array, Columns, counts, first_of, take
from audit.facts.events import CARD_VERBS, cards_before, events, is_verb, neighbours, order_keys
from audit.facts.grammar import BANKER, BOX_SHIFT, NO_CARD
from audit.facts.hands import best, hands, is_banker, parent, value
from audit.facts.money import CELLS, cell, money, stakes
from audit.facts.rounds import Rounds, padded

Tables = dict[str, Columns]
ACCOUNTS = 17
TURNS = ("hit", "stand", "double", "split", "draw", "surrender")
OUTCOMES = ("bust", "lose", "push", "win", "natural", "surrender")
ACES = (0, 13, 26, 39)
FIRST_SIDES = 0b0101010101
"""Bits of a packed hand that say `.1`."""


def play_tables(rounds: Rounds, sessions: Mapping[int, Session]) -> Tables:
    """All tables of the rounds' play."""
    return _Play(rounds, sessions).tables()


class _Play:
    """What the tables are made from, and each table."""

    def __init__(self, rounds: Rounds, sessions: Mapping[int, Session]) -> None:
        self.rounds = rounds
        self.size = len(rounds.records)
        self.session = [sessions[record.session] for record in rounds.records]
        self.event = events(rounds.lengths, rounds.codes, rounds.parsed)
        self.verb = self.event["verb"]
        self.before, self.before_count = padded([record.before for record in rounds.records], ACCOUNTS)
        self.after, self.after_count = padded([record.after for record in rounds.records], ACCOUNTS)
        self.owner, self.left = self._owners()
        self.state, self.hand = hands(self.event)
        self.stake = stakes(self.event, self.size)
        self.free, self.change = money(self.event, self.before, self.owner, self.stake)
        self.on_table = cards_before(self.event, self.size)
        self.pack = np.array([52 * int((s.params or {})["pack_decks"]) for s in self.session], dtype=np.int64)
        self.at_once = np.array([(s.params or {})["split_second_card"] == "at-once" for s in self.session], dtype=bool)
        self.event |= neighbours(self.event)

    def tables(self) -> Tables:
        cards, runs = shoe_cards.runs(self.event, self.rounds.records)
        shoe_cards.add_expected(cards, runs, self.rounds.records, self.session)
        names = ("rnd", "step", "verb", "hand", "seat", "n", "code", "prev_verb", "prev_hand", "next_verb", "next_hand")
        event = {name: self.event[name] for name in names} | order_keys(self.event, self.state["count_before"], self.at_once)
        return {
            "events": event | {"event": np.arange(len(self.verb)), "total_after": self.state["total_after"]},
            "texts": {"code": np.arange(len(self.rounds.texts)), "text": np.array(self.rounds.texts, dtype=object)},
            "cards": cards,
            "runs": runs | {"revealed": self._revealed(runs)} | shoe_cards.neighbours(runs),
            "shoe_uses": self._shoe_uses(),
            "rounds": self._rounds(),
            "accounts": self._accounts(),
            "boxes": self._boxes(),
            "hands": self._hands(),
            "turns": self._turns(),
            "draws": self._draws(),
            "settled": self._settled(),
        }

    def _owners(self) -> tuple[Array, Array]:
        """Seat by cell, and whether that seat had left before the round."""
        owner = np.zeros((self.size, CELLS), dtype=np.int64)
        left = np.zeros((self.size, CELLS), dtype=bool)
        number = np.array([s.number for s in self.session], dtype=np.int64)
        seq = np.array(self.rounds.seq, dtype=np.int64)
        for session in {s.number: s for s in self.session}.values():
            rows = number == session.number
            for seat in reversed(session.seats):
                for box in seat.boxes:
                    owner[rows, min(box, CELLS - 1)] = seat.seat
                    left[rows, min(box, CELLS - 1)] = session.leaves.get(seat.seat, 1 << 60) <= seq[rows]
        return owner.ravel(), left.ravel()

    def _dealer_cards(self, name: str) -> Array:
        """First card that the banker was given by a verb, by round."""
        rows = np.flatnonzero(is_verb(self.verb, name) & (self.event["hand"] == BANKER))
        return first_of(self.event["rnd"][rows], self.event["card"][rows], self.size, NO_CARD).astype(np.uint8)

    def _counted(self, name: str, *, banker: bool = True) -> Array:
        rows = is_verb(self.verb, name) & ((self.event["hand"] == BANKER) | (not banker))
        return counts(self.event["rnd"][rows], self.size)

    def _first_step(self, *names: str) -> Array:
        rows = np.flatnonzero(is_verb(self.verb, *names))
        return first_of(self.event["rnd"][rows], self.event["step"][rows], self.size, -1)

    def _rounds(self) -> Columns:
        records = self.rounds.records
        up, hole = self._dealer_cards("deal"), self._dealer_cards("hole")
        two, _ = best(value(up) + value(hole), np.isin(up, ACES).astype(int) + np.isin(hole, ACES))
        banker = take(self.hand, is_banker(self.hand))
        final = {name: np.zeros(self.size, dtype=np.int64) for name in ("cards", "total", "soft")}
        for name, values in final.items():
            values[banker["rnd"]] = banker[name]
        stock = self.pack - counts(self.event["rnd"][is_verb(self.verb, *CARD_VERBS)], self.size)
        return {
            "rnd": np.arange(self.size),
            "seq": np.array(self.rounds.seq, dtype=np.int64),
            "session": np.array([record.session for record in records], dtype=np.int64),
            "round": np.array([record.round for record in records], dtype=np.int64),
            "banker": np.array([record.banker for record in records], dtype=np.int64),
            "up": up,
            "hole": hole,
            "two_total": np.where((up == NO_CARD) | (hole == NO_CARD), 0, two),
            "dealer_cards": final["cards"],
            "dealer_total": final["total"],
            "dealer_soft": final["soft"] > 0,
            "deals": self._counted("deal"),
            "holes": self._counted("hole"),
            "hole_is_first": self._hole_is_first(),
            "bets": self._counted("bet", banker=False),
            "shows": self._counted("show"),
            "show_step": self._first_step("show"),
            "peeks_natural": self._counted("peek natural"),
            "peeks_clear": self._counted("peek clear"),
            "peek_step": self._first_step("peek natural", "peek clear"),
            "stock": stock,
            "last_dealt": self._last_dealt(stock),
            "chain": np.array([s.opened.chain for s in self.session]),
            "is_closed": np.array([s.close is not None for s in self.session], dtype=bool),
            "events": self.rounds.lengths,
            "accounts": np.array([1 + len(s.seats) for s in self.session]),
            "before_count": self.before_count,
            "after_count": self.after_count,
        }

    def _hole_is_first(self) -> Array:
        """Whether the banker's first card lies face down, by round."""
        verb, hand, before = self.verb, self.event["hand"], self.state["count_before"]
        result = np.zeros(self.size, dtype=bool)
        result[self.event["rnd"][is_verb(verb, "hole") & (hand == BANKER) & (before == 0)]] = True
        return result

    def _last_dealt(self, stock: Array) -> Array:
        """Hand that was given the very last card, by round; the banker where some were left. Two cards at once count as their parent's."""
        rows = np.flatnonzero(is_verb(self.verb, *CARD_VERBS) & (stock[self.event["rnd"]] <= 0))
        hand, rnd = self.event["hand"][rows].astype(np.int64), self.event["rnd"][rows]
        at_once = is_verb(self.verb[rows], "draw") & (hand < BANKER) & self.at_once[rnd]
        result = np.full(self.size, BANKER, dtype=np.int64)
        result[rnd] = np.where(at_once, parent(hand), hand)
        return result

    def _shoe_uses(self) -> Columns:
        """Shoes as the records list them, numbered from 1 in each round."""
        uses = [(rnd, nth, use) for rnd, record in enumerate(self.rounds.records) for nth, use in enumerate(record.shoes, 1)]
        return {
            "rnd": np.array([rnd for rnd, _, _ in uses], dtype=np.int64),
            "nth": np.array([nth for _, nth, _ in uses], dtype=np.int64),
            "index": np.array([use.index for _, _, use in uses], dtype=np.int64),
            "first": np.array([use.first for _, _, use in uses], dtype=np.int64),
        }

    def _revealed(self, runs: Columns) -> Array:
        """Whether the record of a run's round tells the seed of its shoe."""
        told = [{use.index for use in record.shoes if use.seed is not None} for record in self.rounds.records]
        pairs = zip(runs["rnd"].tolist(), runs["index"].tolist(), strict=True)
        return np.array([index in told[rnd] for rnd, index in pairs], dtype=bool)

    def _accounts(self) -> Columns:
        """Balances as recorded, and the change that the log makes; only the accounts that a session has."""
        have = np.array([1 + len(s.seats) for s in self.session], dtype=np.int64)
        wanted = np.arange(ACCOUNTS)[None, :] < have[:, None]
        rnd, account = np.nonzero(wanted)
        return {
            "rnd": rnd,
            "account": account,
            "before": self.before[wanted],
            "after": self.after[wanted],
            "change": self.change[wanted],
        }

    def _boxes(self) -> Columns:
        size = self.size * CELLS
        table: Columns = {"seat": self.owner, "left_table": self.left, "stake": self.stake}
        for name, verb in (("bets", "bet"), ("deals", "deal"), ("insures", "insure"), ("declines", "decline"), ("pays", "insurance")):
            rows = np.flatnonzero(is_verb(self.verb, verb) & (self.event["hand"] < BANKER) & (self.event["hand"] > 0))
            at = cell(self.event, rows)
            table[name] = counts(at, size)
            table[f"{name}_n"] = first_of(at, self.event["n"][rows], size, 0)
            table[f"{name}_step"] = first_of(at, self.event["step"][rows], size, -1)
        own = np.flatnonzero((self.hand["depth"] == 0) & ~is_banker(self.hand))
        at = self.hand["rnd"][own].astype(np.int64) * CELLS + self.hand["box"][own]
        for name in ("first", "second"):
            table[name] = np.full(size, NO_CARD, dtype=np.uint8)
            table[name][at] = self.hand[name][own]
        used = np.flatnonzero(
            (self.owner > 0) | (table["bets"] + table["deals"] + table["insures"] + table["declines"] + table["pays"] > 0)
        )
        result = take(table, used)
        rnd, box = used // CELLS, used % CELLS
        return result | {"rnd": rnd, "box": box, "hand": box << BOX_SHIFT, "before": self.before[rnd, result["seat"]]}

    def _hands(self) -> Columns:
        """Hands of the boxes, the split ones too, with the stake of their box and their first two cards' total."""
        table = take(self.hand, ~is_banker(self.hand) & (self.hand["hand"] > 0))
        at = table["rnd"].astype(np.int64) * CELLS + table["box"]
        aces = np.isin(table["first"], ACES).astype(np.int64) + np.isin(table["second"], ACES)
        two, _ = best(value(table["first"]) + value(table["second"]), aces)
        return table | {"stake": self.stake[at], "seat": self.owner[at], "two_total": two}

    def _turns(self) -> Columns:
        """Decisions, and the cards that split hands are given."""
        rows = np.flatnonzero(is_verb(self.verb, *TURNS) & (self.event["hand"] < BANKER) & (self.event["hand"] > 0))
        names = ("rnd", "step", "verb", "hand", "n", "card", "second", "prev_verb", "prev_hand")
        table = {name: self.event[name][rows] for name in names}
        table |= {name: self.state[name][rows] for name in ("count_before", "total_before", "soft_before", "closed_before", "total_after")}
        at = cell(self.event, rows)
        table |= {"stake": self.stake[at], "free": self.free[rows], "stock": self.pack[table["rnd"]] - self.on_table[rows]}
        split = is_verb(table["verb"], "split").astype(np.int64)
        order = np.argsort(at, kind="stable")
        total = np.cumsum(split[order])
        first = np.searchsorted(at[order], at[order], side="left")
        table["splits_before"] = np.zeros(len(rows), dtype=np.int64)
        table["splits_before"][order] = total - split[order] - (total - split[order])[first] if len(rows) else total
        return table | self._two_cards(table) | {"after_split": _directly_after_split(table)}

    def _two_cards(self, table: Columns) -> Columns:
        """First two cards of the hand that a turn is about, and how deep it was split."""
        key = self.hand["rnd"].astype(np.int64) << 16 | self.hand["hand"]
        at = np.searchsorted(key, table["rnd"].astype(np.int64) << 16 | table["hand"])
        return {f"{name}_card": self.hand[name][at] for name in ("first", "second")} | {"depth": self.hand["depth"][at]}

    def _draws(self) -> Columns:
        """Cards that the banker drew."""
        rows = np.flatnonzero(is_verb(self.verb, "draw") & (self.event["hand"] == BANKER))
        return {name: self.event[name][rows] for name in ("rnd", "step")} | {
            name: self.state[name][rows] for name in ("total_before", "soft_before", "count_before")
        }

    def _settled(self) -> Columns:
        """Recorded outcomes of hands."""
        rows = np.flatnonzero(is_verb(self.verb, *OUTCOMES) & (self.event["hand"] < BANKER) & (self.event["hand"] > 0))
        table = {name: self.event[name][rows] for name in ("rnd", "step", "verb", "hand", "n", "prev_verb", "prev_hand")}
        return table | {"total_before": self.state["total_before"][rows]}


def _directly_after_split(table: Columns) -> Array:
    """Whether a split hand's card stands where it does when both come at once: after the split, the second one after the first one."""
    hand = table["hand"].astype(np.int64)
    whole = parent(hand)
    side = hand ^ whole
    after_parent = is_verb(table["prev_verb"], "split") & (table["prev_hand"] == whole)
    after_sibling = is_verb(table["prev_verb"], "draw") & (table["prev_hand"] == (whole | side >> 1))
    result: Array = np.where(side & FIRST_SIDES > 0, after_parent, after_sibling)
    return result
