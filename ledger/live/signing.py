"""What of a live session is signed, and when: opening, each round's begin, rulings as they are made, rounds, close (FORMAT.md §4)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import attrs
import msgspec

from ledger.exchange.folder import Exchange
from ledger.exchange.seating import Seating
from ledger.live.journal import Journal
from ledger.live.own_lines import OwnLines
from ledger.live.receipts import Receipts
from ledger.proof.tree import leaf_hash
from ledger.sheet import Sheet, referring
from ledger.table.company import Begun, FinishedRound
from ledger.table.session import Void


@attrs.define
class Signing:
    """The lines of one session as they are due, and the receipts that go with them.

    `receipts` is None where none are given. Of the round in play it keeps the leaf hash of the `begin`, and the seqs of its rulings.
    """

    sheet: Sheet
    lines: OwnLines
    journal: Journal
    receipts: Receipts | None
    _begin: bytes = b""
    _rulings: list[int] = attrs.Factory(list)

    def opening(self, exchange: Exchange | None) -> bool:
        """The opening, the seats and the start, in this order: a checkpoint covers the seats alone; False if only the close can follow.

        Players with entropy of their own are waited for in between.
        """
        if not self.journal.head.own:
            self.lines.sign([*self.sheet.opening(), *self.sheet.seats()])
        elif not Seating(self.sheet, self.lines, self.journal, exchange).seat_all():
            return False
        self._sign(self.sheet.start)
        return True

    def begin(self, begun: Begun) -> None:
        """A round, before its first card."""
        self._begin = leaf_hash(self._sign(lambda: self.sheet.begin(begun)))

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
        self._sign(lambda: self.sheet.round(played, self._rulings))
        self.give_receipts(finished.log)
        self._begin, self._rulings = b"", []
        return is_new

    def close(self) -> None:
        """The session's end; its journal has served."""
        if self.receipts is not None:
            self.receipts.forget()
        if self.sheet.table.reason != "stopped":
            self.sheet.finish_scripts()
        self._sign(self.sheet.close)
        self.journal.remove()

    def give_receipts(self, log: Sequence[str]) -> None:
        """The receipts that are due, for the round in play with this log so far, once its begin is signed."""
        if self.receipts is not None and self._begin:
            table = self.sheet.table
            place = (self.journal.head.session, table.number)
            self.receipts.give(place, self._begin, referring(log, self._rulings), face_down=table.rules.double.face_down)

    def _ruling(self, text: str) -> None:
        seq = self.lines.seq
        self._sign(lambda: self.sheet.ruling(self.sheet.table.number, text))
        self._rulings.append(seq)

    def _sign(self, make: Callable[[], bytes]) -> bytes:
        """Make the session's next line and sign it."""
        self.journal.must_reach(self.lines)
        self.sheet.stand_at(self.lines.seq)
        line = make()
        self.lines.sign([line])
        return line
