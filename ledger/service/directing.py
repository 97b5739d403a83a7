"""What the director does about one person at a table: a new token, taking them out, going on without their answer."""

from __future__ import annotations

from secrets import token_hex

import attrs
import msgspec

from ledger.live.questions import Question
from ledger.live.session import default_by
from ledger.service.refusals import Kind, Refused
from ledger.service.table import Table
from ledger.service.table_file import kept_of
from ledger.service.told import SeatToken
from ledger.table.company import HOUSE

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
            kept = kept_of(request) if request else ""
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
        if (after := self._table.next) is not None:
            raise Refused(Kind.REFUSED, f"Those of table {self._table.id} go on at table {after}; give {name} a new link there.")
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

    async def finish(self) -> None:
        """Take everybody out before the next round: the session then ends by the rules, and not by the director. Again does nothing."""
        await self._table.whole(self._finish())

    async def _finish(self) -> None:
        async with self._table.turn():
            if self._table.state == "closed":
                return
            session = self._table.playing()
            for seat in sorted(session.table.playing):
                session.leave(seat)

    async def take_default(self, name: str, version: int, request: str | None) -> None:
        """Let the question of this version take its default for somebody who does not answer, where no time runs that would do so."""
        await self._table.whole(self._take_default(name, version, request))

    async def _take_default(self, name: str, version: int, request: str | None) -> None:
        table = self._table
        async with table.turn():
            seat = table.seat_called(name)
            before = table.answered(HOUSE, request)
            if before == default_by(seat):
                return
            if before is not None:
                raise Refused(Kind.KEY_REUSED, "Something else was done with this idempotency key; choose another one.")
            session = table.playing()
            if table.file.answer_seconds is not None:
                raise Refused(
                    Kind.REFUSED, f"Everybody at this table has {table.file.answer_seconds} s to answer; then it goes on by itself."
                )
            question = session.question
            if not isinstance(question, Question) or table.asked != version:
                raise Refused(Kind.QUESTION_OVER, f"The question is another one than you saw: {session.stands}. Look again.")
            hand = next((hand for hand, asked in zip(question.ask.hands, question.ask.seats, strict=True) if asked == seat), None)
            if hand is None:
                raise Refused(Kind.NOT_ASKED, f"{name} is not asked now: {session.stands}.")
            session.timeout(question.number, hand, request=request)
