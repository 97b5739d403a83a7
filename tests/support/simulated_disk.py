"""A disk that writes down every call, and replays each state in which a power cut may legally leave it.

The calls are done for real in a folder, and noted by the file or folder that they touch, not by its name. A cut after any of them
may lose whatever no fsync has made durable since: of a file's bytes all, none, or a part (torn at any byte, or the size kept and
zeros in place of the bytes); of a folder's entries each by itself. A rename is one entry that changes. What fsync returned for stays.
"""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import attrs

Files = Mapping[str, bytes | None]
"""A whole disk: each path below the root with its bytes, a folder with None."""


class QuickCalls:
    """The real calls, but nothing waits for a disk."""

    open = staticmethod(os.open)
    lseek = staticmethod(os.lseek)
    write = staticmethod(os.write)
    ftruncate = staticmethod(os.ftruncate)
    close = staticmethod(os.close)
    replace = staticmethod(os.replace)
    unlink = staticmethod(os.unlink)
    mkdir = staticmethod(os.mkdir)
    rmdir = staticmethod(os.rmdir)

    def fsync(self, descriptor: int, /) -> None:
        """As if it had been done."""


@attrs.frozen
class Change:
    """What one call did to a file or folder: wrote or cut its bytes, linked, renamed or unlinked an entry, or made all that durable."""

    node: int
    act: str
    name: str = ""
    child: int = -1
    old: str = ""
    offset: int = 0
    data: bytes = b""


class RecordingCalls(QuickCalls):
    """Does the calls below a folder, and writes down what each changes there."""

    def __init__(self, root: Path, fails_at: int = 0) -> None:
        """Of the fsyncs of files the one that fails is the `fails_at`th, and then the pages that it should have written count as clean."""
        self._fails_at = fails_at
        self.before = files_below(root)
        self.nodes = {root: 0}
        for name in self.before:
            self.nodes[root / name] = len(self.nodes)
        self.first = dict(self.nodes)
        self.root = root
        self.done: list[Change] = []
        self._count = len(self.nodes)
        self._open: dict[int, tuple[int, int]] = {}

    def open(self, path: Path, flags: int, mode: int = 0o777, /) -> int:  # type: ignore[override]
        is_new = not os.path.lexists(path)
        descriptor = os.open(path, flags, mode)
        if is_new:
            self._link(path)
        self._open[descriptor] = (self.nodes[path], flags)
        return descriptor

    def write(self, descriptor: int, data: memoryview, /) -> int:  # type: ignore[override]
        node, flags = self._open[descriptor]
        at = os.fstat(descriptor).st_size if flags & os.O_APPEND else os.lseek(descriptor, 0, os.SEEK_CUR)
        self.done.append(Change(node, "write", offset=at, data=bytes(data)))
        return os.write(descriptor, data)

    def ftruncate(self, descriptor: int, size: int, /) -> None:
        self.done.append(Change(self._open[descriptor][0], "cut", offset=size))
        os.ftruncate(descriptor, size)

    def fsync(self, descriptor: int, /) -> None:
        node, flags = self._open[descriptor]
        if not flags & os.O_DIRECTORY:
            self._fails_at -= 1
            if self._fails_at == 0:
                self.done.append(Change(node, "failed fsync"))
                raise OSError(errno.EIO, os.strerror(errno.EIO))
        self.done.append(Change(node, "fsync"))

    def replace(self, old: Path, new: Path, /) -> None:  # type: ignore[override]
        old.replace(new)
        self.nodes[new] = self.nodes.pop(old)
        self.done.append(Change(self.nodes[new.parent], "rename", new.name, self.nodes[new], old.name))

    def unlink(self, path: Path, /) -> None:  # type: ignore[override]
        path.unlink()
        del self.nodes[path]
        self.done.append(Change(self.nodes[path.parent], "unlink", path.name))

    def mkdir(self, path: Path, mode: int, /) -> None:  # type: ignore[override]
        path.mkdir(mode)
        self._link(path)

    def rmdir(self, path: Path, /) -> None:  # type: ignore[override]
        path.rmdir()
        del self.nodes[path]
        self.done.append(Change(self.nodes[path.parent], "unlink", path.name))

    def _link(self, path: Path) -> None:
        self.nodes[path] = self._count
        self._count += 1
        self.done.append(Change(self.nodes[path.parent], "link", path.name, self.nodes[path]))


Entries = dict[str, int]


