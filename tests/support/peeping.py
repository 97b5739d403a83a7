"""Looking at a live table as everybody at once, and telling from the engine's own state what each may know."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import attrs
import msgspec

from ledger.live.questions import Question
from ledger.live.session import LiveSession
from ledger.rules.tables import RuleSet
from ledger.seating import box_owners
from ledger.service.about import OPERATOR, PUBLIC, About, Sitter, Viewer
from ledger.service.showing import Showing
from ledger.service.views import QuestionView, TableView
from ledger.table.ask import ACES, EVEN, INSURANCE, OVER, SURRENDER, TURN, Ask
from ledger.table.deal import PATTERNS
from ledger.table.state import RoundState

CARD = re.compile(r"\b[A2-9TJQK][CDHS]\b")
ALWAYS_OPEN = frozenset(("deal", "hit", "draw", "exposed", "triple", "split", "lot", "burn"))
OF_THE_DEAL = frozenset(("deal", "down", "exposed", "late", "extra"))
UNNAMED = "??"
PHASES = {OVER: TURN, TURN: OVER, ACES: EVEN, EVEN: INSURANCE, INSURANCE: SURRENDER, SURRENDER: ACES}
"""Phases that others must not tell apart where the hand lies face down."""


def shown(session: LiveSession, viewer: Viewer, state: Any = "playing") -> bytes:
    """All that this asker is sent, of a table as a service would describe it."""
    sitters = tuple(Sitter(seat.name, seat.boxes, "person") for seat in session.table.seats)
    about = About("t1", "The table", state, 3, session.sheet.plan.rules, sitters)
    return msgspec.json.encode(Showing(about, session).to(viewer, 20))


def question_to(session: LiveSession, viewer: Viewer) -> QuestionView:
    """What this asker is told of the question that is open."""
    question = msgspec.json.decode(shown(session, viewer), type=TableView).question
    assert question is not None
    return question


@attrs.frozen
class Card:
    """A card that an event names: in whose box it lies (`D` the banker's) and whether it lies open by now."""

    event: int
    name: str
    verb: str
    box: str
    is_open: bool


def cards_in(rules: RuleSet, table: RoundState | None, log: Sequence[str]) -> Iterator[Card]:
    """The cards of a log, from what the engine knows of its hands."""
    events = [[word for word in event.split(" ") if word != "timeout"] for event in log]
    tossed: dict[int, int] = {}
    for at, (who, verb, *rest) in enumerate(events):
        if verb == "toss":
            tossed[max(place for place in range(at) if events[place][0] == who and events[place][-1:] == rest)] = at
    sources = {at: source for source, at in tossed.items()}
    for at, (who, verb, *rest) in enumerate(events):
        source = sources.get(at, at)
        for name in filter(CARD.fullmatch, rest):
            is_open = table is None or _is_open(rules, table, events, source, is_tossed=source in tossed)
            yield Card(at, name, verb, who.partition(".")[0], is_open)


def _is_open(rules: RuleSet, table: RoundState, events: list[list[str]], at: int, *, is_tossed: bool) -> bool:
    who, verb = events[at][:2]
    if verb == "hole":
        return ["D", "show"] in events
    if verb == "double":
        return not rules.double.face_down or [who, "turn"] in events
    passes, nth = PATTERNS[rules.deal.pattern][0], sum(event[0] == "D" and event[1] in ("deal", "hole") for event in events[:at])
    if verb in ALWAYS_OPEN or (verb == "late" and passes[0] == "deal") or (verb == "extra" and passes[nth] == "deal"):
        return True
    if is_tossed or (verb == "unasked" and events[at + 1 : at + 2] != [[who, "keep"]]):
        return False
    path = _path_now(events, at)
    hands = [hand for hand in table.hands if hand.path == path or hand.path.startswith(f"{path}.")]
    return bool(hands) and not hands[0].hidden


def _path_now(events: list[list[str]], at: int) -> str:
    """The hand in which a card of the deal lies now: one of two where both are played."""
    who = events[at][0]
    if [who, "both"] not in events[at:]:
        return who
    return f"{who}.{1 + [place for place, event in enumerate(events) if event[0] == who and event[1] in OF_THE_DEAL].index(at)}"


@attrs.frozen
class Disguised:
    """A session in which the engine's own knowledge of cards is gone, and those of its log that somebody may not know are unnamed."""

    session: LiveSession
    log: tuple[str, ...]
    question: Question

    def __getattr__(self, name: str) -> Any:
        return getattr(self.session, name)


def disguised(session: LiveSession, log: Sequence[str], view: TableView) -> Any:
    """The session as far as one asker, who has this view, may depend on it."""
    question = session.question
    assert isinstance(question, Question)
    assert view.question is not None
    ask: Ask = msgspec.structs.replace(
        question.ask, cards=(), total=99, soft=True, upcard=None, stood_before=7, refused="5C is not allowed"
    )
    if view.question.yours is None:
        ask = msgspec.structs.replace(ask, legal=("toss 5C",), least=3, most=4, default="toss 5C")
        playing = session.table._round
        if playing and any(hand.hidden and hand.path == ask.who.partition("/")[0] for hand in playing._table.hands) and ask.phase in PHASES:
            ask = msgspec.structs.replace(ask, phase=PHASES[ask.phase])
    return Disguised(session, tuple(log), Question(question.number, ask))


@attrs.define
class Peeping:
    """Compares what everybody is sent before each question with what they may know.

    Counts the cards met by how they lay, and of questions to others what they were about and what was said of it.
    """

    met: Counter[tuple[str, str]] = attrs.Factory(Counter)
    phases: Counter[tuple[str, str]] = attrs.Factory(Counter)

    def look(self, session: LiveSession) -> None:
        """Before each question."""
        if not isinstance(session.question, Question):
            return
        playing = session.table._round
        found = list(cards_in(session.sheet.plan.rules, playing._table if playing else None, session.log))
        for viewer in (PUBLIC, OPERATOR, *(Viewer("seat", seat.number) for seat in session.table.seats)):
            self.check(session, viewer, found, shown(session, viewer))

    def check(self, session: LiveSession, viewer: Viewer, found: Sequence[Card], sent: bytes) -> None:
        """AssertionError if these bytes say too much or too little for this asker."""
        view = msgspec.json.decode(sent, type=TableView)
        assert isinstance(session.question, Question)
        assert view.round is not None
        assert view.question is not None
        told, unnamed, named = list(view.round.log), list(session.log), set[str]()
        for card in found:
            is_named = card.name in told[card.event].split(" ")
            may_know = card.is_open or self._may_know(session, viewer, card)
            is_asked = may_know and (card.box, viewer.seat) in zip(session.question.ask.hands, session.question.ask.seats, strict=True)
            assert is_named if card.is_open or is_asked else may_know or not is_named, (viewer, card, told, session.log)
            self.met[card.verb, "open" if card.is_open else "own" if is_named else "hidden"] += 1
            if is_named:
                named.add(card.name)
            else:
                unnamed[card.event] = unnamed[card.event].replace(card.name, UNNAMED)
        if view.question.yours is None:
            self.phases[session.question.ask.phase, view.question.phase] += 1
        now = msgspec.json.encode(msgspec.structs.replace(view, last=None)).decode()
        assert set(CARD.findall(now)) <= named
        assert shown(disguised(session, unnamed, view), viewer) == sent

    @staticmethod
    def _may_know(session: LiveSession, viewer: Viewer, card: Card) -> bool:
        """Whether the rules may let a seat look at a card that lies face down: the banker's own, or that of a box of theirs."""
        rules, log, banker = session.sheet.plan.rules, session.log, session.table.banker
        if card.verb == "double":
            return False
        if card.box != "D":
            return viewer.seat > 0 and box_owners(session.table.seats, banker).get(int(card.box)) == viewer.seat
        looks = rules.stakes.when == "after-first-card" or any(event.startswith("D peek") for event in log)
        return looks and viewer.seat == banker > 0
