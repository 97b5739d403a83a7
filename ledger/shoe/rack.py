"""The shoes of a session, one after another, and what a round must reveal of them (FORMAT.md §4, §6, §7)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ledger.cards import packs_in_order
from ledger.errors import LedgerError
from ledger.rules.tables import RuleSet
from ledger.shoe.chain import SeedChain
from ledger.shoe.hashing import CARDS, CUT, LOT, Stream, u64
from ledger.shoe.shuffle import Shoe

NEVER = -1
_NO_SHOE = Shoe(0, (), Stream(CARDS))
"""What stands in the rack between rounds where none goes on: it has no card to deal."""


class ChainUsedUp(LedgerError):
    """A shoe is due and the seed chain is used up: the round in play is void."""


class ShoeUse(msgspec.Struct, frozen=True, gc=False):
    """A shoe in a round's record: its index, the position of the round's first card, its seed once it has ended."""

    index: int
    first: int
    seed: bytes | None


class Rack:
    """Gives cards from shoe after shoe of the chain; a shoe goes on until its rule, a shuffle or a draw for the bank ends it.

    `shoe` is the one in use, in a round or from one to the next.
    """

    __slots__ = (
        "_chain",
        "_context",
        "_ends_reshuffled",
        "_full_pack",
        "_index",
        "_left_at_end",
        "_lots",
        "_reported",
        "_reshuffled",
        "_uses",
        "every_round",
        "pack_size",
        "shoe",
    )

    def __init__(self, rules: RuleSet, chain: SeedChain, open_leaf: bytes, root: bytes) -> None:
        self._chain = chain
        self._context = (open_leaf, root)
        self._full_pack = packs_in_order(rules.pack)
        self.pack_size = len(self._full_pack)
        self.every_round = rules.shoe.reshuffle == "every-round"
        deals_on = rules.shoe.reshuffle == "discards"
        self._ends_reshuffled = not deals_on
        self._left_at_end = NEVER if deals_on else rules.shoe.penetration_left
        self._index = 0
        self.shoe = _NO_SHOE
        self._uses: list[tuple[Shoe, int]] = []
        self._reported = True
        self._reshuffled = False
        self._lots: Stream | None = None

    def mix_in(self, root: bytes) -> None:
        """Take the root of the entropies, where they are told only after the rack was made and before its first shoe."""
        self._context = (self._context[0], root)

    @property
    def goes_on(self) -> bool:
        """Whether the next round would be dealt from a shoe already in use."""
        return self.shoe is not _NO_SHOE

    def has_a_seed_left(self) -> bool:
        """Whether the chain holds a seed for another shoe."""
        return self._index < self._chain.length

    def has_seed_for_a_round(self) -> bool:
        """Whether the chain still covers a round: a shoe if one is due, and one more where the cards may run out in it (G6)."""
        needed = (self.shoe is _NO_SHOE) + (not self.every_round)
        return self._index + needed <= self._chain.length

    def has_seeds_for_new_shoes(self, before: int) -> bool:
        """Whether the chain covers `before` shoes and, after them, a round that shuffles a new one."""
        return self._index + before + 1 + (not self.every_round) <= self._chain.length

    def begin_round(self) -> int | None:
        """Get ready for a round; the index of the new shoe if one must be shuffled for it."""
        self._begin_record()
        return None if self.goes_on else self.shuffle()

    def shuffle(self) -> int:
        """Make the next shoe of the full pack; its index."""
        self._take_shoe(self._full_pack)
        return self._index

    def reshuffle(self, on_table: Sequence[int]) -> int:
        """Make the next shoe of all cards but those on the table (G6, B6.2, H1.3); its index."""
        pack = list(self._full_pack)
        for card in on_table:
            pack.remove(card)
        self._take_shoe(pack)
        self._reshuffled = True
        return self._index

    def cut_number(self, seat: int) -> int:
        """Where a seat cuts the shoe in use, drawn from the stream (FORMAT.md §7)."""
        return self._stream(CUT, self.shoe.index, u64(seat)).below(self.shoe.size)

    def shoe_for_a_draw(self) -> Shoe:
        """A full shoe for drawing the banker; it ends with the draw, and so does one that was in use (B1.2)."""
        self.put_away()
        self._take_shoe(self._full_pack)
        drawn = self.shoe
        self.shoe = _NO_SHOE
        return drawn

    def lot(self, candidates: int) -> int:
        """A number below `candidates` from the lot stream of the shoe that comes next (C1.1)."""
        if self._lots is None:
            self._lots = self._stream(LOT, self._index + 1)
        return self._lots.below(candidates)

    def put_away(self) -> None:
        """End the shoe in use, between rounds (P1.2, B1.2)."""
        self._begin_record()
        self.shoe = _NO_SHOE

    def end_round(self, *, broken_off: bool = False) -> tuple[ShoeUse, ...]:
        """What the round's record says of its shoes; a shoe that has ended is put away."""
        last = self.shoe
        reshuffled = self._reshuffled and self._ends_reshuffled
        ended = last is _NO_SHOE or self.every_round or broken_off or reshuffled or last.left <= self._left_at_end
        if ended:
            self.shoe = _NO_SHOE
        self._reported = True
        seeds = self._chain.seeds
        return tuple([ShoeUse(shoe.index, first, seeds[shoe.index] if ended or shoe is not last else None) for shoe, first in self._uses])

    def so_far(self) -> tuple[ShoeUse, ...]:
        """The shoes of the record in hand before it is whole: the last of them is in use, the others have ended."""
        return tuple(
            ShoeUse(shoe.index, first, self._chain.seeds[shoe.index] if nth < len(self._uses) else None)
            for nth, (shoe, first) in enumerate(self._uses, 1)
        )

    def _begin_record(self) -> None:
        """Begin the next record's list of shoes with the one in use, once."""
        if self._reported:
            self._reported = self._reshuffled = False
            self._uses = [(self.shoe, self.shoe.dealt)] if self.goes_on else []

    def _take_shoe(self, pack: Sequence[int]) -> None:
        if self._index >= self._chain.length:
            raise ChainUsedUp("The seed chain was used up when a shoe was due.")
        self._index += 1
        self._lots = None
        self.shoe = Shoe(self._index, pack, self._stream(CARDS, self._index))
        self._uses.append((self.shoe, 0))

    def _stream(self, label: bytes, index: int, *more: bytes) -> Stream:
        """The numbers of one label for one shoe."""
        open_leaf, root = self._context
        return Stream(label, self._chain.seeds[index], open_leaf, u64(index), root, *more)
