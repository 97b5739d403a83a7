"""Inclusion and consistency proofs over the lines of a ledger (RFC 9162 §2.1.3, §2.1.4; FORMAT.md §11).

A proof is a list of roots of parts of the tree. Which parts is known before a leaf is hashed, so one pass over the leaves suffices:
it keeps the roots of the complete subtrees that are being built, and those that were asked for; never the leaves.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Sequence

import attrs

from ledger.proof.tree import EMPTY_ROOT, node_hash

Part = tuple[int, int]
"""Consecutive leaves from the first up to, and without, the second."""


def inclusion_parts(index: int, size: int) -> list[Part]:
    """Parts whose roots prove that leaf `index` is in a tree of `size` leaves, the leaf's sibling first (RFC 9162 §2.1.3.1)."""
    parts: list[Part] = []
    low, high = 0, size
    while high - low > 1:
        middle = low + _left(high - low)
        parts.append((middle, high) if index < middle else (low, middle))
        low, high = (low, middle) if index < middle else (middle, high)
    return parts[::-1]


def consistency_parts(old: int, size: int) -> list[Part]:
    """Parts whose roots prove that a tree of `size` leaves extends one of `old` leaves (RFC 9162 §2.1.4.1); none from 0, or where equal."""
    if not 0 < old < size:
        return []
    parts: list[Part] = []
    low, high = 0, size
    while high != old:
        middle = low + _left(high - low)
        if old <= middle:
            parts.append((middle, high))
            high = middle
        else:
            parts.append((low, middle))
            low = middle
    if low > 0:
        parts.append((low, old))
    return parts[::-1]


def _left(size: int) -> int:
    """Leaves of the left part of a tree of more than one leaf: the largest power of two below its size."""
    return 1 << (size - 1).bit_length() - 1


def complete_parts(part: Part) -> list[Part]:
    """Complete subtrees that a part consists of, from the left: it begins where its largest one may begin."""
    low, high = part
    result = []
    while low < high:
        size = 1 << (high - low).bit_length() - 1
        result.append((low, low + size))
        low += size
    return result


@attrs.frozen
class Roots:
    """Roots of those parts of a tree that were asked for."""

    _found: dict[Part, bytes]

    def of(self, part: Part) -> bytes:
        """Root of a part that was asked for."""
        roots = [self._found[piece] for piece in complete_parts(part)]
        if not roots:
            return EMPTY_ROOT
        root = roots.pop()
        while roots:
            root = node_hash(roots.pop(), root)
        return root

    def proof(self, parts: Iterable[Part]) -> list[bytes]:
        """The hashes of a proof."""
        return [self.of(part) for part in parts]


def roots_of(leaves: Iterable[bytes], parts: Iterable[Part]) -> Roots:
    """Roots of parts of the tree over these leaf hashes, in one pass."""
    wanted = {piece for part in parts for piece in complete_parts(part)}
    found: dict[Part, bytes] = {}
    building: list[bytes] = []
    for index, leaf in enumerate(leaves):
        node, end, size = leaf, index + 1, 1
        if (index, end) in wanted:
            found[index, end] = node
        while end & size == 0:
            node = node_hash(building.pop(), node)
            size *= 2
            if (end - size, end) in wanted:
                found[end - size, end] = node
        building.append(node)
    return Roots(found)


def proof_lines(proof: Sequence[bytes]) -> list[str]:
    """Hashes of a proof as they are written: base64, each on a line of its own (C2SP)."""
    return [b64encode(node).decode() for node in proof]
