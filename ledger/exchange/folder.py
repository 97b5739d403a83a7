"""The folder through which operator and players exchange files: what is written there, and waiting for what comes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TypeVar

import attrs

from ledger.errors import LeftOpen, SessionRefused
from ledger.exchange.files import LONGEST, Reveal, SeatHash, read
from ledger.history.disk import Disk
from ledger.table.session import never

MOMENT = 0.2
"""Seconds between two looks."""
SEATS = "seats.json"
Kind = TypeVar("Kind", SeatHash, Reveal)


@attrs.define
class Patience:
    """How long somebody waits: until `stop` says that they have had enough, and no longer than `minutes`, if any."""

    minutes: float | None = None
    stop: Callable[[], bool] = never
    now: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep

    def moments(self, left_open: str) -> Iterator[None]:
        """One moment after another until the time is over; LeftOpen with these words as soon as nobody waits any longer."""
        end = None if self.minutes is None else self.now() + 60 * self.minutes
        while True:
            # A file counts once it has been the same for two looks.
            for _ in range(2):
                if self.stop():
                    raise LeftOpen(left_open)
                yield
                self.sleep(MOMENT)
            if end is not None and self.now() >= end:
                return


@attrs.define
class Exchange:
    """A folder of files by player; `tell` says to the operator, in a sentence, what is waited for and what was no good."""

    folder: Path
    tell: Callable[[str], None]
    patience: Patience = attrs.Factory(Patience)
    disk: Disk = attrs.Factory(Disk)
    _seen: dict[Path, bytes] = attrs.field(factory=dict, repr=False)
    _told: set[tuple[Path, bytes, str]] = attrs.field(factory=set, repr=False)

    def check(self) -> None:
        """SessionRefused if files lie there already: those of another session would be taken for this one's."""
        if self.folder.exists() and (not self.folder.is_dir() or any(self.folder.glob("*.json"))):
            raise SessionRefused(f"{self.folder} is no folder or holds files of another exchange; give a new one with --exchange.")
        self.disk.make_folder(self.folder)

    def path(self, name: str, what: str) -> Path:
        """Where a player's file lies. A name may hold a slash, and no folder is meant."""
        return self.folder / f"{name.replace('/', '∕')}.{what}.json"

    def give(self, path: Path, data: bytes) -> None:
        """Put a file there, whole; one that was given before stays as it is."""
        if not path.exists():
            self.disk.make_folder(self.folder)
            self.disk.replace(path, data)

    def come(self, what: str, kind: type[Kind], judges: Mapping[str, Callable[[Kind], str]], left_open: str) -> Iterator[tuple[str, Kind]]:
        """The players' files as they come, with whose they are, until all have come or the time is over.

        `judges` by player: each says in half a sentence what is wrong with a file, or nothing. What is no good is told once, and waited on.
        """
        waiting = dict(judges)
        if waiting:
            places = ", ".join(str(self.path(name, what)) for name in waiting)
            self.tell(f"Waiting for {places}.")
        for _ in self.patience.moments(left_open) if waiting else ():
            for name in list(waiting):
                value = self._look(self.path(name, what), kind, waiting[name])
                if value is not None:
                    del waiting[name]
                    yield name, value
            if not waiting:
                return

    def _look(self, path: Path, kind: type[Kind], judge: Callable[[Kind], str]) -> Kind | None:
        """A file that is there, whole and right."""
        data = self._read(path)
        if data is None:
            return None
        if self._seen.get(path) != data:
            self._seen[path] = data
            return None
        try:
            value = read(data, kind)
        except ValueError as error:
            self._say(path, data, str(error))
            return None
        if fault := judge(value):
            self._say(path, data, fault)
            return None
        return value

    def _read(self, path: Path) -> bytes | None:
        """The bytes of a player's file, as many as a true one may have; from a pipe one would wait for ever."""
        try:
            if path.exists() and not path.is_file():
                self._say(path, b"", "is no plain file")
                return None
            with path.open("rb") as file:
                return file.read(LONGEST)
        except FileNotFoundError:
            return None
        except OSError as error:
            self._say(path, b"", f"cannot be read ({error.strerror})")
            return None

    def _say(self, path: Path, data: bytes, fault: str) -> None:
        if (path, data, fault) not in self._told:
            self._told.add((path, data, fault))
            self.tell(f"{path} {fault}; still waiting for the right one.")
