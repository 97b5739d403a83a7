"""The lines of one session, in the groups in which they are signed (FORMAT.md §4).

They come in the order that the sealing needs: the seats before the entropies, the entropies before any card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import TypedDict

import attrs
import msgspec

from ledger.clock import Clock
from ledger.history.records import (
    Begin,
    Close,
    Open,
    RoundPlayed,
    Ruling,
    SeatTaken,
    ShoeEntry,
    Signed,
    SignedAnswer,
    Standing,
    Start,
    canonical,
    encode,
)
from ledger.history.records import Void as VoidRecord
from ledger.plan import Plan
from ledger.players.script import Script
from ledger.proof.tree import leaf_hash
from ledger.rules.ruleset import to_object
from ledger.shoe.chain import SeedChain, entropy_hash, entropy_root
from ledger.shoe.hashing import labelled_hash, u64
from ledger.shoe.rack import Rack, ShoeUse
from ledger.table.company import HOUSE, Begun, FinishedRound, Seat
from ledger.table.session import TableSession, Void, never, standings

_SECRET_CHAIN = b"sealedshoe/1/secret/chain"
_SECRET_ENTROPY = b"sealedshoe/1/secret/entropy"
_SECRET_BOT = b"sealedshoe/1/secret/bot"
_RULING = "D ruling "


class Place(TypedDict):
    """Where a line of a session stands."""

    seq: int
    prev: int
    session: int
    time: str


@attrs.define
class Group:
    """Lines that are signed together, and the rounds among them."""

    lines: list[bytes] = attrs.Factory(list)
    played: list[FinishedRound | Void] = attrs.Factory(list)


def seed_chain(secret: bytes, length: int) -> SeedChain:
    """The seeds of a session, from its secret."""
    return SeedChain.ending_in(labelled_hash(_SECRET_CHAIN, secret), length)


def entropies(secret: bytes, seats: Iterable[int]) -> list[bytes]:
    """The entropy that the house supplies for each seat, from the session's secret."""
    return [labelled_hash(_SECRET_ENTROPY, secret, u64(seat)) for seat in seats]


