"""What happens at a table without anybody's doing: bots answer, a round that is due begins."""

from __future__ import annotations

from ledger.live.questions import Question
from ledger.live.session import LiveSession
from ledger.service.table_file import TableFile
from ledger.table.answering import answer_of
from ledger.table.session import Due


def go_on(session: LiveSession) -> None:
    """Begin the round that is due, without the bots that get up."""
    if isinstance(due := session.question, Due):
        for seat in session.table.leavers(due.round, session.sheet.sources):
            session.leave(seat)
        session.go_on()


def go_on_at_once(session: LiveSession, file: TableFile, *, begins: bool) -> bool:
    """All that waits for nobody; whether a round began with it, which none does unless it `begins`."""
    session.proceed()
    _let_bots_answer(session, file)
    if not begins or not isinstance(session.question, Due) or (file.pause_seconds != 0 and _somebody_stays(session)):
        return False
    go_on(session)
    _let_bots_answer(session, file)
    return True


def _somebody_stays(session: LiveSession) -> bool:
    """Whether the round that is due is to be waited for: where everybody gets up, the session is over."""
    return bool(session.table.playing - session.leaving)


def _let_bots_answer(session: LiveSession, file: TableFile) -> None:
    """Until a person is asked, or a round is due."""
    while isinstance(question := session.question, Question):
        asked = zip(question.ask.hands, question.ask.seats, strict=True)
        hand = next((hand for hand, seat in asked if not file.is_person(seat)), None)
        if hand is None:
            return
        ask = session.table.put_to(question.ask, hand)
        session.answer(question.number, answer_of(ask, session.sheet.sources))
