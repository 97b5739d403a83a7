"""Going on with a live session that was left open: recovery is replay (DESIGN §2, §5).

The session is built anew from its journal and its secret. Everything must come again: the same questions for the same answers, the same
lines that the ledger has. Then it stands where it was left.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from ledger.clock import Clock
from ledger.errors import JournalDamaged, JournalMissing, LedgerError, SessionRefused
from ledger.history.journals import journal_path
from ledger.history.keys import KeyFolder
from ledger.history.records import Close, Open
from ledger.history.sessions import Recorded as Line
from ledger.history.sessions import is_live, sessions_left_open, sessions_so_far
from ledger.history.writer import LineWriter, Writer
from ledger.live.entries import VOID, Answer, Broken, Entropy, Hash, Leaves, Round, plan_of, unveiled
from ledger.live.journal import Journal, JournaledClock
from ledger.live.opening import journal_key, receipts_for
from ledger.live.own_lines import OwnLines
from ledger.live.questions import Question
from ledger.live.receipts import Keep
from ledger.live.seating import HashesDue, RevealsDue
from ledger.live.session import LiveSession
from ledger.live.signing import Signing
from ledger.live.sources import Answering
from ledger.plan import Plan
from ledger.players.script import Script
from ledger.sheet import Sheet, seed_chain
from ledger.table.answering import answer_of
from ledger.table.session import Due


@attrs.frozen
class Unfinished:
    """A session that is not closed: its lines, none where it was never opened, and whether its journal is there."""

    number: int
    lines: tuple[Line, ...]
    has_journal: bool

    @property
    def live(self) -> bool:
        """Whether it can be gone on with; else the command that recorded it whole was cut off, and it can only be closed."""
        return is_live(self.lines)

    @property
    def is_closed(self) -> bool:
        """Whether the ledger has its end."""
        return bool(self.lines) and isinstance(self.lines[-1][0], Close)


def left_open(writer: Writer) -> list[Unfinished]:
    """The sessions of a ledger that are not closed, rising; journals of others are removed, for their sessions are recorded whole."""
    folder = writer.folder
    lines = sessions_left_open(folder, writer.size)
    journals = {int(path.stem): path for path in (folder / "journal").glob("*.jsonl") if path.stem.isdecimal()}
    next_session = sessions_so_far(folder, writer.size) + 1
    for number, path in journals.items():
        if number < next_session and number not in lines:
            writer.disk.truncate(path, 0)
    numbers = sorted({*lines, *(number for number in journals if number == next_session)})
    return [Unfinished(number, tuple(lines.get(number, ())), number in journals) for number in numbers]


def chosen(writer: Writer, number: int | None) -> Unfinished:
    """The session to go on with; SessionRefused where there is none, several and no number, or another number."""
    found = left_open(writer)
    if number is None:
        found = [session for session in found if session.live] or found
    if not found:
        raise SessionRefused(f"No session of {writer.folder} is open; begin one with `shoe record --live`.")
    names = ", ".join(str(session.number) for session in found)
    if number is None:
        if len(found) > 1:
            raise SessionRefused(f"Several sessions of {writer.folder} are open: {names}; say which one to go on with.")
        return found[0]
    for session in found:
        if session.number == number:
            return session
    raise SessionRefused(f"Session {number} of {writer.folder} is not open; open: {names}.")


def resumed(
    writer: LineWriter, keys: KeyFolder, found: Unfinished, clock: Clock, answering: Answering, keep: Keep | None = None
) -> LiveSession:
    """A session that was left open, at the question at which it was left; JournalDamaged or SessionRefused say why it cannot be."""
    closing = f"`shoe resume {writer.folder} {found.number} --keys {keys.path} --stop`"
    if not found.live:
        raise JournalMissing(
            f"Session {found.number} is no live session, and the command that recorded it was cut off: it cannot be gone on with; close it "
            f"with {closing}."
        )
    if not found.has_journal:
        raise JournalMissing(
            f"{journal_path(writer.folder, found.number)} is missing, so that nobody can tell what was answered since the last signed line "
            f"of session {found.number}; restore it, or close the session with {closing}."
        )
    journal, warning = Journal.reopened(journal_path(writer.folder, found.number), writer.disk)
    if warning:
        writer.warnings.append(warning)
    head = journal.head
    if (head.session, head.ledger) != (found.number, writer.signer.name):
        raise JournalDamaged(f"{journal.path} is of session {head.session} of {head.ledger}; put the right one in its place.")
    plan, secret = answering.give(_plan_of(journal)), keys.secret(found.number)
    chain = seed_chain(secret, plan.chain_length)
    _same_cards(journal, chain.commitment.hex(), found.lines)
    lines = OwnLines(writer, found.lines, str(journal.path))
    journal.must_reach(lines)
    sheet = Sheet(plan, found.number, secret, JournaledClock(journal, clock), lines.seq, chain=chain)
    session = LiveSession(Signing(sheet, lines, journal, receipts_for(plan, writer, keep)), journal_key(secret))
    session.open()
    _Replay(session, journal).run()
    journal.must_reach(lines)
    return session


def _plan_of(journal: Journal) -> Plan:
    """The plan in a journal's first line; JournalDamaged if no session could be opened by it."""
    try:
        plan = plan_of(journal.head)
        plan.check()
    except (LedgerError, ValueError) as error:
        why = str(error).removesuffix(".")
        raise JournalDamaged(f"{journal.path}, line 1 describes no session ({why}); restore it, or see `shoe resume --help`.") from error
    return plan


