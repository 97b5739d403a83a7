"""What each asker is told of a table (SERVICE.md): the view, made from a live session and what the service knows beside it."""

from __future__ import annotations

from collections.abc import Sequence

from ledger.cards import CARD_NUMBERS
from ledger.live.questions import Question
from ledger.live.session import LiveSession
from ledger.seating import box_owners
from ledger.service.about import About, Sitter, Viewer
from ledger.service.sight import HIDDEN, Sight
from ledger.service.views import (
    DueView,
    LastRound,
    OwnQuestion,
    QuestionView,
    RoundView,
    SeatView,
    StandingView,
    TableView,
    You,
)
from ledger.table.ask import ACES, EVEN, INSURANCE, OVER, SURRENDER, TURN, default_of, split_answer
from ledger.table.company import HOUSE, FinishedRound
from ledger.table.hand import Hand
from ledger.table.session import Due, Void, standings
from ledger.table.terms import Terms

OFFER = "offer"
_UNTOLD = {ACES: OFFER, EVEN: OFFER, INSURANCE: OFFER, SURRENDER: OFFER, OVER: TURN}
"""What others hear of a question about a hand that lies face down: who is offered what would tell its cards."""


class Showing:
    """A table as it stands at this moment, to be shown to each who asks; it is made anew after each change."""

    def __init__(self, about: About, session: LiveSession | None) -> None:
        self._about, self._session = about, session
        self._question = question = session.question if session else None
        self._sight: Sight | None = None
        if session and isinstance(question, Question):
            log = session.log
            banker = _banker(session.table.banker, log)
            owners = box_owners(session.table.seats, banker) if banker or about.rules.bank.holder == "house" else {}
            self._sight = Sight(about.rules, owners, banker, log, question.ask)

    def to(self, viewer: Viewer, seconds: int | None = None) -> TableView:
        """The view of one asker; `seconds` are left to answer in, or until the round that is due begins."""
        about, session = self._about, self._session
        return TableView(
            table=about.table,
            name=about.name,
            state=about.state,
            version=about.version,
            session=session.number if session else None,
            profile=about.rules.profile.name,
            rounds=about.rules.session.rounds,
            stack=about.rules.session.stack,
            places=about.places,
            answer_seconds=about.answer_seconds,
            pause_seconds=about.pause_seconds,
            you=self._you(viewer),
            seats=tuple([self._seat(number, sitter) for number, sitter in enumerate(about.sitters, 1)]),
            round=self._round(viewer),
            last=_last(session.last) if session and session.last else None,
            due=DueView(round=self._question.round, seconds=seconds) if isinstance(self._question, Due) else None,
            question=self._asked(viewer, seconds),
            standings=self._standings() if about.state == "closed" else None,
            reason=self._reason() if about.state == "closed" else None,
            next=None,
        )

    def _you(self, viewer: Viewer) -> You:
        if viewer.role != "seat":
            return You(role=viewer.role, seat=None, name=None)
        return You(role=viewer.role, seat=viewer.seat, name=self._about.sitters[viewer.seat - 1].name)

    def _seat(self, number: int, sitter: Sitter) -> SeatView:
        about, session = self._about, self._session
        return SeatView(
            seat=number,
            name=sitter.name,
            boxes=sitter.boxes,
            plays=sitter.plays,
            balance=session.table.purses[number] if session else about.rules.session.stack,
            source=sitter.source,
            signs=sitter.signs,
            hash=sitter.hash,
            revealed=sitter.revealed,
            playing=number in session.table.playing if session else True,
            leaving=number in session.leaving if session else False,
        )

    def _round(self, viewer: Viewer) -> RoundView | None:
        sight = self._sight
        if sight is None or not isinstance(self._question, Question):
            return None
        return RoundView(round=self._question.ask.round, banker=sight.banker, log=sight.log_for(viewer.seat))

    def _asked(self, viewer: Viewer, seconds: int | None) -> QuestionView | None:
        question, session, sight = self._question, self._session, self._sight
        if not isinstance(question, Question) or session is None or sight is None:
            return None
        ask = question.ask
        theirs = [hand for hand, seat in zip(ask.hands, ask.seats, strict=True) if viewer.may_answer(seat)]
        hidden = not theirs and sight.is_hidden(ask.who)
        return QuestionView(
            round=ask.round,
            version=self._about.asked,
            phase=_UNTOLD.get(ask.phase, ask.phase) if hidden else ask.phase,
            seats=ask.seats,
            hands=ask.hands,
            seconds=seconds,
            yours=tuple([self._own(session, question, sight, hand) for hand in theirs]) or None,
        )

    def _own(self, session: LiveSession, question: Question, sight: Sight, hand: str) -> OwnQuestion:
        """One question to the asker. The engine's own cards and totals are left aside: they are there for bots, which tell nobody."""
        ask = session.table.put_to(question.ask, hand)
        cards = sight.cards_for(ask.seat, hand)
        total, soft = _total(session.table.terms, cards)
        asked = session.asked(hand)
        return OwnQuestion(
            hand=hand,
            legal=ask.legal,
            least=ask.least,
            most=ask.affordable,
            step=ask.step,
            cards=cards,
            total=total,
            soft=soft,
            upcard=sight.upcard,
            default=split_answer(default_of(ask))[1],
            hash=asked.hash.hex(),
            basis=asked.basis.hex(),
            seen=asked.seen,
        )

    def _standings(self) -> tuple[StandingView, ...]:
        if self._session is None:
            return ()
        table, names = self._session.table, [sitter.name for sitter in self._about.sitters]
        ranked = standings([seat.stack for seat in table.seats], table.balances)
        return tuple([StandingView(place=place, seat=seat, name=names[seat - 1], net=net) for place, seat, net in ranked])

    def _reason(self) -> str:
        """Why the table is closed: one that never opened was closed by the operator."""
        return self._session.table.reason if self._session else "stopped"


def _total(terms: Terms, cards: Sequence[str]) -> tuple[int | None, bool | None]:
    """Total and softness of cards, where all of them may be seen."""
    if not cards or HIDDEN in cards:
        return None, None
    hand = Hand("", HOUSE)
    for card in cards:
        hand.take(CARD_NUMBERS[card], terms.values, terms.soft_aces)
    return hand.total, hand.soft


def _banker(before: int, log: Sequence[str]) -> int:
    """The banker's account by now: whoever was given the bank in this round, or else the one before."""
    given = [who for who, _, act in (event.partition(" ") for event in log) if act == "bank"]
    return int(given[-1][1:]) if given else before


def _last(played: FinishedRound | Void) -> LastRound:
    finished = played.round if isinstance(played, Void) else played
    is_void = isinstance(played, Void)
    return LastRound(round=finished.number, void=is_void, banker=finished.banker, log=finished.log, after=finished.after)
