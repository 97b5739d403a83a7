"""A session as the director wants it: rules, people, boxes, who answers for whom."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import attrs

from ledger.errors import RuleError, SessionRefused
from ledger.exchange.folder import Exchange
from ledger.names import check_name, check_players
from ledger.players.source import Source
from ledger.rules.coherence import incoherent
from ledger.rules.tables import RuleSet
from ledger.seating import seating
from ledger.shoe.chain import LONGEST_CHAIN, default_chain_length
from ledger.table.company import Seat

ROUNDS_A_COMMIT = 4096

# Makes the source of one seat's answers from the seat and a seed of its own.
SourceMaker = Callable[[Seat, bytes], Source]


@attrs.frozen
class Plan:
    """A session as the director wants it, checked before anything is written.

    `boxes` by player, for whoever wants others than the next that is free. The `director` answers for the table itself, where
    somebody does: higher limits on request, the house's own shuffles. `answers` says who answers for each player, and for the
    director under "", in words that a live session's journal keeps: a bot's name, `script`, `terminal`.
    `own` are the players who give their own entropy, by files in `exchange`; only live sessions wait for them.
    """

    rules: RuleSet
    players: tuple[str, ...]
    makers: Mapping[str, SourceMaker]
    boxes: Mapping[str, tuple[int, ...]] | None = None
    director: SourceMaker | None = None
    table: str | None = None
    chain: int | None = None
    rounds_a_commit: int = ROUNDS_A_COMMIT
    answers: Mapping[str, str] = attrs.Factory(dict)
    own: tuple[str, ...] = ()
    exchange: Exchange | None = None

    def check(self) -> None:
        """RuleError, NameRefused or SessionRefused if the session cannot be opened as asked."""
        for complaint in incoherent(self.rules):
            raise RuleError(f"The rule set “{self.rules.profile.name}” cannot be used: {complaint}")
        check_players(self.players)
        low, high = self.rules.table.players_min, self.rules.table.players_max
        if not low <= len(self.players) <= high:
            raise SessionRefused(f"This table seats {low} to {high} players, and {len(self.players)} were named; name as many as it seats.")
        self.seats()
        if strangers := [name for name in self.own if name not in self.players]:
            raise SessionRefused(f"“{strangers[0]}” is to give their own entropy and is not one of --players; change --own.")
        if self.table is not None:
            check_name(self.table, "The table's name")
        if self.chain is not None and not 2 <= self.chain <= LONGEST_CHAIN:
            raise SessionRefused(f"A seed chain has 2 to {LONGEST_CHAIN} seeds; change --chain.")

    def check_exchange(self) -> None:
        """SessionRefused unless players' files can be exchanged, and none lies there yet."""
        if self.exchange is None:
            raise SessionRefused(f"{self.own[0]} is to give their own entropy; say with --exchange DIR where their files come and go.")
        self.exchange.check()

    @property
    def chain_length(self) -> int:
        """N of the session's seed chain."""
        return self.chain or default_chain_length(self.rules.session.rounds)

    def seats(self) -> list[Seat]:
        """Everyone with their boxes and stack; SessionRefused if they cannot sit so."""
        placed = seating(self.rules, self.players, self.boxes)
        people = zip(self.players, placed, strict=True)
        return [Seat(number, name, boxes, self.rules.session.stack) for number, (name, boxes) in enumerate(people, 1)]
