"""The Merkle tree over the ledger's lines (RFC 9162 §2.1), grown a leaf at a time."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

EMPTY_ROOT = sha256(b"").digest()


def leaf_hash(line: bytes) -> bytes:
    """SHA-256(0x00 ‖ line), the line without its newline."""
    return sha256(b"\x00" + line).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """SHA-256(0x01 ‖ left ‖ right)."""
    return sha256(b"\x01" + left + right).digest()


class Frontier:
    """The roots of the complete subtrees that a growing tree consists of, largest first."""

    __slots__ = ("_roots", "size")

    def __init__(self) -> None:
        self.size = 0
        self._roots: list[bytes] = []

    def append(self, leaf: bytes) -> None:
        """Add the hash of the next leaf."""
        node = leaf
        size = self.size
        while size & 1:
            node = node_hash(self._roots.pop(), node)
            size >>= 1
        self._roots.append(node)
        self.size += 1

    def extend(self, lines: Iterable[bytes]) -> None:
        """Add lines, each without its newline."""
        hashed, roots, size = sha256, self._roots, self.size
        for line in lines:
            node, rest = hashed(b"\x00" + line).digest(), size
            while rest & 1:
                node = hashed(b"\x01" + roots.pop() + node).digest()
                rest >>= 1
            roots.append(node)
            size += 1
        self.size = size

    def root(self) -> bytes:
        """The root hash of the tree as it stands."""
        if not self._roots:
            return EMPTY_ROOT
        root = self._roots[-1]
        for left in reversed(self._roots[:-1]):
            root = node_hash(left, root)
        return root
