"""What the director does about one person at a table: a new token, taking them out, going on without their answer."""

from __future__ import annotations

from hashlib import sha256
from secrets import token_hex

import attrs
import msgspec

from ledger.live.session import Question
from ledger.service.refusals import Kind, Refused
from ledger.service.table import Table
from ledger.service.told import SeatToken

RENEWALS = 16
"""Keys of requests for a seat's token that are remembered."""


@attrs.frozen
class Directing:
    """The people of one table, each called by their name: a seat's number may be somebody else's by the time a request is there."""

    _table: Table

    async def renew(self, name: str, request: str | None) -> SeatToken:
        """Give somebody's seat a token in place of the one before, which counts no more once this returns."""
        return await self._table.whole(self._renew(name, request))

    async def _renew(self, name: str, request: str | None) -> SeatToken:
        async with self._table.turn():
            kept = _kept(request) if request else ""
            seat = self._renewed_by(kept, name) or self._another(kept, name)
            return SeatToken(seat=seat, token=self._table.token(self._table.file.sittings[seat - 1]))

    def _renewed_by(self, kept: str, name: str) -> int | None:
        """The seat that this request was for already; Refused where it was another's, or a newer token has come since."""
        for seat, sitting in enumerate(self._table.file.sittings, 1):
            if kept and kept in sitting.renewals:
                if sitting.name != name:
                    raise Refused(Kind.KEY_REUSED, f"{sitting.name} was given a token with this idempotency key; choose another one.")
                if kept != sitting.renewals[-1]:
                    raise Refused(Kind.KEY_REUSED, f"{name} has been given a newer token than by this idempotency key; choose another one.")
                return seat
        return None

    def _another(self, kept: str, name: str) -> int:
        """Make another token of the seat's, durably. The key by which somebody sat down tells it no more: that may have leaked, too."""
        seat, sittings = self._table.seat_called(name), self._table.file.sittings
        sitting = sittings[seat - 1]
        if not sitting.is_person:
            raise Refused(Kind.REFUSED, f"A bot plays for {name}, and needs no token.")
        renewals = (*sitting.renewals, kept)[-RENEWALS:]
        renewed = msgspec.structs.replace(sitting, nonce=token_hex(16), request=None, renewals=renewals)
        self._table.keep(sittings=(*sittings[: seat - 1], renewed, *sittings[seat:]))
        return seat

    async def take_out(self, name: str) -> None:
        """Take somebody out: at once while the table gathers, before the next round while it is played at."""
        await self._table.whole(self._take_out(name))

    async def _take_out(self, name: str) -> None:
        table = self._table
        async with table.turn():
            seat = table.seat_called(name)
            if table.state == "gathering":
                table.free(seat)
            elif table.state in ("hashes", "reveals"):
                raise Refused(
                    Kind.WRONG_STATE,
                    "The table is opened for those who sit there, so that nobody can be taken out before play; make it again without them.",
                )
            else:
                table.playing().leave(seat)

    async def take_default(self, name: str, version: int) -> None:
        """Let the question that somebody is asked take its default, as when their time is up; `version`: of the table as it was seen."""
        await self._table.whole(self._take_default(name, version))

    async def _take_default(self, name: str, version: int) -> None:
        table = self._table
        async with table.turn():
            seat, session = table.seat_called(name), table.playing()
            question = session.question
            if table.version != version or not isinstance(question, Question):
                raise Refused(Kind.QUESTION_OVER, f"The table has changed since you looked at it: {session.stands}. Look again.")
            hand = next((hand for hand, asked in zip(question.ask.hands, question.ask.seats, strict=True) if asked == seat), None)
            if hand is None:
                raise Refused(Kind.NOT_ASKED, f"{name} is not asked now: {session.stands}.")
            session.timeout(question.number, hand)


def _kept(request: str) -> str:
    """What is kept of the key of a request."""
    return sha256(request.encode()).hexdigest()
