"""Pass 0: every line that is not a round, and what the rounds of a session need to be judged (DESIGN §6)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import Any, Protocol

import attrs

from audit import seeds
from audit.carried import Carried, Glance, looks_at_all, reveal
from audit.lines import ROUND_MARK, canonical, decode_line
from audit.records import Close, Ledger, OfSession, Open, Record, Ruling, Seat, Start, Unknown
from audit.rules import not_understood, parameters
from audit.seen import Seen, seen_by_survey
from audit.stretches import Span
from audit.text import Text
from audit.tree import leaf_hash
from audit.units import Unit, units
from audit.values import base64_bytes


@attrs.define
class Session:
    """A session as its own lines give it; `seeds` holds those of shoes that several rounds used.

    By seat, the lines with which somebody left (`leaves`), and left or dropped out (`gone`); by line, what its first round in a unit builds
    upon (`carried`), and what round a ruling is about (`rulings`); by unit, the first and last shoe that its rounds may ask for (`uses`).
    """

    number: int
    open_seq: int
    opened: Open
    open_leaf: bytes
    unsupported: tuple[str, ...]
    params: dict[str, Any] | None
    seats: list[Seat] = attrs.Factory(list)
    start: Start | None = None
    close: Close | None = None
    close_seq: int = 0
    last_seq: int = 0
    leaves: dict[int, int] = attrs.Factory(dict)
    gone: dict[int, int] = attrs.Factory(dict)
    carried: dict[int, Carried] = attrs.Factory(dict)
    seeds: dict[int, bytes] = attrs.Factory(dict)
    last_shoe: int = 0
    uses: dict[int, tuple[int, int]] = attrs.Factory(dict)
    rulings: dict[int, int] = attrs.Factory(dict)

    @property
    def judged(self) -> bool:
        """Whether the rounds' play can be judged."""
        return not self.unsupported

    @property
    def limited(self) -> bool:
        """Whether limits may change between its rounds (B2.2, P1.3)."""
        params = self.params
        return params is not None and (params["stakes_limits_by"] == "banker" or bool(params["stakes_raised_on_request"]))

    @property
    def changes(self) -> bool:
        """Whether more happens between its rounds than that somebody leaves or drops out: the bank passes on, limits change."""
        return self.params is not None and (self.params["bank_holder"] == "player" or self.limited)

    @property
    def live(self) -> bool:
        """Whether it is a session of live rounds."""
        return self.opened.mode == "live"

    @property
    def keys(self) -> dict[int, bytes]:
        """Public keys of those who sign their answers, by seat."""
        return {seat.seat: base64_bytes(seat.key) or b"" for seat in self.seats if seat.key is not None}

    def end(self, otherwise: int) -> int:
        """Line of its close, wherever that says that it stands."""
        return self.close_seq if self.close else otherwise

    def within(self, unit: Unit) -> Session:
        """The session as the rounds of a unit may know it: the lines before its end, and the seeds of its shoes."""
        low, high = self.uses.get(unit.number, (0, -1))
        return attrs.evolve(
            self,
            leaves={seat: seq for seat, seq in self.leaves.items() if seq < unit.end},
            gone={seat: seq for seat, seq in self.gone.items() if seq < unit.end},
            carried={seq: carried.of_shoes(low, high) for seq, carried in self.carried.items() if unit.first <= seq < unit.end},
            seeds=_between(self.seeds, low, high),
            last_shoe=0,
            last_seq=0,
            uses={},
        )

    def entropy_root(self) -> bytes | None:
        """Root of the entropies, None where they were not all revealed."""
        if self.start is None or len(self.start.entropy) != len(self.seats):
            return None
        pairs = zip(self.seats, self.start.entropy, strict=True)
        return seeds.entropy_root((seat.name, bytes.fromhex(entropy)) for seat, entropy in pairs)


def _between(seeds: dict[int, bytes], low: int, high: int) -> dict[int, bytes]:
    """Those of some shoes; a ledger has many more, and a stranger's may name shoes without end."""
    if high - low < len(seeds):
        return {index: seeds[index] for index in range(low, high + 1) if index in seeds}
    return {index: seed for index, seed in seeds.items() if low <= index <= high}


@attrs.define
class Survey:
    """What pass 0 found; `seen` says by unit what lines it looked at."""

    ledger: Ledger
    units: list[Unit]
    sessions: dict[int, Session]
    records: list[tuple[int, Record | Unknown]]
    seen: list[Seen] = attrs.Factory(list)

    def active(self, unit: Unit) -> dict[int, Session]:
        """Sessions that should have a line in the unit, with what its rounds must know of them and no more."""
        return {n: s.within(unit) for n, s in self.sessions.items() if s.open_seq < unit.end and s.end(unit.end) >= unit.first}

    def those(self, unit: Unit, numbers: Iterable[int]) -> dict[int, Session]:
        """Sessions of these numbers, as far as there are any, with what the rounds of the unit must know of them."""
        return {n: self.sessions[n].within(unit) for n in numbers if n in self.sessions}