def _same_cards(journal: Journal, commitment: str, lines: Sequence[Line]) -> None:
    """Journal, ledger and secret must be of one session."""
    if journal.head.commitment != commitment:
        raise JournalDamaged(f"{journal.path} and the secret of session {journal.head.session} are not of one session; restore both.")
    if lines and isinstance(opened := lines[0][0], Open) and opened.commitment != commitment:
        raise JournalDamaged(f"{journal.path} is not of session {opened.session} of this ledger; put the right one in its place.")


@attrs.frozen
class _Replay:
    """Goes through a journal's tape; scripts are asked again, and must say the same."""

    session: LiveSession
    journal: Journal

    def run(self) -> None:
        """Until the tape is at its end."""
        while (entry := self.journal.tape) is not None:
            if isinstance(entry, Answer):
                self._answer(entry)
            elif isinstance(entry, Round):
                self._round()
            elif isinstance(entry, Leaves):
                self.session.leave(entry.seat)
            elif isinstance(entry, (Hash, Entropy)):
                self._seat(entry)
            elif isinstance(entry, Broken):
                self._break(entry)
            if self.journal.tape is entry:
                raise self.journal.misplaced()

    def _seat(self, entry: Hash | Entropy) -> None:
        due = self.session.question
        if isinstance(entry, Hash) and isinstance(due, HashesDue) and entry.seat in due.seats:
            self.session.give_hash(entry.seat, entry.entropy_hash, entry.key)
        elif isinstance(entry, Entropy) and isinstance(due, RevealsDue) and entry.seat in due.seats:
            self.session.reveal(entry.seat, entry.entropy)

    def _answer(self, entry: Answer) -> None:
        question = self.session.question
        if not isinstance(question, Question):
            return
        try:
            said = unveiled(question.ask, entry.answer)
        except ValueError:
            return
        if entry.timeout:
            hand = said.partition(" ")[0]
            self.session.timeout(question.number, hand if hand in question.ask.hands else None, request=entry.request)
            return
        sources = self.session.sheet.sources
        seat = question.ask.seat
        if isinstance(sources.get(seat), Script) and (now := answer_of(question.ask, sources)) != said:
            raise SessionRefused(
                f"The script says “{now}” in round {question.ask.round}, where “{said}” was taken; give the script as it was up to there."
            )
        try:
            self.session.answer(question.number, said, signature=entry.signature, request=entry.request)
        except SessionRefused as error:
            raise self.journal.misplaced() from error

    def _round(self) -> None:
        due = self.session.question
        if not isinstance(due, Due):
            return
        for seat, source in self.session.sheet.sources.items():
            wants = isinstance(source, Script) and seat in self.session.table.playing and source.leaves(due.round, seat)
            if wants and seat not in self.session.leaving:
                raise SessionRefused(
                    f"The script has seat {seat} leave before round {due.round}, and nobody left; give the script as it was."
                )
        self.session.go_on()

    def _break(self, entry: Broken) -> None:
        if entry.how == VOID and self.session.table.is_in_play:
            self.session.void(entry.words)
        elif entry.how != VOID and self.session.question is not None:
            self.session.stop(entry.words)
