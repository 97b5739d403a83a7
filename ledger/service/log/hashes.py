"""Hashes of the log's tree, made when they are wanted: kept are the roots of its blocks alone, 32 bytes for 256 lines (RFC 9162 §2.1).

A node of level L is the root over 256^L lines, as in a tile (C2SP tlog-tiles).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from ledger.proof.merkle import Part, Roots, complete_parts
from ledger.proof.tiles import WIDTH, root_of_tile
from ledger.proof.tree import Frontier, leaf_hash
from ledger.service.log.lines import Lines

LENGTH = 32
_BLOCKS_KEPT = 32
_NODES_KEPT = 4096


class Hashes:
    """The tree over the lines taken in so far."""

    def __init__(self, lines: Lines) -> None:
        self._lines = lines
        self._roots = bytearray()
        self._tail = Frontier()
        self._leaves = lru_cache(_BLOCKS_KEPT)(self._hash_block)
        self._node = lru_cache(_NODES_KEPT)(self._make_node)

    def take(self, lines: Sequence[bytes]) -> None:
        """Further lines, of one block."""
        self._tail.extend(lines)
        if self._tail.size == WIDTH:
            self._roots += self._tail.root()
            self._tail = Frontier()

    def tile(self, level: int, number: int, width: int) -> bytes:
        """So many nodes of a level, from the `number`th 256 on; the tree has them whole."""
        if level == 0:
            there = min(WIDTH, self._lines.size - number * WIDTH)
            return self._leaves(number, there)[: width * LENGTH]
        if level == 1:
            first = number * WIDTH
            return bytes(self._roots[first * LENGTH : (first + width) * LENGTH])
        return b"".join([self._node(level, number * WIDTH + at) for at in range(width)])

    def roots(self, parts: Iterable[Part]) -> Roots:
        """Roots of parts of the tree."""
        return Roots({piece: self._root(piece) for part in parts for piece in complete_parts(part)})

    def _root(self, piece: Part) -> bytes:
        """Root of a complete subtree: of some neighbouring nodes of one tile, of the highest level that has as many."""
        low, high = piece
        level, unit = 0, 1
        while unit * WIDTH <= high - low:
            level, unit = level + 1, unit * WIDTH
        number, first = divmod(low // unit, WIDTH)
        nodes = self.tile(level, number, first + (high - low) // unit)
        return root_of_tile(nodes[first * LENGTH :])

    def _make_node(self, level: int, index: int) -> bytes:
        return root_of_tile(self.tile(level - 1, index, WIDTH))

    def _hash_block(self, number: int, count: int) -> bytes:
        return b"".join(map(leaf_hash, self._lines.block(number)[:count]))