@attrs.define
class _File:
    """A file's durable bytes and what was done to them since."""

    durable: bytes = b""
    since: list[Change] = attrs.Factory(list)

    def settle(self) -> None:
        self.durable, self.since = _bytes_after(self.durable, self.since), []

    def choices(self, _: Random) -> list[bytes]:
        """All that a cut may leave; first nothing of what is pending, last all of it."""
        left = [_bytes_after(self.durable, self.since[:count]) for count in range(len(self.since))]
        if self.since and self.since[-1].data:
            last, size = self.since[-1], len(self.since[-1].data)
            parts = [last.data[:count] for count in sorted({1, size // 2, size - 1})] + [bytes(size)]
            left += [_bytes_after(left[-1], [attrs.evolve(last, data=part)]) for part in parts]
        whole = _bytes_after(self.durable, self.since)
        return [*dict.fromkeys(one for one in left if one != whole), whole]


@attrs.define
class _Folder:
    """A folder's durable entries and what was done to them since."""

    durable: Entries = attrs.Factory(dict)
    since: list[Change] = attrs.Factory(list)

    def settle(self) -> None:
        self.durable, self.since = _entries_after(self.durable, self.since), []

    def choices(self, random: Random) -> list[Entries]:
        """All that a cut may leave, each entry by itself; of very many a sample. First nothing of what is pending, last all of it."""
        kept: list[tuple[bool, ...]] = list(product((False, True), repeat=len(self.since))) if len(self.since) <= MOST_ENTRIES else []
        if not kept:
            every = [tuple(place < count for place in range(len(self.since))) for count in range(len(self.since) + 1)]
            some = [tuple(random.random() < 1 / 2 for _ in self.since) for _ in range(1 << MOST_ENTRIES)]
            kept = [every[0], *every[1:-1], *some, every[-1]]
        left = [_entries_after(self.durable, [change for change, keep in zip(self.since, keeps, strict=True) if keep]) for keeps in kept]
        return [one for place, one in enumerate(left) if one not in left[place + 1 :]]


MOST_ENTRIES = 4
MOST_STATES = 16


class Replay:
    """Goes through what was recorded, and tells for each stop what a power cut there may leave."""

    def __init__(self, calls: RecordingCalls, seed: int = 0) -> None:
        self._changes = list(calls.done)
        self._random = Random(seed)  # noqa: S311 -- a sample of states, and the same each time
        self._nodes: dict[int, _File | _Folder] = {0: _Folder()}
        for name, data in calls.before.items():
            path = calls.root / name
            self._nodes[calls.first[path]] = _Folder() if data is None else _File(data)
            above = self._nodes[calls.first[path.parent]]
            assert isinstance(above, _Folder)
            above.durable[path.name] = calls.first[path]

    def stops(self) -> Iterator[list[Files]]:
        """Before the first call, and after each one: the states of that stop."""
        yield self._states()
        for change in self._changes:
            self._step(change)
            yield self._states()

    def _step(self, change: Change) -> None:
        node = self._nodes[change.node]
        if change.act == "fsync":
            node.settle()
            return
        if change.act == "failed fsync":
            # What is written over them later is durable in time; no fsync ever writes these any more.
            node.since = []
            return
        node.since.append(change)
        if change.act == "link":
            self._nodes[change.child] = _Folder() if self._is_folder(change.child) else _File()

    def _is_folder(self, node: int) -> bool:
        return any(change.node == node and change.act in {"link", "unlink", "rename"} for change in self._changes)

    def _states(self) -> list[Files]:
        pending: dict[int, list[Any]] = {node: list(held.choices(self._random)) for node, held in self._nodes.items() if held.since}
        total = 1
        for choices in pending.values():
            total *= len(choices)
        if total <= MOST_STATES:
            picked = [dict(zip(pending, chosen, strict=True)) for chosen in product(*pending.values())]
        else:
            ends = [{node: choices[end] for node, choices in pending.items()} for end in (0, -1)]
            some = ({node: self._random.choice(choices) for node, choices in pending.items()} for _ in range(MOST_STATES - 2))
            picked = [*ends, *some]
        return [dict(self._tree(0, "", chosen)) for chosen in picked]

    def _tree(self, folder: int, above: str, chosen: Mapping[int, bytes | Entries]) -> Iterator[tuple[str, bytes | None]]:
        """The files that can be reached from the root."""
        for name, node in self._held(folder, chosen).items():
            held = self._nodes[node]
            if isinstance(held, _Folder):
                yield above + name, None
                yield from self._tree(node, f"{above}{name}/", chosen)
            else:
                yield above + name, self._held(node, chosen)

    def _held(self, node: int, chosen: Mapping[int, Any]) -> Any:
        return chosen[node] if node in chosen else self._nodes[node].durable


def _bytes_after(data: bytes, changes: Sequence[Change]) -> bytes:
    for change in changes:
        if change.act == "cut":
            data = data[: change.offset].ljust(change.offset, b"\0")
        else:
            data = data[: change.offset].ljust(change.offset, b"\0") + change.data + data[change.offset + len(change.data) :]
    return data


def _entries_after(entries: Entries, changes: Sequence[Change]) -> Entries:
    entries = dict(entries)
    for change in changes:
        if change.act == "unlink":
            entries.pop(change.name, None)
            continue
        if change.act == "rename" and entries.get(change.old) == change.child:
            del entries[change.old]
        entries[change.name] = change.child
    return entries


def files_below(root: Path) -> dict[str, bytes | None]:
    """Everything below a folder but the lock, which no crash can leave locked."""
    paths = (path for path in sorted(root.rglob("*")) if path.name != "writer.lock")
    return {str(path.relative_to(root)): None if path.is_dir() else path.read_bytes() for path in paths}


def lay_out(files: Files, root: Path) -> None:
    """Make a folder hold exactly this; everything is its owner's alone."""
    shutil.rmtree(root, ignore_errors=True)
    root.mkdir(0o700, parents=True)
    for name, data in files.items():
        if data is None:
            (root / name).mkdir(0o700)
            continue
        descriptor = os.open(root / name, os.O_WRONLY | os.O_CREAT, 0o600)
        os.write(descriptor, data)
        os.close(descriptor)
