"""Which lines of a ledger a hand bundle has (FORMAT.md §11), found in one pass that decodes nothing but the round asked for."""

from __future__ import annotations

import re
from collections.abc import Iterable

import attrs

from ledger.errors import NotInLedger, NotYetRevealed
from ledger.history.records import RoundPlayed, Void, decode

PLAYED = frozenset(("round", "void"))
_KIND = re.compile(rb'"record":"([a-z]+)"')
_SHUFFLE = re.compile(rb'"D (?:re)?shuffle ([0-9]+)"')
_TOLD = re.compile(rb'"index":([0-9]+),"seed":"')
_KEY = b'"record":"key"'


@attrs.frozen
class Chosen:
    """Lines of a bundle by `seq`: those of changes of key, all that stand apart (these too), the session's from `first` to `last`."""

    session: int
    keys: list[int]
    others: frozenset[int]
    first: int
    last: int

    def has(self, seq: int, line: bytes) -> bool:
        """Whether the bundle has this line."""
        return seq in self.others or (self.first <= seq <= self.last and session_mark(self.session) in line)


def session_mark(session: int) -> bytes:
    """Stands in each line of a session, and in no other: no name or text can hold a bare quotation mark in JSON."""
    return b'"session":%d,' % session


@attrs.define
class Search:
    """Follows a session until a round can be proven."""

    session: int
    round: int
    hand: str | None
    keys: list[int] = attrs.Factory(list)
    _fixed: list[int] = attrs.Factory(list)
    _changes: list[int] = attrs.Factory(list)
    _since_round: list[int] = attrs.Factory(list)
    _taken: dict[int, tuple[int, list[int]]] = attrs.Factory(dict)
    _found: int = -1
    _first: int = -1
    _last: int = -1
    _before: list[int] = attrs.Factory(list)
    _sealed: set[int] = attrs.Factory(set)
    _closed: bool = False
    _begun: bool = False

    @property
    def is_over(self) -> bool:
        """Whether the round was found, and every seed that it needs: no later line is wanted."""
        return self._found >= 0 and not self._sealed

    def over(self, lines: Iterable[tuple[int, bytes]]) -> Chosen:
        """Look through a ledger, or what bears on the round; NotInLedger where it is not there, NotYetRevealed where its shoe is not."""
        mark, wanted = session_mark(self.session), b'"round":%d,' % self.round
        for seq, line in lines:
            if _KEY in line:
                self.keys.append(seq)
            if mark in line:
                found = _KIND.search(line)
                self._follow(seq, line, found[1].decode() if found else "", is_wanted=wanted in line)
        return self._chosen()

    def _follow(self, seq: int, line: bytes, kind: str, *, is_wanted: bool) -> None:
        if self._found >= 0:
            self._reveal(seq, line, kind)
        elif kind in ("open", "seat", "start"):
            self._fixed.append(seq)
            self._since_round = [seq]
        elif kind in ("begin", "round", "void", "ruling", "signed"):
            self._play(seq, line, kind, is_wanted=is_wanted)

    def _play(self, seq: int, line: bytes, kind: str, *, is_wanted: bool) -> None:
        for index in shoes_taken(line):
            self._taken.setdefault(index, (seq, list(self._since_round)))
        self._begun |= is_wanted and kind == "begin"
        if is_wanted and kind in PLAYED:
            self._find(seq, line)
            return
        for index in _told(line, kind):
            self._taken.pop(index, None)
        if kind in PLAYED and makes_changes(line):
            self._changes.append(seq)
        self._since_round = [seq] if kind == "round" else [*self._since_round, seq]

    def _find(self, seq: int, line: bytes) -> None:
        record = decode(line)
        if not isinstance(record, RoundPlayed | Void):
            return
        if self.hand is not None and self.hand not in {event.partition(" ")[0].partition("/")[0] for event in record.log}:
            raise NotInLedger(f"Round {self.session}/{self.round} has no hand {self.hand}; `shoe explain` tells which it has.")
        taken = [self._taken.get(use.index, (seq, list(self._since_round))) for use in record.shoes]
        self._first, self._before = min(taken, default=(seq, list(self._since_round)), key=lambda one: one[0])
        self._found = self._last = seq
        self._sealed = {use.index for use in record.shoes if use.seed is None} | _lot_shoes(record)

    def _reveal(self, seq: int, line: bytes, kind: str) -> None:
        """Lines after the round, until every seed that it needs is told."""
        told = self._sealed & _told(line, kind)
        if self._sealed and (told or kind == "close"):
            self._last = seq
            self._sealed = set() if kind == "close" else self._sealed - told
        self._closed |= kind == "close"

    def _chosen(self) -> Chosen:
        name = f"{self.session}/{self.round}"
        if not self._fixed:
            raise NotInLedger(f"The ledger has no session {self.session}; `shoe standings` lists its sessions.")
        if self._found < 0 and self._begun:
            raise NotYetRevealed(f"Round {name} is still in play; it can be proven once it is over and its shoe is revealed.")
        if self._found < 0:
            raise NotInLedger(f"Session {self.session} has no round {self.round}; rounds are numbered from 1.")
        if self._sealed:
            shoe = min(self._sealed)
            raise NotYetRevealed(
                f"Round {name} cannot be proven yet: the seed of shoe {shoe} is revealed in the round with which that shoe ends, "
                f"and at the latest when session {self.session} is closed; ask again then."
            )
        changes = [seq for seq in self._changes if seq < self._first]
        others = frozenset((0, *self.keys, *self._fixed, *changes, *self._before))
        return Chosen(self.session, self.keys, others, self._first, self._last)


def makes_changes(line: bytes) -> bool:
    """Whether a round or void changes who is at the table, who banks, or the limits: that stands before its first stake."""
    between = line[: line.find(b" bet ")]
    return b' bank"' in between or b" limits " in between or b' leave"' in between or b' out"' in between


def shoes_taken(line: bytes) -> set[int]:
    """Shoes that were shuffled in a round or void, or before the cards of its `begin`."""
    return set(map(int, _SHUFFLE.findall(line)))


def _told(line: bytes, kind: str) -> set[int]:
    """Shoes whose seeds a line tells; what a `begin` tells the round that follows it tells again, and that is what a verifier takes."""
    return set(map(int, _TOLD.findall(line))) if kind != "begin" else set()


def _lot_shoes(record: RoundPlayed | Void) -> set[int]:
    """Shoes whose streams gave a lot in this round, and whose seeds it does not tell: the next to be shuffled each time (FORMAT.md §6)."""
    result = set()
    for at, event in enumerate(record.log):
        words = event.split(" ")
        if words[1:2] == ["lot"] and words[-1].isdecimal():
            after = (later.split(" ") for later in record.log[at:])
            shuffled = (int(later[2]) for later in after if later[1] in ("shuffle", "reshuffle"))
            result.add(next(shuffled, max((use.index for use in record.shoes), default=0) + 1))
    return result - {use.index for use in record.shoes if use.seed is not None}
