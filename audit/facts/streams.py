"""Streams of shoes (FORMAT §6): that of a shoe's cards, and that of its cut."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import shake_256
from typing import Protocol

import numpy as np

from audit.facts.columns import Array, Columns, first_of
from audit.facts.uses import NOWHERE, Uses
from audit.seeds import LABEL_CARDS, LABEL_CUT, SEED_BYTES, frame, stream, u64

INDEX_BYTES = 8
_SEED_AT = len(frame(LABEL_CARDS, bytes(SEED_BYTES))) - SEED_BYTES


class Sealing(Protocol):
    """Of a session, what its shoes depend on."""

    open_leaf: bytes
    seeds: dict[int, bytes]

    def entropy_root(self) -> bytes | None:
        """Root of the entropies, None where they were not all revealed."""


class Streams:
    """Streams by shoe; `known` says whether all that they depend on is revealed, `revealed` by run whether its own round tells the seed.

    What a stream is the hash of differs among a session's shoes in the seed and the index alone, so it is written for many at once into
    copies of one text: 0.16 µs a shoe where joining its parts for each took 0.24 (the hash itself takes 0.9).
    """

    def __init__(self, table: Columns, listed: Uses, sessions: Sequence[Sealing], shoe: Array, lead: Array, nth: Array) -> None:
        """`shoe` has the number of each run's shoe, `lead` the first run of each shoe, `nth` which of the sessions each shoe is of."""
        self._index, self._nth, self._sessions = table["index"][lead], nth, sessions
        self._roots = [session.entropy_root() for session in sessions]
        use = listed.telling(table["rnd"], table["index"])
        self.revealed: Array = use != NOWHERE
        self._seeds, told = self._told(listed, use, shoe, len(lead))
        self.known: Array = told & np.array([root is not None for root in self._roots], dtype=bool)[nth]
        heads = [frame(LABEL_CARDS, bytes(SEED_BYTES), session.open_leaf) for session in sessions]
        self._index_at = len(frame(LABEL_CARDS, bytes(SEED_BYTES), bytes(SEED_BYTES))) + 4
        whole = [head + frame(u64(0), root or bytes(SEED_BYTES)) for head, root in zip(heads, self._roots, strict=True)]
        self._plain = np.array([np.frombuffer(text, dtype=np.uint8) for text in whole])

    def _told(self, listed: Uses, use: Array, shoe: Array, size: int) -> tuple[Array, Array]:
        """Give (seeds of shape (shoes, 32), which of them are known).

        Where shoes go on the session knows what any of its rounds tells; else the round tells it that deals from the shoe. `use` has the
        row of the lists that tells it by run.
        """
        telling = np.flatnonzero(self.revealed)
        row = first_of(shoe[telling], use[telling], size, NOWHERE)
        seeds = np.zeros((size, SEED_BYTES), dtype=np.uint8)
        own = np.flatnonzero(row != NOWHERE)
        seeds[own] = listed.raw_seeds(row[own])
        known = row != NOWHERE
        for number in np.flatnonzero(np.array([bool(session.seeds) for session in self._sessions], dtype=bool)[self._nth]).tolist():
            seed = self._sessions[self._nth[number]].seeds.get(int(self._index[number]))
            if seed is not None:
                seeds[number], known[number] = np.frombuffer(seed, dtype=np.uint8), True
        return seeds, known

    def read(self, rows: Array, length: int) -> bytes:
        """First bytes of the card streams of some shoes, one after another."""
        texts = self._plain[self._nth[rows]]
        texts[:, _SEED_AT : _SEED_AT + SEED_BYTES] = self._seeds[rows]
        texts[:, self._index_at : self._index_at + INDEX_BYTES] = self._index[rows].astype(">u8").view(np.uint8).reshape(-1, INDEX_BYTES)
        raw, width = texts.tobytes(), texts.shape[1]
        return b"".join([shake_256(raw[at : at + width]).digest(length) for at in range(0, len(raw), width)])

    def read_cut(self, row: int, seat: int, length: int) -> bytes:
        """First bytes of the stream of a shoe's cut by a seat."""
        nth = self._nth[row]
        root, seed = self._roots[nth] or b"", self._seeds[row].tobytes()
        return stream(LABEL_CUT, seed, self._sessions[nth].open_leaf, int(self._index[row]), root, length, (u64(seat),))
