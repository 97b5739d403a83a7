"""Publishing a ledger as files that any web server can serve: a C2SP tlog-tiles tree (FORMAT §13).

Nothing but lines, hashes, notes of rotation and the checkpoint leaves the ledger. Each file comes whole to its place, the checkpoint
last, so that a reader never meets a checkpoint whose tiles are not there yet.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import attrs

from ledger.errors import LedgerProblem
from ledger.history.disk import Disk
from ledger.proof.merkle import roots_of
from ledger.proof.published import Published, open_published, read_checkpoint
from ledger.proof.tiles import tree_files
from ledger.proof.tree import EMPTY_ROOT, Frontier, leaf_hash

_FILE, _FOLDER = 0o644, 0o755
_PARTS = {"checkpoint", "checkpoint.tmp", "rotations", "tile"}
"""What a published tree, perhaps one that is not finished, consists of."""
_ROTATION = re.compile(r"[0-9]{8}\.note")


@attrs.frozen
class Publication:
    """What was published: the ledger's name and lines, and how many files were new or other than before, and removed."""

    name: str
    size: int
    written: int
    removed: int


def publish(ledger: Path, folder: Path, *, disk: Disk | None = None) -> Publication:
    """Publish a ledger in `folder`, or what is new since the last time; no keys are needed.

    LedgerProblem, and nothing is written, if the history is not the one that was signed, or if the folder holds anything but an older
    state of this ledger.
    """
    _refuse_one_in_the_other(ledger, folder)
    signed = open_published(ledger)
    size, root = _standing(signed, folder)
    roots = roots_of((leaf_hash(line) for _, line in signed.lines()), [(0, size), (0, signed.size)])
    if roots.of((0, signed.size)) != signed.checkpoint.root:
        raise LedgerProblem(
            f"{ledger} is not the history that was signed (its root differs from its checkpoint's); "
            "restore it from a backup, change nothing."
        )
    if roots.of((0, size)) != root:
        raise LedgerProblem(
            f"{folder} holds another history of {signed.checkpoint.name}, signed over {size} lines; keep it as evidence, "
            "and find out which of the two is the ledger."
        )
    try:
        return _Publishing(folder, disk or Disk()).run(signed)
    except OSError as error:
        raise LedgerProblem(
            f"{folder} could not be written ({error.strerror}): what was published before still stands; mend the disk and publish again."
        ) from error


def _refuse_one_in_the_other(ledger: Path, folder: Path) -> None:
    inner, outer = folder.resolve(), ledger.resolve()
    if inner == outer or outer in inner.parents or inner in outer.parents:
        raise LedgerProblem(f"{folder} and {ledger} lie in one another; publish in a folder of its own.")


def _standing(signed: Published, folder: Path) -> tuple[int, bytes]:
    """Size and root of what is published in the folder so far; LedgerProblem if that is something else or newer."""
    if folder.exists() and not folder.is_dir():
        raise LedgerProblem(f"{folder} is no folder; choose another place to publish in.")
    present = {path.name for path in folder.iterdir()} if folder.is_dir() else set[str]()
    if present - _PARTS:
        raise LedgerProblem(f"{folder} holds something else than a published ledger ({min(present - _PARTS)}); choose a new folder.")
    if "checkpoint" not in present:
        return 0, EMPTY_ROOT
    _, older = read_checkpoint(folder / "checkpoint")
    if older.name != signed.checkpoint.name:
        raise LedgerProblem(f"{folder} holds another ledger, {older.name}; choose a folder for {signed.checkpoint.name} alone.")
    if older.size > signed.checkpoint.size:
        raise LedgerProblem(
            f"{folder} holds {older.size} lines of {older.name}, and {signed.folder} has {signed.checkpoint.size}: "
            "it is older than what was published; restore the latest ledger."
        )
    return older.size, older.root


class _Publishing:
    """One publication: what it has written, and where."""

    def __init__(self, folder: Path, disk: Disk) -> None:
        self._folder = folder
        self._disk = disk
        self._written = 0

    def run(self, signed: Published) -> Publication:
        """Tiles, notes of rotation, the checkpoint; then away with partial tiles that full ones have replaced."""
        self._make_folder(self._folder)
        tree = Frontier()
        for name, data in tree_files(_counted(signed, tree)):
            self._put(name, data)
        if tree.root() != signed.checkpoint.root:
            raise LedgerProblem(f"{signed.folder} changed while it was published; publish again when nobody alters it.")
        for note in sorted((signed.folder / "rotations").glob("*.note")):
            if _ROTATION.fullmatch(note.name) and int(note.stem) < signed.checkpoint.size:
                self._put(f"rotations/{note.name}", note.read_bytes())
        self._put("checkpoint", signed.note.encode())
        return Publication(signed.checkpoint.name, signed.checkpoint.size, self._written, self._clear())

    def _put(self, name: str, data: bytes) -> None:
        """A file with this content, readable by everyone."""
        path = self._folder / name
        if path.is_file() and path.stat().st_size == len(data) and self._disk.read(path) == data:
            return
        for above in reversed(path.relative_to(self._folder).parents[:-1]):
            self._make_folder(self._folder / above)
        self._disk.replace(path, data, _FILE)
        path.chmod(_FILE)  # whatever the umask
        self._written += 1

    def _make_folder(self, path: Path) -> None:
        if self._disk.make_folder(path, _FOLDER):
            path.chmod(_FOLDER)

    def _clear(self) -> int:
        """Remove partial tiles whose full one stands, and what an interrupted publication left of a file; how many there were."""
        tiles = self._folder / "tile"
        old = list(tiles.rglob("*.tmp"))
        replaced = [part for part in tiles.rglob("*.p") if part.with_suffix("").is_file()]
        old += [file for part in replaced for file in part.iterdir() if file not in old]
        for file in old:
            self._disk.truncate(file, 0)
        for part in replaced:
            self._disk.remove_folder(part)
        return len(old)


def _counted(signed: Published, tree: Frontier) -> Iterator[bytes]:
    """The lines, each of which the tree takes in too."""
    for _, line in signed.lines():
        tree.append(leaf_hash(line))
        yield line
