"""Receipts: what an operator signs for an answer that was taken, for the player to keep (FORMAT.md §10)."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Collection, Sequence
from functools import partial
from pathlib import Path
from typing import Protocol

import attrs

from ledger.errors import DiskFailed
from ledger.history.disk import Disk
from ledger.shoe.hashing import labelled_hash

_LABEL = b"sealedshoe/1/receipt"
_HIDDEN = frozenset(("hole", "down", "late", "extra", "toss", "unasked"))
_FACE_DOWN = frozenset(("double", "triple"))


def masked(event: str, *, face_down: bool) -> str:
    """An event whose card, if it lies hidden from anybody when it is dealt, is written `xx`; `face_down` says so of doubles."""
    words = event.split(" ")
    verb = words[2] if words[1] == "timeout" else words[1]
    if verb in _HIDDEN or (face_down and verb in _FACE_DOWN):
        words[-1] = "xx"
    return " ".join(words)


def digest(log: Sequence[str], *, face_down: bool) -> bytes:
    """The hash of a round's first events, each masked."""
    return labelled_hash(_LABEL, *(masked(event, face_down=face_down).encode() for event in log))


def receipt_text(ledger: str, place: tuple[int, int, int], begin: bytes, log: Sequence[str], *, face_down: bool) -> str:
    """The six lines that are signed; `place` is session, round and seat, `begin` the leaf hash of the round's `begin`."""
    session, number, seat = place
    events = b64encode(digest(log, face_down=face_down)).decode()
    lines = (f"{ledger}/receipt", f"{session}/{number}", seat, b64encode(begin).decode(), len(log), events)
    return "".join(f"{line}\n" for line in lines)


class Keep(Protocol):
    """Where receipts go."""

    def __call__(self, seat: int, name: str, signed: Callable[[], str], /) -> None:
        """Keep a seat's receipt, unless one of this name is there: a session that is gone on with gives them all again."""


@attrs.frozen
class ReceiptFolder:
    """Receipts as files: FOLDER/seat-<n>/<session>-<round>-<events>.receipt."""

    folder: Path
    _disk: Disk

    def __call__(self, seat: int, name: str, signed: Callable[[], str], /) -> None:
        """Write a receipt, durably; DiskFailed if that fails."""
        path = self.folder / f"seat-{seat}" / name
        try:
            if not path.exists():
                self._disk.make_folder(path.parent)
                self._disk.replace(path, signed().encode())
        except OSError as error:
            raise DiskFailed(
                f"The receipt {path} could not be written ({error.strerror}); mend it and go on with `shoe resume`."
            ) from error


@attrs.define
class Receipts:
    """The receipts of some seats' answers: they wait until their answer stands beside a signed `begin`."""

    keep: Keep
    seats: Collection[int]
    _sign: Callable[[str], str]
    _ledger: str
    _waiting: set[int] = attrs.Factory(set)

    def answered(self, seat: int) -> None:
        """A seat's answer was taken."""
        if seat in self.seats:
            self._waiting.add(seat)

    def forget(self) -> None:
        """No round came of what was answered."""
        self._waiting.clear()

    def give(self, place: tuple[int, int], begin: bytes, log: Sequence[str], *, face_down: bool) -> None:
        """Give the receipts that are due in a round (session and number)."""
        session, number = place
        for seat in sorted(self._waiting):
            text = receipt_text(self._ledger, (session, number, seat), begin, log, face_down=face_down)
            self.keep(seat, f"{session}-{number}-{len(log)}.receipt", partial(self._sign, text))
        self._waiting.clear()