class Sheet:
    """The lines of one session as they come; `groups` gives a batch session's, to be signed together."""

    def __init__(
        self,
        plan: Plan,
        number: int,
        secret: bytes,
        clock: Clock,
        size: int,
        stop: Callable[[], bool] = never,
        *,
        chain: SeedChain | None = None,
    ) -> None:
        """`size` is the seq of the session's first line. With the `chain` of the plan and secret given the session is live."""
        rules = plan.rules
        self.rounds = 0
        self._plan, self._session, self._clock, self._stop = plan, number, clock, stop
        self._seq, self._prev = size, 0
        self._mode = "live" if chain else "batch"
        self._chain = chain or seed_chain(secret, plan.chain_length)
        seats = plan.seats()
        self._entropies = entropies(secret, [seat.number for seat in seats])
        self._opening = self._open()
        self.open_leaf = leaf_hash(self._opening)
        self._hashes = [entropy_hash(self.open_leaf, seat.name, entropy) for seat, entropy in zip(seats, self._entropies, strict=True)]
        self._own: frozenset[int] = frozenset()
        self.keys: Mapping[int, str] = {}
        root = entropy_root((seat.name, entropy) for seat, entropy in zip(seats, self._entropies, strict=True))
        self.table = TableSession.seated(rules, seats, Rack(rules, self._chain, self.open_leaf, root))
        makers = [(seat, plan.makers[seat.name]) for seat in seats]
        if plan.director is not None:
            makers.append((Seat(HOUSE, "", (), 0), plan.director))
        self.sources = {seat.number: make(seat, labelled_hash(_SECRET_BOT, secret, u64(seat.number))) for seat, make in makers}

    @property
    def plan(self) -> Plan:
        """The plan of the session."""
        return self._plan

    @property
    def seeds(self) -> tuple[bytes, ...]:
        """s_0 … s_N of the session."""
        return self._chain.seeds

    def groups(self) -> Iterator[Group]:
        """The lines of the session; each group is committed before the next is asked for."""
        yield Group([*self.opening(), *self.seats()])
        yield Group([self.start()])
        group = Group()
        for played in self.table.play(self.sources, self._stop):
            finished = played.round if isinstance(played, Void) else played
            rulings: Sequence[int] = ()
            if finished.rulings:
                rulings = range(self._seq, self._seq + len(finished.rulings))
                group.lines += [self.ruling(finished.number, text) for text in finished.rulings]
            group.lines.append(self.round(played, rulings))
            group.played.append(played)
            if len(group.lines) >= self._plan.rounds_a_commit:
                yield group
                group = Group()
        self.finish_scripts()
        group.lines.append(self.close())
        yield group

    def finish_scripts(self) -> None:
        """ScriptError if a script has lines that nobody asked for."""
        for source in self.sources.values():
            if isinstance(source, Script):
                source.finish()

    def stand_at(self, seq: int) -> None:
        """The session's next line is to have this seq: others may have written to the ledger meanwhile."""
        self._seq = seq

    def opening(self) -> list[bytes]:
        """The session's first line."""
        return [self._opening]

    def seat_own(self, hashes: Mapping[int, bytes], keys: Mapping[int, str] | None = None) -> None:
        """These seats gave hashes of entropies of their own, those the keys (base64) that they sign with; before the seats are signed."""
        self._own, self.keys = frozenset(hashes), dict(keys or {})
        for seat, hashed in hashes.items():
            self._hashes[seat - 1] = hashed

    def seats(self) -> list[bytes]:
        """Everyone's seat."""
        return list(self._seats())

    def reveal_own(self, entropies: Mapping[int, bytes]) -> None:
        """The entropies of those seats; they enter every shoe."""
        for seat, entropy in entropies.items():
            self._entropies[seat - 1] = entropy
        self.table.rack.mix_in(entropy_root((seat.name, told) for seat, told in zip(self.table.seats, self._entropies, strict=True)))

    def start(self) -> bytes:
        """The entropies revealed; a checkpoint covers every seat before."""
        return encode(Start(**self._place(), entropy=tuple(entropy.hex() for entropy in self._entropies)))

    def begin(self, begun: Begun) -> bytes:
        """A live round, before its first card."""
        return encode(
            Begin(
                **self._place(),
                balances=begun.balances,
                banker=begun.banker,
                log=begun.log,
                round=begun.number,
                shoes=_entries(begun.shoes),
            )
        )

    def ruling(self, about: int, text: str) -> bytes:
        """A supervisor's ruling in a round; its record stands before the round's."""
        return encode(Ruling(**self._place(), about=about, text=text))

    def signed(self, number: int, answers: Sequence[SignedAnswer]) -> bytes:
        """Signed answers of a round, directly before its line or the close in which they stand."""
        return encode(Signed(**self._place(), answers=tuple(answers), round=number))

    def _place(self) -> Place:
        """seq, prev, session and time of the session's next line."""
        place: Place = {"seq": self._seq, "prev": self._prev, "session": self._session, "time": self._clock.read()}
        self._prev = self._seq
        self._seq += 1
        return place

    def _open(self) -> bytes:
        rules = to_object(self._plan.rules)
        return encode(
            Open(
                **self._place(),
                chain=self._chain.length,
                commitment=self._chain.commitment.hex(),
                mode=self._mode,
                rules=rules,
                rules_hash=sha256(canonical(rules)).hexdigest(),
                table=self._plan.table or f"Table {self._session}",
            )
        )

    def _seats(self) -> Iterator[bytes]:
        for seat, hashed in zip(self.table.seats, self._hashes, strict=True):
            yield encode(
                SeatTaken(
                    **self._place(),
                    boxes=seat.boxes,
                    entropy_hash=hashed.hex(),
                    key=self.keys.get(seat.number),
                    name=seat.name,
                    seat=seat.number,
                    source="own" if seat.number in self._own else "house",
                    stack=seat.stack,
                )
            )

    def round(self, played: FinishedRound | Void, rulings: Sequence[int] = ()) -> bytes:
        """A round, or one that was broken off; `rulings` are the seqs of the records of those that were made in it."""
        finished = played.round if isinstance(played, Void) else played
        place = self._place()
        record = RoundPlayed(
            seq=place["seq"],
            prev=place["prev"],
            session=place["session"],
            time=place["time"],
            after=finished.after,
            banker=finished.banker,
            before=finished.before,
            log=referring(finished.log, rulings) if rulings else finished.log,
            round=finished.number,
            shoes=_entries(finished.shoes),
        )
        if isinstance(played, Void):
            return encode(VoidRecord(**msgspec.structs.asdict(record), reason=played.reason))
        self.rounds += 1
        return encode(record)

    def close(self) -> bytes:
        """The session's end."""
        table = self.table
        ranked = standings([seat.stack for seat in table.seats], table.balances)
        return encode(
            Close(
                **self._place(),
                balances=table.balances,
                log=tuple(table.news),
                reason=table.reason,
                seed=self._chain.seeds[-1].hex(),
                standings=tuple(Standing(net, place, seat) for place, seat, net in ranked),
            )
        )


def _entries(uses: Iterable[ShoeUse]) -> tuple[ShoeEntry, ...]:
    return tuple([ShoeEntry(use.first, use.index, use.seed.hex() if use.seed else None) for use in uses])


def referring(log: Iterable[str], rulings: Sequence[int]) -> tuple[str, ...]:
    """A log whose `D ruling 1`, `D ruling 2`, … name the records of these rulings."""
    return tuple(f"{_RULING}{rulings[int(event.removeprefix(_RULING)) - 1]}" if event.startswith(_RULING) else event for event in log)
