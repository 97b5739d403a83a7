"""What people do at a table that is played at, and the director: answers, getting up, the next round, a void."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from ledger.errors import SessionRefused
from ledger.live.questions import Question
from ledger.live.session import LiveSession
from ledger.service.about import OPERATOR, Viewer
from ledger.service.by_itself import go_on
from ledger.service.orders import AnswerGiven
from ledger.service.refusals import Kind, Refused
from ledger.service.table import Table, nobody_asks
from ledger.service.told import AnswerTaken
from ledger.table.session import Due


@attrs.frozen
class Play:
    """The play of one table."""

    _table: Table

    async def answer(self, seat: int, given: AnswerGiven, request: str | None, still: Callable[[], object] = nobody_asks) -> AnswerTaken:
        """Take an answer of a seat, of the operator's for seat 0; once it is durable: its receipt, and the table as it stands then."""
        return await self._table.whole(self._answer(seat, given, request, still))

    async def _answer(self, seat: int, given: AnswerGiven, request: str | None, still: Callable[[], object]) -> AnswerTaken:
        number = None
        async with self._table.turn(still):
            before = self._table.answered(seat, request)
            if before is None:
                number = self._take(self._table.opened(), seat, given, request)
            elif before != given.answer:
                raise Refused(Kind.KEY_REUSED, "An answer with this idempotency key was taken before, and it was another one.")
        view = await self._table.view(Viewer("seat", seat) if seat else OPERATOR)
        if number is None and (shown := view.round or view.last):
            number = shown.round
        return AnswerTaken(receipt=self._table.receipts.last(seat, number) if number else None, table=view)

    def _take(self, session: LiveSession, seat: int, given: AnswerGiven, request: str | None) -> int:
        """The number of the round that the answer belongs to: the next one may have begun when it is taken."""
        question, hand = session.question, given.answer.partition(" ")[0]
        if not isinstance(question, Question):
            raise Refused(Kind.QUESTION_OVER, f"Nobody is asked at this table: {session.stands}.")
        ask = question.ask
        if seat not in ask.seats:
            raise Refused(Kind.NOT_ASKED, "Somebody else is asked now; wait for your turn.")
        if hand not in ask.hands or ask.seats[ask.hands.index(hand)] != seat:
            raise Refused(Kind.ANSWER_REFUSED, "The answer is for none of the hands that you are asked about; begin it with one of them.")
        if session.asked(hand).hash.hex() != given.question:
            raise Refused(Kind.QUESTION_OVER, "That question is over; look at the table, and answer the one that is open.")
        try:
            taken = session.answer(question.number, given.answer, signature=given.signature, request=request)
        except SessionRefused as error:
            raise Refused(Kind.SIGNATURE_WRONG, str(error)) from error
        if not taken and isinstance(session.question, Question):
            raise Refused(Kind.ANSWER_REFUSED, f"{session.question.ask.refused}.")
        return ask.round

    async def leave(self, seat: int, still: Callable[[], object] = nobody_asks) -> None:
        """A seat gets up before the next round."""
        await self._table.whole(self._leave(seat, still))

    async def _leave(self, seat: int, still: Callable[[], object]) -> None:
        async with self._table.turn(still):
            self._table.playing().leave(seat)

    async def next(self) -> None:
        """Begin the round that is due."""
        await self._table.whole(self._next())

    async def _next(self) -> None:
        async with self._table.turn():
            session = self._table.playing()
            if not isinstance(session.question, Due):
                raise Refused(Kind.WRONG_STATE, f"No round is due: {session.stands}.")
            go_on(session)

    async def void(self, reason: str) -> None:
        """Break off the round in play; the session goes on."""
        await self._table.whole(self._void(reason))

    async def _void(self, reason: str) -> None:
        async with self._table.turn():
            session = self._table.playing()
            if not session.table.is_in_play:
                raise Refused(Kind.WRONG_STATE, f"No round is in play that could be broken off: {session.stands}.")
            session.void(reason)
