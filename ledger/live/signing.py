"""What of a live session is signed, and when: opening, each round's begin, rulings as they are made, rounds, close (FORMAT.md §4)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import attrs
import msgspec

from ledger.errors import SessionRefused
from ledger.live.journal import Journal
from ledger.live.own_lines import OwnLines
from ledger.live.receipts import Receipts
from ledger.live.signatures import Asked, Given, Signatures
from ledger.proof.tree import leaf_hash
from ledger.sheet import Sheet, referring
from ledger.table.answering import seat_answering
from ledger.table.ask import Ask
from ledger.table.company import Begun, FinishedRound
from ledger.table.session import Void


@attrs.define
class Signing:
    """The lines of one session as they are due, and the receipts that go with them.

    `receipts` is None where none are given. Of the round in play it keeps the leaf hash of the `begin`, and the seqs of its rulings;
    `last` is the one that was signed before, as its record has it.
    """

    sheet: Sheet
    lines: OwnLines
    journal: Journal
    receipts: Receipts | None
    signatures: Signatures = attrs.field(init=False)
    last: FinishedRound | Void | None = None
    _begin: bytes = b""
    _rulings: list[int] = attrs.Factory(list)

    @signatures.default
    def _signatures(self) -> Signatures:
        return Signatures(face_down=self.sheet.table.rules.double.face_down)

    def start(self) -> None:
        """The entropies, once every seat is signed: a checkpoint covers the seats alone."""
        self._build_upon(self._sign(self.sheet.start))

    def begin(self, begun: Begun) -> None:
        """A round, before its first card."""
        self._begin = self._build_upon(self._sign(lambda: self.sheet.begin(begun)))

    def rulings(self, texts: Sequence[str]) -> None:
        """The rulings of the round in play that are not signed yet: as they are made, so that a receipt can name their records."""
        for text in texts[len(self._rulings) :]:
            self._ruling(text)

    def round(self, played: FinishedRound | Void) -> bool:
        """A round that is over, and the receipts for its last answers; whether it was not in the ledger yet."""
        finished = played.round if isinstance(played, Void) else played
        if not self._begin:
            shoes = (*finished.shoes[:-1], *(msgspec.structs.replace(use, seed=None) for use in finished.shoes[-1:]))
            self.begin(Begun(finished.number, finished.banker, finished.after, finished.log, shoes))
        self.rulings(finished.rulings)
        is_new = self.lines.are_new
        self._build_upon(self._sign(*self._signed(finished.log), lambda: self.sheet.round(played, self._rulings)))
        self.give_receipts(finished.log)
        told = msgspec.structs.replace(finished, log=self.as_recorded(finished.log))
        self.last = Void(told, played.reason) if isinstance(played, Void) else told
        self._begin, self._rulings = b"", []
        return is_new

    def close(self) -> None:
        """The session's end; its journal has served."""
        if self.receipts is not None:
            self.receipts.forget()
        if self.sheet.table.reason != "stopped":
            self.sheet.finish_scripts()
        self._sign(*self._signed(self.sheet.table.news), self.sheet.close)
        self.journal.remove()

    def asked(self, ask: Ask, hand: str) -> Asked:
        """The open question, about one of its hands, as its answer is signed."""
        table = self.sheet.table
        return self.signatures.asked(ask, hand, self.as_recorded(table.timeouts.marked(table.log)))

    def signed(self, ask: Ask, said: str, signature: str | None) -> Given | None:
        """An answer with its signature; None for a seat without a key; SessionRefused where it is not the one that is due."""
        seat = seat_answering(ask, said)
        key = self.sheet.keys.get(seat)
        if key is None and signature is None:
            return None
        name = self.sheet.plan.players[seat - 1] if seat else "The table"
        if key is None:
            raise SessionRefused(f"{name} gave no key to sign with; give the answer without a signature.")
        if signature is None:
            raise SessionRefused(f"{name} signs every answer; give the signature over the question and the answer.")
        asked = self.asked(ask, said.partition(" ")[0])
        if not asked.is_answered(said, signature, key):
            raise SessionRefused(f"That is not the signature of {name} over the open question and this answer; sign both anew.")
        return Given(seat, said, asked.seen, signature, len(self.sheet.table.log))

    def give_receipts(self, log: Sequence[str]) -> None:
        """The receipts that are due, for the round in play with this log so far, once its begin is signed."""
        if self.receipts is not None and self._begin:
            table = self.sheet.table
            place = (self.journal.head.session, table.number)
            self.receipts.give(place, self._begin, self.as_recorded(log), face_down=table.rules.double.face_down)

    def as_recorded(self, log: Sequence[str]) -> tuple[str, ...]:
        """The log of the round in play, whose rulings are named by their records."""
        return referring(log, self._rulings)

    def _ruling(self, text: str) -> None:
        seq = self.lines.seq
        self._sign(lambda: self.sheet.ruling(self.sheet.table.number, text))
        self._rulings.append(seq)

    def _signed(self, log: Sequence[str]) -> list[Callable[[], bytes]]:
        """The records of signed answers that stand in the log of the line after them."""
        records = list(self.signatures.in_records(log))
        self.signatures.clear()
        return [partial(self.sheet.signed, self.sheet.table.number, answers) for answers in records]

    def _build_upon(self, line: bytes) -> bytes:
        """The leaf hash of a line upon which questions are put from here on."""
        self.signatures.basis = leaf_hash(line)
        return self.signatures.basis

    def _sign(self, *makes: Callable[[], bytes]) -> bytes:
        """Make the session's next lines and sign them together; the last one."""
        self.journal.must_reach(self.lines)
        self.sheet.stand_at(self.lines.seq)
        lines = [make() for make in makes]
        self.lines.sign(lines)
        return lines[-1]
