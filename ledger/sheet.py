"""The lines of one session, in the groups in which they are signed (FORMAT.md §4).

They come in the order that the sealing needs: the seats before the entropies, the entropies before any card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import TypedDict

import attrs

from ledger.clock import Clock
from ledger.errors import RuleError, SessionRefused
from ledger.history.records import Close, Open, RoundPlayed, Ruling, SeatTaken, ShoeEntry, Standing, Start, canonical, encode
from ledger.history.records import Void as VoidRecord
from ledger.names import check_name, check_players
from ledger.players.script import Script
from ledger.players.source import Source
from ledger.proof.tree import leaf_hash
from ledger.rules.coherence import incoherent
from ledger.rules.ruleset import to_object
from ledger.rules.tables import RuleSet
from ledger.seating import seating
from ledger.shoe.chain import LONGEST_CHAIN, SeedChain, default_chain_length, entropy_hash, entropy_root
from ledger.shoe.hashing import labelled_hash, u64
from ledger.shoe.rack import Rack
from ledger.table.company import HOUSE, FinishedRound, Seat
from ledger.table.session import TableSession, Void, never, standings

ROUNDS_A_COMMIT = 4096
_SECRET_CHAIN = b"sealedshoe/1/secret/chain"
_SECRET_ENTROPY = b"sealedshoe/1/secret/entropy"
_SECRET_BOT = b"sealedshoe/1/secret/bot"
_RULING = "D ruling "

# Makes the source of one seat's answers from the seat and a seed of its own.
SourceMaker = Callable[[Seat, bytes], Source]


@attrs.frozen
class Plan:
    """A session as the director wants it, checked before anything is written.

    `boxes` by player, for whoever wants others than the next that is free. The `director` answers for the table itself, where
    somebody does: higher limits on request, the house's own shuffles.
    """

    rules: RuleSet
    players: tuple[str, ...]
    makers: Mapping[str, SourceMaker]
    boxes: Mapping[str, tuple[int, ...]] | None = None
    director: SourceMaker | None = None
    table: str | None = None
    chain: int | None = None
    rounds_a_commit: int = ROUNDS_A_COMMIT

    def check(self) -> None:
        """RuleError, NameRefused or SessionRefused if the session cannot be opened as asked."""
        for complaint in incoherent(self.rules):
            raise RuleError(f"The rule set “{self.rules.profile.name}” cannot be used: {complaint}")
        check_players(self.players)
        low, high = self.rules.table.players_min, self.rules.table.players_max
        if not low <= len(self.players) <= high:
            raise SessionRefused(f"This table seats {low} to {high} players, and {len(self.players)} were named; name as many as it seats.")
        self.seats()
        if self.table is not None:
            check_name(self.table, "The table's name")
        if self.chain is not None and not 2 <= self.chain <= LONGEST_CHAIN:
            raise SessionRefused(f"A seed chain has 2 to {LONGEST_CHAIN} seeds; change --chain.")

    def seats(self) -> list[Seat]:
        """Everyone with their boxes and stack; SessionRefused if they cannot sit so."""
        placed = seating(self.rules, self.players, self.boxes)
        people = zip(self.players, placed, strict=True)
        return [Seat(number, name, boxes, self.rules.session.stack) for number, (name, boxes) in enumerate(people, 1)]


class _Place(TypedDict):
    """Where a line of a session stands."""

    seq: int
    prev: int
    session: int
    time: str


class _Played(TypedDict):
    """What a round and a void have in common."""

    after: tuple[int, ...]
    banker: int
    before: tuple[int, ...]
    log: tuple[str, ...]
    round: int
    shoes: tuple[ShoeEntry, ...]


@attrs.define
class Group:
    """Lines that are signed together, and the rounds among them."""

    lines: list[bytes] = attrs.Factory(list)
    played: list[FinishedRound | Void] = attrs.Factory(list)


class Sheet:
    """The lines of one session as they come, in groups to be signed together."""

    def __init__(self, plan: Plan, number: int, secret: bytes, clock: Clock, size: int, stop: Callable[[], bool] = never) -> None:
        rules = plan.rules
        self.rounds = 0
        self._plan, self._session, self._clock, self._stop = plan, number, clock, stop
        self._seq, self._prev = size, 0
        self._chain = SeedChain.ending_in(labelled_hash(_SECRET_CHAIN, secret), plan.chain or default_chain_length(rules.session.rounds))
        seats = plan.seats()
        self._entropies = [labelled_hash(_SECRET_ENTROPY, secret, u64(seat.number)) for seat in seats]
        self._opening = self._open()
        open_leaf = leaf_hash(self._opening)
        self._hashes = [entropy_hash(open_leaf, seat.name, entropy) for seat, entropy in zip(seats, self._entropies, strict=True)]
        root = entropy_root((seat.name, entropy) for seat, entropy in zip(seats, self._entropies, strict=True))
        self.table = TableSession.seated(rules, seats, Rack(rules, self._chain, open_leaf, root))
        makers = [(seat, plan.makers[seat.name]) for seat in seats]
        if plan.director is not None:
            makers.append((Seat(HOUSE, "", (), 0), plan.director))
        self.sources = {seat.number: make(seat, labelled_hash(_SECRET_BOT, secret, u64(seat.number))) for seat, make in makers}

    @property
    def seeds(self) -> tuple[bytes, ...]:
        """s_0 … s_N of the session."""
        return self._chain.seeds

    def groups(self) -> Iterator[Group]:
        """The lines of the session; each group is committed before the next is asked for."""
        yield Group([self._opening, *self._seats()])
        yield Group([encode(Start(**self._place(), entropy=tuple(entropy.hex() for entropy in self._entropies)))])
        group = Group()
        for played in self.table.play(self.sources, self._stop):
            group.lines += self._round(played)
            group.played.append(played)
            if len(group.lines) >= self._plan.rounds_a_commit:
                yield group
                group = Group()
        for source in self.sources.values():
            if isinstance(source, Script):
                source.finish()
        group.lines.append(encode(self._close()))
        yield group

    def _place(self) -> _Place:
        """seq, prev, session and time of the session's next line."""
        place: _Place = {"seq": self._seq, "prev": self._prev, "session": self._session, "time": self._clock.read()}
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
                mode="batch",
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
                    key=None,
                    name=seat.name,
                    seat=seat.number,
                    source="house",
                    stack=seat.stack,
                )
            )

    def _round(self, played: FinishedRound | Void) -> Iterator[bytes]:
        """The rulings made in a round, each a record before it, and its own line."""
        finished = played.round if isinstance(played, Void) else played
        rulings = [self._seq + ordinal for ordinal in range(len(finished.rulings))]
        for text in finished.rulings:
            yield encode(Ruling(**self._place(), about=finished.number, text=text))
        shoes = tuple(ShoeEntry(use.first, use.index, use.seed.hex() if use.seed else None) for use in finished.shoes)
        what: _Played = {
            "after": finished.after,
            "banker": finished.banker,
            "before": finished.before,
            "log": _referring(finished.log, rulings) if rulings else finished.log,
            "round": finished.number,
            "shoes": shoes,
        }
        if isinstance(played, Void):
            yield encode(VoidRecord(**self._place(), **what, reason=played.reason))
        else:
            self.rounds += 1
            yield encode(RoundPlayed(**self._place(), **what))

    def _close(self) -> Close:
        table = self.table
        ranked = standings([seat.stack for seat in table.seats], table.balances)
        return Close(
            **self._place(),
            balances=table.balances,
            log=tuple(table.news),
            reason=table.reason,
            seed=self._chain.seeds[-1].hex(),
            standings=tuple(Standing(net, place, seat) for place, seat, net in ranked),
        )


def _referring(log: Iterable[str], rulings: Sequence[int]) -> tuple[str, ...]:
    """A log whose `D ruling 1`, `D ruling 2`, … name the records of these rulings."""
    return tuple(f"{_RULING}{rulings[int(event.removeprefix(_RULING)) - 1]}" if event.startswith(_RULING) else event for event in log)
