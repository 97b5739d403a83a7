"""Among which lines those of a hand bundle are, so that no whole session is read for one round (FORMAT.md §11)."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import chain, takewhile

import attrs

from ledger.history.records import RoundPlayed, Void, decode
from ledger.proof.choosing import Chosen, Search, shoes_taken
from ledger.service.log.lines import Lines
from ledger.service.log.sessions import SessionLines, kind_of

_AT_THE_START = (b"open", b"seat", b"start")


@attrs.frozen
class SessionSearch:
    """The search for a round in the first `there` lines of a session; `keys` are the ledger's changes of key until then."""

    search: Search
    session: SessionLines
    there: int
    keys: Sequence[int]
    lines: Lines

    def chosen(self) -> Chosen:
        """NotInLedger where the round is not there, NotYetRevealed where its shoe is not."""
        return self.search.over((seq, self.lines.line(seq)) for seq in self._wanted())

    def gathered(self, chosen: Chosen) -> dict[int, bytes]:
        """The lines of the bundle by seq."""
        own = self.session.lines
        stretch = own[bisect_left(own, chosen.first) : bisect_right(own, chosen.last)]
        return {seq: self.lines.line(seq) for seq in sorted({*chosen.others, *stretch})}

    def _wanted(self) -> Iterator[int]:
        """What bears on the round: changes of key, the session's beginning, who came and went, all from the shoe on until it is told."""
        own, changes = self.session.lines, self.session.changes
        begun = sum(1 for _ in takewhile(lambda place: self._kind(place) in _AT_THE_START, range(self.there)))
        last = self._place()
        first = max(begun, self._back_to(last))
        before = changes[: bisect_left(changes, own[first])] if first < self.there else ()
        yield from chain(self.keys, own[:begun], before, own[first : last + 1])
        yield from takewhile(lambda _: not self.search.is_over, own[last + 1 : self.there])

    def _place(self) -> int:
        """Where the round stands among the session's lines; the last of these where it does not."""
        rounds, number = self.session.rounds, self.search.round
        return min(rounds[number - 1] if 0 < number <= len(rounds) else self.there, self.there - 1)

    def _back_to(self, place: int) -> int:
        """The place of the last round before the shoes were taken that are dealt from at a place; 0 if there is none."""
        record = decode(self._line(place))
        missing = {use.index for use in record.shoes} if isinstance(record, RoundPlayed | Void) else set()
        missing -= shoes_taken(self._line(place))
        for earlier in range(place - 1, 0, -1):
            if not missing and self._kind(earlier) == b"round":
                return earlier
            missing -= shoes_taken(self._line(earlier))
        return 0

    def _kind(self, place: int) -> bytes:
        return kind_of(self._line(place))

    def _line(self, place: int) -> bytes:
        return self.lines.line(self.session.lines[place])
