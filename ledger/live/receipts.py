"""Receipts: what an operator signs for an answer that was taken, for the player to keep (FORMAT.md §10)."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Collection, Sequence
from pathlib import Path

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


@attrs.define
class Receipts:
    """Where receipts go: DIR/seat-<n>/<session>-<round>-<events>.receipt, for some seats.

    Seats that were answered for wait until their answer stands beside a signed `begin`.
    """

    folder: Path
    seats: Collection[int]
    _sign: Callable[[str], str]
    _ledger: str
    _disk: Disk
    _waiting: set[int] = attrs.Factory(set)

    def answered(self, seat: int) -> None:
        """A seat's answer was taken."""
        if seat in self.seats:
            self._waiting.add(seat)

    def forget(self) -> None:
        """No round came of what was answered."""
        self._waiting.clear()

    def give(self, place: tuple[int, int], begin: bytes, log: Sequence[str], *, face_down: bool) -> None:
        """Write the receipts that are due in a round (session and number), durably, but those that are there; DiskFailed if that fails."""
        session, number = place
        for seat in sorted(self._waiting):
            text = receipt_text(self._ledger, (session, number, seat), begin, log, face_down=face_down)
            folder = self.folder / f"seat-{seat}"
            path = folder / f"{session}-{number}-{len(log)}.receipt"
            try:
                if not path.exists():
                    self._disk.make_folder(folder)
                    self._disk.replace(path, self._sign(text).encode())
            except OSError as error:
                raise DiskFailed(
                    f"The receipt {path} could not be written ({error.strerror}); mend it and go on with `shoe resume`."
                ) from error
        self._waiting.clear()
