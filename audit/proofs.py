"""Inclusion and consistency proofs verified (RFC 9162 §2.1.3.2, §2.1.4.2; FORMAT §11), and consistency proofs from an audit's hashes."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from audit.tree import EMPTY_ROOT, node_hash, root


def includes(leaf: bytes, index: int, size: int, proof: Sequence[bytes], root_hash: bytes) -> bool:
    """Whether the proof leads from this leaf hash, as leaf `index` of `size`, to the root."""
    if not 0 <= index < size:
        return False
    place, last, node = index, size - 1, leaf
    for sibling in proof:
        if last == 0:
            return False
        if place & 1 or place == last:
            node = node_hash(sibling, node)
            while not place & 1 and place:
                place, last = place >> 1, last >> 1
        else:
            node = node_hash(node, sibling)
        place, last = place >> 1, last >> 1
    return last == 0 and node == root_hash


def extends(old: int, old_root: bytes, size: int, new_root: bytes, proof: Sequence[bytes]) -> bool:
    """Whether the proof leads from the root of `old` leaves to that of `size`; the empty tree is extended by every other."""
    if not 0 < old < size:
        return not proof and old_root == (EMPTY_ROOT if old == 0 else new_root) and old in (0, size)
    path = list(proof) if old & (old - 1) else [old_root, *proof]
    if not path:
        return False
    place, last = old - 1, size - 1
    while place & 1:
        place, last = place >> 1, last >> 1
    before = after = path[0]
    for node in path[1:]:
        if last == 0:
            return False
        if place & 1 or place == last:
            before, after = node_hash(node, before), node_hash(node, after)
            while not place & 1 and place:
                place, last = place >> 1, last >> 1
        else:
            after = node_hash(after, node)
        place, last = place >> 1, last >> 1
    return last == 0 and before == old_root and after == new_root


@attrs.frozen
class Tree:
    """The tree over a history as it was read, by roots of its complete subtrees of `block` leaves (a power of two)."""

    size: int
    blocks: Sequence[bytes]
    block: int

    def root_at(self, size: int, cut: Sequence[bytes]) -> bytes:
        """Root of the first `size` leaves; `cut`: leaf hashes of the block in which they end, if any."""
        inside = size % self.block
        return root([*self.blocks[: size // self.block], *([root(cut[:inside])] if inside else [])])

    def consistency(self, old: int, cut: Sequence[bytes]) -> list[bytes]:
        """Prove that the tree extends that of its first `old` leaves (RFC 9162 §2.1.4.1)."""
        if not 0 < old < self.size:
            return []
        proof: list[bytes] = []
        low, high = 0, self.size
        while high != old:
            middle = low + (1 << (high - low - 1).bit_length() - 1)
            other = (middle, high) if old <= middle else (low, middle)
            low, high = (low, middle) if old <= middle else (middle, high)
            proof.append(self._part(*other, old, cut))
        if low > 0:
            proof.append(self._part(low, old, old, cut))
        return proof[::-1]

    def _part(self, low: int, high: int, old: int, cut: Sequence[bytes]) -> bytes:
        """Root of a part of the tree, which lies within the block that is cut or consists of whole ones."""
        begin = old // self.block * self.block
        if begin <= low and high <= begin + len(cut):
            return root(cut[low - begin : high - begin])
        return root(self.blocks[low // self.block : -(-high // self.block)])
