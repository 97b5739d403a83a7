"""Coming to a table: a name, then the hash of an entropy, then the entropy itself (FORMAT.md §12)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from secrets import token_hex
from typing import TypeVar

import attrs

from ledger.exchange.files import Reveal, SeatHash, read
from ledger.live.seating import HashesDue, RevealsDue
from ledger.live.sources import PERSON
from ledger.names import check_players
from ledger.service.about import Viewer
from ledger.service.refusals import Kind, Refused
from ledger.service.table import Table, nobody_asks
from ledger.service.table_file import Sitting, kept_of
from ledger.service.told import SeatToken

File = TypeVar("File", SeatHash, Reveal)


def _anybody(_table: Table, _sitting: Sitting) -> None:
    """Nobody is refused."""


@attrs.frozen
class Seats:
    """The seats of one table, until it is played at."""

    _table: Table

    async def take_seat(self, name: str, request: str | None, admit: Callable[[Table, Sitting], None] = _anybody) -> SeatToken:
        """Sit down while the table gathers, unless `admit` refuses."""
        return await self._table.whole(self._take_seat(name, request, admit))

    async def _take_seat(self, name: str, request: str | None, admit: Callable[[Table, Sitting], None]) -> SeatToken:
        async with self._table.turn():
            for seat, sitting in enumerate(self._table.file.sittings, 1):
                if request is not None and sitting.request == kept_of(request):
                    if sitting.name != name:
                        raise Refused(Kind.KEY_REUSED, "Somebody else sat down with this idempotency key; choose another one.")
                    return SeatToken(seat=seat, token=self._table.token(sitting))
            self._table.must_be("gathering")
            if not self._table.file.places:
                raise Refused(Kind.NO_PLACE, "Every seat of this table is taken; look for another table.")
            check_players([*(sitting.name for sitting in self._table.file.sittings), name])
            sitting = Sitting(name=name, boxes=None, plays=PERSON, nonce=token_hex(16), request=kept_of(request) if request else None)
            admit(self._table, sitting)
            self._table.keep(sittings=(*self._table.file.sittings, sitting), places=self._table.file.places - 1)
            return SeatToken(seat=len(self._table.file.sittings), token=self._table.token(sitting))

    async def get_up(self, who: Callable[[], Viewer]) -> None:
        """Get up again while the table gathers; those behind move up, so that `who` is asked for their seat only when it is their turn."""
        await self._table.whole(self._get_up(who))

    async def _get_up(self, who: Callable[[], Viewer]) -> None:
        async with self._table.turn():
            self._table.free(who().seat)

    async def open(self) -> None:
        """Nobody more sits down: the session is opened."""
        await self._table.whole(self._open())

    async def _open(self) -> None:
        async with self._table.turn():
            self._table.sit_down()

    async def give_hash(self, seat: int, body: bytes, still: Callable[[], object] = nobody_asks) -> None:
        """A seat's hash of its entropy, by its file (FORMAT.md §12)."""
        await self._table.whole(self._give_hash(seat, _file(body, SeatHash), still))

    async def _give_hash(self, seat: int, file: SeatHash, still: Callable[[], object]) -> None:
        async with self._table.turn(still):
            seating = self._table.opened().seating
            if fault := seating.fault_of_hash(seat, file):
                raise Refused(Kind.REFUSED, f"The file {fault}; make it by this table's invitation.")
            given = seating.given_hash(seat)
            if given == (file.entropy_hash, file.key):
                return
            if given is not None:
                raise Refused(Kind.GIVEN_ALREADY, "Another hash was given for this seat before, or none in time; that stays.")
            self._table.opened().give_hash(seat, file.entropy_hash, file.key)

    async def seat_now(self) -> None:
        """Sign the seats: whoever has given no hash sits with the house's entropy."""
        await self._table.whole(self._seat_now())

    async def _seat_now(self) -> None:
        async with self._table.turn():
            session = self._table.opened()
            while isinstance(due := session.question, HashesDue):
                session.give_hash(due.seats[0], None)

    async def reveal(self, seat: int, body: bytes, still: Callable[[], object] = nobody_asks) -> None:
        """What a seat reveals, by its file (FORMAT.md §12)."""
        await self._table.whole(self._reveal(seat, _file(body, Reveal), still))

    async def _reveal(self, seat: int, file: Reveal, still: Callable[[], object]) -> None:
        async with self._table.turn(still):
            session = self._table.opened()
            if isinstance(session.question, HashesDue):
                raise Refused(Kind.WRONG_STATE, "Not every seat is signed yet: keep your entropy to yourself until then.")
            if fault := session.seating.fault_of_reveal(seat, file):
                raise Refused(Kind.REFUSED, f"The file {fault}; reveal what your hash was made of.")
            if isinstance(due := session.question, RevealsDue) and seat in due.seats:
                session.reveal(seat, file.entropy)

    async def invitation(self, seat: int) -> bytes:
        """What a seat is given to make its hash by (FORMAT.md §12)."""
        async with self._table.looking():
            session = self._table.opened()
            if seat not in session.seating.own:
                raise Refused(Kind.WRONG_STATE, "The house makes the entropy of this seat, so that there is no invitation.")
            return await asyncio.to_thread(session.seating.invitation, seat)

    async def seats_file(self) -> bytes:
        """What everyone is given once every seat is signed (FORMAT.md §12)."""
        async with self._table.looking():
            session = self._table.opened()
            if isinstance(session.question, HashesDue):
                raise Refused(Kind.WRONG_STATE, "The seats are not signed yet: hashes of entropies are still waited for.")
            return await asyncio.to_thread(session.seating.seats_file)


def _file(body: bytes, kind: type[File]) -> File:
    try:
        return read(body, kind)
    except ValueError as error:
        raise Refused(Kind.REFUSED, f"The file {error}.") from error
