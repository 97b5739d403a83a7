"""From a live session's `open` line to its `start`, where players give their own entropy (FORMAT.md §12).

Hashes and entropies are entries of the journal before they count, so that a session that is left open goes on where it stood.
"""

from __future__ import annotations

from functools import partial

import attrs

from ledger.errors import SessionRefused
from ledger.exchange import files
from ledger.exchange.files import Reveal, SeatHash, SignedLines, first_lines
from ledger.exchange.folder import SEATS, Exchange
from ledger.live.entries import STOP, Broken, Entropy, Hash
from ledger.live.journal import Journal
from ledger.live.own_lines import OwnLines
from ledger.sheet import Sheet
from ledger.shoe.chain import entropy_hash

_NO_REVEAL = "An entropy was not revealed."


@attrs.define
class Seating:
    """Seats everyone, with entropy of their own or the house's; `exchange` is where files are waited for, if any must still come."""

    sheet: Sheet
    lines: OwnLines
    journal: Journal
    exchange: Exchange | None = None
    _hashes: dict[int, str | None] = attrs.Factory(dict)
    _entropies: dict[int, str] = attrs.field(factory=dict, repr=False)

    def seat_all(self) -> bool:
        """Sign opening and seats, and take what is revealed; False if someone did not reveal: then only the close can follow."""
        opened = self.lines.seq
        self.lines.sign(self.sheet.opening())
        self._take_hashes(opened)
        self.sheet.seat_own({seat: bytes.fromhex(told) for seat, told in self._hashes.items() if told is not None})
        first = self.lines.seq
        self.sheet.stand_at(first)
        self.lines.sign(self.sheet.seats())
        if not self._take_entropies(opened, first):
            self.sheet.table.reason = "stopped"
            return False
        self.sheet.reveal_own({seat: bytes.fromhex(told) for seat, told in self._entropies.items()})
        return True

    def _take_hashes(self, opened: int) -> None:
        """A hash of each player with their own entropy, from the journal or their file; whose does not come in time is the house's."""
        while isinstance(entry := self.journal.tape, Hash):
            self._put_hash(entry.seat, entry.entropy_hash)
        missing = {name: seat for name, seat in self._own().items() if seat not in self._hashes}
        if not missing:
            return
        exchange, signed = self._exchange(), self._signed(opened + 1)
        for name in missing:
            exchange.give(exchange.path(name, "invitation"), files.invitation(signed, opened, name))
            exchange.tell(f"Give {name} the invitation {exchange.path(name, 'invitation')}.")
        judges = {name: partial(self._fault_of_hash, name) for name in missing}
        for name, file in exchange.come("hash", SeatHash, judges, self._left_open("hashes")):
            self._put_hash(missing[name], file.entropy_hash)
        for name, seat in missing.items():
            if seat not in self._hashes:
                self._put_hash(seat, None)
                exchange.tell(f"No hash has come from {name}, who sits with the house's entropy; every audit will say so.")

    def _take_entropies(self, opened: int, first: int) -> bool:
        while isinstance(entry := self.journal.tape, Entropy):
            self._put_entropy(entry.seat, entry.entropy)
        if isinstance(entry := self.journal.tape, Broken):
            self.journal.put(entry)
            return False
        missing = {name: seat for name, seat in self._own().items() if self._hashes[seat] and seat not in self._entropies}
        if not missing:
            return True
        exchange, seats = self._exchange(), range(first, first + len(self.sheet.table.seats))
        exchange.give(exchange.folder / SEATS, files.seats(self._signed(seats.stop), opened, seats))
        exchange.tell(f"Every seat is signed: give {exchange.folder / SEATS} to {', '.join(missing)}.")
        judges = {name: partial(self._fault_of_reveal, name, seat) for name, seat in missing.items()}
        for name, file in exchange.come("reveal", Reveal, judges, self._left_open("reveals")):
            self._put_entropy(missing[name], file.entropy)
        silent = [name for name, seat in missing.items() if seat not in self._entropies]
        if silent:
            self.journal.put(Broken(how=STOP, words=_NO_REVEAL))
            exchange.tell(f"{', '.join(silent)} did not reveal: the session is closed without a start, as every audit will say.")
        return not silent

    def _own(self) -> dict[str, int]:
        return {seat.name: seat.number for seat in self.sheet.table.seats if seat.name in self.journal.head.own}

    def _put_hash(self, seat: int, told: str | None) -> None:
        self.journal.put(Hash(seat=seat, entropy_hash=told))
        self._hashes[seat] = told

    def _put_entropy(self, seat: int, told: str) -> None:
        self.journal.put(Entropy(seat=seat, entropy=told))
        self._entropies[seat] = told

    def _fault_of_hash(self, name: str, file: SeatHash) -> str:
        return self._foreign(name, file)

    def _fault_of_reveal(self, name: str, seat: int, file: Reveal) -> str:
        if fault := self._foreign(name, file):
            return fault
        hashed = entropy_hash(self.sheet.open_leaf, name, bytes.fromhex(file.entropy)).hex()
        return "" if hashed == self._hashes[seat] else f"does not reveal what the hash of {name} was made of"

    def _foreign(self, name: str, file: SeatHash | Reveal) -> str:
        if file.name != name:
            return f"is of {file.name!r} and not of {name!r}"
        return "" if file.open == self.sheet.open_leaf.hex() else "is for another session than this one"

    def _signed(self, size: int) -> SignedLines:
        writer = self.lines.writer
        return SignedLines(first_lines(writer.folder, size), writer.signer)

    def _exchange(self) -> Exchange:
        if self.exchange is None:
            raise SessionRefused(
                f"Session {self.journal.head.session} waits for files of its players; give the folder where they lie with --exchange DIR, "
                "and with --wait 0 if nobody is to be waited for."
            )
        return self.exchange

    def _left_open(self, what: str) -> str:
        return f"Session {self.journal.head.session} was left open, waiting for {what} of its players; go on with `shoe resume`."
