"""Telling the entropy: only once every hash stands in a signed log, one's own among them, and nothing after the last (FORMAT §12)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import attrs

from audit.errors import SeatFileError
from audit.notes import parse_vkey
from audit.records import Open, Seat
from audit.seat import secret as secrets
from audit.seat.answering import public_key
from audit.seat.files import Proven, Reveal, Seats, Secret, encode, read
from audit.seat.proven import Signed
from audit.seeds import entropy_hash
from audit.tree import leaf_hash


@attrs.frozen
class Revealed:
    """What a player gives the operator at last, the checkpoint to keep, and who sits at the table."""

    reveal_file: bytes
    checkpoint: str
    seats: tuple[Seat, ...]

    def told(self) -> list[str]:
        """Every seat in a line."""
        whose = {"own": "own entropy", "house": "the house's entropy"}
        return [f"seat {seat.seat:<7}{seat.name}, with {seat.stack}, {_boxes(seat)}, {whose[seat.source]}" for seat in self.seats]


def reveal(path: Path, vkey: str, secret: Path) -> Revealed:
    """Verify the file of all seats, and only then give the entropy; raises an AuditError that says what is not proven.

    What is verified: the signature; the `open` line that the hash was given for; each seat, one after another from the first, none left
    out between; the player's own with their name, hash, key and `own`; that the log ends with the last one, so that no `start` is signed.
    """
    kept, file = secrets.read(secret), read(path, Seats)
    signed = Signed.of(str(path), file.checkpoint, parse_vkey(vkey.strip()))
    signed.ledger(file.lines[0])
    opened = signed.line(file.lines[1], Open, "the session's `open` line")
    if leaf_hash(file.lines[1].line.encode()).hex() != kept.open:
        raise SeatFileError(
            f"{path}: its session {opened.session} is not the one that your hash was given for, or its `open` line was changed since: "
            "do not reveal anything, and keep both files."
        )
    seats = _seats(signed, opened, file.lines[2:])
    _require_mine(path, kept, seats)
    _require_last(path, signed, seats)
    return Revealed(encode(Reveal(entropy=kept.entropy, name=kept.name, open=kept.open)), file.checkpoint, tuple(seats))


def _seats(signed: Signed, opened: Open, lines: Sequence[Proven]) -> list[Seat]:
    """The seats, which follow one another from the session's `open` line on."""
    seats: list[Seat] = []
    before = opened.seq
    for number, proven in enumerate(lines, 1):
        seat = signed.line(proven, Seat, f"seat {number}")
        follows = seat.prev == before and (number == 1 or seat.seq == before + 1)
        if not follows or (seat.seat, seat.session) != (number, opened.session):
            raise SeatFileError(
                f"{signed.source}: line {seat.seq} is not seat {number} of session {opened.session}, directly after the line before: "
                "something was left out; do not reveal anything, and keep the file."
            )
        seats.append(seat)
        before = seat.seq
    return seats


def _require_mine(path: Path, kept: Secret, seats: Sequence[Seat]) -> None:
    mine = next((seat for seat in seats if seat.name == kept.name), None)
    if mine is None:
        raise SeatFileError(f"{path} has no seat for {kept.name}: you would not be at the table; do not reveal anything.")
    hashed = entropy_hash(bytes.fromhex(kept.open), kept.name, bytes.fromhex(kept.entropy)).hex()
    if mine.entropy_hash != hashed:
        raise SeatFileError(f"{path}: the seat of {kept.name} has another hash than yours; do not reveal anything, and keep the file.")
    if mine.key != public_key(kept):
        raise SeatFileError(
            f"{path}: the seat of {kept.name} does not have your key, so that your answers would be nobody's, or another's; "
            "do not reveal anything, and keep the file."
        )
    if mine.source != "own":
        raise SeatFileError(
            f"{path}: the seat of {kept.name} says that the house made the entropy, although the hash is yours; do not reveal anything."
        )


def _require_last(path: Path, signed: Signed, seats: Sequence[Seat]) -> None:
    end, size = seats[-1].seq + 1, signed.checkpoint.size
    if size != end:
        raise SeatFileError(
            f"{path}: the log that was signed has {size} lines, and the last seat is line {end - 1}: more was signed after the seats, "
            "perhaps a start; do not reveal anything, and keep the file."
        )


def _boxes(seat: Seat) -> str:
    if not seat.boxes:
        return "no box"
    return f"{'box' if len(seat.boxes) == 1 else 'boxes'} {', '.join(map(str, seat.boxes))}"
