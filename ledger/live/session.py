"""A live session, driven from outside: it stands at a question until that is answered, and what it says counts is durable (DESIGN §5).

Nobody is asked here. Whoever drives it, at a terminal or over a network, reads `question` and calls `answer`, `timeout`, `leave`,
`go_on`, `void` or `stop`. Each of them returns once its effect is durable, or, where many sessions write together, once it is queued:
then nobody is told of it before it is durable (`ledger.service.commits`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import msgspec

from ledger.errors import DiskFailed, LedgerError, SessionRefused
from ledger.live.entries import STOP, VOID, Answer, Broken, How, Leaves, question_hash, veiled
from ledger.live.entries import Round as RoundEntry
from ledger.live.questions import PAUSED, Question, Standing, stands
from ledger.live.request_keys import key_pattern
from ledger.live.seating import HashesDue, RevealsDue, Seating
from ledger.live.signatures import Asked
from ledger.live.signing import Signing
from ledger.names import LONGEST_TEXT, name_fault
from ledger.players.source import Interrupted, Voided
from ledger.table.answering import seat_answering
from ledger.table.ask import BEGIN, Ask
from ledger.table.company import HOUSE, FinishedRound
from ledger.table.session import Due, Move, Void, Wishes

_REQUEST = re.compile(key_pattern())
REQUESTS = 256
"""Answers of which a session remembers by which request they came: whoever did not hear that one was taken asks again soon."""
Watch = Callable[[FinishedRound | Void], object]


def refuse_words(words: str) -> None:
    """SessionRefused unless words can stand as a reason (FORMAT.md §2)."""
    if fault := name_fault(words, LONGEST_TEXT):
        raise SessionRefused(f"These words cannot stand in the ledger as the reason ({fault}); put it in other words.")


def key_of(seat: int, request: str) -> str:
    """By what a seat's request is remembered: nobody else's can be taken for it."""
    return f"{seat} {request}"


def default_by(seat: int) -> str:
    """As what a director's request is remembered by which a seat's question took its default: no answer reads so."""
    return f"default {seat}"


class LiveSession:
    """One session at a live table.

    `question` is a Question, a Due before each round, HashesDue or RevealsDue before the first where players give entropy of their own, or
    None once the session is closed; where the session `pauses` it is PAUSED after each line of a round, until `proceed`. `leaving` are the
    seats that get up before the next round, `requests` the last answers that came with the key of a request, by `key_of`. After any error
    but SessionRefused the object is of no more use: what was durable is in the journal, and is gone on with from there.
    """

    def __init__(self, signing: Signing, key: bytes) -> None:
        """`key` is what hashes of questions are keyed with."""
        journal = signing.journal
        self.sheet = signing.sheet
        self.table = self.sheet.table
        self.number = journal.head.session
        self.question: Standing = None
        self.pauses = False
        self.watch: Watch | None = None
        self.writer = signing.lines.writer
        self._signing, self._journal, self._key = signing, journal, key
        self.seating = Seating(self.sheet, signing.lines, journal)
        self._moves = self.table.moves(has_director=journal.head.director is not None)
        self._last = ""
        self._taken = 0
        self.leaving: set[int] = set()
        self.requests: dict[str, str] = {}
        self._failed = False

    def open(self) -> None:
        """Sign opening, seats and start, in this order, and stand before the first round; or before what players have to give first."""
        with self._whole():
            self.seating.open()
            self._start_if_seated()

    def give_hash(self, seat: int, told: str | None, key: str | None = None) -> None:
        """A seat's hash of its entropy (hex), or None: it sits with the house's; and its key (base64), if it signs its answers.

        SessionRefused where none is due from this seat.
        """
        self._awaited(seat, HashesDue)
        with self._whole():
            self.seating.take_hash(seat, told, key)
            self._start_if_seated()

    def reveal(self, seat: int, told: str) -> None:
        """A seat's entropy (hex). SessionRefused where none is due from this seat, or its hash was made of another."""
        self._awaited(seat, RevealsDue)
        self.seating.check_entropy(seat, told)
        with self._whole():
            self.seating.take_entropy(seat, told)
            self._start_if_seated()

    def answer(self, number: int, said: str, *, signature: str | None = None, request: str | None = None) -> bool:
        """Take an answer to the question of this number: whether it was allowed; if not, `question` says why.

        A seat with a key signs its answers (base64), over what `asked` gives for the hand. `request` is kept with the answer: 1 to 64
        visible ASCII characters. The last answer given again is taken as given, for whoever did not hear of it. SessionRefused for a
        question that is over, and where the signature is not the one that is due.
        """
        if number == self._taken - 1 and said == self._last:
            return True
        question = self._asked(number)
        if request is not None and not _REQUEST.fullmatch(request):
            raise SessionRefused("The key of a request is 1 to 64 visible ASCII characters; give it another.")
        given = self._signing.signed(question.ask, said, signature)
        with self._whole():
            move = self._next(said)
            if isinstance(move, Ask) and move.refused:
                self.question = Question(number, move)
                return False
            if given is not None:
                self._signing.signatures.take(given)
            answer = Answer(
                answer=veiled(question.ask, said),
                question=question_hash(question.ask, self._key, said, timeout=False),
                request=request,
                signature=signature,
                timeout=False,
            )
            self._take(question.ask, said, answer, move)
        return True

    def asked(self, hand: str) -> Asked:
        """The open question, about one of the hands asked, as its answer is signed (FORMAT.md §15); SessionRefused where none is open."""
        if not isinstance(self.question, Question):
            raise SessionRefused(f"No question is open in session {self.number}: {self.stands}.")
        return self._signing.asked(self.question.ask, hand)

    def timeout(self, number: int, hand: str | None = None, *, request: str | None = None) -> None:
        """Nobody answered the question of this number in time: it takes its default (FORMAT.md §4).

        Where it is open to several hands, that of the one that is named, or of the first. `request`: of whoever would not wait any longer.
        """
        question = self._asked(number)
        put = question.ask if hand is None else self.table.put_to(question.ask, hand)
        with self._whole():
            said = self.table.timeouts.take(put, len(self.table.log))
            asked = question_hash(question.ask, self._key, said, timeout=True)
            answer = Answer(answer=veiled(question.ask, said), question=asked, request=request, timeout=True)
            self._take(question.ask, said, answer, self._next(said))

    def time_out(self) -> None:
        """The question that is open, whichever it is, takes its default; SessionRefused where none is."""
        if not isinstance(self.question, Question):
            raise SessionRefused(f"No question is open in session {self.number}: {self.stands}.")
        self.timeout(self.question.number)

    @property
    def stands(self) -> str:
        """Where the session stands, in words that anybody may read."""
        return stands(self.question, self.sheet.plan.players)

    @property
    def log(self) -> tuple[str, ...]:
        """The events so far of the round that is due or in play, as its record will have them."""
        return self._signing.as_recorded(self.table.timeouts.marked(self.table.log))

    @property
    def last(self) -> FinishedRound | Void | None:
        """The last round that is signed, as its record has it."""
        return self._signing.last

    def leave(self, seat: int) -> None:
        """A seat gets up before the next round."""
        if seat in self.table.playing - self.leaving:
            with self._whole():
                self._journal.put(Leaves(seat=seat))
                self.leaving.add(seat)

    def proceed(self) -> None:
        """Go on after a line that was signed, where the session pauses after each."""
        if self.question is PAUSED:
            with self._whole():
                self._go_to(self._next(None))

    def go_on(self) -> None:
        """Begin the round that is due."""
        due = self.question
        if not isinstance(due, Due):
            raise SessionRefused("No round is due; answer the question that is open.")
        with self._whole():
            self._journal.put(RoundEntry(round=due.round))
            leavers = tuple(sorted(self.leaving & self.table.playing))
            self._go_to(self._next(Wishes(leavers)))

    def void(self, words: str) -> None:
        """Break off the round in play: it is signed as void, its seeds are revealed, its stakes returned; the session goes on."""
        if not self.table.is_in_play:
            raise SessionRefused("No round is in play that could be void: no shoe is open yet. Answer the question, or stop the session.")
        self._break(VOID, words)

    def stop(self, words: str) -> None:
        """Close the session here; a round in play is void."""
        self._break(STOP, words)

    def ask_again(self, number: int, reason: str) -> None:
        """Put the question of this number again, with the reason why something else that was wanted could not be."""
        question = self._asked(number)
        self.question = Question(number, msgspec.structs.replace(question.ask, refused=reason))

    def _break(self, how: How, words: str) -> None:
        if self.question is None:
            raise SessionRefused(f"Session {self.number} is closed.")
        refuse_words(words)
        while isinstance(due := self.question, HashesDue):
            self.give_hash(due.seats[0], None)
        with self._whole():
            self._journal.put(Broken(how=how, words=words))
            if isinstance(self.question, RevealsDue):
                self.table.reason = "stopped"
                self._go_to(None)
            elif isinstance(self.question, Due):
                self._go_to(self._next(Wishes(stop=True)))
            else:
                self._go_to(self._thrown(Voided(words) if how == VOID else Interrupted(words)))

    def _start_if_seated(self) -> None:
        """Begin to play as soon as nothing more is due."""
        self.question = self.seating.due
        if self.question is None:
            self._signing.start()
            self._go_to(self._next(None))

    def _awaited(self, seat: int, what: type[HashesDue | RevealsDue]) -> None:
        if not isinstance(due := self.question, what) or seat not in due.seats:
            raise SessionRefused(f"Nothing of this kind is waited for from seat {seat} in session {self.number}: {self.stands}.")

    def _asked(self, number: int) -> Question:
        question = self.question
        if not isinstance(question, Question) or question.number != number:
            raise SessionRefused("That question is over; answer the one that is open.")
        return question

    def _take(self, ask: Ask, said: str, answer: Answer, move: Move | None) -> None:
        """An answer that the engine took: durable, then receipted, and then the session goes to its next question."""
        self._journal.put(answer)
        self._last, self._taken = said, self._taken + 1
        seat = seat_answering(ask, said)
        if answer.request is not None and answer.timeout:
            self._remember(HOUSE, answer.request, default_by(seat))
        elif answer.request is not None:
            self._remember(seat, answer.request, said)
        if self._signing.receipts is not None and not answer.timeout:
            self._signing.receipts.answered(seat)
        self._go_to(move)

    def _remember(self, seat: int, request: str, said: str) -> None:
        self.requests[key_of(seat, request)] = said
        if len(self.requests) > REQUESTS:
            del self.requests[next(iter(self.requests))]

    def _go_to(self, move: Move | None) -> None:
        """Sign what has come up, until somebody must be asked or the session is over."""
        while move is not None:
            if isinstance(move, Ask) and move is not BEGIN:
                self._signing.rulings(self.table.rulings)
                self._signing.give_receipts(self.table.timeouts.marked(self.table.log))
                self._signing.signatures.put(move, len(self.table.log))
                self.question = Question(self._taken, move)
                return
            if isinstance(move, Due):
                self.question = move
                return
            self._sign(move)
            if self.pauses:
                self.question = PAUSED
                return
            move = self._next(None)
        self._signing.close()
        self.question = None

    def _sign(self, move: Ask | FinishedRound | Void) -> None:
        """A round that begins, or is over."""
        if isinstance(move, Ask):
            self._signing.begin(self.table.begun())
        elif self._signing.round(move) and self.watch is not None:
            self.watch(move)

    @contextmanager
    def _whole(self) -> Iterator[None]:
        """What ends early leaves an engine that is ahead of the journal, which nobody may drive any further."""
        if self._failed:
            raise DiskFailed(f"Session {self.number} has stopped after a failure; go on with `shoe resume`.")
        self._failed = True
        yield
        self._failed = False

    def _next(self, said: object) -> Move | None:
        try:
            return self._moves.send(said)
        except StopIteration:
            return None

    def _thrown(self, error: LedgerError) -> Move | None:
        try:
            return self._moves.throw(error)
        except StopIteration:
            return None
