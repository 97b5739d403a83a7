"""A live session, driven from outside: it stands at a question until that is answered, and what it says counts is durable (DESIGN §5).

Nobody is asked here. Whoever drives it, at a terminal or over a network, reads `question` and calls `answer`, `timeout`, `leave`,
`go_on`, `void` or `stop`; each of them returns once its effect is durable.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import attrs

from ledger.errors import DiskFailed, LedgerError, SessionRefused
from ledger.exchange.folder import Exchange
from ledger.exchange.seating import Seating
from ledger.live.entries import STOP, VOID, Answer, Broken, Leaves, question_hash, veiled
from ledger.live.entries import Round as RoundEntry
from ledger.live.journal import Journal
from ledger.live.own_lines import OwnLines
from ledger.live.receipts import Receipts
from ledger.names import LONGEST_TEXT, name_fault
from ledger.players.source import Interrupted, Voided
from ledger.proof.tree import leaf_hash
from ledger.sheet import Sheet, referring
from ledger.table.answering import seat_answering
from ledger.table.ask import BEGIN, Ask
from ledger.table.company import Begun, FinishedRound
from ledger.table.session import Due, Move, Void, Wishes

Watch = Callable[[FinishedRound | Void], object]


def refuse_words(words: str) -> None:
    """SessionRefused unless words can stand as a reason (FORMAT.md §2)."""
    if fault := name_fault(words, LONGEST_TEXT):
        raise SessionRefused(f"These words cannot stand in the ledger as the reason ({fault}); put it in other words.")


@attrs.frozen
class Question:
    """What the session waits for: `number` counts the answers it has taken, so that none is taken twice."""

    number: int
    ask: Ask


class LiveSession:
    """One session at a live table.

    `question` is a Question, a Due before each round, or None once the session is closed; `leaving` are the seats that get up before the
    next round. After any error but SessionRefused the object
    is of no more use: what was durable is in the journal, and is gone on with from there.
    """

    def __init__(self, sheet: Sheet, lines: OwnLines, journal: Journal, key: bytes, receipts: Receipts | None = None) -> None:
        """`key` is what hashes of questions are keyed with."""
        self.sheet = sheet
        self.table = sheet.table
        self.number = journal.head.session
        self.question: Question | Due | None = None
        self.watch: Watch | None = None
        self.writer = lines.writer
        self._lines, self._journal, self._receipts, self._key = lines, journal, receipts, key
        self._moves = self.table.moves(has_director=journal.head.director is not None)
        self._last = ""
        self._taken = 0
        self.leaving: set[int] = set()
        self._begin = b""
        self._rulings: list[int] = []
        self._failed = False

    def open(self, exchange: Exchange | None = None) -> None:
        """Sign opening, seats and start, in this order, and stand before the first round.

        Where players give their own entropy their files are waited for in `exchange`; LeftOpen where nobody waits any longer, and
        SessionRefused where there is no exchange and a file has still to come.
        """
        with self._whole():
            if not self._journal.head.own:
                self._lines.sign([*self.sheet.opening(), *self.sheet.seats()])
            elif not Seating(self.sheet, self._lines, self._journal, exchange).seat_all():
                self._close()
                return
            self._sign(lambda: [self.sheet.start()])
            self._go_to(self._next(None))

    def answer(self, number: int, said: str) -> bool:
        """Take an answer to the question of this number: whether it was allowed; if not, `question` says why.

        The last answer given again is taken as given, for whoever did not hear of it. SessionRefused for a question that is over.
        """
        if number == self._taken - 1 and said == self._last:
            return True
        question = self._asked(number)
        with self._whole():
            move = self._next(said)
            if isinstance(move, Ask) and move.refused:
                self.question = Question(number, move)
                return False
            self._take(question.ask, said, move, timeout=False)
        return True

    def timeout(self, number: int) -> None:
        """Nobody answered the question of this number in time: it takes its default (FORMAT.md §4)."""
        question = self._asked(number)
        with self._whole():
            said = self.table.timeouts.take(question.ask, len(self.table.log))
            self._take(question.ask, said, self._next(said), timeout=True)

    def time_out(self) -> None:
        """The question that is open, whichever it is, takes its default; SessionRefused where none is."""
        if not isinstance(self.question, Question):
            raise SessionRefused(f"No question is open in session {self.number}: {self.stands}.")
        self.timeout(self.question.number)

    @property
    def stands(self) -> str:
        """Where the session stands, in words."""
        question = self.question
        if isinstance(question, Due):
            return f"round {question.round} is due"
        if question is None:
            return "it is closed"
        ask = question.ask
        who = self.sheet.plan.players[ask.seat - 1] if ask.seat else "the table"
        return f"round {ask.round}, {who} is asked ({ask.phase})"

    def leave(self, seat: int) -> None:
        """A seat gets up before the next round."""
        if seat in self.table.playing - self.leaving:
            with self._whole():
                self._journal.put(Leaves(seat=seat))
                self.leaving.add(seat)

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
        self.question = Question(number, attrs.evolve(question.ask, refused=reason))

    def _break(self, how: str, words: str) -> None:
        if self.question is None:
            raise SessionRefused(f"Session {self.number} is closed.")
        refuse_words(words)
        with self._whole():
            self._journal.put(Broken(how=how, words=words))
            if isinstance(self.question, Due):
                self._go_to(self._next(Wishes(stop=True)))
            else:
                self._go_to(self._thrown(Voided(words) if how == VOID else Interrupted(words)))

    def _asked(self, number: int) -> Question:
        question = self.question
        if not isinstance(question, Question) or question.number != number:
            raise SessionRefused("That question is over; answer the one that is open.")
        return question

    def _take(self, ask: Ask, said: str, move: Move | None, *, timeout: bool) -> None:
        """An answer that the engine took: durable, then receipted, and then the session goes to its next question."""
        self._journal.put(Answer(answer=veiled(ask, said), question=question_hash(ask, self._key), timeout=timeout))
        self._last, self._taken = said, self._taken + 1
        if self._receipts is not None and not timeout:
            self._receipts.answered(seat_answering(ask, said))
        self._go_to(move)

    def _go_to(self, move: Move | None) -> None:
        """Sign what has come up, until somebody must be asked or the session is over."""
        while move is not None:
            if move is BEGIN:
                self._sign_begin(self.table.begun())
            elif isinstance(move, Ask):
                self._sign_rulings(self.table.rulings)
                self._give_receipts(self.table.timeouts.marked(self.table.log))
                self.question = Question(self._taken, move)
                return
            elif isinstance(move, Due):
                self.question = move
                return
            else:
                self._finish(move)
            move = self._next(None)
        self._close()

    def _finish(self, played: FinishedRound | Void) -> None:
        """A round is over: its rulings and its record are signed, the receipts for its last answers given."""
        finished = played.round if isinstance(played, Void) else played
        if not self._begin:
            shoes = (*finished.shoes[:-1], *(attrs.evolve(use, seed=None) for use in finished.shoes[-1:]))
            self._sign_begin(Begun(finished.number, finished.banker, finished.after, finished.log, shoes))
        self._sign_rulings(finished.rulings)
        is_new = self._lines.are_new
        self._sign(lambda: [self.sheet.round(played, self._rulings)])
        self._give_receipts(finished.log)
        self._begin, self._rulings = b"", []
        if self.watch is not None and is_new:
            self.watch(played)

    def _close(self) -> None:
        if self._receipts is not None:
            self._receipts.forget()
        if self.table.reason != "stopped":
            self.sheet.finish_scripts()
        self._sign(lambda: [self.sheet.close()])
        self._journal.remove()
        self.question = None

    def _sign_begin(self, begun: Begun) -> None:
        self._begin = leaf_hash(self._sign(lambda: [self.sheet.begin(begun)])[-1])

    def _sign_rulings(self, texts: Sequence[str]) -> None:
        """Rulings are signed as they are made, so that a receipt can name their records."""
        for text in texts[len(self._rulings) :]:
            self._sign_ruling(text)

    def _sign_ruling(self, text: str) -> None:
        seq = self._lines.seq
        self._sign(lambda: [self.sheet.ruling(self.table.number, text)])
        self._rulings.append(seq)

    def _give_receipts(self, log: Sequence[str]) -> None:
        if self._receipts is not None and self._begin:
            face_down = self.table.rules.double.face_down
            self._receipts.give(self.number, self.table.number, self._begin, referring(log, self._rulings), face_down=face_down)

    @contextmanager
    def _whole(self) -> Iterator[None]:
        """What ends early leaves an engine that is ahead of the journal, which nobody may drive any further."""
        if self._failed:
            raise DiskFailed(f"Session {self.number} has stopped after a failure; go on with `shoe resume`.")
        self._failed = True
        yield
        self._failed = False

    def _sign(self, lines: Callable[[], list[bytes]]) -> list[bytes]:
        """Make the session's next lines and sign them."""
        self._journal.must_reach(self._lines)
        self.sheet.stand_at(self._lines.seq)
        made = lines()
        self._lines.sign(made)
        return made

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
