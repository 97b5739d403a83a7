"""Shoes as the records of rounds list them (FORMAT §4): which, from what position on, and the seed of each that has ended."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import TYPE_CHECKING

import attrs
import numpy as np

from audit.facts.columns import Array, Columns, grouped
from audit.seeds import SEED_BYTES

if TYPE_CHECKING:
    from audit.facts.rounds import QuickRound

NOWHERE = -1


@attrs.frozen
class Uses:
    """A row for each shoe of each round's list: its round, index in the chain, first position; `seeds` in hex, `told` where there is one.

    By round, `counts` says how many there are.
    """

    rnd: Array
    index: Array
    first: Array
    seeds: list[str | None]
    told: Array
    counts: Array

    @property
    def begin(self) -> Array:
        """First row of each round."""
        result: Array = np.cumsum(self.counts) - self.counts
        return result

    def only(self, wanted: Array) -> Uses:
        """Those of the rounds that the mask wants, which are numbered anew."""
        kept = wanted[self.rnd]
        seeds = [self.seeds[row] for row in np.flatnonzero(kept).tolist()]
        rnd = (np.cumsum(wanted) - 1)[self.rnd[kept]]
        return Uses(rnd, self.index[kept], self.first[kept], seeds, self.told[kept], self.counts[wanted])

    def table(self) -> Columns:
        """Columns rnd, nth (in its round, from 1), index, first."""
        nth = np.arange(1, len(self.rnd) + 1) - np.repeat(self.begin, self.counts)
        return {"rnd": self.rnd, "nth": nth, "index": self.index, "first": self.first}

    def telling(self, rnd: Array, index: Array) -> Array:
        """Row that tells the seed of a shoe in a round, the first one if several do; NOWHERE if none does."""
        told = np.flatnonzero(self.told)
        order, starts = grouped(np.concatenate([self.index[told], index]), np.concatenate([self.rnd[told], rnd]).astype(np.uint16))
        begins = np.flatnonzero(starts)
        first = np.empty(len(order), dtype=np.int64)
        first[order] = np.repeat(order[begins], np.diff(begins, append=len(order)))
        return np.append(told, np.full(len(rnd), NOWHERE))[first[len(told) :]]

    def raw_seeds(self, rows: Array) -> Array:
        """Seeds that the rows tell, of shape (rows, 32)."""
        told = "".join([self.seeds[row] or "" for row in rows.tolist()])
        return np.frombuffer(bytes.fromhex(told), dtype=np.uint8).reshape(-1, SEED_BYTES)


def uses(records: Sequence[QuickRound]) -> Uses:
    """Give the lists of all rounds."""
    lists = [record.shoes for record in records]
    every = list(chain.from_iterable(lists))
    counts = np.array([len(one) for one in lists], dtype=np.int64)
    seeds = [use.seed for use in every]
    return Uses(
        rnd=np.repeat(np.arange(len(lists)), counts),
        index=np.array([use.index for use in every], dtype=np.int64),
        first=np.array([use.first for use in every], dtype=np.int64),
        seeds=seeds,
        told=np.array([seed is not None for seed in seeds], dtype=bool),
        counts=counts,
    )
