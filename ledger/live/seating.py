"""From a live session's `open` line to its `start`: who gives entropy of their own, and when every seat is signed (FORMAT.md §4, §12).

Nobody is waited for here: `due` says what has still to come, from a folder of files or over a network. Hashes and entropies are entries of
the journal before they count, so that a session that is left open goes on where it stood.
"""

from __future__ import annotations

import attrs

from ledger.errors import SessionRefused
from ledger.exchange import files
from ledger.exchange.files import FirstLines, Log, Reveal, SeatHash, SignedLines
from ledger.live.entries import Entropy, Hash
from ledger.live.journal import Journal
from ledger.live.own_lines import OwnLines
from ledger.sheet import Sheet
from ledger.shoe.chain import entropy_hash


@attrs.frozen
class HashesDue:
    """The `open` line is signed: these seats have still to give the hash of their entropy."""

    seats: tuple[int, ...]


@attrs.frozen
class RevealsDue:
    """Every seat is signed: these have still to reveal their entropy."""

    seats: tuple[int, ...]


@attrs.define
class Seating:
    """Seats everyone, with entropy of their own or the house's; `own` are the seats that are to give their own.

    `log` is where lines and proofs are read from, if somebody has the ledger indexed; else all its lines are read.
    """

    sheet: Sheet
    lines: OwnLines
    journal: Journal
    log: Log | None = None
    own: tuple[int, ...] = attrs.field(init=False)
    _opened: int = -1
    _seats: range = range(0)
    _hashes: dict[int, str | None] = attrs.Factory(dict)
    _keys: dict[int, str] = attrs.Factory(dict)
    _entropies: dict[int, str] = attrs.field(factory=dict, repr=False)
    _signed: SignedLines | None = None

    @own.default
    def _own(self) -> tuple[int, ...]:
        return tuple(seat.number for seat in self.sheet.table.seats if seat.name in self.journal.head.own)

    def open(self) -> None:
        """Sign the `open` line; where nobody has anything to give, the seats with it."""
        self._opened = self.lines.seq
        if self.own:
            self.lines.sign(self.sheet.opening())
        else:
            self._sign_seats(self.sheet.opening())

    @property
    def due(self) -> HashesDue | RevealsDue | None:
        """What has still to come before the start."""
        if hashes := tuple(seat for seat in self.own if seat not in self._hashes):
            return HashesDue(hashes)
        reveals = tuple(seat for seat in self.own if self._hashes[seat] and seat not in self._entropies)
        return RevealsDue(reveals) if reveals else None

    def take_hash(self, seat: int, told: str | None, key: str | None) -> None:
        """The hash (hex) and key (base64) of a seat that is due; no hash: it sits with the house's entropy. The last signs every seat."""
        self.journal.put(Hash(seat=seat, entropy_hash=told, key=key))
        self._hashes[seat] = told
        if key is not None:
            self._keys[seat] = key
        if not isinstance(self.due, HashesDue):
            self.sheet.seat_own({given: bytes.fromhex(hashed) for given, hashed in self._hashes.items() if hashed is not None}, self._keys)
            self._sign_seats()
            self._mix()

    def check_entropy(self, seat: int, told: str) -> None:
        """SessionRefused for an entropy that the seat's hash was not made of."""
        if self._hashed(seat, told) != self._hashes[seat]:
            raise SessionRefused(f"What {self._name(seat)} reveals is not what the hash was made of; reveal that.")

    def take_entropy(self, seat: int, told: str) -> None:
        """The entropy (hex) of a seat that is due, checked. The last one goes into the shoes."""
        self.journal.put(Entropy(seat=seat, entropy=told))
        self._entropies[seat] = told
        self._mix()

    def given_hash(self, seat: int) -> tuple[str | None, str | None] | None:
        """A seat's hash (hex) and key (base64), neither where the house makes its entropy; None while it is waited for."""
        if seat in self.own and seat not in self._hashes:
            return None
        return self._hashes.get(seat), self._keys.get(seat)

    def is_revealed(self, seat: int) -> bool:
        """Whether a seat has revealed its own entropy."""
        return seat in self._entropies

    def fault_of_hash(self, seat: int, file: SeatHash) -> str:
        """Half a sentence on what is wrong with a file that gives a seat's hash; nothing if it is right."""
        return self._foreign(seat, file)

    def fault_of_reveal(self, seat: int, file: Reveal) -> str:
        """Half a sentence on what is wrong with a file that reveals a seat's entropy; nothing if it is right."""
        if fault := self._foreign(seat, file):
            return fault
        if self._hashed(seat, file.entropy) == self._hashes[seat]:
            return ""
        return f"does not reveal what the hash of {self._name(seat)} was made of"

    def invitation(self, seat: int) -> bytes:
        """The file that a seat is given to make its hash by."""
        return files.invitation(self._signed_lines(self._opened + 1), self._opened, self._name(seat))

    def seats_file(self) -> bytes:
        """The file that everyone is given once all seats are signed; SessionRefused before."""
        if not self._seats:
            raise SessionRefused("The seats are not signed yet: hashes of entropies are still waited for.")
        return files.seats(self._signed_lines(self._seats.stop), self._opened, self._seats)

    def _sign_seats(self, before: list[bytes] | None = None) -> None:
        """Sign every seat at once, after the lines `before` that are signed with them."""
        first = self.lines.seq + len(before or ())
        if before is None:
            self.sheet.stand_at(first)
        self._seats = range(first, first + len(self.sheet.table.seats))
        self.lines.sign([*(before or ()), *self.sheet.seats()])
        self._signed = None

    def _mix(self) -> None:
        """The entropies enter the shoes once all are there."""
        if self.due is None:
            self.sheet.reveal_own({seat: bytes.fromhex(told) for seat, told in self._entropies.items()})

    def _signed_lines(self, size: int) -> SignedLines:
        """The ledger's first lines, as many as that, under a checkpoint of just these: worked out once for all who ask."""
        if self._signed is None:
            writer = self.lines.writer
            self._signed = SignedLines(self.log or FirstLines(writer.folder, size), size, writer.signer)
        return self._signed

    def _name(self, seat: int) -> str:
        return self.sheet.plan.players[seat - 1]

    def _hashed(self, seat: int, told: str) -> str:
        return entropy_hash(self.sheet.open_leaf, self._name(seat), bytes.fromhex(told)).hex()

    def _foreign(self, seat: int, file: SeatHash | Reveal) -> str:
        if file.name != self._name(seat):
            return f"is of {file.name!r} and not of {self._name(seat)!r}"
        return "" if file.open == self.sheet.open_leaf.hex() else "is for another session than this one"
