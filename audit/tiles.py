"""Tiles of a published tree: their names, which ones a tree of some size has, and what stands in them (C2SP tlog-tiles; FORMAT §13).

A tile of level L and number N holds the roots of up to 256 consecutive subtrees of 256^L entries each, from number 256 · N on.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

WIDTH = 256
"""Hashes of a full tile, entries of a full bundle."""
ENTRIES = "entries"
PREFIX = 2
"""Bytes of the length before each entry of a bundle."""


@attrs.frozen
class Tile:
    """A tile, or with the level ENTRIES a bundle: `width` hashes or entries from number 256 · `number` on."""

    level: int | str
    number: int
    width: int

    @property
    def full_name(self) -> str:
        """The path of the full one of this number, as in `tile/0/x001/234`."""
        groups = [f"{self.number % 1000:03d}"]
        rest = self.number // 1000
        while rest:
            groups.append(f"x{rest % 1000:03d}")
            rest //= 1000
        return "/".join(["tile", str(self.level), *reversed(groups)])

    @property
    def name(self) -> str:
        """Its path in the tree; one that is not full ends in `.p/` and its width."""
        return self.full_name if self.width == WIDTH else f"{self.full_name}.p/{self.width}"


def tiles_of_level(level: int | str, count: int) -> Iterator[Tile]:
    """The tiles that `count` hashes (or entries) of a level fill."""
    for first in range(0, count, WIDTH):
        yield Tile(level, first // WIDTH, min(WIDTH, count - first))


def hash_tiles(size: int) -> Iterator[Tile]:
    """Every hash tile of a tree of `size` entries, by level."""
    level, count = 0, size
    while count:
        yield from tiles_of_level(level, count)
        level, count = level + 1, count // WIDTH


def entries_in(data: bytes, most: int) -> tuple[list[bytes], int]:
    """Up to `most` whole entries from the beginning of a bundle, and how many bytes they take."""
    entries: list[bytes] = []
    at = 0
    while len(entries) < most and at + PREFIX <= len(data):
        end = at + PREFIX + int.from_bytes(data[at : at + PREFIX], "big")
        if end > len(data):
            break
        entries.append(data[at + PREFIX : end])
        at = end
    return entries, at
