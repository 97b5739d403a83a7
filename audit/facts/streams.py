"""Streams of shoes (FORMAT §6): that of a shoe's cards, and that of its cut."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import numpy as np

from audit.context import Session
from audit.facts.columns import Array, Columns
from audit.facts.rounds import QuickRound
from audit.seeds import LABEL_CARDS, LABEL_CUT, SEED_BYTES, frame, stream, u64


class Streams:
    """Streams by shoe; `known` says whether all that they depend on is revealed."""

    def __init__(self, table: Columns, records: Sequence[QuickRound], session: Sequence[Session], shoe: Array, lead: Array) -> None:
        self._seeds: list[bytes | None] = [None] * len(lead)
        for number, rnd, index in zip(shoe.tolist(), table["rnd"].tolist(), table["index"].tolist(), strict=True):
            if self._seeds[number] is None:
                own = next((use.seed for use in records[rnd].shoes if use.index == index and use.seed is not None), None)
                self._seeds[number] = bytes.fromhex(own) if own else session[rnd].seeds.get(index)
        self._index = table["index"][lead].tolist()
        self._session = [session[rnd].number for rnd in table["rnd"][lead].tolist()]
        one_each = {one.number: one for one in session}
        roots = {number: one.entropy_root() for number, one in one_each.items()}
        self._streams = {number: _Stream(one_each[number], root) for number, root in roots.items() if root is not None}
        known = [seed is not None and number in self._streams for seed, number in zip(self._seeds, self._session, strict=True)]
        self.known = np.array(known, dtype=bool)

    def read(self, row: int, length: int) -> bytes:
        """First bytes of the card stream of a shoe."""
        return self._streams[self._session[row]].read(self._seeds[row] or b"", self._index[row], length)

    def read_cut(self, row: int, seat: int, length: int) -> bytes:
        """First bytes of the stream of a shoe's cut by a seat."""
        return self._streams[self._session[row]].read_cut(self._seeds[row] or b"", self._index[row], seat, length)


class _Stream:
    """Streams of a session's shoes; the parts that do not change are framed once."""

    def __init__(self, session: Session, entropy_root: bytes) -> None:
        self._head = frame(LABEL_CARDS) + SEED_BYTES.to_bytes(4, "big")
        self._middle = frame(session.open_leaf) + (8).to_bytes(4, "big")
        self._tail = frame(entropy_root)
        self._leaf, self._root = session.open_leaf, entropy_root

    def read(self, seed: bytes, index: int, length: int) -> bytes:
        """First bytes of the card stream of one shoe."""
        return hashlib.shake_256(self._head + seed + self._middle + u64(index) + self._tail).digest(length)

    def read_cut(self, seed: bytes, index: int, seat: int, length: int) -> bytes:
        """First bytes of the stream of one shoe's cut."""
        return stream(LABEL_CUT, seed, self._leaf, index, self._root, length, (u64(seat),))
