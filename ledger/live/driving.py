"""Letting sources drive a live session: bots, a script, people at one terminal."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ledger.errors import LeftOpen, SessionRefused
from ledger.exchange.waiting import seat_by_files
from ledger.live.questions import Question
from ledger.live.seating import HashesDue, RevealsDue
from ledger.live.session import LiveSession
from ledger.players.source import Interrupted, Source, Voided
from ledger.table.answering import answer_of, is_timeout, seat_leaving
from ledger.table.session import Due, never


def _nowhere(_session: LiveSession) -> None:
    """Nobody watches."""


def await_players(session: LiveSession) -> None:
    """Wait for the files of players with entropy of their own, where some are due, in the plan's exchange; LeftOpen if nobody waits."""
    if isinstance(session.question, (HashesDue, RevealsDue)):
        seat_by_files(session, session.sheet.plan.exchange)


def drive(
    session: LiveSession, sources: Mapping[int, Source], stop: Callable[[], bool] = never, look: Callable[[LiveSession], object] = _nowhere
) -> None:
    """Let the sources answer until the session is closed; LeftOpen as soon as `stop` says that nobody goes on here.

    Where players give entropy of their own, their files are waited for first, in the plan's exchange.
    Whoever watches may `look` at the session before each question.
    """
    await_players(session)
    while (question := session.question) is not None:
        if stop():
            raise LeftOpen(f"Session {session.number} was left open.")
        look(session)
        if isinstance(question, Due):
            for seat in session.table.leavers(question.round, sources):
                session.leave(seat)
            session.go_on()
        elif isinstance(question, Question):
            _answer(session, question, sources)


def _answer(session: LiveSession, question: Question, sources: Mapping[int, Source]) -> None:
    """Let the source that is asked answer, or the director decide in its place."""
    try:
        said = answer_of(question.ask, sources)
        if is_timeout(question.ask, said):
            session.timeout(question.number)
        elif (seat := seat_leaving(question.ask, said)) is not None:
            session.leave(seat)
        else:
            session.answer(question.number, said)
    except Interrupted as broken:
        session.stop(str(broken))
    except Voided as broken:
        _void(session, question, broken)


def _void(session: LiveSession, question: Question, broken: Voided) -> None:
    """Break the round off; where that cannot be, the one who wanted it is told so and asked again."""
    try:
        session.void(str(broken))
    except SessionRefused as error:
        session.ask_again(question.number, str(error))
