"""Lots (FORMAT §6): numbers from the stream of the shoe that the chain gives next, and cards of a bank's draw in a close."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from audit import seeds, shoes
from audit.context import Session


class Lots:
    """Draws lots of one session; `tell` makes a seed known."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._root = session.entropy_root()
        self._seeds: dict[int, bytes] = {}
        self._words: dict[int, Callable[[], int]] = {}

    def tell(self, index: int, seed: bytes) -> None:
        """Seed `index` was revealed."""
        self._seeds[index] = seed

    def number(self, index: int, below: int) -> int | None:
        """The next lot of shoe `index`; None where it cannot be derived."""
        words = self._words.get(index)
        if words is None:
            read = self._stream(seeds.LABEL_LOT, index)
            if read is None:
                return None
            words = self._words[index] = shoes.words_of(read, 1)
        return shoes.below(below, words)

    def card(self, index: int, position: int) -> str | None:
        """The card at a place of a full, uncut shoe; None where it cannot be derived."""
        read, params = self._stream(seeds.LABEL_CARDS, index), self._session.params
        if read is None or params is None:
            return None
        pack = shoes.pack(params["pack_decks"], params["pack_size"])
        return shoes.NAMES[shoes.shuffled(pack, read, position + 1)[position]] if position < len(pack) else None

    def _seed(self, index: int) -> bytes | None:
        close, chain = self._session.close, self._session.opened.chain
        if index not in self._seeds and close is not None and 0 < index <= chain:
            self._seeds[index] = seeds.descend(bytes.fromhex(close.seed), chain - index)
        return self._seeds.get(index)

    def _stream(self, label: bytes, index: int) -> Callable[[int], bytes] | None:
        seed = self._seed(index)
        if seed is None or self._root is None:
            return None
        return partial(seeds.stream, label, seed, self._session.open_leaf, index, self._root)