class Stretches(Protocol):
    """Whatever gives lines in stretches, with where these lie."""

    def spans(self, start: int = 0, offset: int = 0) -> Iterable[tuple[Span, Text]]:
        """Each stretch from line `start` on (at `offset` of its file) with its lines, in order."""


@attrs.define
class Surveying:
    """Pass 0 as far as it has come: what was found, what later lines build upon, and the lines that are no rounds with their `seq`."""

    found: Survey = attrs.Factory(lambda: Survey(Ledger(0, "", 0, 0, "", ""), [], {}, []))
    glance: Glance = attrs.Factory(Glance)
    others: list[tuple[int, bytes]] = attrs.Factory(list)

    def take_in(self, unit: Unit, parts: Sequence[Text]) -> None:
        """Take in the next unit, whose lines come in parts; raises LineError."""
        firsts = list(accumulate([unit.first, *map(len, parts)]))
        for first, lines in zip(firsts, parts, strict=False):
            for at in lines.others:
                take(self.found, first + at, lines[at])
                self.others.append((first + at, lines[at]))
        for first, lines in zip(firsts, parts, strict=False):
            self.glance.look(self.found.sessions, unit.number, first, lines)
        self.found.seen.append(seen_by_survey(parts, whole=looks_at_all(self.found.sessions)))
        self.found.units.append(unit)

    def rest(self, ledger: Stretches, size: int | None = None) -> Iterable[tuple[Unit, list[Text]]]:
        """Units that are still to be taken in, with their lines, cut finer at the end of `size` lines; raises TruncatedError."""
        done = self.found.units
        if not done:
            return units(ledger.spans(), size=size)
        last = done[-1].spans[-1]
        return units(ledger.spans(last.first + last.count, last.offset + last.length), len(done), size)

    def end(self) -> Survey:
        """What was found, when there is no more."""
        reveal(self.found.sessions)
        return self.found


def survey(ledger: Stretches) -> Survey:
    """Read through the history once; raises LineError or TruncatedError."""
    surveying = Surveying()
    for unit, parts in surveying.rest(ledger):
        surveying.take_in(unit, parts)
    return surveying.end()


def survey_of(lines: Iterable[tuple[int, bytes]]) -> Survey:
    """What pass 0 finds in lines (with their `seq`) that need not follow each other; raises LineError."""
    surveying = Surveying()
    for seq, line in lines:
        if ROUND_MARK not in line:
            take(surveying.found, seq, line)
        surveying.glance.look_at(surveying.found.sessions, 0, seq, line)
    return surveying.end()


def take(found: Survey, seq: int, line: bytes) -> None:
    """Take in a line that is not a round; raises LineError."""
    record = decode_line(line, seq)
    found.records.append((seq, record))
    if isinstance(record, Ledger) and seq == 0:
        found.ledger = record
    if not isinstance(record, OfSession):
        return
    if isinstance(record, Open) and record.session not in found.sessions:
        found.sessions[record.session] = _opened(record, seq, line)
    session = found.sessions.get(record.session)
    if session is not None:
        _join(session, record, seq)


def _opened(record: Open, seq: int, line: bytes) -> Session:
    reasons = not_understood(record.rules)
    params = None if reasons else parameters(record.rules)
    return Session(record.session, seq, record, leaf_hash(line), tuple(reasons), params)


def _join(session: Session, record: OfSession, seq: int) -> None:
    session.last_seq = seq
    if isinstance(record, Seat):
        session.seats.append(record)
    elif isinstance(record, Start) and session.start is None:
        session.start = record
    elif isinstance(record, Close) and session.close is None:
        session.close, session.close_seq = record, seq
    elif isinstance(record, Ruling):
        session.rulings[seq] = record.about


def rules_hash(record: Open) -> str:
    """SHA-256 of the canonical form of a session's rules, in hex."""
    from hashlib import sha256

    return sha256(canonical(record.rules)).hexdigest()


def derived_hash(session: Session | None, seat: Seat, nth: int) -> str:
    """Hash (hex) of the entropy that was revealed for the nth seat; what it committed to, where nothing was."""
    if session is None or session.start is None or len(session.start.entropy) < nth:
        return seat.entropy_hash
    return seeds.entropy_hash(session.open_leaf, seat.name, bytes.fromhex(session.start.entropy[nth - 1])).hex()
