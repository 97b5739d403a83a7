"""The shoes of a session, one after another, and what a round must reveal of them (FORMAT.md §4, §7)."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from ledger.cards import packs_in_order
from ledger.rules.tables import RuleSet
from ledger.shoe.chain import SeedChain
from ledger.shoe.hashing import CARDS, Stream, u64
from ledger.shoe.shuffle import Shoe


@attrs.frozen
class ShoeUse:
    """A shoe in a round's record: its index, the position of the round's first card, its seed once it has ended."""

    index: int
    first: int
    seed: bytes | None


class Rack:
    """Gives cards from shoe after shoe of the chain."""

    __slots__ = ("_chain", "_context", "_full_pack", "_index", "_left_at_end", "_shoe", "_uses", "every_round", "pack_size")

    def __init__(self, rules: RuleSet, chain: SeedChain, open_leaf: bytes, root: bytes) -> None:
        self._chain = chain
        self._context = (open_leaf, root)
        self._full_pack = packs_in_order(rules.pack)
        self.pack_size = len(self._full_pack)
        self.every_round = rules.shoe.reshuffle == "every-round"
        self._left_at_end = rules.shoe.penetration_left
        self._index = 0
        self._shoe: Shoe | None = None
        self._uses: list[tuple[Shoe, int]] = []

    def has_seed_for_a_round(self) -> bool:
        """Whether the chain still covers a round: a shoe if one is due, and one more where the cards may run out in it (G6)."""
        needed = (self._shoe is None) + (not self.every_round)
        return self._index + needed <= self._chain.length

    def begin_round(self) -> int | None:
        """Get ready for a round; the index of the new shoe if one must be shuffled for it."""
        self._uses = []
        if self._shoe is not None:
            self._uses.append((self._shoe, self._shoe.dealt))
            return None
        self._take_shoe(self._full_pack)
        return self._index

    def reshuffle(self, on_table: Sequence[int]) -> int:
        """Make the next shoe of all cards but those on the table (G6); its index."""
        pack = list(self._full_pack)
        for card in on_table:
            pack.remove(card)
        self._take_shoe(pack)
        return self._index

    @property
    def shoe(self) -> Shoe:
        """The shoe in use during a round."""
        if self._shoe is None:
            raise RuntimeError("no shoe is in use between begin_round and end_round")
        return self._shoe

    def end_round(self, *, broken_off: bool = False) -> tuple[ShoeUse, ...]:
        """What the round's record says of its shoes; a shoe that has ended is put away."""
        last = self.shoe
        reshuffled = len(self._uses) > 1
        ended = self.every_round or broken_off or reshuffled or last.left <= self._left_at_end
        if ended:
            self._shoe = None
        return tuple(
            ShoeUse(shoe.index, first, self._chain.seeds[shoe.index] if ended or shoe is not last else None) for shoe, first in self._uses
        )

    def _take_shoe(self, pack: Sequence[int]) -> None:
        self._index += 1
        open_leaf, root = self._context
        stream = Stream(CARDS, self._chain.seeds[self._index], open_leaf, u64(self._index), root)
        self._shoe = Shoe(self._index, pack, stream)
        self._uses.append((self._shoe, 0))
