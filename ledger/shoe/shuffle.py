"""One shoe: Fisher–Yates from the front over its sealed card stream (FORMAT.md §7)."""

from __future__ import annotations

from collections.abc import Sequence
from operator import mod
from typing import Protocol

# A six-box round takes 26 cards on average and more than 32 in one of nine; deriving 32 at a time was
# measured a third cheaper than card by card, and a second helping costs what the first did.
CARDS_AT_ONCE = 32
LARGEST_SHOE = 8 * 52
_NEVER_REJECTED = 2**32 - LARGEST_SHOE
"""Words below this are below every limit."""
_LIMITS = (0, *(2**32 - 2**32 % bound for bound in range(1, LARGEST_SHOE + 1)))


class Words(Protocol):
    """Where a shuffle's numbers come from: u32 words, read from the front."""

    def words(self, count: int, /) -> list[int]:
        """The next `count` words."""


class Shoe:
    """The cards of shoe `index` in dealing order, derived only as far as they are dealt."""

    __slots__ = ("_cards", "_cut", "_derived", "_stream", "dealt", "index", "size")

    def __init__(self, index: int, pack: Sequence[int], stream: Words) -> None:
        self.index = index
        self.size = len(pack)
        self.dealt = 0
        self._cards = list(pack)
        self._derived = 0
        self._cut = 0
        self._stream = stream

    @property
    def left(self) -> int:
        """Cards not yet dealt."""
        return self.size - self.dealt

    def cut(self, at: int) -> None:
        """Cut before the first card is dealt: card i is then position (at + i) mod size (FORMAT.md §7)."""
        self._cut = at

    def next_card(self) -> int:
        """Deal one card; the caller knows that one is left."""
        position = self._cut + self.dealt
        if position >= self._derived:
            if position >= self.size:
                position -= self.size
            else:
                self._derive()
        self.dealt += 1
        return self._cards[position]

    def next_cards(self, count: int) -> list[int]:
        """Deal so many cards; the caller knows that they are left."""
        first = self._cut + self.dealt
        end = first + count
        if end > self._derived and first < self.size:
            self._derive()
        if end > self._derived:
            return [self.next_card() for _ in range(count)]
        self.dealt += count
        return self._cards[first:end]

    def holds_nothing_but(self, kind: Sequence[bool]) -> bool:
        """Whether every card of the shoe is of a kind, given by card number."""
        return all(kind[card] for card in self._cards)

    def _derive(self) -> None:
        cards, size = self._cards, self.size
        start = self._derived
        end = min(max(start, self._cut) + CARDS_AT_ONCE, size)
        # The last step has one card to choose from and draws nothing.
        words = self._stream.words(min(end, size - 1) - start)
        # One look at the largest instead of one at each: a word in ten million is near enough to a limit to be rejected.
        if words and max(words) >= _NEVER_REJECTED:
            self._derive_slowly(start, words, end)
        else:
            # The divisions in one go, and the exchange without a pair of two: a quarter less than as it is written below.
            for position, further in enumerate(map(mod, words, range(size - start, 0, -1)), start):
                other = position + further
                card = cards[other]
                cards[other] = cards[position]
                cards[position] = card
        self._derived = end

    def _derive_slowly(self, position: int, words: list[int], end: int) -> None:
        """Look at each word: a rejected one is passed over and a further one is read behind those already taken."""
        cards, size = self._cards, self.size
        while position < min(end, size - 1):
            word = words.pop(0) if words else self._stream.words(1)[0]
            bound = size - position
            if word < _LIMITS[bound]:
                other = position + word % bound
                cards[position], cards[other] = cards[other], cards[position]
                position += 1
