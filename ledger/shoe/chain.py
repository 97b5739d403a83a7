"""The seed chain and the players' entropy: what seals every shoe of a session (FORMAT.md §6)."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

import attrs

from ledger.shoe.hashing import CHAIN, ENTROPY, ENTROPY_ROOT, frame, labelled_hash

SPARE_SEEDS = 64
SEEDS_A_ROUND = 2
LONGEST_CHAIN = 2**24


def default_chain_length(rounds: int) -> int:
    """64 + 2 · rounds: a new shoe for each round, and one more should its cards run out; no profile was seen to use half of it."""
    return min(SPARE_SEEDS + SEEDS_A_ROUND * rounds, LONGEST_CHAIN)


@attrs.frozen
class SeedChain:
    """s_0 … s_N, each the hash of the next; s_0 is the commitment, s_k seals shoe k."""

    seeds: tuple[bytes, ...] = attrs.field(repr=False)

    @classmethod
    def ending_in(cls, last: bytes, length: int) -> SeedChain:
        """The chain of N = `length` steps whose s_N is `last`."""
        seeds = [last]
        # A copy of a hash that has taken in what is the same in each step was measured a tenth faster than to begin anew.
        begun = sha256(frame(CHAIN) + len(last).to_bytes(4, "big"))
        seed = last
        for _ in range(length):
            step = begun.copy()
            step.update(seed)
            seed = step.digest()
            seeds.append(seed)
        seeds.reverse()
        return cls(tuple(seeds))

    @property
    def length(self) -> int:
        """N."""
        return len(self.seeds) - 1

    @property
    def commitment(self) -> bytes:
        """s_0."""
        return self.seeds[0]


def entropy_hash(open_leaf: bytes, name: str, entropy: bytes) -> bytes:
    """What a seat publishes before its entropy is revealed."""
    return labelled_hash(ENTROPY, open_leaf, name.encode(), entropy)


def entropy_root(seats: Iterable[tuple[str, bytes]]) -> bytes:
    """The root over every seat's name and entropy, in seat order."""
    return labelled_hash(ENTROPY_ROOT, *(part for name, entropy in seats for part in (name.encode(), entropy)))
