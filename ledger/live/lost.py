"""Closing a session that has no journal, by what the ledger and the secret still say (FORMAT.md §4).

What was answered since the last signed line is not known any more: a round that had begun is void with the log of its `begin`. Signatures
of answers in that log are lost too, as every audit will say.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from ledger.clock import Clock
from ledger.errors import JournalDamaged, SessionRefused
from ledger.history.keys import KeyFolder
from ledger.history.records import (
    Begin,
    Close,
    InSession,
    Open,
    RoundPlayed,
    SeatTaken,
    ShoeEntry,
    Standing,
    Start,
    Void,
    encode,
)
from ledger.history.writer import Writer
from ledger.live.resuming import Unfinished
from ledger.recording import Recorded
from ledger.sheet import Place, entropies, seed_chain
from ledger.shoe.chain import SeedChain
from ledger.table.session import standings


@attrs.define
class _Ending:
    """The last lines of a session: where the next stands, and what they need."""

    records: list[InSession]
    secret: bytes = attrs.field(repr=False)
    chain: SeedChain
    seq: int
    clock: Clock

    def lines(self, words: str) -> Iterator[bytes]:
        """The start if it is missing and the house knows all entropies, a void where a round had begun, and the close."""
        if not self._of(Start) and self.seats and all(seat.source == "house" for seat in self.seats):
            told = tuple(entropy.hex() for entropy in entropies(self.secret, range(1, len(self.seats) + 1)))
            yield self._line(Start(**self._place(), entropy=told))
        begun = [record for record in self.records if isinstance(record, (Begin, RoundPlayed, Void))][-1:]
        balances = self.balances
        if begun and isinstance(begin := begun[0], Begin):
            shoes = tuple(ShoeEntry(use.first, use.index, self.chain.seeds[use.index].hex()) for use in begin.shoes)
            yield self._line(
                Void(
                    **self._place(),
                    after=begin.balances,
                    banker=begin.banker,
                    before=balances,
                    log=begin.log,
                    reason=words,
                    round=begin.round,
                    shoes=shoes,
                )
            )
            balances = begin.balances
        ranked = standings([seat.stack for seat in self.seats], balances)
        places = tuple(Standing(net, place, seat) for place, seat, net in ranked)
        seed = self.chain.seeds[-1].hex()
        yield self._line(Close(**self._place(), balances=balances, log=(), reason="stopped", seed=seed, standings=places))

    @property
    def seats(self) -> list[SeatTaken]:
        """Who sits there."""
        return [record for record in self.records if isinstance(record, SeatTaken)]

    @property
    def balances(self) -> tuple[int, ...]:
        """What everybody has, by the last record that says so."""
        ended = [record for record in self.records if isinstance(record, (RoundPlayed, Void))]
        return ended[-1].after if ended else (0, *(seat.stack for seat in self.seats))

    @property
    def rounds(self) -> int:
        """Rounds that were played to their end."""
        return len(self._of(RoundPlayed))

    def _of(self, kind: type[InSession]) -> list[InSession]:
        return [record for record in self.records if isinstance(record, kind)]

    def _place(self) -> Place:
        last = self.records[-1]
        return {"seq": self.seq, "prev": last.seq, "session": last.session, "time": self.clock.read()}

    def _line(self, record: Start | Void | Close) -> bytes:
        self.records.append(record)
        self.seq += 1
        return encode(record)


def close_without_journal(writer: Writer, keys: KeyFolder, found: Unfinished, clock: Clock, words: str) -> Recorded:
    """Close a session; SessionRefused if there is a journal of it, JournalDamaged if the secret is not its own."""
    if found.has_journal:
        raise SessionRefused(f"Session {found.number} has a journal; go on with it by `shoe resume`.")
    records = [record for record, _ in found.lines]
    opened = records[0]
    if not isinstance(opened, Open):
        raise JournalDamaged(f"Session {found.number} does not begin with its `open` line; restore the ledger from a backup.")
    secret = keys.secret(found.number)
    chain = seed_chain(secret, opened.chain)
    if chain.commitment.hex() != opened.commitment:
        raise JournalDamaged(f"The secret of session {found.number} under {keys.path} is another session's; restore the right one.")
    ending = _Ending(records, secret, chain, writer.size, clock)
    writer.commit(list(ending.lines(words)))
    return Recorded(found.number, ending.rounds, "stopped", ending.balances, writer.size, tuple(writer.warnings))
