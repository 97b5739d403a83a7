"""The published form of a ledger: a C2SP tlog-tiles tree, whose entries are the lines (FORMAT §13)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import attrs

from audit.errors import TileError, TruncatedError
from audit.stretches import LONGEST_LINE, LedgerDir, Span, first_record
from audit.text import Text
from audit.tiles import ENTRIES, PREFIX, WIDTH, Tile, entries_in, hash_tiles, tiles_of_level
from audit.tree import leaf_hashes, root

HASH = 32
_LONGEST = WIDTH * (PREFIX + LONGEST_LINE)
"""Bytes of a full bundle of the longest lines."""


@attrs.frozen
class BundleSpan(Span):
    """Consecutive entries of one bundle, each with its length before it."""

    beside = PREFIX

    def lines_in(self, data: bytes) -> Text:
        entries, taken = entries_in(data, self.count)
        if len(entries) != self.count or taken != self.length:
            raise self.changed()
        return Text.of(entries)


@attrs.frozen
class PublishedTree(LedgerDir):
    """A tree of tiles and entry bundles, read bundle by bundle."""

    span = BundleSpan

    @classmethod
    def opened(cls, path: Path, note: bytes, size: int) -> PublishedTree:
        """The tree in `path`, of which the checkpoint `note` covers `size` entries; raises LineError, TileError or TruncatedError."""
        tree = cls(path, note, size)
        first_record(next(tree.lines())[1])
        return tree

    def spans(self, start: int = 0, offset: int = 0) -> Iterator[tuple[Span, Text]]:
        for bundle in tiles_of_level(ENTRIES, self.size):
            if (bundle.number + 1) * WIDTH <= start:
                continue
            data, name = self._read(bundle, _LONGEST)
            entries, taken = entries_in(data, bundle.width)
            first = bundle.number * WIDTH
            skipped = max(start - first, 0)
            if len(entries) < bundle.width:
                where = f"{self.path / name} ends before line {first + len(entries)} does"
                raise TruncatedError(f"{where}, and the checkpoint signs {self.size} lines; fetch the tree again.")
            if taken < len(data) and name == bundle.name:
                raise TileError(f"{self.path / name} is longer than its {bundle.width} lines; fetch the tree again.")
            before = offset if skipped else 0
            span = BundleSpan(self.path / name, before, taken - before, first + skipped, bundle.width - skipped)
            yield span, Text.of(entries[skipped:])

    def has(self, span: Span) -> bool:
        number = span.first // WIDTH
        bundle = Tile(ENTRIES, number, min(self.size - number * WIDTH, WIDTH))
        return span.path == self.path / (self._name(bundle) or "")

    def surplus(self, covered: int) -> int:  # noqa: ARG002 - files that no tree of this size has are none of its
        return 0

    def wrong_tiles(self) -> list[str]:
        hashes: Sequence[bytes] = [leaf for _, lines in self.spans() for leaf in leaf_hashes(lines)]
        wrong, level = list[str](), 0
        for tile in hash_tiles(self.size):
            if tile.level != level:
                level += 1
                hashes = [root(hashes[at : at + WIDTH]) for at in range(0, len(hashes) - WIDTH + 1, WIDTH)]
            if self._hashes(tile) != b"".join(hashes[tile.number * WIDTH :][: tile.width]):
                wrong.append(tile.name)
        return wrong

    def _hashes(self, tile: Tile) -> bytes:
        data, name = self._read(tile, WIDTH * HASH)
        wanted = tile.width * HASH
        if len(data) < wanted or (len(data) > wanted and name == tile.name):
            raise TileError(f"{self.path / name} does not have the {wanted} bytes of its hashes; fetch the tree again.")
        return data[:wanted]

    def _read(self, tile: Tile, most: int) -> tuple[bytes, str]:
        """Bytes of a tile or bundle, and the name of the file they are from: its own, or the full one that took its place since."""
        name = self._name(tile)
        if name is None:
            raise TileError(f"{self.path / tile.name} is missing, and a checkpoint of {self.size} lines needs it; fetch the tree again.")
        try:
            with (self.path / name).open("rb") as file:
                return file.read(most + 1), name
        except OSError as error:
            raise TileError(f"{self.path / name} cannot be read ({error.strerror}); fetch the tree again.") from error

    def _name(self, tile: Tile) -> str | None:
        """The name of the file that is there; None for none. A pipe would never end."""
        return next((name for name in (tile.name, tile.full_name) if (self.path / name).is_file()), None)


def is_published(path: Path) -> bool:
    """Whether a folder holds a published tree."""
    return (path / "tile").is_dir()
