"""The files of a published tree: hash tiles and entry bundles of a log, as it is read (C2SP tlog-tiles; FORMAT §13).

A tile of level L holds the roots of up to 256 consecutive subtrees of 256^L lines each; a bundle has up to 256 lines, each after its
length. Only a full tile has its root in the level above.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ledger.proof.tree import Frontier, leaf_hash

WIDTH = 256
BUNDLES = "entries"
File = tuple[str, bytes]
"""A path in the tree and what the file holds."""


def path_of(level: int | str, number: int, width: int) -> str:
    """Where a tile lies, as in `tile/0/x001/x234/067`, or `tile/1/000.p/17` if it is not full; BUNDLES is the level of the bundles."""
    digits = f"{number:03d}"
    digits = digits.zfill(-(-len(digits) // 3) * 3)
    groups = [digits[at : at + 3] for at in range(0, len(digits), 3)]
    path = "/".join(["tile", str(level), *(f"x{group}" for group in groups[:-1]), groups[-1]])
    return path if width == WIDTH else f"{path}.p/{width}"


def tree_files(lines: Iterable[bytes]) -> Iterator[File]:
    """Every file of the tree over these lines, each as soon as it is complete."""
    levels: list[_Level] = []
    bundle = _Level(BUNDLES)
    for line in lines:
        yield from bundle.add(len(line).to_bytes(2, "big") + line)
        node, at = leaf_hash(line), 0
        while True:
            if at == len(levels):
                levels.append(_Level(at))
            full = list(levels[at].add(node))
            if not full:
                break
            yield from full
            node, at = root_of_tile(full[0][1]), at + 1
    for level in (bundle, *levels):
        yield from level.rest()


class _Level:
    """The tile of a level that is being filled."""

    def __init__(self, level: int | str) -> None:
        self._level = level
        self._number = 0
        self._parts: list[bytes] = []

    def add(self, part: bytes) -> Iterator[File]:
        """One more hash or entry; the tile, if that fills it."""
        self._parts.append(part)
        if len(self._parts) == WIDTH:
            yield from self.rest()
            self._parts, self._number = [], self._number + 1

    def rest(self) -> Iterator[File]:
        """What is in it, if anything is."""
        if self._parts:
            yield path_of(self._level, self._number, len(self._parts)), b"".join(self._parts)


def root_of_tile(tile: bytes) -> bytes:
    """Root over the hashes of a tile."""
    tree = Frontier()
    for at in range(0, len(tile), 32):
        tree.append(tile[at : at + 32])
    return tree.root()
