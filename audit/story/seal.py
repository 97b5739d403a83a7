"""How the seal of a shoe stands: its seed, where it was told, and the cards, cuts and lots that it gives (FORMAT.md §6, §7)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import attrs

from audit.records import Close, Open, Seat, ShoeUse, Start
from audit.seeds import LABEL_CARDS, LABEL_CUT, LABEL_LOT, descend, entropy_root, stream, u64
from audit.shoes import WORD, below
from audit.story.session import SessionRecords
from audit.story.step import Shoe

Read = Callable[[int], bytes]


@attrs.frozen
class Seal:
    """What opens a session's shoes: the `open` record, its leaf, the root of everybody's entropy where that is revealed."""

    records: SessionRecords
    opening: Open
    root: bytes | None

    @classmethod
    def of(cls, records: SessionRecords, opening: Open) -> Seal:
        """Of a session's records."""
        starts = records.all(Start)
        if not starts:
            return cls(records, opening, None)
        entropies = zip((seat.name for seat in records.all(Seat)), map(bytes.fromhex, starts[0].entropy), strict=False)
        return cls(records, opening, entropy_root(entropies))

    def shoe(self, use: ShoeUse, cards: Callable[[Callable[[Sequence[str]], list[str]]], Sequence[str]]) -> Shoe:
        """How a shoe's seal stands; `cards` gives its order as the round finds it, of what shuffles a pack with its seed."""
        seed, where = self._seed(use.index, use.seed)
        if seed is None:
            return Shoe(use.index, use.first, "Its seed is not revealed yet, so its cards cannot be checked.")
        if not self._is_committed(seed, use.index):
            broken = "this seed is not the one committed to when the session opened"
            return Shoe(use.index, use.first, f"Its seed stands in {where}.", broken=broken)
        seal = f"Its seed stands in {where} and leads back to the commitment of line {self.opening.seq}, written before anyone staked"
        if self.root is None:
            return Shoe(use.index, use.first, f"{seal}.")
        known = seed

        def shuffled(pack: Sequence[str]) -> list[str]:
            return _shuffled(pack, self._numbers(LABEL_CARDS, known, use.index))

        def cut(seat: int, size: int) -> int:
            return self._numbers(LABEL_CUT, known, use.index, u64(seat))(size)

        return Shoe(use.index, use.first, f"{seal}.", cards(shuffled), shuffled=shuffled, cut=cut)

    def lots(self, index: int) -> Callable[[int], int] | None:
        """Numbers from the lot stream of a shoe, one after another, each below a bound; None where its seed is not revealed."""
        seed, _ = self._seed(index, None)
        if seed is None or self.root is None or not self._is_committed(seed, index):
            return None
        return self._numbers(LABEL_LOT, seed, index)

    def _is_committed(self, seed: bytes, index: int) -> bool:
        return index <= self.opening.chain and descend(seed, index).hex() == self.opening.commitment

    def _numbers(self, label: bytes, seed: bytes, index: int, *more: bytes) -> Callable[[int], int]:
        """Numbers from a stream, one after another, each below a bound."""
        root, leaf = self.root or b"", self.records.open_leaf
        words = _Words(lambda length: stream(label, seed, leaf, index, root, length, more))
        return lambda bound: below(bound, words)

    def _seed(self, index: int, own: str | None) -> tuple[bytes | None, str]:
        """s_k, from the line that reveals it or from the last seed of a session that is over."""
        if own is not None:
            return bytes.fromhex(own), "this line"
        for record in self.records.rounds():
            for other in record.shoes:
                if other.index == index and other.seed is not None:
                    return bytes.fromhex(other.seed), f"line {record.seq}"
        for close in self.records.all(Close):
            if index <= self.opening.chain:
                return descend(bytes.fromhex(close.seed), self.opening.chain - index), f"line {close.seq}, where the session ends,"
        return None, ""


class _Words:
    """The words of a stream, one after another, read on as they are asked for."""

    def __init__(self, read: Read) -> None:
        self._read, self._data, self._at = read, read(64 * WORD), 0

    def __call__(self) -> int:
        if self._at + WORD > len(self._data):
            self._data = self._read(2 * len(self._data))
        self._at += WORD
        return int.from_bytes(self._data[self._at - WORD : self._at], "big")


def _shuffled(pack: Sequence[str], number: Callable[[int], int]) -> list[str]:
    """Fisher–Yates from the front over a pack in order (FORMAT.md §7)."""
    cards = list(pack)
    for i in range(len(cards) - 1):
        j = i + number(len(cards) - i)
        cards[i], cards[j] = cards[j], cards[i]
    return cards
