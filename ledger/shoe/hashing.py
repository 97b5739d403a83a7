"""Length-framed, labelled hashes (FORMAT.md §6): no two inputs have the same bytes."""

from __future__ import annotations

from hashlib import sha256, shake_256
from struct import unpack_from

CHAIN = b"sealedshoe/1/chain"
ENTROPY = b"sealedshoe/1/entropy"
ENTROPY_ROOT = b"sealedshoe/1/entropy-root"
CARDS = b"sealedshoe/1/cards"
CUT = b"sealedshoe/1/cut"
LOT = b"sealedshoe/1/lot"


def frame(*parts: bytes) -> bytes:
    """Each part after its length in bytes as u32 big-endian."""
    return b"".join([len(part).to_bytes(4, "big") + part for part in parts])


def u64(number: int) -> bytes:
    """A number in 8 bytes, big-endian."""
    return number.to_bytes(8, "big")


def labelled_hash(label: bytes, *parts: bytes) -> bytes:
    """H(label, parts…): 32 bytes of SHA-256 over the frame."""
    return sha256(frame(label, *parts)).digest()


LARGEST_BOUND = 2**32
"""No number of one word is drawn below more than this."""


class Stream:
    """The bytes of SHAKE-256 over a frame, read from the front as numbers below a bound."""

    __slots__ = ("_next", "_shake", "_words")

    def __init__(self, label: bytes, *parts: bytes) -> None:
        self._shake = shake_256(frame(label, *parts))
        self._words: list[int] = []
        self._next = 0

    def below(self, bound: int) -> int:
        """The next number below `bound` (at most LARGEST_BOUND), unbiased: words at or above the last multiple of it are passed over."""
        if not 0 < bound <= LARGEST_BOUND:
            raise ValueError(bound)
        limit = 2**32 - 2**32 % bound
        while True:
            word = self.words(1)[0]
            if word < limit:
                return word % bound

    def words(self, count: int) -> list[int]:
        """The next `count` u32 big-endian words."""
        end = self._next + count
        if end > len(self._words):
            # hashlib squeezes from the start each time, so the length doubles rather than creeps.
            length = max(end, 2 * len(self._words))
            known = len(self._words)
            self._words += unpack_from(f">{length - known}I", self._shake.digest(4 * length), 4 * known)
        taken = self._words[self._next : end]
        self._next = end
        return taken
